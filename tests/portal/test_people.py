"""People without accounts: their zone, their address, links that sign in, and one human known by two browsers."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path

import pytest
import time_machine
from django.conf import settings

from tests.portal.cast import Browser, Cast

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


# The zone


def in_zone(browser: Browser, zone: str) -> None:
    """What a script of every page does."""
    browser.client.cookies["zone"] = zone


@pytest.mark.parametrize(
    ("zone", "shown"),
    [
        ("Europe/Madrid", "03/03/2026 1 p.m. CET"),
        ("America/Sao_Paulo", "03/03/2026 9 a.m. UTC-03"),
        ("Asia/Kolkata", "03/03/2026 5:30 p.m. IST"),
        ("", "03/03/2026 noon UTC"),
    ],
)
def test_a_page_shows_times_in_the_reader_s_zone_with_its_name(cast: Cast, zone: str, shown: str):
    with time_machine.travel(NOON, tick=False):
        table = cast.start(pace="correspondence")
        in_zone(cast.ana, zone)
        assert shown in cast.ana.table(table).text
        assert shown in cast.ana.get("/").text
        in_zone(cast.ana, "")
        assert "UTC" in cast.ana.table(table).text, "and nobody else's"


@pytest.mark.parametrize("zone", ["Middle/Earth", "../../etc/passwd", "x" * 3000, "europe/madrid;", "\x00"])
def test_what_is_no_zone_is_ignored(cast: Cast, zone: str):
    table = cast.start(pace="correspondence")
    in_zone(cast.ana, zone)
    page = cast.ana.table(table)
    assert page.status == 200
    assert "UTC</time>" in page.text
    assert cast.ana.person.zone == ""


def test_the_zone_last_seen_is_kept_for_the_mails(cast: Cast):
    cast.ana.opens()
    assert cast.ana.person.zone == ""
    for zone in ("Europe/Madrid", "America/Bogota"):
        in_zone(cast.ana, zone)
        cast.ana.get("/")
        assert cast.ana.person.zone == zone
    in_zone(cast.bo, "Europe/Madrid")
    cast.bo.opens()
    assert cast.bo.person.zone == "Europe/Madrid", "from the first thing somebody does"


def test_every_time_on_a_page_is_written_by_the_tags_that_know_the_zone():
    folders = [settings.BASE_DIR / "templates", *settings.BASE_DIR.glob("games/*/templates")]
    pages = [path for folder in folders for path in Path(folder).rglob("*.html")]
    assert [path.name for path in pages if re.search(r"<time\b", path.read_text(encoding="utf-8"))] == []

"""What a page may cost: queries, and bytes over the wire."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from portal import access, matches
from portal.models import Seat, Table
from portal.names import name_key
from tests.portal.cast import Browser, Cast, at, default_of, drive

pytestmark = pytest.mark.django_db

QUERIES = 8
KILOBYTES = 150


@contextmanager
def at_most(number: int) -> Iterator[None]:
    with CaptureQueriesContext(
        connection,
    ) as queries:
        yield
    asked = [query["sql"][:160] for query in queries]
    assert len(asked) <= number, "\n".join(asked)


@pytest.mark.parametrize("ply", [0, 30])
def test_a_table_page_asks_the_database_little(cast: Cast, ply: int):
    table = drive(cast.start(3, public="on"), ply)
    pick = default_of(table)
    for browser, url in (
        (cast.ana, at(table)),
        (cast.bo, at(table)),
        (cast.watcher, at(table, "watch")),
        (cast.watcher, at(table)),
    ):
        for htmx in (False, True):
            matches.forget(table.pk)
            for _cold_then_warm in range(2):
                with at_most(QUERIES):
                    assert browser.get(url, htmx=htmx, pick=pick).status == 200


def test_waiting_room_and_seat_form_ask_little(cast: Cast):
    table = cast.gather(3)
    for browser in (cast.ana, cast.bo, Browser()):
        with at_most(QUERIES):
            assert browser.table(table).status == 200


def test_a_move_asks_no_more_late_in_a_match_than_early(cast: Cast):
    table = cast.start()
    access.number_of(table.token)  # asked once
    counts = []
    for ply in (2, 40):
        drive(table, ply)
        form = cast.awaited(table).table(table, default_of(table)).form("move")
        with CaptureQueriesContext(connection) as queries:
            assert cast.awaited(table).send(form, htmx=True).status == 200
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 30, counts


def many_tables(number: int, mine: Browser) -> None:
    """Public tables of four, waiting and running, and as many of one's own."""
    now = timezone.now()
    for own in (False, True):
        tables = Table.objects.bulk_create(
            Table(
                game="drakon", generation=1, size=4, pace="live", public=True,
                status=Table.Status.RUNNING if n % 2 else Table.Status.WAITING, started_at=now if n % 2 else None,
                opener=mine.person if own else None,
            )
            for n in range(number)
        )  # fmt: skip
        Seat.objects.bulk_create(
            Seat(
                table=table, number=n, name=f"P{n}", name_key=name_key(f"P{n}"), colour=colour,
                person=mine.person if own and n == 1 else None,
            )
            for table in tables
            for n, colour in enumerate(("orange", "sky", "green"))
        )  # fmt: skip


def test_the_front_page_asks_no_more_for_many_tables_than_for_few(cast: Cast):
    cast.ana.opens()
    counts: list[list[int]] = []
    for more in (5, 195):
        many_tables(more, cast.ana)
        counts.append([])
        for browser in (cast.ana, Browser()):
            with CaptureQueriesContext(connection) as queries:
                page = browser.get("/")
            assert page.status == 200
            counts[-1].append(len(queries))
    assert counts[0] == counts[1]
    assert max(counts[1]) <= 10
    assert Browser().get("/").text.count('class="row-title"') <= 70, (
        "strangers' tables are not listed without end"
    )


def over_the_wire(browser: Browser, url: str) -> dict[str, int]:
    """The bytes of a page and of everything it links to that a first visit loads, compressed."""
    answer = browser.client.get(url, headers={"accept-encoding": "gzip"})
    assert answer["Content-Encoding"] == "gzip"
    html = gzip.decompress(answer.content).decode()
    loaded = re.findall(r'<(?:script|img)\b[^>]*\bsrc="(/static/[^"]+)"', html)
    loaded += re.findall(r'<link\b[^>]*\bhref="(/static/[^"]+)"', html)
    sizes = {"page": len(answer.content)}
    for path in dict.fromkeys(loaded):
        found = finders.find(path.removeprefix("/static/"))
        assert isinstance(found, str), path
        sizes[path] = len(gzip.compress(Path(found).read_bytes()))
        if path.endswith(".css"):
            for inner in re.findall(rb"url\(([^)]+)\)", Path(found).read_bytes()):
                assert inner.strip(b"'\"").startswith((b"#", b"data:", b".", b"art", b"/static")), inner
    assert any(path.endswith(".css") for path in sizes)
    assert any("htmx" in path for path in sizes)
    return sizes


def test_the_first_table_page_is_light(cast: Cast):
    waiting = cast.gather(3)
    running = drive(cast.start(3), 20)
    for table in (waiting, running):
        for browser in (cast.ana, cast.bo):
            sizes = over_the_wire(browser, at(table))
            assert sum(sizes.values()) <= KILOBYTES * 1000, sizes

"""The front page for somebody new, and from there to one's own seat: two clicks and a name."""

from __future__ import annotations

import pytest

from games import GAMES
from portal.models import Seat, Table
from tests.portal.cast import Cast

pytestmark = pytest.mark.django_db


def test_the_front_page_offers_each_game_at_a_table_and_on_this_device(cast: Cast):
    page = cast.cy.get("/").text
    for slug in GAMES:
        for address in (f"/new/{slug}/", f"/new/{slug}/?device", f"/rules/{slug}/"):
            assert f'href="{address}"' in page
    assert "Nobody is looking for company just now." in page
    assert "No match is open to the public just now." in page


@pytest.mark.parametrize("slug", GAMES)
def test_with_a_name_whoever_opens_a_table_sits_at_once(cast: Cast, slug: str):
    form = cast.ana.get(f"/new/{slug}/").form("")
    answer = cast.ana.post(f"/new/{slug}/", form.values | {"name": " Ana "})
    assert answer.status == 302, answer.errors
    seat = Seat.objects.get()
    assert (seat.name, seat.host, seat.person) == ("Ana", True, cast.ana.person)
    assert seat.portrait in (GAMES[slug].portraits(seat.table.options) or [""])


def test_without_a_name_one_chooses_colour_and_figure_first(cast: Cast):
    cast.ana.opens()
    assert not Seat.objects.exists()


def test_a_name_that_is_none_opens_no_table(cast: Cast):
    form = cast.ana.get("/new/drakon/").form("")
    answer = cast.ana.post("/new/drakon/", form.values | {"name": "…"})
    assert answer.status == 422
    assert "A name needs at least one letter or digit." in answer.text
    assert not Table.objects.exists()


@pytest.mark.parametrize("slug", GAMES)
def test_on_this_device_a_table_is_opened_to_be_passed_on(cast: Cast, slug: str):
    page = cast.ana.get(f"/new/{slug}/", device="")
    assert "You play on this device and pass it on" in page.text
    assert cast.ana.post(f"/new/{slug}/", page.form("").values | {"name": "Ana"}).status == 302
    assert Table.objects.get().pass_and_play
    assert "You play on this device" not in cast.ana.get(f"/new/{slug}/").text

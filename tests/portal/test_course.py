"""The chart of a match that is over."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from django.urls import reverse

from games import GAMES
from portal import matches
from portal.views.course import HIGH, WIDE
from tests.portal.cast import Browser, Cast, at, drive
from tests.portal.test_import import SHORTEST, brings, imported

pytestmark = pytest.mark.django_db


def lines(page: str) -> list[list[tuple[float, float]]]:
    """The points of each seat's line."""
    return [
        [(float(x), float(y)) for x, y in (point.split(",") for point in points.split())]
        for points in re.findall(r'points="([^"]+)"', page)
    ]


@pytest.mark.parametrize("game", GAMES)
def test_each_seat_has_a_line_from_the_first_move_to_the_last(cast: Cast, game: str):
    table = imported(brings(cast.cy, SHORTEST[game].read_text()))
    answer = cast.cy.get(at(table, "course"))
    assert answer.status == 200
    ElementTree.fromstring(answer.text)  # noqa: S314 - our own page
    drawn = lines(answer.text)
    assert len(drawn) == table.size
    for line in drawn:
        assert line[0][0] == 0
        assert line[-1][0] == WIDE
        assert all(0 <= y <= HIGH for _, y in line)


def test_the_chart_ends_with_the_coins_of_the_end(cast: Cast):
    table = drive(cast.start())
    with matches.reading(table) as match:
        coins = [match.state.coins[seat] for seat in match.order]
    page = cast.ana.get(at(table, "course")).text
    assert [int(n) for n in re.findall(r"<b>(\d+)</b>", page)] == coins
    top = max(1, *coins)
    assert [round(top * (HIGH - line[-1][1]) / HIGH) for line in lines(page)] == coins
    assert cast.ana.get(at(table, "course")).text == page


def test_while_a_match_runs_there_is_no_chart(cast: Cast):
    table = drive(cast.start(), 6)
    assert cast.ana.get(at(table, "course")).status == 404


def test_spectators_see_it_by_their_link(cast: Cast):
    table = drive(cast.start())
    assert Browser().get(reverse("watched_course", args=[table.watch_token])).status == 200
    page = cast.ana.get(at(table)).text
    assert 'id="course"' in page
    assert 'id="share-link" type="url" readonly tabindex="-1" value="http' in page

"""The course of a match that is over, as a small chart: what counts in its game, from the first move to the last."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.core.cache import cache
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.core.choosing import Choices
from games.core.model import Picture
from portal import matches
from portal.access import Place
from portal.matches import AnyMatch
from portal.models import Table
from portal.views import visitor
from portal.views.page import pen
from portal.views.visitor import HtmxRequest

WIDE, HIGH = 320, 96
"""The size of the chart's field, in units."""
LOOKS = 40
"""How often, at most, a match is looked at on its way."""
KEPT = 7 * 24 * 3600
"""Seconds for which the counts are remembered; they never change."""
DASHES = ("", "7 3", "2 3", "10 3 2 3", "4 2", "1 4")
"""What tells lines apart that lie close together, whatever their colours."""


@dataclass(frozen=True)
class Course:
    """One seat's line, and what it came to."""

    name: str
    colour: str
    dashes: str
    points: str
    total: int


@never_cache
@require_safe
def course(request: HtmxRequest, token: str = "", watch_token: str = "") -> HttpResponse:
    """A piece of the table's page, fetched when the match is over; 404 before."""
    place = visitor.place_by_link(request, token, watch_token)
    if place.table.status != Table.Status.FINISHED:
        raise Http404
    with matches.reading(place.table) as match:
        picture, order = _drawn(place, match), match.order
        counts = _remembered(place, match)
    top = max(1, *(max(count.values()) for count in counts))
    names = {seat.number: seat for seat in place.seats}
    lines = tuple(
        Course(
            names[seat].name,
            names[seat].colour,
            DASHES[at % len(DASHES)],
            _points([count[seat] for count in counts], top),
            counts[-1][seat],
        )
        for at, seat in enumerate(order)
    )
    context = {"lines": lines, "scored": picture.scored, "top": top, "wide": WIDE, "high": HIGH}
    return render(request, "course.html", context)


def _drawn(place: Place, match: AnyMatch) -> Picture:
    """What everybody sees."""
    return match.game.draw(match.view(None), Choices(), "", pen(place, "", ()))


def _remembered(place: Place, match: AnyMatch) -> list[dict[int, int]]:
    key = f"course-{place.table.token}"
    counts: list[dict[int, int]] | None = cache.get(key)
    if counts is None:
        counts = _counted(place, match)
        cache.set(key, counts, KEPT)
    return counts


def _counted(place: Place, match: AnyMatch) -> list[dict[int, int]]:
    """The counts of every seat at the beginning, on the way and at the end."""
    again, moves = matches.fresh(place.table), match.story[1:]
    looks = {round(n * len(moves) / LOOKS) for n in range(LOOKS + 1)}
    found = [dict(_drawn(place, again).scores)]
    for number, entry in enumerate(moves, 1):
        assert entry.move is not None
        again.play(entry.seat, entry.move, by=entry.by)
        if number in looks:
            found.append(dict(_drawn(place, again).scores))
    return found


def _points(counts: Sequence[int], top: int) -> SafeString:
    """The line in the chart's field: it stays level until something is gained."""
    step, found = WIDE / (len(counts) - 1 or 1), []
    for at, count in enumerate(counts):
        y = HIGH - HIGH * count / top
        if at and counts[at - 1] != count:
            found.append(f"{at * step:.1f},{HIGH - HIGH * counts[at - 1] / top:.1f}")
        found.append(f"{at * step:.1f},{y:.1f}")
    return SafeString(" ".join(found))

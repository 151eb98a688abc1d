"""Looking back: a match step by step, and its record as a text file."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal
from urllib.parse import urlencode

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import GAMES
from games.core.checks import write_record
from games.core.choosing import Choices
from games.core.model import Picture
from games.core.telling import tell
from portal import matches, say
from portal.access import Place
from portal.models import Table
from portal.numbers import read_number
from portal.views import visitor
from portal.views.page import Player, drawn, in_words, pen, players, ready
from portal.views.visitor import HtmxRequest

ALL: Literal["all"] = "all"
"""Whose eyes look: everybody's at once."""
Eyes = int | None | Literal["all"]


@dataclass(frozen=True)
class Hand:
    """What one seat holds, where all cards are open."""

    name: str
    colour: str
    drawn: SafeString


@dataclass(frozen=True)
class Step:
    """The match after one of its moves, as `history.html` shows it."""

    ply: int
    last: int
    players: tuple[Player, ...]
    picture: Picture
    shown: SafeString
    happened: tuple[SafeString, ...]
    first_link: str
    back_link: str
    on_link: str
    last_link: str
    views: tuple[tuple[str, str, bool], ...]
    hands: tuple[Hand, ...]


@never_cache
@require_safe
def history(request: HtmxRequest, token: str = "", watch_token: str = "") -> HttpResponse:
    """The match after `?ply=`: with one's own eyes while it runs, with anybody's or all cards open when it is over."""
    place = _place(request, token, watch_token)
    table = place.table
    asked = read_number(request.GET.get("ply"))
    ply = table.ply if asked is None else min(asked, table.ply)
    eyes = _eyes(request, place) if table.status == Table.Status.FINISHED else place.number
    here = reverse("history", args=[token]) if token else reverse("watched_history", args=[watch_token])
    context = {
        "table": table,
        "game": say.plain(GAMES[table.game].title),
        "back": reverse("table", args=[token]) if token else reverse("watch", args=[watch_token]),
        "step": _step(place, ply, eyes, here),
        "record": reverse("record", args=[token]) if token and table.status == Table.Status.FINISHED else "",
    }
    return render(request, "history.html", context)


def _place(request: HtmxRequest, token: str, watch_token: str) -> Place:
    """Where the reader stands; 404 for who may not look, and before the start."""
    place = visitor.place_by_link(request, token, watch_token)
    if place.table.started_at is None:
        raise Http404
    return place


def _eyes(request: HtmxRequest, place: Place) -> Eyes:
    """Whose eyes look when the match is over: anybody's, or all at once; one's own unless said otherwise."""
    asked = request.GET.get("eyes", "")
    if asked == ALL:
        return ALL
    seat = read_number(asked)
    return place.number if not asked else seat if seat is not None and seat < place.table.size else None


def _step(place: Place, ply: int, eyes: Eyes, here: str) -> Step:
    match = matches.replayed(place.table, ply)
    names = {seat.number: seat for seat in place.seats}
    entry, viewer = match.story[ply], eyes if isinstance(eyes, int) else None
    events = (
        entry.events
        if eyes == ALL
        else [seen for e in entry.events if (seen := e.seen_by(viewer)) is not None]
    )

    def draw(seat: int | None) -> Picture:
        return ready(match.game.draw(match.view(seat), Choices(), "", pen(place, here, events)))

    def link(to: int, whose: Eyes = eyes) -> str:
        seen = {"eyes": whose} if over and whose is not None else {}
        return f"{here}?{urlencode({'ply': to, **seen})}"

    over = place.table.status == Table.Status.FINISHED
    picture = draw(viewer)
    looks: list[tuple[str, Eyes]] = [(_("all cards open"), ALL), *((names[n].name, n) for n in match.order)]
    return Step(
        ply=ply,
        last=place.table.ply,
        players=players(replace(place, seat=None), match, picture, here=frozenset(names)),
        picture=picture,
        shown=in_words(picture),
        happened=tuple(say.html(tell(match.game, event), names) for event in events),
        first_link=link(0),
        back_link=link(max(ply - 1, 0)),
        on_link=link(min(ply + 1, place.table.ply)),
        last_link=link(place.table.ply),
        views=tuple((name, link(ply, whose), whose == eyes) for name, whose in looks) if over else (),
        hands=tuple(Hand(names[n].name, names[n].colour, drawn(draw(n).hand)) for n in match.order)
        if eyes == ALL
        else (),
    )


@never_cache
@require_safe
def record(request: HtmxRequest, token: str) -> HttpResponse:
    """The record of a finished match as a text file; before the end there is none, it would tell everything."""
    place = _place(request, token, "")
    if place.table.status != Table.Status.FINISHED:
        raise Http404
    match = matches.load(place.table)
    players: dict[str, str] = {}
    for seat in place.seats:
        players |= {f"player {seat.number}": seat.name, f"colour {seat.number}": seat.colour}
        players |= {f"portrait {seat.number}": seat.portrait} if seat.portrait else {}
    text = write_record(match, **players)
    name = f"{place.table.game}-{place.table.pk}.txt"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(text, content_type="text/plain; charset=utf-8", headers=headers)

"""A table's page: the waiting room, the match, whoever looks."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import GAMES
from games.core.words import Text
from portal import attention, chat, newcomers, say
from portal.access import Place
from portal.models import Seat, Table
from portal.numbers import read_number
from portal.views import visitor
from portal.views.chat import Talk, talk
from portal.views.page import TablePage, address, table_page
from portal.views.visitor import HtmxRequest
from portal.views.waiting import waiting


@never_cache
@require_safe
def table(request: HtmxRequest, token: str) -> HttpResponse:
    """The table, as it is for whoever asks: a seat to take, the waiting room, the match.

    A page that has everything but some lines of the chat (`?have=` a version, `?said=` a stamp) gets no more than
    where it is now.
    """
    place = visitor.place(request, token)
    had = chat.Had.of(request.GET.get("have", ""), request.GET.get("said", "")) if request.htmx else None
    if had is None or place.seat is None:
        return show(request, place)
    told = chat.told(place.table, place.seat, had.last)
    if not had.all_but_chat(place.table, told):
        return show(request, place, told=told)
    headers = {"X-Had": str(had.version), "X-Version": str(place.table.version), "X-Said": told.stamp}
    return HttpResponse(status=204, headers=headers)


@never_cache
@require_safe
def watch(request: HtmxRequest, watch_token: str) -> HttpResponse:
    """The table for spectators: public facts only, whoever asks."""
    return show(request, visitor.watching(watch_token))


def show(
    request: HtmxRequest,
    place: Place,
    *,
    error: Text | None = None,
    status: int = 200,
    picked: str | None = None,
    coming_back: bool = False,
    told: chat.Told | None = None,
    **more: Any,
) -> HttpResponse:
    """Render the page that fits the place, whole or (for HTMX) its live part; an error is said on it.

    `picked` is the part of a move selected so far; if not given, the request tells it. Who is `coming_back` is
    asked for the seat's name even where strangers may watch. `told` is how the chat stands, if that is known.
    """
    found = place.table
    said = say.plain(error, {seat.number: seat for seat in place.seats}) if error else ""
    links, talked = _links(request, place), talk(place, told)
    others = _others(request, place)
    context = {
        "table": found,
        "place": place,
        "game": say.plain(GAMES[found.game].title),
        "links": links,
        "error": said,
        "talk": talked,
        "others": others,
    }
    if found.ended_at and "X-Hidden" not in request.headers:
        for seat in place.held:
            attention.saw_end(seat)
    if found.started_at is None:
        name, more = "waiting", {**waiting(place, visitor.person(request)), **more}
    elif place.held or (place.watching and not coming_back):
        if picked is None:
            picked = request.POST.get("picked") or request.GET.get("pick", "")
        step = read_number(request.GET.get("show"))
        page = table_page(place, links["page"], picked, said, step)
        name, more = "table", {"page": page, "marks": _marks(page, talked, others), **more}
        more["to_ask"] = _to_ask(place) if place.covered else []
    else:
        name, more = "locked", {"free": newcomers.free_seats(found, place.seats), **more}
    part = "#live" if request.htmx and name != "locked" else ""
    response = render(request, f"{name}.html{part}", context | more, status=status)
    if place.covered:
        # Whoever looked has seen the cover and may have passed the device on.
        visitor.cover(response, found)
    return response


def _others(request: HtmxRequest, place: Place) -> int:
    """How many other tables want whoever looks; who is let in here by a mailed link is somebody else there."""
    if place.seat is None:
        return 0
    person = visitor.person(request) if place.granted else place.person
    return attention.others(place.table, person, visitor.granted_seats(request))


def _marks(page: TablePage, talked: Talk | None, others: int) -> SafeString:
    """What `live.js` reads off the live part; a template takes fifty times as long for so many numbers."""
    marks = {
        "version": page.version,
        "here": page.here if page.status == Table.Status.RUNNING else None,
        "ply": page.ply,
        "picked": page.picked,
        "seat": talked.seat if talked else "",
        "said": talked.stamp if talked else "",
        "others": others,
    }
    drawn = [f' data-{name}="{escape(value)}"' for name, value in marks.items() if value is not None]
    return mark_safe("".join(drawn) + (" data-my-turn" if page.my_turn else ""))  # noqa: S308 - escaped


def _to_ask(place: Place) -> list[Seat]:
    """Whose eyes a covered page may be for: who is awaited, else each of the browser's seats."""
    awaited = [seat for seat in place.held if seat.awaited_since is not None]
    return awaited or list(place.held)


def _links(request: HtmxRequest, place: Place) -> dict[str, str]:
    """Where this page fetches itself and where its socket is: the same link that its reader came by."""
    if request.resolver_match and request.resolver_match.url_name == "watch":
        token = place.table.watch_token
        return {
            "page": address("watch", token),
            "history": address("watched_history", token),
            "socket": f"/ws/watch/{token}/",
            "seats": "",
        }
    token = place.table.token
    return {
        "page": address("table", token),
        "history": address("history", token),
        "move": address("move", token),
        "takeback": address("takeback", token),
        "ask_back": address("ask_back", token),
        "socket": f"/ws/table/{token}/",
        "seats": "" if place.table.imported else address("return", token),
    }

"""The waiting room of a table: who sits where, and what one may choose who sits down."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Any

import segno
from django.conf import settings
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

from games import GAMES
from portal import closing, lobby, presence, say
from portal.access import Place
from portal.models import Person, Seat, Table
from portal.views.forms import SitForm
from portal.views.page import facts, listed_here, portrait_symbol, return_code


def waiting(place: Place, person: Person | None) -> dict[str, Any]:
    """The waiting room, and the form to sit down for who has no seat yet."""
    found = place.table
    link = settings.SITE_URL + reverse("table", args=[found.token])
    here = presence.shown(found.pk)
    by_number = {seat.number: seat for seat in place.seats}
    missing = found.size - len(place.seats)
    context: dict[str, Any] = {
        "full": not missing,
        "here": listed_here(place, here),
        "chairs": [_chair(place, by_number.get(number), number, here) for number in range(found.size)],
        "order": [by_number[number].name for number in found.order] if found.order else None,
        "link": link,
        "qr_svg": _qr(link),
        "is_host": place.host,
        "code": return_code(place),
        "can_start": place.host and not missing,
        "facts": facts(found),
        "why_closed": say.why_closed(found),
        "closes_at": closing.closes_at(found),
    }
    if may_sit(place):
        before = None if place.held else lobby.seat_before(found, person)
        initial = _to_begin_with(found, place.seats, before)
        context |= {"form": SitForm(initial=initial), **_looks(found, place.seats)}
    return context


def may_sit(place: Place) -> bool:
    """Whether the page has the form to take a seat."""
    waiting = place.table.status == Table.Status.WAITING
    may_take_one = not place.held or (place.table.pass_and_play and not place.granted)
    return waiting and may_take_one and len(place.seats) < place.table.size


@functools.lru_cache(maxsize=500)
def _qr(link: str) -> SafeString:
    """The link as a QR code, drawn in the colour of the text around it."""
    drawn = segno.make(link, micro=False).svg_inline(border=2, omitsize=True, svgclass="qr", lineclass=None)
    return mark_safe(drawn)  # noqa: S308  # drawn from our own address


def _chair(place: Place, seat: Seat | None, number: int, here: set[int]) -> dict[str, Any]:
    if seat is None:
        return {"number": number, "taken": False}
    return {
        "number": number,
        "taken": True,
        "name": seat.name,
        "colour": seat.colour,
        "emblem": seat.emblem,
        "portrait_symbol": portrait_symbol(place.table, seat),
        "me": seat in place.held,
        "host": seat.host,
        "connected": number in here,
    }


def _looks(found: Table, seats: list[Seat]) -> dict[str, Any]:
    """The colours and portraits to choose from, each with who has it."""
    colours, portraits = {s.colour: s.name for s in seats}, {s.portrait: s.name for s in seats}
    return {
        "colours": [
            {"value": value, "label": label, "emblem": emblem, "taken_by": colours.get(value)}
            for value, (emblem, label) in Seat.COLOURS.items()
        ],
        "portraits": [
            {
                "value": value,
                "label": say.plain(label),
                "symbol": f"{found.game}-hero-{value}",
                "taken_by": portraits.get(value),
            }
            for value, label in GAMES[found.game].portraits(found.options).items()
        ],
    }


def _to_begin_with(found: Table, seats: list[Seat], before: Seat | None) -> dict[str, str]:
    """A free colour and portrait, so that a name is enough; at a rematch what one had before."""
    colours = {name: name not in {s.colour for s in seats} for name in Seat.COLOURS}
    offered = GAMES[found.game].portraits(found.options)
    portraits = {name: name not in {s.portrait for s in seats} for name in offered}
    return {
        "name": before.name if before else "",
        "colour": _first_free(colours, before.colour if before else ""),
        "portrait": _first_free(portraits, before.portrait if before else ""),
    }


def _first_free(free: Mapping[str, bool], wanted: str) -> str:
    """What is wanted, if it is free, else the first that is."""
    return wanted if free.get(wanted) else next((name for name, is_free in free.items() if is_free), "")

"""What one writes at a table: to the others, and for oneself."""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from datetime import datetime

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.html import escape
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games import GAMES
from portal import chat, notes, say
from portal.access import Place
from portal.models import Message
from portal.numbers import read_number
from portal.refusal import Refused
from portal.views import visitor
from portal.views.visitor import HtmxRequest


@dataclass(frozen=True)
class Said:
    """One line of the chat."""

    pk: int
    name: str
    colour: str
    text: str
    hidden: bool
    mine: bool
    unread: bool
    at: datetime


@dataclass(frozen=True)
class Lines:
    """The part of the chat that a page shows; `older` and `newer` are the addresses of the pages beside it."""

    said: tuple[Said, ...]
    older: str
    newer: str
    stamp: str
    unread: int
    last: int


@dataclass(frozen=True)
class Talk:
    """The chat and the notes of one seat, without the lines: they are fetched when somebody opens them."""

    on: bool
    stamp: str
    unread: int
    key: str
    seat: int
    noted: str
    longest: int = chat.LONGEST
    longest_notes: int = notes.LONGEST


def talk(place: Place, told: chat.Told | None = None) -> Talk | None:
    """What the reader may write at this place, if it is known already how the chat stands; None without a seat."""
    if place.seat is None:
        return None
    if not place.table.chat:
        told = chat.Told(0, 0, 0)
    told = told or chat.told(place.table, place.seat)
    return Talk(
        place.table.chat, told.stamp, told.unread, uuid.uuid4().hex, place.seat.number, place.seat.notes
    )


def _lines(request: HtmxRequest, place: Place) -> Lines:
    """The last lines; with `?before=` a page of older ones, with `?since=` all from a line on that is still shown."""
    assert place.seat is not None
    table, seat = place.table, place.seat
    before, since = read_number(request.GET.get("before")), read_number(request.GET.get("since"))
    found, older = chat.lines(table, before=before, since=since)
    told = chat.told(table, seat)
    here = reverse("talk", args=[table.token])
    return Lines(
        said=tuple(_said(place, message) for message in found),
        older=f"{here}?before={found[0].pk}" if older else "",
        newer=here if before is not None and not request.htmx else "",
        stamp=told.stamp,
        unread=told.unread,
        last=told.last,
    )


def _said(place: Place, message: Message) -> Said:
    assert place.seat is not None
    colours = {seat.number: seat.colour for seat in place.seats if seat.name == message.name}
    mine = (message.seat, message.name) == (place.seat.number, place.seat.name)
    return Said(
        pk=message.pk,
        name=message.name,
        colour=colours.get(message.seat, ""),
        text="" if message.hidden_at else message.text,
        hidden=message.hidden_at is not None,
        mine=mine,
        unread=not mine and message.hidden_at is None and message.pk > place.seat.read_to,
        at=message.created_at,
    )


@never_cache
@require_safe
def talk_page(request: HtmxRequest, token: str) -> HttpResponse:
    """Chat and notes on a page of their own, which no update disturbs; for HTMX the lines alone."""
    place = visitor.place(request, token)
    if place.seat is None or (request.htmx and not place.table.chat):
        raise Http404
    return _show(request, place)


def _show(request: HtmxRequest, place: Place, *, status: int = 200, **more: object) -> HttpResponse:
    """The lines for HTMX, else the page; who is shown the page has read the chat."""
    lines = _lines(request, place) if place.table.chat else None
    answers = request.htmx and request.method == "POST"
    context: dict[str, object] = {"table": place.table, "lines": lines, "answers": answers, **more}
    if request.htmx:
        return render(request, "chat.html#lines", context, status=status)
    if lines is not None and not lines.newer:
        chat.read(place.own_seat(), lines.last)
    context |= {"talk": talk(place), "game": say.plain(GAMES[place.table.game].title)}
    return render(request, "talk.html", context, status=status)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def write(request: HtmxRequest, token: str) -> HttpResponse:
    """Write a line to the table; a refusal is said beside it and keeps what was typed."""
    place = visitor.place(request, token)
    if request.method != "POST":
        return redirect("talk", token=token)
    text = request.POST.get("text", "")
    try:
        seat, key = place.own_seat(), request.POST.get("key", "")
        chat.write(place.table.pk, seat.number, visitor.player(request, place), text, key=key)
    except Refused as refused:
        where = "say_error" if place.table.chat else "error"
        return _refused(request, place, refused, where, draft=text)
    if request.htmx:
        return _show(request, visitor.place(request, token), key=uuid.uuid4().hex)
    return redirect("talk", token=token)


@never_cache
@require_POST
def read(request: HtmxRequest, token: str) -> HttpResponse:
    """The chat is open before its reader, up to a line."""
    place = visitor.place(request, token)
    to = read_number(request.POST.get("to"))
    if place.seat is not None and to is not None:
        chat.read(place.seat, to)
    return HttpResponse(status=204)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def keep_notes(request: HtmxRequest, token: str) -> HttpResponse:
    """Keep what the reader wrote down for themselves."""
    place = visitor.place(request, token)
    if request.method != "POST":
        return redirect("talk", token=token)
    text = request.POST.get("notes", "")
    try:
        notes.keep(place.table.pk, place.own_seat().number, visitor.player(request, place), text)
    except Refused as refused:
        if request.htmx:
            return HttpResponse(escape(say.plain(refused.text)), status=refused.status)
        return _refused(request, place, refused, "error", noted=text)
    if request.htmx:
        return HttpResponse(escape(_("Kept.")))
    messages.success(request, _("Kept."))
    return redirect("talk", token=token)


def _refused(
    request: HtmxRequest, place: Place, refused: Refused, where: str, **more: object
) -> HttpResponse:
    """The sentence at its place on the page; a page of its own for who has no seat here."""
    sentence = say.plain(refused.text)
    if place.seat is None or (request.htmx and not place.table.chat):
        return render(request, "403.html", {"exception": sentence}, status=403)
    return _show(request, place, status=refused.status, **{where: sentence}, **more)

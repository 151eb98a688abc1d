"""A table's pages: sitting down, waiting, playing, watching."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from typing import Any

import segno
from django.conf import settings
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games import GAMES
from games.core.model import IllegalMove
from games.core.words import Text
from portal import access, attention, chat, closing, coming_back, lobby, newcomers, play, presence, say, votes
from portal.access import Place
from portal.matches import Busy
from portal.models import Person, Seat, Table
from portal.numbers import read_number, required_number
from portal.refusal import NoSeat, Refused
from portal.views import visitor
from portal.views.chat import Talk, talk
from portal.views.forms import ReturnForm, SitForm
from portal.views.limits import limited
from portal.views.me import offer_address
from portal.views.page import (
    TablePage,
    address,
    facts,
    listed_here,
    portrait_symbol,
    return_code,
    table_page,
)
from portal.views.visitor import HtmxRequest


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
    others = attention.others(place.seat) if place.seat else 0
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
        name, more = "waiting", {**_waiting(place, visitor.person(request)), **more}
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


def _waiting(place: Place, person: Person | None) -> dict[str, Any]:
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
    if _may_sit(place):
        before = None if place.held else lobby.seat_before(found, person)
        initial = _to_begin_with(found, place.seats, before)
        context |= {"form": SitForm(initial=initial), **_looks(found, place.seats)}
    return context


def _may_sit(place: Place) -> bool:
    """Whether the page has the form to take a seat."""
    waiting = place.table.status == Table.Status.WAITING
    may_take_one = not place.held or place.table.pass_and_play
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


# What one does at a table

Action = Callable[[HtmxRequest, Place], HttpResponse]


def posted(act: Callable[[HtmxRequest, str], HttpResponse]) -> Callable[..., HttpResponse]:
    """A POST at a table, named by its link: do it; a refusal is said there and changes nothing.

    Who comes by GET (reloading a refusal, or changing the language on it) is led to the table.
    """

    @never_cache
    @require_http_methods(["GET", "HEAD", "POST"])
    @functools.wraps(act)
    def view(request: HtmxRequest, token: str) -> HttpResponse:
        if request.method != "POST":
            return _back(visitor.place(request, token))
        try:
            return act(request, token)
        except (Refused, IllegalMove) as refused:
            status = refused.status if isinstance(refused, Refused) else 409
            return show(request, visitor.place(request, token), error=refused.text, status=status)

    return view


def action(act: Action) -> Callable[..., HttpResponse]:
    """The same for what is done at a place, and leads back to the table."""

    @functools.wraps(act)
    def at_place(request: HtmxRequest, token: str) -> HttpResponse:
        return act(request, visitor.place(request, token))

    return posted(at_place)


def _back(place: Place) -> HttpResponse:
    return redirect("table", token=place.table.token)


@limited("sit", most=120, seconds=600)
@action
def sit(request: HtmxRequest, place: Place) -> HttpResponse:
    """Take a free seat."""
    form, error = SitForm(request.POST), None
    if form.is_valid():
        person = visitor.person_or_new(request)
        try:
            data = form.cleaned_data
            lobby.sit(
                place.table.pk, person, name=data["name"], colour=data["colour"], portrait=data["portrait"]
            )
        except Refused as refused:
            form.add_error(refused.field if refused.field in form.fields else None, say.plain(refused.text))
            error = refused.text
        else:
            if data["email"]:
                offer_address(request, person, data["email"])
            response = _back(place)
            visitor.remember(response, person)
            return response
    place = visitor.place(request, place.table.token)
    return show(request, place, error=None if _may_sit(place) else error, status=422, form=form)


@limited("return", most=60, seconds=600)
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def come_back(request: HtmxRequest, token: str) -> HttpResponse:
    """Take one's own seat back by its name."""
    place = visitor.place(request, token)
    form = ReturnForm(request.POST or None)
    connected_name, error = "", None
    if form.is_valid():
        person = visitor.person_or_new(request)
        try:
            coming_back.come_back(
                place.table.pk,
                person,
                name=form.cleaned_data["name"],
                bring_here=form.cleaned_data["bring_here"],
                code=form.cleaned_data["code"],
            )
        except Refused as refused:
            names = {seat.number: seat for seat in place.seats}
            if isinstance(refused, coming_back.StillConnected):
                connected_name = form.cleaned_data["name"]
            form.add_error(refused.field or "name", say.plain(refused.text, names))
            error = refused.text if place.seat else None
        else:
            response = _back(place)
            visitor.remember(response, person)
            return response
    status = 422 if form.is_bound else 200
    return show(
        request,
        place,
        status=status,
        error=error,
        coming_back=True,
        return_form=form,
        connected_name=connected_name,
    )


@action
def reclaim(request: HtmxRequest, place: Place) -> HttpResponse:
    """Take back a seat that somebody else opened on another device."""
    coming_back.reclaim(place.table.pk, _person(place))
    return _back(place)


def _person(place: Place) -> Person:
    return _known(place.person)


def _known(person: Person | None) -> Person:
    if person is None:
        raise NoSeat
    return person


@action
def leave(request: HtmxRequest, place: Place) -> HttpResponse:
    """Stand up before the start; who holds several seats says from which."""
    said = request.POST.get("seat")
    number = required_number(said) if said else None
    lobby.leave(place.table.pk, _person(place), number)
    return _back(place)


@action
def free(request: HtmxRequest, place: Place) -> HttpResponse:
    """The host frees the seat of somebody who is not connected."""
    lobby.free(place.table.pk, _person(place), required_number(request.POST.get("seat")))
    return _back(place)


@action
def draw(request: HtmxRequest, place: Place) -> HttpResponse:
    """The host draws the turn order."""
    lobby.draw_order(place.table.pk, _person(place))
    return _back(place)


@action
def start(request: HtmxRequest, place: Place) -> HttpResponse:
    """The host starts the match."""
    lobby.start(place.table.pk, _person(place))
    return _back(place)


@action
def close(request: HtmxRequest, place: Place) -> HttpResponse:
    """The host closes the table."""
    lobby.close(place.table.pk, _person(place))
    return _back(place)


@action
def look(request: HtmxRequest, place: Place) -> HttpResponse:
    """Say who is looking, where one browser holds several seats; without a seat, cover the page again."""
    person, response = _person(place), _back(place)
    if not request.POST.get("seat"):
        visitor.cover(response, place.table)
        return response
    number = required_number(request.POST.get("seat"))
    if number not in [seat.number for seat in place.held]:
        raise NoSeat
    visitor.look(response, place.table, person, number)
    return response


@posted
def move(request: HtmxRequest, token: str) -> HttpResponse:
    """Make a move."""
    said = request.POST.get("prompt")
    prompt = required_number(said) if said else None
    return _play(request, token, request.POST.get("move", ""), prompt)


@posted
def take_back(request: HtmxRequest, token: str) -> HttpResponse:
    """Take the last move back."""
    ply = required_number(request.POST.get("ply"))
    return _play(request, token, f"takeback {ply}", None)


def _play(request: HtmxRequest, token: str, text: str, prompt: int | None) -> HttpResponse:
    """Play it, and show the mover what was stored: table and seats are read once, under the table's lock.

    A match that goes on is shown as it was stored with the move; its end changes more.
    """
    person, key = visitor.person(request), request.POST.get("key", "")
    look = visitor.looked(request, token, person)
    try:
        table_id = access.number_of(token)
        made = play.make_move(table_id, _known(person), text, prompt=prompt, key=key, looking=look)
    except (Table.DoesNotExist, Busy):
        raise Http404 from None  # there is none, or none any more
    if not request.htmx:
        return redirect("table", token=token)
    if made.table.status == Table.Status.RUNNING:
        place = access.at_table(made.table, person, look=look, seats=made.seats)
        return show(request, place, picked="")
    return show(request, visitor.place(request, token), picked="")


@action
def resign(request: HtmxRequest, place: Place) -> HttpResponse:
    """Give the match up."""
    play.resign(place.table.pk, _person(place), place.number)
    return _back(place)


@action
def awake(request: HtmxRequest, place: Place) -> HttpResponse:
    """Come off autopilot."""
    play.awake(place.table.pk, _person(place), place.number)
    return _moved(request, place)


@action
def leave_match(request: HtmxRequest, place: Place) -> HttpResponse:
    """Give one's seat up for somebody new, in a match of more than two."""
    newcomers.leave(place.table.pk, _person(place), place.number)
    return _back(place)


@action
def replace(request: HtmxRequest, place: Place) -> HttpResponse:
    """Vote to free the seat of somebody on autopilot."""
    votes.replace(place.table.pk, _person(place), required_number(request.POST.get("seat")), place.number)
    return _moved(request, place)


@action
def agree_to_close(request: HtmxRequest, place: Place) -> HttpResponse:
    """Ask to close the table, or agree to it."""
    votes.close(place.table.pk, _person(place), place.number)
    return _moved(request, place)


@action
def withdraw(request: HtmxRequest, place: Place) -> HttpResponse:
    """No longer agree to close the table or to free a seat."""
    votes.withdraw(place.table.pk, _person(place), place.number)
    return _moved(request, place)


@action
def ask_back(request: HtmxRequest, place: Place) -> HttpResponse:
    """Ask to take one's last move back with all that followed, or agree to it."""
    votes.take_back(place.table.pk, _person(place), place.number)
    return _moved(request, place)


@action
def decline(request: HtmxRequest, place: Place) -> HttpResponse:
    """Not agree that moves are taken back, or no longer ask for it."""
    votes.decline(place.table.pk, _person(place), place.number)
    return _moved(request, place)


@limited("sit", most=120, seconds=600)
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def take_over(request: HtmxRequest, token: str) -> HttpResponse:
    """Sit down on a seat that was freed during the match."""
    place = visitor.place(request, token)
    if request.method != "POST":
        return _back(place)
    person, name = visitor.person_or_new(request), request.POST.get("name", "")
    try:
        number = required_number(request.POST.get("seat"))
        newcomers.take_over(place.table.pk, person, number=number, name=name)
    except Refused as refused:
        return show(
            request,
            visitor.place(request, token),
            error=refused.text,
            status=refused.status,
            sit_name=name[:100],
        )
    response = _back(place)
    visitor.remember(response, person)
    return response


@action
def rematch(request: HtmxRequest, place: Place) -> HttpResponse:
    """Once more, with everybody seated already."""
    again = lobby.rematch(place.table.pk, _person(place))
    return redirect("table", token=again.token)


def _moved(request: HtmxRequest, place: Place) -> HttpResponse:
    """The mover's fresh page: the live part for HTMX, else the table by redirect."""
    if not request.htmx:
        return _back(place)
    return show(request, visitor.place(request, place.table.token), picked="")

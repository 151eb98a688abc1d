"""What one does at a table: sit down, start, play, stand up; each is a form of its pages."""

from __future__ import annotations

import functools
from collections.abc import Callable

from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.core.model import IllegalMove
from games.core.words import gettext_noop
from portal import access, coming_back, lobby, newcomers, play, say, votes
from portal.access import Place
from portal.matches import Busy
from portal.models import Person, Table
from portal.numbers import required_number
from portal.refusal import Forbidden, NoSeat, Refused
from portal.views import visitor
from portal.views.forms import ReturnForm, SitForm
from portal.views.limits import address, limited
from portal.views.me import offer_address
from portal.views.table import show
from portal.views.visitor import HtmxRequest, is_staff
from portal.views.waiting import may_sit

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
    _require_no_grant(place)
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
    return show(request, place, error=None if may_sit(place) else error, status=422, form=form)


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


def _require_no_grant(place: Place) -> None:
    """Raises Refused for who plays here by the mailed link to a seat, which is good for that one only."""
    if place.granted:
        raise Refused(gettext_noop("You already sit here as {name}."), name=place.held[0].name)


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
    try:
        table_id = access.number_of(token)
        granted = visitor.granted(request, table_id)
        look = visitor.looked(request, token, person, granted)
        mover = visitor.place(request, token).person if granted else person
        made = play.make_move(table_id, _known(mover), text, prompt=prompt, key=key, looking=look)
    except (Table.DoesNotExist, Busy):
        raise Http404 from None  # there is none, or none any more
    if not request.htmx:
        return redirect("table", token=token)
    if made.table.status == Table.Status.RUNNING:
        place = access.at_table(made.table, person, granted=granted, look=look, seats=made.seats)
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
        _require_no_grant(place)
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
    """Once more, with everybody seated already; who opens that table has to be known as more than one seat."""
    if place.granted and not Table.objects.filter(rematch_of=place.table).exists():
        raise Forbidden(
            gettext_noop(
                "This device was let in to this seat only. To open the rematch from here, have the link to all your"
                " tables mailed, on your page."
            )
        )
    again = lobby.rematch(place.table.pk, _person(place), address(request), exempt=is_staff(request))
    return redirect("table", token=again.token)


def _moved(request: HtmxRequest, place: Place) -> HttpResponse:
    """The mover's fresh page: the live part for HTMX, else the table by redirect."""
    if not request.htmx:
        return _back(place)
    return show(request, visitor.place(request, place.table.token), picked="")

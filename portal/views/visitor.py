"""Who is asking: from the request's cookie to a person, and back into the cookie."""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth import logout
from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import get_language
from django_htmx.middleware import HtmxDetails

from portal import access, attention, bans, forgetting, grants, people
from portal.access import Look, Place
from portal.models import Person, Seat, Table
from portal.views.limits import address

COVERED = 20
"""Tables with several seats on this device that are covered when it forgets whose it was, at most."""


class HtmxRequest(HttpRequest):
    """A request as django-htmx's middleware leaves it."""

    htmx: HtmxDetails


def language() -> str:
    """The language the page is read in."""
    return get_language() or settings.LANGUAGE_CODE


def has_arrived(request: HttpRequest, person: Person | None) -> None:
    """Whose key the browser's cookie is has been looked up for this request."""
    vars(request)["arrived"] = person


def person(request: HttpRequest) -> Person | None:
    """Who is asking, if this browser has done anything here before; the zone they are in is kept for their mails.

    Asked once more, it is looked up anew: they may have changed meanwhile.
    """
    arrived: Person | None = vars(request).pop("arrived", None)
    known = arrived.survivor if arrived else access.person_of(request.COOKIES.get(access.COOKIE))
    if known is not None:
        people.comes_from(known, bans.network(address(request)))
        people.lives_in(known, people.known_zone(request.COOKIES.get(people.ZONE_COOKIE, "")))
    return known


def person_or_new(request: HttpRequest) -> Person:
    """Who is asking; somebody new becomes a person now (`remember` them in the answer)."""
    known = person(request)
    if known is None:
        known = people.arrive(language())
        people.lives_in(known, people.known_zone(request.COOKIES.get(people.ZONE_COOKIE, "")))
        return known
    people.speaks(known, language())
    return known


def is_staff(request: HttpRequest) -> bool:
    """Whether a moderator or admin is asking."""
    return request.user.is_authenticated and request.user.is_staff


def remember(response: HttpResponseBase, someone: Person) -> None:
    """Let the browser keep who it is."""
    _keep(response, access.COOKIE, access.cookie_for(someone))


def _keep(response: HttpResponseBase, name: str, value: str) -> None:
    response.set_cookie(
        name,
        value,
        max_age=access.COOKIE_AGE,
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )


def grant(request: HttpRequest, response: HttpResponseBase, someone: Person, seat: Seat) -> None:
    """Let the browser play a seat of somebody's from now on, without being them."""
    _keep(response, grants.COOKIE, grants.cookie_with(request.COOKIES.get(grants.COOKIE), someone, seat))


def granted(request: HttpRequest, table_id: int) -> Person | None:
    """Who this browser may be at a table by a mailed link."""
    return grants.holder(request.COOKIES.get(grants.COOKIE), table_id)


def granted_seats(request: HttpRequest) -> list[Seat]:
    """All seats that this browser may play by mailed links."""
    return grants.seats(request.COOKIES.get(grants.COOKIE))


def forget(request: HttpRequest, response: HttpResponseBase) -> None:
    """Let the browser be a stranger again: no person, no seats of mailed links, nothing kept that pages have stored."""
    someone, seats = person(request), granted_seats(request)
    known = [one for one in (someone, *(seat.person for seat in seats)) if one is not None]
    keys = {access.key_of(request.COOKIES.get(access.COOKIE)), *(one.key for one in known)}
    mine = Seat.objects.filter(attention.seats_of(someone, seats), table__status=Table.Status.RUNNING)
    for table in Table.objects.filter(pass_and_play=True, pk__in=mine.values("table"))[:COVERED]:
        cover(response, table)
    for name in (access.COOKIE, grants.COOKIE):
        response.delete_cookie(name, samesite="Lax")
    response["Clear-Site-Data"] = '"cache", "storage"'
    forgetting.forget(keys, request.POST.get("endpoint", ""))
    logout(request)


def place(request: HttpRequest, token: str) -> Place:
    """Where whoever is asking stands at the table that a link leads to; 404 without one."""
    table = access.table_of(token)
    if table is None:
        raise Http404
    someone, other = person(request), granted(request, table.pk)
    return access.at_table(table, someone, granted=other, look=looked(request, token, someone, other))


def player(request: HttpRequest, place: Place) -> Person:
    """Who does something at a place: who holds it by a mailed link, or whoever asks (`remember` them then)."""
    return place.person if place.granted and place.person else person_or_new(request)


def watching(watch_token: str) -> Place:
    """Where everybody stands who comes by the spectators' link, whoever asks; 404 before the start.

    A waiting room shows the link to its seats.
    """
    table = get_object_or_404(Table, watch_token=watch_token, started_at__isnull=False)
    return access.at_table(table, None, by_watch_link=True)


def place_by_link(request: HttpRequest, token: str, watch_token: str) -> Place:
    """Where somebody stands who came by one of the two links; 404 for who may not look at the match."""
    found = place(request, token) if token else watching(watch_token)
    if found.table.started_at is not None and not found.sees:
        raise Http404
    return found


def looked(request: HttpRequest, token: str, *someone: Person | None) -> Look | None:
    """Who said last in this browser, for one of these people, that it is they who look at a table."""
    return access.look_of(request.COOKIES.get(access.look_cookie(token)), token, *someone)


def look(response: HttpResponseBase, table: Table, someone: Person, seat: int) -> None:
    """Let the browser keep whose eyes these are, until it is closed."""
    response.set_cookie(
        access.look_cookie(table.token),
        access.look_word(table, someone, Look(seat, table.ply)),
        path=_at(table),
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )


def cover(response: HttpResponseBase, table: Table) -> None:
    """Nobody looks any more: whoever takes the device says so."""
    response.delete_cookie(access.look_cookie(table.token), path=_at(table), samesite="Lax")


def _at(table: Table) -> str:
    return reverse("table", args=[table.token])


def back(request: HttpRequest) -> str:
    """Where to go after a small change: the page it was made on, if that is one of ours."""
    target = request.POST.get("next") or request.headers.get("Referer", "")
    if url_has_allowed_host_and_scheme(target, {request.get_host()}, request.is_secure()):
        return target
    return "/"

"""One's own page: address, mails, days off, and links that sign a browser in."""

from __future__ import annotations

from datetime import date

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from games.core.words import Text, gettext_noop
from portal import holidays, merging, people, say
from portal.models import Person
from portal.numbers import required_number
from portal.refusal import Refused
from portal.views import visitor
from portal.views.limits import limited

FORMS = ("mails", "protecting", "begins", "end")
"""The fields that tell the forms of the page apart; without any of them it is the address."""


@limited("me", most=30, seconds=600)
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def me(request: HttpRequest) -> HttpResponse:
    """The page of whoever this browser is."""
    person = visitor.person(request)
    if request.method != "POST":
        return _page(request, person)
    person = person or visitor.person_or_new(request)
    asked = next((name for name in FORMS if name in request.POST), "email")
    try:
        _change(request, person, asked)
    except Refused as refused:
        return _page(request, person, {asked: say.plain(refused.text)})
    response: HttpResponse = redirect("me")
    visitor.remember(response, person)
    return response


def _page(request: HttpRequest, person: Person | None, errors: dict[str, str] | None = None) -> HttpResponse:
    context = {
        "person": person,
        "known": person is not None or visitor.granted_seats(request),
        "mails": Person.Mails.choices,
        "errors": errors or {},
        "posted": request.POST if errors else {},
        "days_off": holidays.coming(person) if person else [],
        "days_left": holidays.days_left(person) if person else holidays.DAYS_A_QUARTER,
    }
    return render(request, "me.html", context, status=422 if errors else 200)


def _change(request: HttpRequest, person: Person, asked: str) -> None:
    match asked:
        case "mails":
            people.set_mails(person, request.POST["mails"], while_open="while_open" in request.POST)
        case "protecting":
            people.protect(person, "protected" in request.POST)
        case "begins":
            holidays.take(person, _day(request, "begins"), _day(request, "ends"))
        case "end":
            holidays.cut_short(person, required_number(request.POST["end"]))
        case _:
            offer_address(request, person, request.POST.get("email", ""))
            return
    messages.success(request, _("Noted."))


def _day(request: HttpRequest, name: str) -> date:
    try:
        return date.fromisoformat(request.POST.get(name, ""))
    except ValueError:
        raise Refused(gettext_noop("Choose the first and the last day.")) from None


def offer_address(request: HttpRequest, person: Person, address: str) -> None:
    """Take an address down; a worker mails the link that confirms it. Raises Refused for what is no address."""
    if people.set_email(person, address):
        messages.success(request, _("A mail is on its way: follow the link in it within half an hour."))
    else:
        messages.success(request, _("Noted."))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def confirm(request: HttpRequest, word: str) -> HttpResponse:
    """The link of a confirmation mail: a button, since mail programs follow links by themselves."""
    if request.method != "POST":
        return render(request, "confirm.html")
    try:
        person = people.confirm_email(word)
        messages.success(request, _("Your address is confirmed: you will be told when it is your turn."))
        merging.join_earlier(person, visitor.person(request))
    except Refused as refused:
        messages.error(request, say.plain(refused.text))
    return redirect("me")


@csrf_exempt
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def silence(request: HttpRequest, word: str) -> HttpResponse:
    """The link under every mail: a mail program may follow it with one POST (RFC 8058), a person confirms first."""
    done = request.method == "POST"
    if done:
        people.silence(word)
    return render(request, "silence.html", {"done": done})


@limited("me", most=30, seconds=600)
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def forget(request: HttpRequest) -> HttpResponse:
    """Whoever this browser was, it is nobody from now on; their seats stay theirs."""
    if request.method != "POST":
        return redirect("me")
    response: HttpResponse = redirect("lobby")
    visitor.forget(request, response)
    messages.success(request, _("This device has forgotten you."))
    return response


# Links that sign in


@limited("link", most=10, seconds=600)
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def ask_link(request: HttpRequest) -> HttpResponse:
    """Have a link to one's tables mailed. The answer is the same whether the address is known or not."""
    if request.method == "POST":
        try:
            people.ask_link(request.POST.get("address", ""))
        except Refused as refused:
            return _page(request, visitor.person(request), {"address": say.plain(refused.text)})
        messages.success(
            request,
            _("If we know that address, a mail with a link is on its way. It holds for half an hour."),
        )
    return redirect("me")


@limited("sign-in", most=60, seconds=600)
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def sign_in(request: HttpRequest, word: str) -> HttpResponse:
    """The mailed link to one's tables: a button, and the browser is whoever asked for it."""
    browser = visitor.person(request)
    try:
        person = people.linked(word)
        if request.method != "POST":
            joins = merging.may_join(browser, person)
            return render(request, "sign_in.html", {"address": person.email, "joins": joins})
        person = merging.sign_in(word, browser, together="together" in request.POST)
    except Refused as refused:
        messages.error(request, say.plain(refused.text))
        return redirect("me")
    response: HttpResponse = redirect("own")
    visitor.remember(response, person)
    return response


@limited("sign-in", most=60, seconds=600)
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def go(request: HttpRequest, word: str) -> HttpResponse:
    """The link of a turn mail: straight to the table where the seat is open already, else after a button.

    The browser may play that seat from then on; it does not become its holder, who may have others.
    """
    try:
        person, seat = people.seat_linked(word)
    except Refused as refused:
        messages.error(request, say.plain(refused.text))
        return redirect("me")
    response: HttpResponse = redirect("table", token=seat.table.token)
    place = visitor.place(request, seat.table.token)
    if place.held and place.person == person:
        return response
    if place.held and not place.granted:
        said = Text(gettext_noop("You already sit here as {name}."), {"name": place.held[0].name})
        messages.error(request, say.plain(said))
    elif request.method == "POST":
        visitor.grant(request, response, person, seat)
    else:
        return render(request, "sign_in.html", {"seat": seat})
    return response

"""One's own page: e-mail, and what is mailed."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from portal import people, say
from portal.models import Person
from portal.refusal import Refused
from portal.views import visitor
from portal.views.limits import limited


@limited("me", most=20, seconds=600)
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def me(request: HttpRequest) -> HttpResponse:
    """The page of whoever this browser is."""
    person = visitor.person(request)
    error = ""
    if request.method == "POST":
        person = person or visitor.person_or_new(request)
        try:
            _change(request, person)
        except Refused as refused:
            error = say.plain(refused.text)
        else:
            response: HttpResponse = redirect("me")
            visitor.remember(response, person)
            return response
    context = {"person": person, "mails": Person.Mails.choices, "error": error}
    return render(request, "me.html", context, status=422 if error else 200)


def _change(request: HttpRequest, person: Person) -> None:
    if "mails" in request.POST:
        people.set_mails(person, request.POST["mails"])
        messages.success(request, _("Noted."))
        return
    offer_address(request, person, request.POST.get("email", ""))


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
        people.confirm_email(word)
    except Refused as refused:
        messages.error(request, say.plain(refused.text))
    else:
        messages.success(request, _("Your address is confirmed: you will be told when it is your turn."))
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

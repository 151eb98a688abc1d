"""A word to the moderators about a table, or about a line of its chat."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games import GAMES
from portal import reports, say
from portal.numbers import read_number
from portal.refusal import Refused
from portal.views import visitor
from portal.views.limits import limited
from portal.views.visitor import HtmxRequest


@limited("report", most=20, seconds=3600)
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def report(request: HtmxRequest, token: str = "", watch_token: str = "") -> HttpResponse:
    """The form, and what is sent by it; `line` is the number of a line of the chat."""
    place = visitor.place_by_link(request, token, watch_token)
    back = reverse("table", args=[token]) if token else reverse("watch", args=[watch_token])
    said = request.POST if request.method == "POST" else request.GET
    line = read_number(said.get("line"))
    error, status, message = "", 200, None
    try:
        message = reports.line_of(place, line)
        if request.method == "POST":
            reports.report(
                place, place.person or visitor.person(request), request.POST.get("text", ""), line=line
            )
            messages.success(request, _("Thank you: the moderators will look at it."))
            return redirect(back)
    except Refused as refused:
        error, status = say.plain(refused.text), refused.status
    context = {
        "game": say.plain(GAMES[place.table.game].title),
        "message": message,
        "text": request.POST.get("text", ""),
        "longest": reports.LONGEST,
        "back": back,
        "error": error,
    }
    return render(request, "report.html", context, status=status)

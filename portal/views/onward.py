"""The way to the table that wants one's attention most."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from portal import attention
from portal.views import visitor


@never_cache
@require_safe
def next_table(request: HttpRequest) -> HttpResponse:
    """To the next table that waits for whoever asks; `?from=` is the token of the one they are at."""
    whose = attention.seats_of(visitor.person(request), visitor.granted_seats(request))
    table = attention.after(whose, request.GET.get("from", ""))
    if table is None:
        messages.info(request, _("Nothing waits for you at the moment."))
        return redirect("lobby")
    return redirect("table", token=table.token)

"""Being told on a device: the switch's addresses, and the script that a browser keeps to show what is pushed."""

from __future__ import annotations

from pathlib import Path

from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_POST, require_safe

from portal import push, say
from portal.refusal import Refused
from portal.views import visitor
from portal.views.limits import limited


@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """The service worker. At the root, so that it may open every page; asked for anew by the browser every time."""
    found = finders.find("site/sw.js")
    assert isinstance(found, str)
    response = HttpResponse(Path(found).read_bytes(), content_type="text/javascript; charset=utf-8")
    response["Cache-Control"] = "no-cache"
    return response


@limited("push", most=60, seconds=600)
@require_POST
def on(request: HttpRequest) -> HttpResponse:
    """Tell whoever this is on this browser; 422 and a sentence for an address that is none of a push service."""
    person = visitor.person_or_new(request)
    try:
        push.register(
            person,
            endpoint=request.POST.get("endpoint", ""),
            p256dh=request.POST.get("p256dh", ""),
            auth=request.POST.get("auth", ""),
        )
    except Refused as refused:
        return HttpResponse(say.plain(refused.text), status=422, content_type="text/plain; charset=utf-8")
    response = HttpResponse(status=204)
    visitor.remember(response, person)
    return response


@limited("push", most=60, seconds=600)
@require_POST
def off(request: HttpRequest) -> HttpResponse:
    """Tell nobody on this browser any more."""
    push.unregister(request.POST.get("endpoint", ""))
    return HttpResponse(status=204)

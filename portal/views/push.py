"""Being told on a device: the switch's addresses, and the service worker, which also answers without a network."""

from __future__ import annotations

import hashlib
import json
from functools import cache
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import condition, require_POST, require_safe

from portal import push, say
from portal.refusal import Refused
from portal.views import alone, visitor
from portal.views.limits import limited


@cache
def _worker(language: str) -> tuple[bytes, str]:
    """The service worker with the page that it answers with offline, and what tells it from every other release's."""
    found = finders.find("site/sw.js")
    assert isinstance(found, str)
    given = json.dumps({"page": alone.offline(language), "policy": alone.policy()})
    content = f"const OFFLINE = {given};\n\n{Path(found).read_text(encoding='utf-8')}".encode()
    return content, f'"{hashlib.sha256(content).hexdigest()[:32]}"'


def _language(request: HttpRequest) -> str:
    """That of the page that asks for the worker; without a word, the one that the browser asks for."""
    asked = request.GET.get("language", "")
    return asked if asked in dict(settings.LANGUAGES) else visitor.language()


def _mark(request: HttpRequest) -> str:
    return _worker(_language(request))[1]


@require_safe
@condition(etag_func=_mark)
def worker(request: HttpRequest) -> HttpResponse:
    """The service worker. At the root, so that it may open every page; asked for anew by the browser every time."""
    content, _tag = _worker(_language(request))
    response = HttpResponse(content, content_type="text/javascript; charset=utf-8")
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

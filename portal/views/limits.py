"""How often one may do what is cheap for who asks and dear for others: open tables, try names, have mails sent."""

from __future__ import annotations

import functools
import time
from collections.abc import Callable
from typing import Any
from urllib.parse import quote

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from redis.exceptions import RedisError

from portal import bans

View = Callable[..., HttpResponse]


def address(request: HttpRequest) -> str:
    """The network address that asks."""
    said = request.META.get("REMOTE_ADDR", ""), request.headers.get("X-Forwarded-For", "")
    return bans.address(*said) or "unknown"


def _network(request: HttpRequest) -> str:
    """Whose requests are counted together: of IPv6 addresses a household has more than anybody could count."""
    asking = address(request)
    return bans.network(asking) or quote(asking)


def limited(kind: str, *, most: int, seconds: int) -> Callable[[View], View]:
    """At most so many POSTs of a kind from a network in so many seconds; the next ones get 429 and change nothing."""

    def decorate(view: View) -> View:
        @functools.wraps(view)
        def checked(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            if request.method == "POST" and _count(f"{kind}:{_network(request)}", seconds) > most:
                left = seconds - int(time.time()) % seconds
                response = render(request, "429.html", {"minutes": -(-left // 60)}, status=429)
                response["Retry-After"] = str(left)
                return response
            return view(request, *args, **kwargs)

        return checked

    return decorate


def _count(what: str, seconds: int) -> int:
    """How often it was done in the present stretch of time; without Redis nobody is held up."""
    key = f"limit:{what}:{int(time.time()) // seconds}"
    try:
        cache.add(key, 0, timeout=seconds)
        return int(cache.incr(key))
    except (RedisError, OSError, ValueError):
        return 0

"""Middleware of our own. Order and reasons: MIDDLEWARE in portal/settings.py."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from csp.constants import HEADER
from csp.utils import build_policy
from django.conf import settings
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils import timezone
from django.utils.cache import add_never_cache_headers
from psycopg.errors import DeadlockDetected, LockNotAvailable
from psycopg_pool import PoolTimeout
from redis import RedisError
from whitenoise.middleware import WhiteNoiseMiddleware

from portal import access, bans, grants, people
from portal.models import Ban
from portal.views import visitor
from portal.views.limits import address


class StaticFiles(WhiteNoiseMiddleware):
    """WhiteNoise, answering with the file's bytes instead of a stream.

    Answers are made whole (portal/asgi.py), and our files are small.
    """

    @staticmethod
    def serve(static_file: Any, request: HttpRequest) -> HttpResponse:
        """The file, or 304, or the byte range asked for."""
        found = static_file.get_response(request.method, request.META)
        content = b""
        if found.file is not None:
            with found.file:
                content = found.file.read()
        response = HttpResponse(content, status=int(found.status))
        del response["Content-Type"]
        for name, value in found.headers:
            response[name] = value
        return response


class ContentPolicy:
    """The content security policy of the settings on every answer; put together once, since no page has its own.

    Django's page of an error's inside, with DEBUG on, has scripts and styles of its own.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response
        self.policy = build_policy()

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if not (settings.DEBUG and response.status_code in (404, 500)):
            response.headers.setdefault(HEADER, self.policy)
        return response


class Zone:
    """Times are shown in the zone that the reader's browser told (static/site/site.js), in UTC until it has."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        with timezone.override(people.known_zone(request.COOKIES.get(people.ZONE_COOKIE, "")) or None):
            return self.get_response(request)


class Unavailable:
    """503 and "try again" for what passes by itself: see TRANSIENT."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """None (Django goes on as usual) for everything else."""
        return _unavailable(request, exception)


TRANSIENT = (PoolTimeout, LockNotAvailable, DeadlockDetected)
"""No database connection came free, or no lock, or two waited for each other's; a silent Redis is answered likewise."""


def _unavailable(request: HttpRequest, exception: Exception) -> HttpResponse | None:
    passes = isinstance(exception, OperationalError) and isinstance(exception.__cause__, TRANSIENT)
    if passes or isinstance(exception, RedisError):
        response = render(request, "503.html", status=503)
        response["Retry-After"] = "5"
        return response
    return None


class Banned:
    """403 and a sentence for who is banned: on every page of a table, and for whatever is posted.

    Reading the rules, the front page and one's own mails' end stay free, and so does the moderators' own work.
    """

    TABLES = frozenset({"token", "watch_token"})
    FREE = frozenset({"set_language", "theme", "silence"})

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: object, args: Sequence[object], kwargs: Mapping[str, object]
    ) -> HttpResponse | None:
        found = request.resolver_match
        asked = request.method == "POST" or not self.TABLES.isdisjoint(kwargs)
        if not asked or found is None or found.app_name == "admin" or found.url_name in self.FREE:
            return None
        try:
            key = access.key_of(request.COOKIES.get(access.COOKIE))
            person, ban = bans.person_or_ban(key, address(request))
            ban = ban or self._on_granted(request, kwargs)
        except OperationalError as error:
            # The first to ask for a connection; what a middleware raises, nobody turns into a page.
            answer = _unavailable(request, error)
            if answer is None:
                raise
            return answer
        if ban is None:
            visitor.has_arrived(request, person)
            return None
        response = render(request, "banned.html", {"ban": ban}, status=403)
        response["HX-Refresh"] = "true"  # a part of a page is no place for it
        add_never_cache_headers(response)
        return response

    def _on_granted(self, request: HttpRequest, kwargs: Mapping[str, object]) -> Ban | None:
        """The ban on who holds the seat at this table that a mailed link has opened in this browser."""
        if grants.COOKIE not in request.COOKIES or "token" not in kwargs:
            return None
        table = access.table_of(str(kwargs["token"]))
        holder = visitor.granted(request, table.pk) if table else None
        return bans.on(holder.key, "") if holder else None

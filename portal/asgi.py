"""The ASGI application that Daphne serves: pages by Django, sockets by Channels."""

import asyncio
import os
from collections.abc import Awaitable, Callable
from typing import Any

from channels.routing import ProtocolTypeRouter, URLRouter
from channels.security.websocket import AllowedHostsOriginValidator
from channels.sessions import CookieMiddleware
from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "portal.settings")
pages = get_asgi_application()

# Whatever touches models may be imported only now that Django is set up.
from django.conf import settings  # noqa: E402

from portal import presence  # noqa: E402
from portal.urls import websocket_urlpatterns  # noqa: E402

presence.web_started()


class Bounded:
    """Let only so many requests into the application at once; the others wait their turn.

    Threads of one process fight over the interpreter: two requests at a time are served more than twice as fast
    as twenty. Daphne hands a request over when it has read all of it, so a slow client holds no place.
    """

    def __init__(self, inner: Callable[..., Awaitable[None]], at_once: int) -> None:
        self.inner = inner
        self.places = asyncio.Semaphore(at_once)

    async def __call__(self, scope: dict[str, Any], receive: object, send: object) -> None:
        async with self.places:
            await self.inner(scope, receive, send)


application = ProtocolTypeRouter(
    {
        "http": Bounded(pages, settings.WEB_REQUESTS_AT_ONCE),
        # A page of another site may not open our sockets with this browser's cookies.
        "websocket": AllowedHostsOriginValidator(CookieMiddleware(URLRouter(websocket_urlpatterns))),
    }
)

"""The ASGI application that Daphne serves: pages by Django, sockets by Channels."""

import asyncio
import contextlib
import gc
import os
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import django
from channels.routing import ProtocolTypeRouter, URLRouter
from channels.security.websocket import AllowedHostsOriginValidator
from channels.sessions import CookieMiddleware
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.core.signals import request_started
from django.http.response import HttpResponseBase
from django.urls import set_script_prefix

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "portal.settings")
django.setup(set_prefix=False)

# Whatever touches models may be imported only now that Django is set up.
from django.conf import settings  # noqa: E402

from portal import presence  # noqa: E402
from portal.urls import websocket_urlpatterns  # noqa: E402

presence.web_started()


class Pages(ASGIHandler):
    """Django's pages, each made from begin to end in one of a few threads that stay.

    Threads of one process fight over the interpreter: two requests at a time are served more than twice as fast
    as twenty; the others wait for their turn. Daphne hands a request over when it has read all of it, so a slow client
    holds no thread. Django's own handler starts a thread for every request, and goes back and forth between it and the
    event loop a dozen times.
    """

    def __init__(self, threads: int) -> None:
        super().__init__()
        self.threads = ThreadPoolExecutor(threads, thread_name_prefix="page")

    def load_middleware(self, is_async: bool = False) -> None:
        """The middleware and the views as they run in a thread."""
        super().load_middleware()

    async def handle(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer a request; whoever hangs up meanwhile is answered into the void."""
        try:
            body = await self.read_body(receive)
        except RequestAborted:
            return
        with contextlib.closing(body):
            made = asyncio.get_running_loop().run_in_executor(self.threads, self._make, scope, body)
            await self.send_response(await made, send)

    def _make(self, scope: Any, body: Any) -> HttpResponseBase:
        """The answer, whole and closed: what it used of the database is free again before it is sent."""
        set_script_prefix(get_script_prefix(scope))
        request_started.send(sender=self.__class__, scope=scope)
        request, refused = self.create_request(scope, body)
        response = self.get_response(request) if request is not None else refused
        assert response is not None
        if response.streaming:
            raise NotImplementedError("Answers are made whole, not as a stream.")
        response.close()
        return response


application = ProtocolTypeRouter(
    {
        "http": Pages(settings.WEB_REQUESTS_AT_ONCE),
        # A page of another site may not open our sockets with this browser's cookies.
        "websocket": AllowedHostsOriginValidator(CookieMiddleware(URLRouter(websocket_urlpatterns))),
    }
)

# What has been loaded by now stays: it need not be searched for garbage again and again, and what a request leaves is
# mostly freed without a search. That is a twentieth of a page's time.
gc.collect()
gc.freeze()
gc.set_threshold(20_000, 20, 50)

"""The socket of a table page: says when there is something new, and tells presence that somebody is looking.

No more than a version number travels here; each page fetches its own view over HTTP.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import uuid
from collections.abc import Mapping, Sequence
from typing import Any

from asgiref.sync import sync_to_async
from channels.consumer import get_handler_name
from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncJsonWebsocketConsumer

from portal import access, announce, bans, grants, presence
from portal.models import Table

log = logging.getLogger(__name__)

LOST_ACCESS = 4403
FAILED = 1011
RELOAD_SECONDS = 2
"""How long a seat may be without a page, while it loads one anew, before the others read that it is away."""


def _numbers(place: access.Place) -> frozenset[int]:
    return frozenset(seat.number for seat in place.held)


class TableConsumer(AsyncJsonWebsocketConsumer):
    """One open page of a table, reached by its seat link or its watch link."""

    beating: asyncio.Task[None] | None = None
    hears: Sequence[str] = ()
    """The groups that it has joined."""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """However it ends, nobody is kept present: after an error there is no `disconnect`."""
        try:
            await super().__call__(scope, receive, send)
        finally:
            if self.beating:
                self.beating.cancel()

    async def dispatch(self, message: Mapping[str, Any]) -> None:
        """Hand a message to its method.

        Channels would first have old connections to the database closed, in a thread, for every message; most ask
        nothing of it, and `database_sync_to_async` does that itself.
        """
        handler = getattr(self, get_handler_name(message), None)
        if handler is None:
            raise ValueError(f"There is nothing to do for {message['type']!r}.")
        await handler(message)

    async def connect(self) -> None:
        self.connection = uuid.uuid4().hex
        self.seats: frozenset[int] = frozenset()
        self.table_id = 0
        place = await self._place()
        if place is None:
            await self.accept()
            await self.close(code=LOST_ACCESS)
            return
        self.table_id, self.seats = place.table.pk, _numbers(place)
        self.person_id = place.person and place.person.pk
        # Accepted only now: a page that was let in and dropped, while Redis is down, would come again at once.
        self.hears = [announce.group(self.table_id), *self._told_of_bans(place)]
        for name in self.hears:
            await self.channel_layer.group_add(name, self.channel_name)
        arrives = not await self._is_here()
        await self.accept()
        self.beating = asyncio.create_task(self._beat())
        # Looked up again: nobody told this page of what changed before it was in the group.
        await self._refresh(None)
        if arrives:
            await announce.came_or_went(self.table_id, self.channel_name)

    async def disconnect(self, code: int) -> None:
        if self.beating:
            self.beating.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self.beating
        for name in self.hears:
            await self.channel_layer.group_discard(name, self.channel_name)
        if self.seats:
            await self._be_gone(self.seats)
            await asyncio.sleep(RELOAD_SECONDS)
            if not await self._is_here():
                await announce.came_or_went(self.table_id, self.channel_name)

    async def receive(
        self, text_data: str | None = None, bytes_data: bytes | None = None, **kwargs: Any
    ) -> None:
        """A page has nothing to say here; what comes all the same is not even read."""

    async def table_changed(self, message: dict[str, Any]) -> None:
        """Something changed; the seat may have changed hands with it. A move says who holds which one."""
        version, holders = message["version"], message["holders"] or ()
        if self.seats and self.seats == {number for number, person in holders if person == self.person_id}:
            await self.send_json({"version": version})
        else:
            await self._refresh(version)

    async def table_look(self, message: dict[str, Any]) -> None:
        """Somebody was banned, this browser perhaps."""
        await self._refresh(None)

    async def table_leave(self, message: dict[str, Any]) -> None:
        """This browser, or another of the same person, has forgotten who it was."""
        await self.close(code=LOST_ACCESS)

    async def table_presence(self, message: dict[str, Any]) -> None:
        """Somebody came or went; whoever it was knows."""
        if message["channel"] != self.channel_name:
            await self.send_json({"changed": True})

    async def _beat(self) -> None:
        """Every 25 seconds: still here, and this is the version; a page that missed a message notices.

        Where that fails, the socket is closed, and the page opens another.
        """
        try:
            while True:
                await asyncio.sleep(presence.BEAT)
                await self._refresh(None)
        except Exception:
            log.exception("the socket of table %s failed", self.table_id)
            await self.close(code=FAILED)

    async def _refresh(self, version: int | None) -> None:
        # A ban is told by itself: not every change of a table asks for one.
        place = await self._place(thorough=version is None)
        if place is None or _numbers(place) != self.seats:
            await self._be_gone(self.seats)
            self.seats = frozenset()
            await self.close(code=LOST_ACCESS)
            return
        await self._sign_of_life()
        if version is not None:
            await self.send_json({"version": version})
            return
        # Who came while this page was loading told pages that were there already; a page whose list differs asks anew.
        here = await sync_to_async(presence.connected)(self.table_id) - self.seats
        await self.send_json({"version": place.table.version, "here": sorted(here)})

    async def _is_here(self) -> bool:
        """Whether the seats of this browser have a page open; spectators are not counted."""
        return self.seats <= await sync_to_async(presence.connected)(self.table_id) if self.seats else True

    async def _sign_of_life(self) -> None:
        """One open page counts for all seats that are played on its device."""
        for seat in self.seats:
            await sync_to_async(presence.here)(self.table_id, seat, self.connection)

    async def _be_gone(self, seats: frozenset[int]) -> None:
        for seat in seats:
            await sync_to_async(presence.gone)(self.table_id, seat, self.connection)

    async def _place(self, *, thorough: bool = True) -> access.Place | None:
        found: access.Place | None = await database_sync_to_async(self._look_up)(thorough)
        return found

    def _told_of_bans(self, place: access.Place) -> list[str]:
        keys = {self._key(), place.person.key if place.person else None}
        return bans.groups(keys, [bans.network(self._address())])

    def _key(self) -> str | None:
        return access.key_of(self.scope["cookies"].get(access.COOKIE))

    def _address(self) -> str:
        """The network address that the page speaks from."""
        forwarded = dict(self.scope["headers"]).get(b"x-forwarded-for", b"").decode("latin-1")
        return bans.address((self.scope.get("client") or [""])[0], forwarded)

    def _look_up(self, thorough: bool) -> access.Place | None:
        """Who this is at the table, by cookie and link, looked up anew; None when there is nothing for them here.

        `thorough` asks for bans too.

        By the watch link everybody is a spectator, as on its page.
        """
        if thorough and bans.on(self._key(), self._address()):
            return None
        link = self.scope["url_route"]["kwargs"]
        watching = "watch_token" in link
        table = Table.objects.filter(**link).first()
        if table is None:
            return None
        person = granted = None
        if not watching:
            person = access.person_of(self.scope["cookies"].get(access.COOKIE))
            granted = grants.holder(self.scope["cookies"].get(grants.COOKIE), table.pk)
        if thorough and granted is not None and bans.on(granted.key, ""):
            return None
        place = access.at_table(table, person, granted=granted, by_watch_link=watching)
        # A waiting room is open to everybody, also when it was closed before the start.
        return place if place.sees or table.started_at is None else None

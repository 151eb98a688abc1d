"""The sockets of table pages, through the ASGI application and the real channel layer."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from asgiref.sync import sync_to_async
from channels.layers import get_channel_layer
from channels.testing import WebsocketCommunicator
from django.db import OperationalError, connections
from django.db.models import F
from django.utils import timezone
from redis import RedisError

from portal import announce, coming_back, lobby, play, presence
from portal.asgi import application
from portal.consumers import TableConsumer
from portal.models import Table
from tests.patience import PATIENCE
from tests.portal.cast import Browser, Cast, default_of, looks

pytestmark = pytest.mark.django_db(transaction=True)

HOST = b"http://localhost"
Listening = Callable[..., Awaitable[WebsocketCommunicator]]


def path_of(table: Table, watch: bool = False) -> str:
    return f"/ws/watch/{table.watch_token}/" if watch else f"/ws/table/{table.token}/"


def socket(
    path: str,
    browser: Browser | None = None,
    origin: bytes = HOST,
    client: str = "127.0.0.1",
    forwarded: str = "",
) -> WebsocketCommunicator:
    """A socket as a page of this browser opens it; `forwarded` is whom proxies say that they speak for."""
    headers = [(b"origin", origin), (b"host", b"localhost")]
    if forwarded:
        headers.append((b"x-forwarded-for", forwarded.encode()))
    if browser and browser.client.cookies:
        kept = "; ".join(f"{name}={morsel.value}" for name, morsel in browser.client.cookies.items())
        headers.append((b"cookie", kept.encode()))
    found = WebsocketCommunicator(application, path, headers=headers)
    found.scope["client"] = [client, 50000]
    return found


async def opened(
    path: str, browser: Browser | None = None, client: str = "127.0.0.1", forwarded: str = ""
) -> tuple[WebsocketCommunicator, Any]:
    """The open socket and the first thing it says."""
    found = socket(path, browser, client=client, forwarded=forwarded)
    connected, _ = await found.connect(timeout=PATIENCE)
    assert connected
    return found, await found.receive_json_from(timeout=PATIENCE)


async def version(found: WebsocketCommunicator) -> int:
    """The next version heard; everything else that may be said is that somebody came or went."""
    while True:
        said = await found.receive_json_from(timeout=PATIENCE)
        if said != {"changed": True}:
            assert set(said) <= {"version", "here"} and isinstance(said["version"], int), said
            return int(said["version"])


async def closed(found: WebsocketCommunicator) -> int:
    """The code it is closed with, whatever it says before."""
    while True:
        said = await found.receive_output(timeout=PATIENCE)
        if said["type"] == "websocket.close":
            return int(said["code"])


def run(scene: Callable[[], Awaitable[None]]) -> None:
    async def bounded() -> None:
        try:
            await asyncio.wait_for(scene(), 4 * PATIENCE)
        finally:
            # While one listens, `WebsocketCommunicator` keeps Channels from doing so.
            await sync_to_async(connections.close_all)()

    asyncio.run(bounded())


def test_everybody_at_the_table_hears_of_a_move_and_hears_no_more_than_a_number():
    cast = Cast()
    table = cast.start()
    before, text, ana = table.version, default_of(table), cast.ana.person

    async def scene() -> None:
        heard = [
            await opened(path_of(table), cast.ana),
            await opened(path_of(table), cast.bo),
            await opened(path_of(table, watch=True), cast.watcher),
            await opened(path_of(table, watch=True)),
        ]
        others = [[], [0], [0, 1], [0, 1]]
        assert [first for _, first in heard] == [{"version": before, "here": here} for here in others]
        await sync_to_async(play.make_move)(table.pk, ana, text, prompt=None, key="k")
        for found, _ in heard:
            assert await version(found) == before + 1
        for found, _ in heard:
            await found.disconnect()

    run(scene)


def test_a_refused_move_is_not_announced():
    cast = Cast()
    table = cast.start()
    person, text = cast.bo.person, default_of(table)

    async def scene() -> None:
        found, _ = await opened(path_of(table, watch=True))
        with pytest.raises(Exception, match="It is not your decision now"):
            await sync_to_async(play.make_move)(table.pk, person, text, prompt=None, key="k")
        assert await found.receive_nothing(timeout=0.2)
        await found.disconnect()

    run(scene)


@pytest.mark.parametrize("origin", [b"http://evil.example", b"null", b"http://localhost.evil.example"])
def test_a_page_of_another_site_opens_no_socket(origin: bytes):
    cast = Cast()
    table = cast.start()

    async def scene() -> None:
        connected, _ = await socket(path_of(table), cast.ana, origin).connect(timeout=PATIENCE)
        assert not connected

    run(scene)


def test_who_may_not_look_is_shown_out():
    cast = Cast()
    table = cast.start()

    async def scene() -> None:
        for path, browser in (
            (path_of(table), None),
            (path_of(table), cast.watcher),
            (f"/ws/table/{table.watch_token}/", None),
            (f"/ws/watch/{table.token}/", cast.ana),
            (f"/ws/watch/{'x' * 22}/", None),
        ):
            found = socket(path, browser)
            await found.connect(timeout=PATIENCE)
            assert await closed(found) == 4403

    run(scene)


@pytest.mark.parametrize("public", ["", "on"])
def test_a_browser_that_loses_its_seat_is_shown_out_at_once(public: str):
    """At a public table too, where it may come in again as one who watches."""
    cast = Cast()
    table = cast.start(public=public)
    code = table.seat_set.get(name="Bo").code
    phone = Browser()
    phone.opens()
    person = phone.person

    async def scene() -> None:
        old, _ = await opened(path_of(table), cast.bo)
        other, _ = await opened(path_of(table), cast.ana)
        assert await sync_to_async(presence.connected)(table.pk) == {0, 1}
        await sync_to_async(coming_back.come_back)(table.pk, person, name="Bo", bring_here=True, code=code)
        assert await closed(old) == 4403
        assert await version(other) == table.version + 1
        assert await sync_to_async(presence.connected)(table.pk) == {0}
        new, _ = await opened(path_of(table), phone)
        assert await sync_to_async(presence.connected)(table.pk) == {0, 1}
        for found in (new, other):
            await found.disconnect()

    run(scene)


def test_presence_ends_with_the_last_socket_of_a_seat():
    cast = Cast()
    table = cast.start()

    async def scene() -> None:
        one, _ = await opened(path_of(table), cast.bo)
        two, _ = await opened(path_of(table), cast.bo)
        watcher, _ = await opened(path_of(table, watch=True), cast.watcher)
        await one.disconnect()
        assert await sync_to_async(presence.connected)(table.pk) == {1}
        await two.disconnect()
        assert await sync_to_async(presence.connected)(table.pk) == set()
        await watcher.disconnect()

    run(scene)


def test_what_a_page_says_is_not_even_read():
    """Rubbish must neither close the socket nor leave somebody present for ever."""
    cast = Cast()
    table = cast.start()
    text, ana = default_of(table), cast.ana.person

    async def scene() -> None:
        found, _ = await opened(path_of(table), cast.ana)
        for rubbish in ("not json", '{"type": "table.changed", "version": 99}', "[" * 5000, "x" * 10_240):
            await found.send_to(text_data=rubbish)
        await found.send_to(bytes_data=b"\x00\xff")
        await sync_to_async(play.make_move)(table.pk, ana, text, prompt=None, key="k")
        assert await version(found) == table.version + 1
        await found.disconnect()
        assert await sync_to_async(presence.connected)(table.pk) == set()

    run(scene)


def test_the_waiting_room_hears_who_sits_down():
    cast = Cast()
    table = cast.ana.opens()
    cast.ana.sits(table)
    bo = cast.bo
    bo.opens()
    person = bo.person
    before = Table.objects.get(pk=table.pk).version

    async def scene() -> None:
        found, first = await opened(path_of(table), cast.ana)
        guest, _ = await opened(path_of(table))
        assert first == {"version": before, "here": []}
        await sync_to_async(lobby.sit)(table.pk, person, name="Bo", colour="pink", portrait="dwarf")
        assert await version(found) == before + 1
        assert await version(guest) == before + 1
        for one in (found, guest):
            await one.disconnect()

    run(scene)


def test_presence_is_per_table_and_runs_out():
    cast = Cast()
    table, other = cast.start(), cast.start()
    looks(table, 1)
    assert presence.connected(table.pk) == {1}
    assert presence.connected(other.pk) == set()
    with time_machine.travel(timezone.now() + timedelta(seconds=presence.LOST_AFTER + 1)):
        assert presence.connected(table.pk) == set()


def test_a_page_knows_whom_its_socket_will_list():
    cast = Cast()
    table = cast.start()
    presence.here(table.pk, 1, "a page")
    assert 'data-here="1"' in cast.ana.table(table).text
    assert 'data-here=""' in cast.bo.table(table).text
    room = cast.gather()
    presence.here(room.pk, 0, "a page")
    assert 'data-here="0"' in cast.bo.table(room).text


def fails(*_args: Any, **_more: Any) -> Any:
    raise OperationalError("the server closed the connection")


def beating() -> list[asyncio.Task[Any]]:
    """The sockets that still say that somebody is there."""
    return [task for task in asyncio.all_tasks() if "_beat" in repr(task.get_coro())]


def test_a_socket_that_fails_keeps_nobody_present(monkeypatch: pytest.MonkeyPatch):
    """For ever, otherwise: the seat could not be freed, and its turn mails would be put off without end."""
    cast = Cast()
    table = cast.start()

    async def scene() -> None:
        found, _ = await opened(path_of(table), cast.bo)
        assert len(beating()) == 1
        monkeypatch.setattr(TableConsumer, "_look_up", fails)
        layer = get_channel_layer()
        assert layer is not None
        await layer.group_send(
            announce.group(table.pk), {"type": "table.changed", "version": 9, "holders": None}
        )
        with pytest.raises(OperationalError):
            await found.wait(timeout=PATIENCE)
        await asyncio.sleep(0)
        assert beating() == []

    run(scene)


def test_a_sign_of_life_that_fails_closes_the_socket(monkeypatch: pytest.MonkeyPatch):
    """The page opens another at once, instead of being away until it notices the silence."""
    cast = Cast()
    table = cast.start()
    monkeypatch.setattr(presence, "BEAT", 0.05)

    async def scene() -> None:
        found, _ = await opened(path_of(table), cast.bo)
        monkeypatch.setattr(TableConsumer, "_look_up", fails)
        assert await closed(found) == 1011
        await found.disconnect()
        assert await sync_to_async(presence.connected)(table.pk) == set()

    run(scene)


def test_a_guest_of_a_closed_waiting_room_is_not_shown_out():
    """The page would ask for its table and a new socket several times a second, for ever."""
    cast = Cast()
    table = cast.gather()
    host = cast.ana.person

    async def scene() -> None:
        guest, _ = await opened(path_of(table), cast.watcher)
        await sync_to_async(lobby.close)(table.pk, host)
        said = await guest.receive_json_from(timeout=PATIENCE)
        assert set(said) == {"version"}
        again, _ = await opened(path_of(table), cast.watcher)
        for one in (guest, again):
            await one.disconnect()

    run(scene)


def test_a_change_while_a_socket_opens_is_not_missed(monkeypatch: pytest.MonkeyPatch):
    """Between looking the table up and hearing its messages: the page would be old for 25 seconds."""
    cast = Cast()
    table = cast.start()
    layer: Any = get_channel_layer()
    join = layer.group_add

    def changes() -> None:
        Table.objects.filter(pk=table.pk).update(version=F("version") + 1)

    async def late(group: str, channel: str) -> None:
        if group == announce.group(table.pk):
            await sync_to_async(changes)()
        await join(group, channel)

    monkeypatch.setattr(layer, "group_add", late)

    async def scene() -> None:
        found, said = await opened(path_of(table), cast.bo)
        assert said == {"version": table.version + 1, "here": []}
        await found.disconnect()

    run(scene)


def test_who_only_watches_is_not_taken_for_looking_at_the_own_seat():
    """Its turn mails would wait, and nobody could take the seat back, for a page that shows no hand."""
    cast = Cast()
    table = cast.start()

    async def scene() -> None:
        found, _ = await opened(path_of(table, watch=True), cast.bo)
        assert await sync_to_async(presence.connected)(table.pk) == set()
        await found.disconnect()

    run(scene)


def test_without_redis_a_socket_is_not_even_accepted(without_redis: None):
    """Accepted and dropped, its page would count it as a success and come again at once."""
    cast = Cast()
    table = cast.start()

    async def scene() -> None:
        found = socket(path_of(table), cast.bo)
        await found.send_input({"type": "websocket.connect"})
        with pytest.raises(RedisError):
            await found.wait(timeout=PATIENCE)
        assert found.output_queue.empty()

    run(scene)

"""What a hostile reading of the portal found: each test is one fault that is no more."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.layers import get_channel_layer
from django.db import OperationalError

from portal import announce, lobby, presence
from portal.consumers import TableConsumer
from tests.portal.cast import Cast
from tests.portal.test_sockets import closed, opened, path_of, run


def fails(*_args: Any, **_more: Any) -> Any:
    raise OperationalError("the server closed the connection")


def beating() -> list[asyncio.Task[Any]]:
    """The sockets that still say that somebody is there."""
    return [task for task in asyncio.all_tasks() if "_beat" in repr(task.get_coro())]


@pytest.mark.django_db(transaction=True)
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
        await layer.group_send(announce.group(table.pk), {"type": "table.changed", "version": 9})
        with pytest.raises(OperationalError):
            await found.wait(timeout=5)
        await asyncio.sleep(0)
        assert beating() == []

    run(scene)


@pytest.mark.django_db(transaction=True)
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


@pytest.mark.django_db(transaction=True)
def test_a_guest_of_a_closed_waiting_room_is_not_shown_out():
    """The page would ask for its table and a new socket several times a second, for ever."""
    cast = Cast()
    table = cast.gather()
    host = cast.ana.person

    async def scene() -> None:
        guest, _ = await opened(path_of(table), cast.watcher)
        await sync_to_async(lobby.close)(table.pk, host)
        said = await guest.receive_json_from(timeout=5)
        assert set(said) == {"version"}
        again, _ = await opened(path_of(table), cast.watcher)
        for one in (guest, again):
            await one.disconnect()

    run(scene)

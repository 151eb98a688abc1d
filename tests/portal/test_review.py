"""What a hostile reading of the portal found: each test is one fault that is no more."""

from __future__ import annotations

import asyncio
import logging
import re
import sys
import threading
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.layers import get_channel_layer
from django.db import OperationalError, connection, transaction
from django.db.models import F
from django.utils import timezone
from redis import Redis, RedisError

from portal import announce, delivery, lobby, logs, notices, people, presence, tasks, urls
from portal.consumers import TableConsumer
from portal.models import Notice, Person, Seat, Table
from tests.patience import PATIENCE
from tests.portal.cast import Cast, at, default_of
from tests.portal.test_sockets import closed, opened, path_of, run, socket


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
        await layer.group_send(
            announce.group(table.pk), {"type": "table.changed", "version": 9, "holders": None}
        )
        with pytest.raises(OperationalError):
            await found.wait(timeout=PATIENCE)
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
        said = await guest.receive_json_from(timeout=PATIENCE)
        assert set(said) == {"version"}
        again, _ = await opened(path_of(table), cast.watcher)
        for one in (guest, again):
            await one.disconnect()

    run(scene)


@pytest.mark.django_db(transaction=True)
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


@pytest.mark.django_db(transaction=True)
def test_who_only_watches_is_not_taken_for_looking_at_the_own_seat():
    """Its turn mails would wait, and nobody could take the seat back, for a page that shows no hand."""
    cast = Cast()
    table = cast.start()

    async def scene() -> None:
        found, _ = await opened(path_of(table, watch=True), cast.bo)
        assert await sync_to_async(presence.connected)(table.pk) == set()
        await found.disconnect()

    run(scene)


@pytest.fixture
def without_redis(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody knows who is at a table: Redis does not answer."""
    nowhere = Redis.from_url("unix:///nowhere/valkey.sock", retry=None)
    monkeypatch.setattr(presence, "redis", lambda: nowhere)


def test_pages_and_moves_do_without_redis(cast: Cast, without_redis: None):
    room, table = cast.gather(), cast.start()
    for page in (cast.ana.table(room), cast.watcher.table(room), cast.bo.table(table)):
        assert page.status == 200
    assert cast.watcher.get(at(table, "watch")).status == 200
    assert cast.ana.moves(table, default_of(table), htmx=True).status == 200
    assert Table.objects.get(pk=table.pk).ply == 1


def test_no_seat_changes_hands_while_nobody_knows_who_is_there(cast: Cast, without_redis: None):
    """A host who is connected would lose the seat otherwise."""
    table = cast.start()
    answer = cast.watcher.does(table, "return", {"name": "Ana"})
    assert answer.status == 503
    assert answer.response["Retry-After"]
    assert Seat.objects.get(table=table, host=True).person == cast.ana.person


@pytest.mark.django_db(transaction=True)
def test_without_redis_a_socket_is_not_even_accepted(without_redis: None):
    """Accepted and dropped, its page would count it as a success and come again at once."""
    cast = Cast()
    table = cast.start()

    async def scene() -> None:
        found = socket(path_of(table), cast.bo)
        with pytest.raises(RedisError):
            await found.connect(timeout=PATIENCE)

    run(scene)


@pytest.mark.django_db(transaction=True)
def test_a_mail_on_its_way_does_not_hold_up_the_end_of_a_match(monkeypatch: pytest.MonkeyPatch):
    """A mail server may take its 20 seconds; the table, and a place for requests, would be held all the while."""
    cast = Cast()
    table = cast.start(pace="correspondence")
    people.set_email(cast.bo.person, "bo@example.org")
    Person.objects.filter(email="bo@example.org").update(email_confirmed_at=timezone.now())
    cast.ana.moves(table, default_of(table))
    notice = Notice.objects.get(table=table, kind="turn")
    sending, closed_now = threading.Event(), threading.Event()

    def slow(*_args: Any) -> Any:
        def send() -> None:
            sending.set()
            assert closed_now.wait(2 * PATIENCE)

        return SimpleNamespace(send=send)

    monkeypatch.setattr(delivery, "notice_mail", slow)
    later = timezone.now() + notices.WAIT

    def in_thread(act: Any) -> threading.Thread:
        def work() -> None:
            try:
                act()
            finally:
                connection.close()

        thread = threading.Thread(target=work)
        thread.start()
        return thread

    worker = in_thread(lambda: delivery.deliver(notice.pk, later))
    assert sending.wait(PATIENCE)
    host = cast.ana.person
    closing = in_thread(lambda: lobby.close(table.pk, host))
    closing.join(PATIENCE)
    held_up = closing.is_alive()
    closed_now.set()
    for thread in (worker, closing):
        thread.join(PATIENCE)
    assert not held_up
    assert Table.objects.get(pk=table.pk).status == Table.Status.CLOSED
    assert Notice.objects.get(pk=notice.pk).status == Notice.Status.SENT


@pytest.mark.django_db(transaction=True)
def test_a_table_that_somebody_holds_does_not_stop_the_clocks_of_the_others():
    """A web process that was cut off may hold a row for as long as PostgreSQL believes in its connection."""
    cast = Cast()
    held, other = cast.start(clock_live="60"), cast.start(clock_live="60")
    past = timezone.now() - timedelta(seconds=1)
    for table, ago in ((held, 2), (other, 1)):
        due = past - timedelta(seconds=ago)
        presence.here(table.pk, 0, "a page")
        table.seat_set.filter(due_at__isnull=False).update(due_at=due)
        Table.objects.filter(pk=table.pk).update(due_at=due)
    sweep = threading.Thread(target=sweep_and_close)
    with transaction.atomic():
        Table.objects.select_for_update().get(pk=held.pk)
        sweep.start()
        sweep.join(PATIENCE)
        stuck = sweep.is_alive()
    sweep.join(PATIENCE)
    assert not stuck
    assert [Table.objects.get(pk=table.pk).ply for table in (held, other)] == [0, 1]
    tasks.sweep_clocks()
    assert Table.objects.get(pk=held.pk).ply == 1


def sweep_and_close() -> None:
    try:
        tasks.sweep_clocks()
    finally:
        connection.close()


@pytest.mark.django_db(transaction=True)
def test_what_cannot_be_announced_is_stored_and_shown_all_the_same(monkeypatch: pytest.MonkeyPatch):
    cast = Cast()
    table = cast.start()

    def broken(*_args: Any) -> None:
        raise RuntimeError("no layer")

    monkeypatch.setattr(announce, "changed", broken)
    assert cast.ana.moves(table, default_of(table), htmx=True).status == 200
    assert Table.objects.get(pk=table.pk).ply == 1


def test_an_address_that_no_mail_can_carry_is_refused(cast: Cast):
    """Its domain is too long once it is written in ASCII: sending raised what nobody expected."""
    answer = cast.ana.post("/me/", {"email": f"ana@{'ü' * 60}.org"})
    assert answer.status == 422
    assert "That is not an e-mail address" in answer.text


@pytest.mark.parametrize(
    ("path", "logged"),
    [
        ("/t/QYRoMuGCrZSq-uGO_2op0Q/move/", "/t/…/move/"),
        ("/w/QYRoMuGCrZSq-uGO_2op0Q/", "/w/…/"),
        ("/ws/table/QYRoMuGCrZSq-uGO_2op0Q/", "/ws/table/…/"),
        ("/me/confirm/WyJhIiwiYiJd:1tXyZ0:QYRoMuGCrZSq-uGO_2op0Q/", "/me/confirm/…/"),
        ("/me/silence/ImEi:1tXyZ0:QYRoMuGCrZSq-uGO_2op0Q/", "/me/silence/…/"),
        ("/me/link/WyJhIiwiYiIsMF0:1tXyZ0:QYRoMuGCrZSq-uGO_2op0Q/", "/me/link/…/"),
        ("/go/WyJhIiw3XQ:1tXyZ0:QYRoMuGCrZSq-uGO_2op0Q/", "/go/…/"),
        ("/new/drakon/", "/new/drakon/"),
    ],
)
def test_the_log_holds_no_link_that_opens_anything(path: str, logged: str):
    try:
        raise ValueError(path)
    except ValueError:
        failed = sys.exc_info()
    record = logging.LogRecord("django.request", logging.WARNING, "", 0, "Conflict: %s", (path,), failed)
    text = logs.Plain("{message}", style="{").format(record)
    assert text.startswith(f"Conflict: {logged}\n")
    assert text.endswith(f"ValueError: {logged}")


def test_no_address_of_the_portal_brings_its_word_into_the_log():
    """Whatever holds a word that opens something: an address that is added is looked at too."""
    word = "QYRoMuGCrZSq-uGO_2op0Q"
    found = [
        re.sub(r"<(?:token|str):\w+>", word, str(entry.pattern))
        for entry in (*urls.urlpatterns, *urls.websocket_urlpatterns)
    ]
    secret = [f"/{path}" for path in found if word in path]
    assert len(secret) > 30
    for path in secret:
        record = logging.LogRecord("django.request", logging.WARNING, "", 0, "Conflict: %s", (path,), None)
        assert word not in logs.Plain("{message}", style="{").format(record), path


def test_where_no_portraits_are_offered_none_is_taken(cast: Cast):
    """Its name goes into the drawings, where games take it for one of their own."""
    table = cast.ana.opens(option_heroes="on")
    looks = {"name": "Bo", "colour": "sky", "portrait": '"/><script>'}
    answer = cast.bo.does(table, "sit", looks)
    assert answer.status == 422
    assert not Seat.objects.filter(table=table).exists()
    assert cast.bo.does(table, "sit", looks | {"portrait": ""}).status == 302

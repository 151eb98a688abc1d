"""Mails over the wire to a real mail server: taken, refused for now, refused for good, and never answered."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.utils import timezone

from portal import delivery, lobby, notices, people, tasks
from portal.models import Notice, Person, Table
from tests.patience import PATIENCE
from tests.portal.cast import Browser, Cast, drive
from tests.portal.mail_server import MailServer, mail_server
from tests.portal.told import Kind, acts, reachable

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
OVER_DAYS: dict[str, Any] = {"pace": "correspondence"}


@pytest.fixture
def server(settings) -> Iterator[MailServer]:
    with mail_server(settings) as running:
        yield running


def parts(message: EmailMessage) -> tuple[str, str]:
    """Plain text and HTML."""
    plain, html = message.get_body(("plain",)), message.get_body(("html",))
    assert plain is not None
    assert html is not None
    return str(plain.get_content()), str(html.get_content())


@pytest.mark.django_db
def test_turn_reminder_digest_result_and_confirmation_arrive(cast: Cast, server: MailServer):
    with time_machine.travel(NOON, tick=False) as time:
        people.set_email(cast.ana.person, "ana@example.org")
        tasks.sweep_notices()
        assert (server.to, server.subjects) == (["ana@example.org"], ["Is this your address?"])
        reachable(cast.bo, zone="Europe/Madrid", language="es")
        table = cast.start(2, **OVER_DAYS)
        acts(table, 0)
        time.shift(notices.WAIT)
        tasks.sweep_notices()
        time.shift(timedelta(hours=39))
        tasks.sweep_notices()
        Person.objects.filter(email="bo@example.org").update(mails="digest", digest_at=None)
        time.move_to(NOON + timedelta(hours=45))
        tasks.sweep_digests()
        Person.objects.filter(email="bo@example.org").update(mails="turns")
        drive(table)
        time.shift(notices.WAIT)
        tasks.sweep_notices()
    assert server.subjects[1:] == [
        "Drakon con Ana: te toca",
        "Drakon con Ana: se te acaba el tiempo",
        "1 mesa te espera",
        "Drakon con Ana: la partida ha terminado",
    ]
    assert server.to[1:] == ["bo@example.org"] * 4
    turn, reminder, digest, result = server.mails[1:]
    for one in (turn, reminder, result):
        assert one["References"] == one["In-Reply-To"] == f"<table.{table.pk}@localhost>"
    assert len({str(one["Message-ID"]) for one in server.mails}) == 5
    for one in (turn, reminder, digest, result):
        plain, html = parts(one)
        assert one["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
        assert str(one["List-Unsubscribe"]).strip(" <>") in plain
        assert 'lang="es"' in html
    assert server.mails[0]["List-Unsubscribe"] is None
    assert "(Europe/Madrid)" in parts(turn)[0]
    assert "(Europe/Madrid)" in parts(digest)[0]


@pytest.mark.django_db
def test_an_address_refused_for_good_gets_no_more_until_it_is_entered_anew(cast: Cast, server: MailServer):
    server.answers["bo@example.org"] = ["550 5.1.1 no such user"]
    with time_machine.travel(NOON, tick=False) as time:
        person = reachable(cast.bo)
        table, other = cast.start(2, **OVER_DAYS), cast.start(2, **OVER_DAYS)
        for one in (table, other):
            acts(one, 0)
        time.shift(notices.WAIT)
        tasks.sweep_notices()
        person.refresh_from_db()
        assert person.address_failed_at == NOON + notices.WAIT
        assert "no such user" in person.mail_error
        first, second = Notice.objects.filter(kind=Kind.TURN).order_by("send_at", "pk")
        assert (first.status, second.status) == ("failed", "waiting")
        assert "no such user" in first.error
        time.shift(timedelta(hours=3))
        tasks.sweep_notices()
        assert server.to == []
        people.set_email(person, "bo@example.org")
        people.confirm_email(people.confirm_word(person))
        time.shift(timedelta(hours=3))
        tasks.sweep_notices()
        assert server.to.count("bo@example.org") >= 1
        assert server.subjects[-1] == "Drakon with Ana: your move"


@pytest.mark.django_db
@pytest.mark.parametrize("answer", ["451 4.3.0 later", "554 5.7.1 relay denied", "530 5.7.0 who are you"])
def test_what_is_not_the_addresss_fault_is_tried_again(cast: Cast, server: MailServer, answer: str):
    server.answers["bo@example.org"] = [answer]
    with time_machine.travel(NOON, tick=False) as time:
        person = reachable(cast.bo)
        acts(cast.start(2, **OVER_DAYS), 0)
        time.shift(notices.WAIT)
        tasks.sweep_notices()
        notice = Notice.objects.get(kind=Kind.TURN)
        assert (notice.status, notice.tries, server.to) == ("waiting", 1, [])
        assert answer.split(" ", 2)[2] in notice.error
        time.move_to(notice.send_at)
        tasks.sweep_notices()
    notice.refresh_from_db()
    person.refresh_from_db()
    assert (notice.status, notice.tries, server.to) == ("sent", 2, ["bo@example.org"])
    assert person.address_failed_at is None


@pytest.mark.django_db
def test_a_confirmation_to_no_address_is_not_tried_again(cast: Cast, server: MailServer):
    server.answers["ana@example.org"] = ["550 5.1.1 no such user"]
    person = cast.ana.person
    people.set_email(person, "ana@example.org")
    tasks.sweep_notices()
    person.refresh_from_db()
    assert person.confirm_at is None
    assert person.address_failed_at is not None


@pytest.fixture
def silent(settings) -> Iterator[socket.socket]:
    """A mail server that takes calls and says nothing."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = listening.getsockname()
        settings.EMAIL_USE_TLS = settings.EMAIL_USE_SSL = False
        settings.EMAIL_TIMEOUT = 0.2
        yield listening


@pytest.mark.django_db
def test_while_the_server_is_silent_a_sweep_ends_with_its_first_mail(cast: Cast, silent: socket.socket):
    with time_machine.travel(NOON, tick=False) as time:
        reachable(cast.bo)
        for _ in range(3):
            acts(cast.start(2, **OVER_DAYS), 0)
        time.shift(notices.WAIT)
        tasks.sweep_notices()
    assert sorted(Notice.objects.filter(kind=Kind.TURN).values_list("tries", flat=True)) == [0, 0, 1]


# Several workers


def in_thread(act: Any) -> Any:
    """What a worker does with a connection of its own."""

    def work(*args: object) -> object:
        try:
            return act(*args)
        finally:
            connection.close()

    return work


def awaited(browsers: Cast) -> tuple[Table, Notice]:
    """Bo is to be told that it is his turn."""
    reachable(browsers.bo)
    table = browsers.start(2, **OVER_DAYS)
    acts(table, 0)
    return table, Notice.objects.get(table=table, kind=Kind.TURN)


@pytest.mark.django_db(transaction=True)
def test_two_sweeps_at_once_mail_everything_once(server: MailServer):
    cast = Cast()
    reachable(cast.bo)
    tables = [cast.start(2, **OVER_DAYS) for _ in range(4)]
    for table in tables:
        acts(table, 0)
    later = timezone.now() + notices.WAIT + timedelta(seconds=1)
    with time_machine.travel(later, tick=False), ThreadPoolExecutor(2) as pool:
        for _ in range(4):  # whom another worker is just telling is left to the next sweep
            list(pool.map(in_thread(lambda _n: tasks.sweep_notices()), range(2)))
    assert sorted(server.to) == ["bo@example.org"] * 4
    assert len({str(one["Message-ID"]) for one in server.mails}) == 4


@pytest.mark.django_db(transaction=True)
def test_two_workers_with_two_seats_of_one_person_send_one_mail(server: MailServer):
    cast = Cast()
    person = reachable(cast.bo)
    table = cast.start(3, **OVER_DAYS)
    table.seat_set.filter(number=2).update(person=person)
    notices.post(
        table, Kind.REPLACED, list(table.seat_set.filter(number__gt=0)), 1, timezone.now(), subject=0
    )
    rows = list(Notice.objects.filter(kind=Kind.REPLACED).values_list("pk", flat=True))
    assert len(rows) == 2
    now = timezone.now() + timedelta(seconds=1)
    with ThreadPoolExecutor(2) as pool:
        for _ in range(2):
            list(pool.map(in_thread(lambda row: delivery.deliver(row, now)), rows))
    assert server.to == ["bo@example.org"]
    assert sorted(Notice.objects.filter(pk__in=rows).values_list("status", flat=True)) == ["moot", "sent"]


@pytest.mark.django_db(transaction=True)
def test_two_workers_send_one_digest(server: MailServer):
    cast = Cast()
    with time_machine.travel(NOON, tick=False):
        person = reachable(cast.bo, mails="digest")
        acts(cast.start(2, **OVER_DAYS), 0)
        barrier = threading.Barrier(2)

        def work(_n: int) -> None:
            barrier.wait(PATIENCE)
            delivery.digest(person.pk, NOON + notices.WAIT)

        with ThreadPoolExecutor(2) as pool:
            list(pool.map(in_thread(work), range(2)))
    assert server.subjects == ["1 table waits for you"]


@pytest.mark.django_db(transaction=True)
def test_a_worker_that_dies_while_it_mails_leaves_the_notice_to_the_next(
    server: MailServer, monkeypatch: Any
):
    cast = Cast()
    _table, notice = awaited(cast)
    now = timezone.now() + 2 * notices.WAIT

    class Killed(BaseException):
        """As by a signal: nothing may catch it."""

    def killed(*_args: object) -> None:
        raise Killed

    with monkeypatch.context() as patched:
        patched.setattr(delivery, "notice_mail", killed)
        with pytest.raises(Killed):
            delivery.deliver(notice.pk, now)
    delivery.deliver(notice.pk, now)
    delivery.deliver(notice.pk, now)
    assert server.to == ["bo@example.org"]


@pytest.mark.django_db(transaction=True)
def test_a_mail_that_hangs_holds_up_neither_moves_nor_preferences_nor_the_end(monkeypatch: Any):
    cast = Cast()
    table, notice = awaited(cast)
    hangs, goes_on = threading.Event(), threading.Event()

    def hanging(*_args: object) -> Any:
        hangs.set()
        assert goes_on.wait(PATIENCE)
        raise OSError("no answer")

    monkeypatch.setattr(delivery, "notice_mail", hanging)
    later = timezone.now() + 2 * notices.WAIT
    worker = threading.Thread(target=in_thread(lambda: delivery.deliver(notice.pk, later)))
    worker.start()
    try:
        assert hangs.wait(PATIENCE)
        person = cast.bo.person
        people.set_mails(person, "reminders")
        people.speaks(person, "es")
        acts(table, 1)
        drive(table)
    finally:
        goes_on.set()
        worker.join(PATIENCE)
    notice.refresh_from_db()
    assert (notice.status, notice.tries) == ("waiting", 1)
    monkeypatch.undo()
    delivery.deliver(notice.pk, later + timedelta(days=1))
    notice.refresh_from_db()
    assert notice.status == "moot", "after the end nothing fires"


@pytest.mark.django_db(transaction=True)
def test_a_delivery_that_races_the_end_sends_before_it_or_not_at_all(server: MailServer):
    """Whoever comes first: no row of a play notice waits after the end, and the result goes out."""
    cast = Cast()
    for _ in range(5):
        table, notice = awaited(cast)
        later, barrier = timezone.now() + 2 * notices.WAIT, threading.Barrier(2)

        def deliver(number: int = notice.pk, when: datetime = later, gate: Any = barrier) -> None:
            gate.wait(PATIENCE)
            delivery.deliver(number, when)

        def close(number: int = table.pk, host: Browser = cast.ana, gate: Any = barrier) -> None:
            gate.wait(PATIENCE)
            lobby.close(number, host.person)

        threads = [threading.Thread(target=in_thread(act)) for act in (deliver, close)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(PATIENCE)
        notice.refresh_from_db()
        assert notice.status in ("sent", "moot")
        sent = server.to.count("bo@example.org")
        for row in notices.due(later + timedelta(days=1)):
            delivery.deliver(row, later + timedelta(days=1))
        waiting = Notice.objects.filter(table=table, status="waiting").exclude(kind=Kind.RESULT)
        assert not waiting.exists()
        assert server.to.count("bo@example.org") == sent + 1, "the result"

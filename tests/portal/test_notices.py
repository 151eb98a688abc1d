"""Turn mails: rows written with the move, decided and sent later; addresses confirmed, and silenced again."""

from __future__ import annotations

import re
import smtplib
import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from email.message import Message
from types import SimpleNamespace
from typing import Any

import pytest
import time_machine
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend
from django.db import connection
from django.utils import timezone, translation

from portal import clock, delivery, lobby, notices, people, play, say, tasks, timeouts
from portal.models import Move, Notice, Person, Seat, Table
from tests.patience import PATIENCE
from tests.portal.cast import Browser, Cast, at, default_of, drive, leaves, looks, match_of

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
SOON = notices.WAIT + timedelta(seconds=1)


def reachable(browser: Browser, language: str = "en") -> Person:
    """Their address is known and confirmed."""
    person = browser.person
    address = f"{browser.name.lower()}@example.org"
    people.set_email(person, address)
    people.confirm_email(people.confirm_word(person))
    people.speaks(person, language)
    person.refresh_from_db()
    return person


def waiting(table: Table, kind: str = "turn") -> list[tuple[int, int]]:
    """Seat and ply of every notice of a kind that waits."""
    rows = Notice.objects.filter(table=table, status="waiting", kind=kind).order_by("pk")
    return list(rows.values_list("seat", "ply"))


@pytest.fixture
def turn(cast: Cast) -> Notice:
    """Ana has moved, it is Bo's turn, and he has an address."""
    with time_machine.travel(NOON, tick=False):
        table = cast.start(pace="correspondence")
        reachable(cast.bo)
        cast.ana.moves(table, default_of(table))
    return Notice.objects.get(table=table, kind="turn")


# Rows


def test_who_becomes_awaited_is_told_and_the_mover_is_not(cast: Cast):
    table = cast.start(3, order=[1, 0, 2], pace="correspondence")
    assert waiting(table) == [(1, 0)], "the match began with Bo's turn"
    cast.bo.moves(table, default_of(table))
    assert waiting(table) == [(1, 0), (0, 1)]
    cast.ana.moves(table, default_of(table))
    assert waiting(table) == [(1, 0), (0, 1), (2, 2)]


def test_a_mover_whose_next_turn_begins_at_once_is_not_told(cast: Cast, monkeypatch: pytest.MonkeyPatch):
    table = cast.start(3)
    update = clock.update

    def everybody(table: Table, seats: list[Seat], *more: Any) -> clock.Started:
        update(table, seats, *more)
        return clock.Started(seats, [])

    monkeypatch.setattr(clock, "update", everybody)
    cast.ana.moves(table, default_of(table))
    assert waiting(table) == [(1, 1), (2, 1)]


def test_the_host_who_starts_and_moves_first_needs_no_notice(cast: Cast):
    assert waiting(cast.start()) == []


def test_a_notice_is_written_with_the_move_or_not_at_all(cast: Cast, monkeypatch: pytest.MonkeyPatch):
    table = cast.start()
    text = default_of(table)

    def broken(*args: object) -> None:
        raise RuntimeError

    with monkeypatch.context() as patched:
        patched.setattr(play, "tell_on_commit", broken)
        with pytest.raises(RuntimeError):
            play.make_move(table.pk, cast.ana.person, text, prompt=None, key="k")
    assert not Notice.objects.filter(kind="turn").exists()
    assert not Move.objects.exists()


def test_a_fact_is_noted_once(turn: Notice):
    bo = Seat.objects.get(table=turn.table, number=1)
    before = Notice.objects.count()
    notices.your_turn(turn.table, [bo, bo], turn.ply, NOON)
    assert Notice.objects.count() == before


# Delivery


def test_a_turn_mail_waits_a_little_and_is_sent_once(turn: Notice):
    assert turn.pk not in notices.due(NOON + notices.WAIT - timedelta(seconds=1))
    delivery.deliver(turn.pk, NOON)
    assert mail.outbox == []
    assert turn.pk in notices.due(NOON + SOON)
    for _ in range(2):
        delivery.deliver(turn.pk, NOON + SOON)
    turn.refresh_from_db()
    assert (turn.status, turn.sent_at, turn.tries) == ("sent", NOON + SOON, 1)
    assert [one.to for one in mail.outbox] == [["bo@example.org"]]


def test_who_is_looking_is_mailed_later_and_not_forgotten(turn: Notice):
    looks(turn.table, 1)
    now = NOON + SOON
    for _ in range(5):
        delivery.deliver(turn.pk, now)
        turn.refresh_from_db()
        assert (turn.status, turn.send_at) == ("waiting", now + notices.LOOKING)
        now = turn.send_at
    assert mail.outbox == []
    leaves(turn.table, 1)
    delivery.deliver(turn.pk, now)
    turn.refresh_from_db()
    assert turn.status == "sent"
    assert len(mail.outbox) == 1


def test_others_who_look_do_not_matter(turn: Notice):
    looks(turn.table, 0)
    looks(Table(pk=turn.table_id + 1), 1)
    delivery.deliver(turn.pk, NOON + SOON)
    assert len(mail.outbox) == 1


@pytest.mark.parametrize(
    "what", ["moved", "closed", "timed out", "left", "moved on", "on autopilot", "changed hands"]
)
def test_what_is_no_longer_true_is_not_sent(cast: Cast, turn: Notice, what: str):
    table = turn.table
    match what:
        case "moved":
            cast.bo.moves(table, default_of(table))
        case "moved on":
            drive(table, 3)
            assert match_of(table).waiting == (1,), "it is Bo's turn again, but another one"
        case "closed":
            cast.ana.does(table, "close")
        case "timed out":
            timeouts.time_out(table.pk, NOON + timedelta(days=30))
        case "left":
            Seat.objects.filter(table=table, number=1).update(person=None)
        case "on autopilot":
            Seat.objects.filter(table=table, number=1).update(autopilot_since=NOON)
        case "changed hands":
            Seat.objects.filter(table=table, number=1).update(person=reachable(cast.cy))
    delivery.deliver(turn.pk, NOON + timedelta(hours=1))
    turn.refresh_from_db()
    assert turn.status == "moot"
    assert mail.outbox == []


def test_a_mail_that_fails_is_tried_again_later_and_at_last_given_up(turn: Notice, monkeypatch):
    def refused(self: object, messages: object) -> int:
        raise smtplib.SMTPServerDisconnected("the line went dead")

    monkeypatch.setattr(EmailBackend, "send_messages", refused)
    now, gaps = NOON + SOON, []
    for tries in range(1, notices.TRIES + 1):
        delivery.deliver(turn.pk, now)
        turn.refresh_from_db()
        assert (turn.tries, turn.error) == (tries, "the line went dead")
        gaps.append(turn.send_at - now)
        delivery.deliver(turn.pk, now)
        turn.refresh_from_db()
        assert turn.tries == tries, "not before its time"
        now = turn.send_at
    assert turn.status == "failed"
    assert gaps == sorted(set(gaps)), "later each time"
    assert turn.pk not in notices.due(now + timedelta(days=9))


def test_a_mail_that_fails_once_arrives_the_next_time(turn: Notice, monkeypatch):
    with monkeypatch.context() as patched:
        patched.setattr(
            EmailBackend, "send_messages", lambda *args: (_ for _ in ()).throw(OSError("no route"))
        )
        delivery.deliver(turn.pk, NOON + SOON)
    delivery.deliver(turn.pk, NOON + timedelta(hours=1))
    turn.refresh_from_db()
    assert (turn.status, turn.tries, turn.error) == ("sent", 2, "no route")


def test_a_mail_that_cannot_even_be_written_holds_up_no_other(turn: Notice, monkeypatch):
    """Whatever goes wrong with one notice, it is kept with its error and tried less and less often."""

    def broken(*args: object) -> None:
        raise ValueError("no such word")

    monkeypatch.setattr(delivery, "notice_mail", broken)
    delivery.deliver(turn.pk, NOON + SOON)
    turn.refresh_from_db()
    assert (turn.status, turn.tries) == ("waiting", 1)
    assert "no such word" in turn.error
    assert turn.send_at > NOON + SOON


def test_the_sweep_delivers_what_is_due(turn: Notice):
    with time_machine.travel(NOON + SOON, tick=False):
        tasks.sweep_notices()
    assert len(mail.outbox) == 1


@pytest.mark.django_db(transaction=True)
def test_two_workers_at_once_send_one_mail():
    cast = Cast()
    table = cast.start(pace="correspondence")
    reachable(cast.bo)
    cast.ana.moves(table, default_of(table))
    notice = Notice.objects.get(table=table, kind="turn")
    barrier = threading.Barrier(4)

    def work(_: int) -> None:
        try:
            barrier.wait(PATIENCE)
            delivery.deliver(notice.pk, timezone.now() + SOON)
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(work, range(4)))
    notice.refresh_from_db()
    assert (notice.status, notice.tries, len(mail.outbox)) == ("sent", 1, 1)


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


# The mail


def parts(message: mail.EmailMultiAlternatives) -> tuple[Message, str, str]:
    """Headers, plain text and HTML, as they go over the wire."""
    sent = message.message()
    plain, html = (part.get_payload(decode=True) for part in sent.get_payload())  # type: ignore[union-attr]
    return sent, plain.decode(), html.decode()  # type: ignore[union-attr]


@pytest.mark.parametrize("language", ["en", "es", "pt-br"])
def test_the_mail_says_what_happened_and_what_is_asked(cast: Cast, language: str):
    table = cast.start(3, pace="correspondence")
    person = reachable(cast.bo, language)
    cast.ana.moves(table, default_of(table))
    notice = Notice.objects.get(table=table, seat=1, kind="turn")
    delivery.deliver(notice.pk, timezone.now() + SOON)
    (message,) = mail.outbox
    assert isinstance(message, mail.EmailMultiAlternatives)
    headers, plain, html = parts(message)
    assert f'lang="{language}"' in html
    for text in (plain, html):
        assert "http://localhost/go/" in text
        assert "Ana" in text and "Cy" in text and "Bo" in text
        assert people.silence_word(person).split(":")[0] in text
        assert table.seed not in text and table.watch_token not in text
    match, names = match_of(table), {seat.number: seat for seat in table.seat_set.all()}
    facts = [match.game.ask(match.stack[-1], 1)]
    facts += [match.game.tell(seen) for event in match.events if (seen := event.seen_by(1)) is not None]
    for fact in facts:
        with translation.override(language):
            assert say.plain(fact, names) in plain
        with translation.override("en"):
            assert (say.plain(fact, names) in plain) is (language == "en")
    assert "Ana" in str(headers["Subject"])


def test_the_unsubscribe_headers_work_with_one_click_and_without_a_token(turn: Notice, cast: Cast):
    delivery.deliver(turn.pk, NOON + SOON)
    headers = mail.outbox[0].message()
    assert headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    found = re.fullmatch(r"<http://localhost(/me/silence/\S+/)>", str(headers["List-Unsubscribe"]))
    assert found
    program = Browser(checks_csrf=True)
    assert program.get(found[1]).status == 200
    assert cast.bo.person.mails == "turns", "a program that follows links silences nobody"
    assert program.post(found[1], {"List-Unsubscribe": "One-Click"}).status == 200
    assert cast.bo.person.mails == "nothing"
    for wrong in ("x", "x" * 3000, found[1].split("/")[3][:-1] + "A"):
        assert program.post(f"/me/silence/{wrong}/").status == 200


@pytest.mark.parametrize("name", ["<b>x</b>", "O'Neill", "{rivals} %s", "Bcc: eve@x", '"A", <a@b.c>', "ليلى"])
def test_names_harm_neither_headers_nor_markup(cast: Cast, name: str):
    cast.ana.name = name
    table = cast.start(pace="correspondence")
    reachable(cast.bo)
    Seat.objects.filter(table=table, number=0).update(name=f"{name}\r\nBcc: eve@example.org"[:24])
    cast.ana.moves(table, default_of(table))
    delivery.deliver(Notice.objects.get(table=table, kind="turn").pk, timezone.now() + SOON)
    (message,) = mail.outbox
    assert isinstance(message, mail.EmailMultiAlternatives)
    assert message.recipients() == ["bo@example.org"]
    assert not {"\n", "\r"} & set(str(message.subject))
    headers, _, html = parts(message)
    assert headers["Bcc"] is None
    assert "<b>x" not in html


# Addresses


def wants_mail(browser: Browser) -> bool:
    """Whether anything is mailed unasked to whoever this is."""
    return notices.wish(Notice.Kind.REMINDER, browser.person) == notices.Wish.NOW


def confirmation(browser: Browser, address: str) -> str:
    """Give an address on one's page; the path of the link in the mail that comes."""
    mail.outbox = []
    assert browser.post("/me/", {"email": address}).status == 302
    tasks.sweep_notices()
    (message,) = mail.outbox
    assert message.to == [address.strip().lower()]
    found = re.search(r"http://localhost(/me/confirm/\S+/)", str(message.body))
    assert found
    return found[1]


def test_an_address_counts_once_its_link_was_followed(cast: Cast):
    link = confirmation(cast.ana, " Ana@Example.ORG ")
    assert not wants_mail(cast.ana)
    assert Browser().get(link).status == 200, "a mail program may look at it"
    assert not wants_mail(cast.ana)
    assert Browser().post(link).status == 302, "on any device"
    assert wants_mail(cast.ana)
    assert cast.ana.person.email == "ana@example.org"
    cast.ana.post("/me/", {"email": ""})
    assert (cast.ana.person.email, wants_mail(cast.ana)) == ("", False)


def test_a_link_is_good_for_half_an_hour_and_for_that_address(cast: Cast):
    with time_machine.travel(NOON, tick=False) as time:
        first = confirmation(cast.ana, "ana@example.org")
        time.move_to(NOON + timedelta(minutes=31))
        Browser().post(first)
        assert not wants_mail(cast.ana)
        second = confirmation(cast.ana, "ana@example.org")
        third = confirmation(cast.ana, "other@example.org")
        page = Browser()
        page.post(second)
        assert not wants_mail(cast.ana)
        assert "That link is no longer good: ask for a new one." in page.get("/me/").text
        Browser().post(third)
        assert wants_mail(cast.ana)


def test_forged_links_confirm_nothing(cast: Cast):
    link = confirmation(cast.ana, "ana@example.org")
    silence = people.silence_word(cast.ana.person)
    word = link.split("/")[3]
    for forged in (
        word[:-1] + ("A" if word[-1] != "A" else "B"),
        word + "x",
        "x",
        silence,
        "é",
        "%00",
        "x" * 3000,
    ):
        assert Browser().post(f"/me/confirm/{forged}/").status == 302
    assert not wants_mail(cast.ana)


@pytest.mark.parametrize(
    "address",
    ["ana", "ana@", "@example.org", "ana@example", "a b@example.org", "ana@example.org\nBcc: eve@example.org",
     "\x00@example.org", "x" * 10_000 + "@example.org", f"{'a' * 60}@{'.'.join(['b' * 60] * 4)}.org"],
)  # fmt: skip
def test_what_is_no_address_is_refused(cast: Cast, address: str):
    answer = cast.ana.post("/me/", {"email": address})
    assert answer.status == 422
    assert "That is not an e-mail address" in answer.text
    assert mail.outbox == []
    assert not Person.objects.exclude(email="").exists()


def test_nobody_learns_an_address(cast: Cast):
    table = cast.start(public="on")
    reachable(cast.bo)
    for browser in (cast.ana, cast.watcher):
        for url in ("/", at(table), at(table, "watch"), "/me/"):
            assert "bo@example.org" not in browser.get(url).text
    assert cast.ana.post("/me/", {"email": "bo@example.org"}).response["Location"] == "/me/"

"""What people are told outside the page: every kind once, as they wish, and only while it is so."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.core import mail
from django.utils import timezone, translation

from portal import (
    chat,
    clock,
    coming_back,
    delivery,
    lobby,
    newcomers,
    notices,
    people,
    play,
    say,
    tasks,
    timeouts,
    votes,
)
from portal.models import DaysOff, Message, Notice, Person, Seat, Table, Vote
from tests.portal.cast import Cast, at, default_of, drive, leaves, looks, match_of
from tests.portal.told import DAY, Kind, acts, of, reachable, seat_of, sweep, to

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
OVER_DAYS: dict[str, Any] = {"pace": "correspondence"}
TWO_DAYS = timedelta(days=2)


def make_so(cast: Cast, kind: Notice.Kind) -> Table:
    """Something of this kind has happened at a table where Bo sits on seat 1 (on 0, where hosts are told)."""
    match kind:
        case Kind.FULL | Kind.CLOSING:
            cast.ana, cast.bo = cast.bo, cast.ana
            table = cast.gather(2, **OVER_DAYS)
            cast.ana, cast.bo = cast.bo, cast.ana
            if kind == Kind.CLOSING:
                host = table.seat_set.filter(host=True)
                notices.post(table, kind, host, table.version, timezone.now())
            return table
        case Kind.STARTED:
            return cast.start(3, order=[2, 0, 1], **OVER_DAYS)
        case Kind.TURN:
            table = cast.start(3, **OVER_DAYS)
            acts(table, 0)
        case Kind.REMINDER:
            table = cast.start(3, **OVER_DAYS)
            acts(table, 0)
            past = timezone.now() + timedelta(hours=9)  # less than a fifth of two days
            table.seat_set.filter(number=1).update(due_at=past)
            Notice.objects.filter(table=table, kind=kind).update(send_at=timezone.now())
        case Kind.RESULT:
            table = cast.start(2, **OVER_DAYS)
            play.resign(table.pk, cast.ana.person)
        case Kind.AUTOPILOT:
            table = cast.start(3, order=[1, 2, 0], **OVER_DAYS)
            past = timezone.now() - timedelta(minutes=1)
            table.seat_set.filter(number=1).update(timeouts=2, due_at=past)
            timeouts.time_out(table.pk, timezone.now())
        case Kind.REPLACED:
            table = cast.start(3, **OVER_DAYS)
            newcomers.leave(table.pk, cast.cy.person)
            newcomers.take_over(table.pk, cast.watcher.person, number=2, name="Dee")
        case Kind.TAKEN:
            table = cast.start(3, **OVER_DAYS)
            coming_back.come_back(table.pk, cast.watcher.person, name="Bo", bring_here=True)
        case Kind.LINK:
            table = cast.start(3, **OVER_DAYS)
            notices.post(table, kind, table.seat_set.filter(number=1), table.ply, timezone.now())
        case Kind.TAKEBACK:
            table = cast.start(3, **OVER_DAYS)
            Vote.objects.create(table=table, kind=Vote.Kind.TAKEBACK, subject=1, voter=0)
            others = table.seat_set.filter(number__gt=0)
            notices.post(table, kind, others, table.ply, timezone.now(), subject=0)
        case Kind.CHAT:
            table = cast.start(3, **OVER_DAYS)
            line = Message.objects.create(table=table, seat=0, name="Ana", text="Well played & <b>so on</b>")
            notices.post(table, kind, table.seat_set.exclude(number=0), line.pk, timezone.now())
        case Kind.DAYS_OFF:
            table = cast.start(3, **OVER_DAYS)
            now = timezone.now()
            off = DaysOff.objects.create(person=cast.ana.person, begins_at=now + DAY, ends_at=now + 3 * DAY)
            others = table.seat_set.filter(number__gt=0)
            notices.post(table, kind, others, off.pk, now, subject=0)
    table.refresh_from_db()
    return table


def about(mails: list[Any], kind: Notice.Kind) -> list[Any]:
    """The mails whose notice is of this kind."""
    ids = {f"<notice.{row.pk}@localhost>" for row in Notice.objects.filter(kind=kind)}
    return [one for one in mails if one.extra_headers.get("Message-ID") in ids]


SAID = {
    Kind.TURN: "your move",
    Kind.REMINDER: "your time is nearly up",
    Kind.FULL: "everybody is here",
    Kind.STARTED: "the match has begun",
    Kind.RESULT: "the match is over",
    Kind.AUTOPILOT: "your seat plays by itself",
    Kind.REPLACED: "Dee has taken a seat over",
    Kind.TAKEN: "your seat was opened on another device",
    Kind.LINK: "the link to your seat",
    Kind.TAKEBACK: "Ana asks to take moves back",
    Kind.CLOSING: "your table closes tomorrow",
    Kind.CHAT: "somebody wrote to you",
    Kind.DAYS_OFF: "Ana takes days off",
}


@pytest.mark.parametrize("kind", Kind.values)
def test_every_kind_is_mailed_once(cast: Cast, kind: str):
    """Were one kind forgotten, nobody would notice for months."""
    reachable(cast.bo)
    table = make_so(cast, Kind(kind))
    sent = about(sweep(), Kind(kind))
    assert to(sent) == ["bo"]
    assert sent[0].subject.endswith(SAID[Kind(kind)])
    assert sent[0].subject.startswith("Drakon")
    host = sent[0].extra_headers
    assert host["References"] == host["In-Reply-To"] == f"<table.{table.pk}@localhost>"
    assert ("List-Unsubscribe" in host) is (kind != Kind.LINK)
    assert about(sweep(), Kind(kind)) == []


@pytest.mark.parametrize("language", ["es", "pt-br"])
@pytest.mark.parametrize("kind", Kind.values)
def test_every_kind_speaks_its_readers_language(cast: Cast, kind: str, language: str):
    reachable(cast.bo, language=language)
    make_so(cast, Kind(kind))
    (sent,) = about(sweep(), Kind(kind))
    html = str(sent.alternatives[0][0])
    assert f'lang="{language}"' in html
    for english in (SAID[Kind(kind)], "To my seat", "To the table", "No more such mails", "Hello"):
        assert english not in sent.subject + sent.body + html


# What people wish

NOW, DIGEST, LATER = "now", "digest", "later"
ALWAYS = {Kind.REMINDER, Kind.CLOSING, Kind.TAKEN}
WISHES = {
    Person.Mails.TURNS: lambda kind: NOW,
    Person.Mails.DIGEST: lambda kind: NOW if kind in {*ALWAYS, Kind.LINK} else DIGEST,
    Person.Mails.REMINDERS: lambda kind: NOW if kind in {*ALWAYS, Kind.LINK} else LATER,
    Person.Mails.NOTHING: lambda kind: NOW if kind == Kind.LINK else LATER,
}


@pytest.mark.parametrize("wish", Person.Mails.values)
@pytest.mark.parametrize("kind", Kind.values)
def test_everybody_is_told_as_they_wish(cast: Cast, kind: str, wish: str):
    """And what is not told now waits: who changes their mind, is told."""
    with time_machine.travel(NOON, tick=False) as time:
        reachable(cast.bo, mails=wish)
        table = make_so(cast, Kind(kind))
        expected = WISHES[Person.Mails(wish)](Kind(kind))
        mails = sweep()
        digests = [one for one in mails if "Message-ID" not in one.extra_headers]
        assert len(about(mails, Kind(kind))) == (expected == NOW)
        if expected == DIGEST:
            assert to(digests) == ["bo"]
        row = Notice.objects.filter(table=table, kind=kind, seat__in=[0, 1]).order_by("-seat").first()
        assert row is not None
        assert row.status == ("waiting" if expected == LATER else "sent")
        if expected == LATER:
            people.set_mails(cast.bo.person, "turns")
            time.shift(notices.SILENCED + timedelta(minutes=5))
            assert to(about(sweep(), Kind(kind))) == ["bo"]


@pytest.mark.parametrize("what", ["no address", "not confirmed", "refused"])
def test_who_cannot_be_reached_is_told_once_they_can(cast: Cast, what: str):
    person = reachable(cast.bo)
    values: dict[str, dict[str, Any]] = {
        "no address": {"email": ""},
        "not confirmed": {"email_confirmed_at": None},
        "refused": {"address_failed_at": timezone.now()},
    }
    Person.objects.filter(pk=person.pk).update(**values[what])
    make_so(cast, Kind.TURN)
    assert sweep() == []
    reachable(cast.bo)
    assert to(sweep(timezone.now() + 2 * notices.SILENCED)) == ["bo"]


def test_the_acting_person_is_not_told_but_reminded(cast: Cast):
    """Whose next turn begins with their own move is there now, and may be away when its time runs out."""
    table = cast.start(2, **OVER_DAYS)
    assert of(table, Kind.TURN) == []
    assert of(table, Kind.REMINDER) == [0], "Ana has begun the match and the first turn is hers"
    assert of(table, Kind.STARTED) == [1]


def test_who_begins_hears_it_once(cast: Cast):
    table = cast.start(3, order=[1, 0, 2], **OVER_DAYS)
    assert of(table, Kind.TURN) == [1]
    assert of(table, Kind.STARTED) == [2]


def test_nobody_hears_of_a_start_who_was_asked_since(cast: Cast):
    for browser in (cast.bo, cast.cy):
        reachable(browser)
    table = cast.start(3, order=[0, 1, 2], **OVER_DAYS)
    acts(table, 0)
    mails = sweep()
    assert [(one.to[0], one.subject.rpartition(": ")[2]) for one in mails] == [
        ("cy@example.org", "the match has begun"),
        ("bo@example.org", "your move"),
    ]


# Looking


def test_looking_at_another_table_silences_nothing(cast: Cast):
    reachable(cast.bo)
    table, other = cast.start(2, **OVER_DAYS), cast.start(2, **OVER_DAYS)
    acts(table, 0)
    looks(other, 1)
    assert to(about(sweep(), Kind.TURN)) == ["bo"]


def test_who_wants_mail_while_the_table_is_open_gets_it(cast: Cast):
    reachable(cast.bo, mails_while_open=True)
    table = make_so(cast, Kind.TURN)
    looks(table, 1)
    assert to(about(sweep(), Kind.TURN)) == ["bo"]


def test_a_page_left_open_is_believed_for_half_an_hour(cast: Cast):
    reachable(cast.bo)
    table = make_so(cast, Kind.TURN)
    looks(table, 1)
    assert sweep() == []
    looks(table, 1)
    assert to(sweep(timezone.now() + notices.LEFT_OPEN + notices.WAIT)) == ["bo"]


def test_who_leaves_the_moment_before_is_told_later(cast: Cast):
    reachable(cast.bo)
    table = make_so(cast, Kind.TURN)
    looks(table, 1)
    assert sweep() == []
    leaves(table, 1)
    assert to(about(sweep(timezone.now() + 3 * notices.WAIT), Kind.TURN)) == ["bo"]


def test_whose_seat_was_taken_is_told_although_its_new_holder_looks(cast: Cast):
    reachable(cast.bo)
    table = make_so(cast, Kind.TAKEN)
    looks(table, 1)
    (sent,) = about(sweep(), Kind.TAKEN)
    assert "one click gives you the seat back" in sent.body
    assert at(table) in sent.body


# Several seats


def test_one_person_on_several_seats_gets_one_mail(cast: Cast):
    person = reachable(cast.bo)
    table = cast.start(3, **OVER_DAYS)
    table.seat_set.filter(number=2).update(person=person)
    votes_row = Vote.objects.create(table=table, kind=Vote.Kind.TAKEBACK, subject=1, voter=0)
    others = list(table.seat_set.filter(number__gt=0))
    notices.post(table, Kind.TAKEBACK, others, table.ply, timezone.now(), subject=votes_row.voter)
    assert to(about(sweep(), Kind.TAKEBACK)) == ["bo"]


def test_who_plays_all_seats_on_one_screen_is_told_nothing(cast: Cast):
    person = reachable(cast.ana)
    table = cast.start(3, **OVER_DAYS)
    table.seat_set.update(person=person)
    play.make_move(table.pk, person, default_of(table), prompt=None, key="one", looking=0)
    assert sweep(timezone.now() + TWO_DAYS) == []


def test_the_next_seat_of_the_same_device_needs_no_telling(cast: Cast):
    person = reachable(cast.ana)
    table = cast.start(3, **OVER_DAYS)
    table.seat_set.filter(number=1).update(person=person)
    table.seat_set.filter(number=0).update(person=person)
    play.make_move(table.pk, person, default_of(table), prompt=None, key="one", looking=0)
    assert of(table, Kind.TURN) == []
    assert of(table, Kind.REMINDER) == [0, 1]


# Reminders


def test_a_reminder_comes_when_four_fifths_of_the_time_are_used(cast: Cast):
    reachable(cast.bo, mails="reminders")
    with time_machine.travel(NOON, tick=False):
        table = cast.start(2, clock_correspondence=str(24 * clock.HOUR), **OVER_DAYS)
        acts(table, 0)
    due = seat_of(table, 1).due_at
    assert due is not None
    row = Notice.objects.get(table=table, kind=Kind.REMINDER, seat=1)
    assert due - row.send_at == 0.2 * (due - NOON)
    assert sweep(row.send_at - timedelta(seconds=1)) == []
    with time_machine.travel(row.send_at, tick=False):
        (sent,) = sweep(row.send_at)
    assert "your time is nearly up" in sent.subject


def test_a_reminder_reads_the_clock_again(cast: Cast):
    reachable(cast.bo)
    with time_machine.travel(NOON, tick=False):
        table = cast.start(2, **OVER_DAYS)
        acts(table, 0)
    row = Notice.objects.get(table=table, kind=Kind.REMINDER, seat=1)
    later = seat_of(table, 1).due_at + DAY  # type: ignore[operator]
    table.seat_set.filter(number=1).update(due_at=later)
    with time_machine.travel(row.send_at, tick=False):
        delivery.deliver(row.pk, row.send_at)
    assert about(mail.outbox, Kind.REMINDER) == []
    before = row.send_at
    row.refresh_from_db()
    assert (row.status, row.send_at) == ("waiting", before + DAY)


def test_moving_ends_the_reminder(cast: Cast):
    reachable(cast.bo)
    table = make_so(cast, Kind.REMINDER)
    acts(table, 1)
    assert about(sweep(timezone.now() + 10 * timedelta(hours=1)), Kind.REMINDER) == []


def test_a_reminder_goes_to_whoever_sits_there_by_then(cast: Cast):
    reachable(cast.bo)
    reachable(cast.cy)
    table = cast.start(2, **OVER_DAYS)
    acts(table, 0)
    table.seat_set.filter(number=1).update(person=cast.cy.person)
    when = timezone.now() + TWO_DAYS * 0.9
    with time_machine.travel(when, tick=False):
        assert to(about(sweep(when), Kind.REMINDER)) == ["cy"]


def test_live_tables_have_no_reminders(cast: Cast):
    table = cast.start(2, clock_live="120")
    acts(table, 0)
    assert of(table, Kind.REMINDER) == []


def test_after_the_deadline_nobody_is_reminded(cast: Cast):
    reachable(cast.bo)
    table = cast.start(2, **OVER_DAYS)
    acts(table, 0)
    assert about(sweep(timezone.now() + 3 * DAY), Kind.REMINDER) == []


# The end


def test_the_end_takes_back_what_was_to_be_said_and_tells_the_result(cast: Cast):
    """Also to who was out before; once."""
    players = cast.players(3)
    for browser in players:
        reachable(browser)
    table = drive(cast.start(3, **OVER_DAYS), 7)
    pending = Notice.objects.filter(table=table, status="waiting").exclude(kind=Kind.RESULT)
    assert pending.exists()
    drive(table)
    assert not pending.filter(kind__in=[Kind.TURN, Kind.REMINDER, Kind.STARTED]).exists()
    mails = sweep()
    assert to(mails) == ["ana", "bo", "cy"]
    winners = match_of(table).outcome.winners  # type: ignore[union-attr]
    for one in mails:
        assert "the match is over" in one.subject
        assert all(seat_of(table, winner).name in one.body for winner in winners)
    assert sweep(timezone.now() + DAY) == []


def test_who_has_seen_the_result_is_not_told(cast: Cast):
    reachable(cast.bo)
    table = make_so(cast, Kind.RESULT)
    table.seat_set.filter(number=1).update(saw_end=True)
    assert sweep() == []


@pytest.mark.parametrize("why", [Table.Why.HOST, Table.Why.ABANDONED, Table.Why.AGREED])
def test_a_closed_match_is_told_with_its_reason(cast: Cast, why: Table.Why):
    reachable(cast.bo)
    table = cast.start(2, **OVER_DAYS)
    acts(table, 0)
    play.end(table, timezone.now(), why=why)
    table.save()
    (sent,) = sweep()
    assert "Nobody wins." in sent.body
    assert "this table" in sent.body


def test_a_waiting_room_that_closes_tells_nobody(cast: Cast):
    reachable(cast.bo)
    table = cast.gather(2, **OVER_DAYS)
    lobby.close(table.pk, cast.ana.person)
    assert sweep() == []


# What is no longer so


@pytest.mark.parametrize("kind", sorted(set(Kind) - {Kind.TURN, Kind.REMINDER}))
def test_old_news_are_no_news(cast: Cast, kind: Notice.Kind):
    reachable(cast.bo)
    make_so(cast, kind)
    Notice.objects.update(created_at=timezone.now() - notices.FRESH - timedelta(minutes=5))
    assert about(sweep(), kind) == []


def undo(cast: Cast, table: Table, kind: Notice.Kind) -> None:
    """What the notice says is so no more."""
    match kind:
        case Kind.FULL:
            lobby.leave(table.pk, cast.ana.person)
        case Kind.STARTED:
            acts(table, 2)
            acts(table, 0)
        case Kind.AUTOPILOT:
            play.awake(table.pk, cast.bo.person)
        case Kind.TAKEN:
            coming_back.reclaim(table.pk, cast.bo.person)
        case Kind.TAKEBACK:
            votes.decline(table.pk, cast.ana.person)
        case Kind.CLOSING:
            Table.objects.filter(pk=table.pk).update(version=table.version + 1)
        case Kind.CHAT:
            Message.objects.update(hidden_at=timezone.now())
        case Kind.DAYS_OFF:
            DaysOff.objects.all().delete()
        case _:
            Seat.objects.filter(table=table, number=1).update(person=cast.watcher.person)


@pytest.mark.parametrize("kind", sorted(set(Kind) - {Kind.RESULT}))
def test_what_is_so_no_more_is_not_told(cast: Cast, kind: Notice.Kind):
    reachable(cast.bo)
    table = make_so(cast, kind)
    undo(cast, table, kind)
    assert about(sweep(), kind) == []


def test_what_is_so_again_is_told_though_it_fell_silent_untold_and_once(cast: Cast):
    reachable(cast.bo)
    table = make_so(cast, Kind.TAKEBACK)
    undo(cast, table, Kind.TAKEBACK)
    assert about(sweep(), Kind.TAKEBACK) == []
    for expected in (["bo"], []):
        Vote.objects.get_or_create(table=table, kind=Vote.Kind.TAKEBACK, subject=1, voter=0)
        notices.post(table, Kind.TAKEBACK, [seat_of(table, 1)], table.ply, timezone.now(), subject=0)
        assert to(about(sweep(), Kind.TAKEBACK)) == expected


def test_chat_is_told_once_until_it_is_read(cast: Cast):
    reachable(cast.bo)
    table = cast.start(2, **OVER_DAYS)
    for number in range(3):
        chat.write(table.pk, 0, cast.ana.person, f"line {number}", key=f"k{number}")
    later = timezone.now() + chat.TOLD_AFTER + notices.WAIT
    (sent,) = about(sweep(later), Kind.CHAT)
    assert [line for line in sent.body.splitlines() if "line" in line] == [
        f"- Ana: line {n}" for n in range(3)
    ]
    assert of(table, Kind.CHAT) == [1], "the author is not told"
    assert about(sweep(later + DAY), Kind.CHAT) == []


def test_a_freed_seats_holder_is_told_and_no_more_afterwards(cast: Cast):
    reachable(cast.cy)
    table = cast.start(3, **OVER_DAYS)
    table.seat_set.filter(number=2).update(autopilot_since=timezone.now())
    votes.replace(table.pk, cast.ana.person, 2)
    votes.replace(table.pk, cast.bo.person, 2)
    (sent,) = sweep()
    assert "your seat was freed" in sent.subject
    newcomers.take_over(table.pk, cast.watcher.person, number=2, name="Dee")
    drive(table)
    assert to(sweep(timezone.now() + DAY)) == []


# The digest


def many(cast: Cast, number: int) -> list[Table]:
    """Bo is awaited at so many tables, each with a deadline of its own, the earlier opened the later."""
    tables = []
    for n in range(number):
        table = cast.start(2, order=[1, 0], **OVER_DAYS)
        due = timezone.now() + timedelta(hours=number - n)
        table.seat_set.filter(number=1).update(due_at=due)
        tables.append(table)
    return tables


def test_ten_turns_are_one_mail_that_lists_ten_tables(cast: Cast):
    with time_machine.travel(NOON, tick=False) as time:
        reachable(cast.bo, mails="digest")
        tables = many(cast, 10)
        time.shift(notices.WAIT)
        tasks.sweep_notices()
        tasks.sweep_digests()
        (sent,) = mail.outbox
        assert sent.subject == "10 tables wait for you"
        links = re.findall(r"http://localhost(/go/\S+)", str(sent.body))
        assert len(links) == 10
        shown = [people.seat_linked(link.split("/")[2])[1].table for link in links]
        assert shown == tables[::-1], "the most urgent first"
        assert set(Notice.objects.filter(kind=Kind.TURN).values_list("status", flat=True)) == {"sent"}
        for _ in range(3):
            time.shift(timedelta(hours=1))
            tasks.sweep_notices()
            tasks.sweep_digests()
        assert len(mail.outbox) == 1
        Notice.objects.filter(kind=Kind.REMINDER).delete()
        Seat.objects.filter(number=1).update(due_at=timezone.now() + timedelta(days=9))
        time.move_to(datetime(2026, 3, 2, 8, 0, tzinfo=UTC))
        tasks.sweep_digests()
        assert [one.subject for one in mail.outbox] == ["10 tables wait for you"] * 2


def test_three_hundred_tables_are_all_listed(cast: Cast, django_assert_max_num_queries: Any):
    with time_machine.travel(NOON, tick=False):
        person = reachable(cast.bo, mails="digest")
        first = cast.start(2, order=[1, 0], **OVER_DAYS)
        seats = list(first.seat_set.all())
        for number in range(299):
            first.pk, first.token, first.watch_token = (
                None,
                f"token-of-table-{number}",
                f"watch-of-table-{number}",
            )
            first.save()
            for seat in seats:
                seat.pk, seat.table = None, first
                seat.save()
        assert Table.objects.count() == 300
        with django_assert_max_num_queries(16):
            delivery.digest(person.pk, NOON + timedelta(hours=1))
        (sent,) = mail.outbox
        assert sent.subject == "300 tables wait for you"
        assert str(sent.body).count("/go/") == 300


@pytest.mark.parametrize(
    ("zone", "hour"), [("UTC", 8), ("Europe/Madrid", 7), ("America/Sao_Paulo", 11), ("no/such", 8), ("", 8)]
)
def test_the_digest_comes_in_the_morning_where_its_reader_is(cast: Cast, zone: str, hour: int):
    day = datetime(2026, 3, 2, tzinfo=UTC)
    with time_machine.travel(day - timedelta(hours=6), tick=False):
        person = reachable(cast.bo, mails="digest", zone=zone, digest_at=day - timedelta(hours=5))
        many(cast, 1)
    before, after = day + timedelta(hours=hour, minutes=-1), day + timedelta(hours=hour)
    assert notices.digests(before) == []
    assert notices.digests(after) == [person.pk]


def test_the_digest_tells_news_by_a_line(cast: Cast):
    with time_machine.travel(NOON, tick=False):
        reachable(cast.bo, mails="digest")
        make_so(cast, Kind.RESULT)
        (sent,) = sweep()
        assert sent.subject == "News from your tables"
        assert "- Drakon with Ana: the match is over" in sent.body


def test_a_digest_that_fails_is_tried_again_and_given_up_for_the_day(cast: Cast, monkeypatch: Any):
    with time_machine.travel(NOON, tick=False):
        person = reachable(cast.bo, mails="digest")
        many(cast, 1)
    with monkeypatch.context() as patched:
        patched.setattr(delivery, "digest_mail", lambda *_args: (_ for _ in ()).throw(OSError("no route")))
        now = NOON + notices.WAIT
        for tries in range(1, notices.TRIES):
            delivery.digest(person.pk, now)
            person.refresh_from_db()
            assert (person.digest_tries, person.mail_error) == (tries, "no route")
            assert person.digest_retry_at is not None
            assert person.pk not in notices.digests(now)
            now = person.digest_retry_at
        delivery.digest(person.pk, now)
    person.refresh_from_db()
    assert (person.digest_tries, person.digest_at, person.mail_error) == (0, now, "no route")
    assert notices.digests(now + timedelta(minutes=5)) == []


def test_a_table_of_an_older_generation_still_tells_its_people(cast: Cast):
    """By the rules that it was born with: who is asked, what, and how it ended."""
    for browser in cast.players(3):
        reachable(browser)
    table = cast.gather(3, game="natrak", option_version="aventureros", **OVER_DAYS)
    Table.objects.filter(pk=table.pk).update(generation=1, order=[0, 1, 2], seed="old")
    lobby.start(table.pk, cast.ana.person)
    drive(table, 40)
    match = match_of(table)
    assert match.generation == 1 < match.game.generation
    (number,) = match.waiting
    (sent,) = about(sweep(), Kind.TURN)
    assert to([sent]) == [cast.players(3)[number].name.lower()]
    names = {seat.number: seat for seat in table.seat_set.all()}
    with translation.override("en"):
        assert say.plain(match.game.ask(match.stack[-1], number), names) in sent.body
    lobby.close(table.pk, cast.ana.person)
    assert to(about(sweep(), Kind.RESULT)) == ["ana", "bo", "cy"]


# What a mail says


def test_the_deadline_is_told_in_the_readers_zone_by_name(cast: Cast):
    with time_machine.travel(NOON, tick=False):
        reachable(cast.bo, zone="America/Sao_Paulo")
        make_so(cast, Kind.TURN)
        (sent,) = about(sweep(), Kind.TURN)
    for text in (str(sent.body), str(sent.alternatives[0][0])):
        assert "You have until March 3, 2026, 9 a.m. (America/Sao Paulo)." in text


@pytest.mark.parametrize("zone", ["", "No/Such_Zone", "../etc/passwd", "x" * 64])
def test_without_a_known_zone_it_is_utc_by_name(cast: Cast, zone: str):
    with time_machine.travel(NOON, tick=False):
        reachable(cast.bo, zone=zone)
        make_so(cast, Kind.TURN)
        (sent,) = about(sweep(), Kind.TURN)
    assert "You have until March 3, 2026, noon (UTC)." in str(sent.body)


def test_the_link_opens_the_seat_on_any_device(cast: Cast):
    person = reachable(cast.bo)
    table = make_so(cast, Kind.TURN)
    (sent,) = about(sweep(), Kind.TURN)
    found = re.search(r"http://localhost(/go/\S+/)", str(sent.body))
    assert found
    assert people.seat_linked(found[1].split("/")[2]) == (person, seat_of(table, 1))
    assert cast.bo.get(found[1]).response["Location"] == at(table)


@pytest.mark.parametrize(
    "name",
    ["A\r\nBcc: eve@x.y", "A\x07\x0bB", "🐉🐉", "ليلى", "<b>A</b>", "{name} %s", "A,B <x@y>", "\u2028A"],
)
@pytest.mark.parametrize("kind", [Kind.TURN, Kind.REPLACED, Kind.TAKEBACK, Kind.DAYS_OFF, Kind.CHAT])
def test_a_name_harms_neither_headers_nor_markup(cast: Cast, kind: Notice.Kind, name: str):
    reachable(cast.bo)
    table = make_so(cast, kind)
    table.seat_set.filter(number__in=[0, 2]).update(name=name)
    (sent,) = about(sweep(), kind)
    assert sent.recipients() == ["bo@example.org"]
    assert not any(c in sent.subject for c in "\r\n\x07\x0b")
    wire = sent.message()
    assert wire["Bcc"] is None
    assert wire["Subject"] is not None
    assert "<b>A" not in str(sent.alternatives[0][0])
    wire.as_bytes()


def test_a_name_from_right_to_left_leaves_the_sentence_in_order(cast: Cast):
    reachable(cast.bo)
    table = make_so(cast, Kind.TURN)
    table.seat_set.filter(number=0).update(name="ليلى")
    (sent,) = about(sweep(), Kind.TURN)
    assert "\u2068ليلى\u2069" in sent.subject


def test_a_confirmation_is_asked_again_only_where_it_is_still_wanted(cast: Cast, monkeypatch: Any):
    """Who enters another address while the mail is on its way is asked there."""
    person = cast.ana.person
    people.set_email(person, "ana@example.org")

    def meanwhile(mailed: Person, word: str) -> None:
        people.set_email(person, "other@example.org")

    with monkeypatch.context() as patched:
        patched.setattr(delivery, "send_confirmation", meanwhile)
        delivery.confirm(person.pk, timezone.now())
    person.refresh_from_db()
    assert person.email == "other@example.org"
    assert person.confirm_at is not None


def test_every_address_in_a_mail_is_ours(cast: Cast):
    reachable(cast.bo)
    make_so(cast, Kind.TURN)
    (sent,) = about(sweep(), Kind.TURN)
    for found in re.findall(r"https?://[^\s\"<]+", str(sent.body) + str(sent.alternatives[0][0])):
        assert found.startswith("http://localhost/"), found

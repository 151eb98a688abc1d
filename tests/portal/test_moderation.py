"""What the staff do, on the admin's own pages: each act with its right, a reason and an entry that stays."""

from __future__ import annotations

import html
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.contrib.auth.models import Permission
from django.core import mail
from django.db import DatabaseError, connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.core import notation
from portal import absence, chat, holidays, matches, moderation, play, reports, tasks, timeouts
from portal.access import at_table
from portal.models import (
    Audit,
    Ban,
    DaysOff,
    Message,
    Move,
    Notice,
    Person,
    PushDevice,
    Report,
    Seat,
    Table,
)
from tests.portal.cast import Browser, Cast, at, drive, match_of, stored
from tests.portal.staff import WHY, Staff, agrees, group, url
from tests.portal.test_budgets import many_tables
from tests.portal.test_secrets import Scan, page, twin_of

pytestmark = pytest.mark.django_db

SLOW: dict[str, Any] = {"pace": "correspondence"}


def again(table: Table) -> Table:
    return Table.objects.get(pk=table.pk)


def seat_of(table: Table, number: int) -> Seat:
    return Seat.objects.get(table=table, number=number)


def address(browser: Browser) -> Person:
    """The browser's person has a confirmed address from now on."""
    Person.objects.filter(pk=browser.person.pk).update(
        email=f"{browser.name.lower()}@example.org", email_confirmed_at=timezone.now()
    )
    return browser.person


def said(cast: Cast, table: Table) -> Message:
    """Bo has said something bad, and Ana has reported it."""
    message = chat.write(table.pk, 1, cast.bo.person, "something bad", key="said")
    reports.report(at_table(table, cast.ana.person), cast.ana.person, "look", line=message.pk)
    return message


def failed(table: Table, browser: Browser, number: int) -> Notice:
    """A notice to a seat's holder that could not be sent."""
    return Notice.objects.create(
        table=table, seat=number, kind=Notice.Kind.TURN, ply=seat_of(table, number).awaited_ply or 0,
        person=address(browser), status=Notice.Status.FAILED, send_at=timezone.now(), tries=8, error="no route",
    )  # fmt: skip


def entry() -> Audit:
    found = Audit.objects.first()
    assert found is not None
    return found


# Close and reopen


def test_a_closed_table_clears_what_could_still_fire_and_reopened_goes_on(cast: Cast):
    staff, table = Staff(), drive(cast.start(3, **SLOW), 5)
    before = stored(table)
    assert staff.does_act(Table, "close", table).status == 302
    table = again(table)
    assert (table.status, table.closed_because, table.due_at) == ("closed", "staff", None)
    agrees(table)
    assert "The moderators closed this table." in cast.ana.table(table).text
    with time_machine.travel(timezone.now() + timedelta(days=10)):
        assert staff.does_act(Table, "reopen", table).status == 302
        table = again(table)
        assert (table.status, table.closed_because, table.ended_at) == ("running", "", None)
        assert table.due_at is not None and table.due_at - timezone.now() > timedelta(hours=47)
        agrees(table)
        assert cast.awaited(table).table(table).read.picks
        assert drive(table, table.ply + 2).ply == table.ply
    assert stored(table)[5][: before[1]] == before[5]  # type: ignore[index]
    close, reopen = Audit.objects.order_by("pk")
    assert (close.action, reopen.action) == ("close", "reopen")
    assert close.before["status"] == "running" and close.after["status"] == "closed"
    assert (reopen.reason, reopen.user, reopen.table_number) == (WHY, staff.user, table.pk)


def test_whoever_is_awaited_is_told_again_and_of_the_real_end_once(cast: Cast):
    staff, table = Staff(), drive(cast.start(**SLOW), 5)
    number = match_of(table).waiting[0]
    address(cast.players()[number])
    staff.does_act(Table, "close", table)
    with time_machine.travel(timezone.now() + timedelta(minutes=5)):
        tasks.sweep_notices()
    assert len(mail.outbox) == 1, "the result"
    staff.does_act(Table, "reopen", table)
    with time_machine.travel(timezone.now() + timedelta(minutes=5)):
        tasks.sweep_notices()
        assert len(mail.outbox) == 2, "your turn"
    staff.does_act(Table, "close", table)
    with time_machine.travel(timezone.now() + timedelta(minutes=5)):
        tasks.sweep_notices()
    assert len(mail.outbox) == 3


def test_a_waiting_room_is_reopened_as_one(cast: Cast):
    staff, table = Staff(), cast.gather()
    staff.does_act(Table, "close", table)
    assert again(table).status == "closed"
    staff.does_act(Table, "reopen", table)
    assert again(table).status == "waiting"
    assert cast.ana.does(table, "start").status == 302
    assert again(table).status == "running"


def test_a_table_that_everybody_left_is_reopened_with_everybody_awake(cast: Cast):
    staff, table = Staff(), cast.start(**SLOW)
    with time_machine.travel(timezone.now()) as clock:
        for _ in range(12):
            if again(table).status != "running":
                break
            clock.shift(timedelta(days=3))
            timeouts.time_out(table.pk, timezone.now())
        assert again(table).closed_because == "abandoned"
        staff.client.force_login(staff.user)
        staff.does_act(Table, "reopen", table)
        assert again(table).status == "running"
        assert not Seat.objects.filter(table=table, autopilot_since__isnull=False).exists()
        agrees(table)


# The clock


def test_the_default_is_played_for_who_is_awaited_and_counts_as_no_time_out(cast: Cast):
    staff, table = Staff(), drive(cast.start(**SLOW), 4)
    number = match_of(table).waiting[0]
    expected = match_of(table).default(number)
    staff.does_act(Table, "play-default", table)
    table = again(table)
    assert match_of(table).story[5].move == expected
    assert Move.objects.get(table=table, ply=5).by == "staff"
    log = cast.ana.table(table).text
    assert "By the moderators:" in log and "Time ran out:" not in log
    assert seat_of(table, number).timeouts == 0
    agrees(table)
    assert "ply" in entry().after
    assert str(expected) not in f"{entry().after}{entry().subject}"


def test_hours_are_added_and_the_reminder_moves_along(cast: Cast):
    staff, table = Staff(), cast.start(**SLOW)
    due = again(table).due_at
    assert due is not None
    Notice.objects.filter(table=table, kind="reminder").update(status="sent", sent_at=timezone.now())
    staff.does_act(Table, "extend", table, hours=30)
    table = again(table)
    assert table.due_at is not None
    assert abs(table.due_at - due - timedelta(hours=30)) < timedelta(seconds=5)
    agrees(table)
    reminder = Notice.objects.get(table=table, kind="reminder")
    assert reminder.status == "waiting"
    assert abs(reminder.send_at - (table.due_at - timedelta(hours=48) * 0.2)) < timedelta(seconds=5)


def test_after_an_outage_every_running_table_has_more_time_and_what_was_overdue_has_it_from_now(cast: Cast):
    staff = Staff()
    slow, live, unclocked = cast.start(**SLOW), cast.start(clock_live="60"), cast.start()
    with time_machine.travel(timezone.now() + timedelta(days=4)):
        answer = staff.does_act(Table, "extend-all", hours=6)
        assert answer.status == 302
        for table in (slow, live):
            left = again(table).due_at - timezone.now()  # type: ignore[operator]
            assert abs(left - timedelta(hours=6)) < timedelta(seconds=5)
            agrees(table)
        assert timeouts.time_out(slow.pk, timezone.now()) == 0
    assert again(unclocked).due_at is None
    assert set(Audit.objects.values_list("table_number", flat=True)) == {slow.pk, live.pk}
    assert "2 tables have more time" in staff.get(url(Table, "changelist")).text


def test_a_table_that_no_longer_replays_keeps_no_other_from_having_more_time(cast: Cast):
    staff = Staff()
    tables = [drive(cast.start(**SLOW), 3) for _ in range(3)]
    before = [again(table).due_at for table in tables]
    Move.objects.filter(table=tables[1], ply=2).update(text="nonsense")
    for table in tables:
        matches.forget(table.pk)
    assert staff.does_act(Table, "extend-all", hours=6).status == 302
    after = [again(table).due_at for table in tables]
    assert after[1] == before[1]
    for was, now in ((before[0], after[0]), (before[2], after[2])):
        assert was and now and now - was == timedelta(hours=6)
    assert set(Audit.objects.values_list("table_number", flat=True)) == {tables[0].pk, tables[2].pk}
    shown = html.unescape(staff.get(url(Table, "changelist")).text)
    said = "2 tables have more time. 1 failed, and the server's log says why"
    assert f"{said}: {tables[1].pk}." in shown


def test_hours_that_are_added_are_hours_of_running_time(cast: Cast):
    staff, table, now = Staff(), cast.start(**SLOW), timezone.now()
    holidays.take(cast.ana.person, (now + timedelta(days=3)).date(), (now + timedelta(days=4)).date())
    before = seat_of(table, 0).due_at
    staff.does_act(Table, "extend", table, hours=72)
    after = seat_of(table, 0).due_at
    assert before and after
    assert abs(after - before - timedelta(hours=72 + 48)) < timedelta(seconds=5)


def test_hours_are_added_where_the_clocks_stand_still(cast: Cast):
    staff, table = Staff(), cast.start(clock_live="60")
    absence.settle(table.pk, timezone.now())
    still, due = again(table), seat_of(table, 0).due_at
    assert still.still_since and still.due_at is None and due
    staff.does_act(Table, "extend", table, hours=1)
    still = again(table)
    assert still.still_since and still.due_at is None
    assert seat_of(table, 0).due_at == due + timedelta(hours=1)
    unclocked = cast.start()
    refused = staff.does_act(Table, "extend", unclocked, hours=1)
    assert refused.status == 422 and "No clock runs" in refused.text


# Seats


def test_a_seat_is_freed_in_a_match_and_before_the_start(cast: Cast):
    staff, running, waiting = Staff(), drive(cast.start(3, **SLOW), 4), cast.gather()
    staff.does_act(Seat, "free", seat_of(running, 1))
    seat = seat_of(running, 1)
    assert seat.person is None and seat.freed_at and seat.autopilot_since
    assert cast.bo.table(running).status == 200 and not cast.bo.table(running).read.picks
    agrees(running)
    ana = seat_of(waiting, 0)
    staff.does_act(Seat, "free", ana)
    assert not Seat.objects.filter(pk=ana.pk).exists()
    assert "The moderators freed" in cast.ana.table(running).text
    assert [one.action for one in Audit.objects.all()] == ["free", "free"]
    again_freed = staff.does_act(Seat, "free", seat)
    assert again_freed.status == 422 and "free already" in again_freed.text


def test_a_seat_has_another_name_also_where_it_spoke(cast: Cast):
    staff, table = Staff(), cast.start()
    message = said(cast, table)
    version = again(table).version
    taken = staff.does_act(Seat, "rename", seat_of(table, 1), name=" ana ")
    assert taken.status == 422 and "choose another" in taken.text
    assert staff.does_act(Seat, "rename", seat_of(table, 1), name="Bob").status == 302
    assert seat_of(table, 1).name == "Bob"
    message.refresh_from_db()
    assert message.name == "Bob"
    assert again(table).version == version + 1
    assert "Bob" in cast.ana.table(table).text


# Moves


def test_a_match_goes_back_to_a_ply_past_what_was_revealed(cast: Cast):
    staff, table = Staff(), drive(cast.start(3, seed="back", **SLOW), 14, chance="back")
    assert any(one.barrier for one in match_of(table).story[7:])
    assert staff.does_act(Table, "rewind", table, ply=6).status == 302
    table = again(table)
    log = cast.ana.table(table).text
    assert "The moderators took moves back." in log and "By the moderators:" not in log
    assert table.ply == 15, "a ply is never used twice"
    assert [one.ply for one in match_of(table).story if one.undone] == list(range(7, 15))
    agrees(table)
    assert drive(table, 20).ply == 20
    assert "ply 6" in entry().subject
    too_far = staff.does_act(Table, "rewind", table, ply=400)
    assert too_far.status == 422 and "nothing to take back" in too_far.text


def test_news_of_a_seat_stay_where_a_match_goes_back(cast: Cast):
    staff, table = Staff(), drive(cast.start(3, **SLOW), 6)
    staff.does_act(Seat, "free", seat_of(table, 1))
    assert staff.does_act(Table, "rewind", table, ply=3).status == 302
    story = match_of(table).story
    assert [one.undone for one in story[4:7]] == [True] * 3
    assert [one for one in story if one.by == "system" and one.seat is None and not one.undone]
    assert seat_of(table, 1).freed_at
    agrees(table)


def test_a_replay_names_what_differs_and_no_digest(cast: Cast):
    staff, table = Staff(), drive(cast.start(), 6)
    staff.does_act(Table, "replay", table)
    assert entry().after == {"differing": []}
    assert "replays to what is stored" in staff.get(url(Table, "changelist")).text
    digest = table.digest
    Table.objects.filter(pk=table.pk).update(digest="0" * 32)
    staff.does_act(Table, "replay", table)
    assert entry().after == {"differing": ["digest"]}
    shown = staff.get(url(Table, "changelist")).text + staff.get(url(Audit, "changelist")).text
    assert "these differ: digest" in shown and digest not in shown and "0" * 32 not in shown


# Notices, lines, reports


def test_a_notice_that_failed_is_sent_again_if_it_is_still_true(cast: Cast):
    staff, table = Staff(), drive(cast.start(**SLOW), 5)
    number = match_of(table).waiting[0]
    Notice.objects.filter(table=table, kind="turn").delete()
    notice = failed(table, cast.players()[number], number)
    assert staff.does_act(Notice, "resend", notice).status == 302
    tasks.sweep_notices()
    notice.refresh_from_db()
    assert (notice.status, notice.tries, len(mail.outbox)) == ("sent", 1, 1)
    drive(table, table.ply + 8)
    Notice.objects.filter(pk=notice.pk).update(status="failed")
    refused = staff.does_act(Notice, "resend", notice)
    assert refused.status == 422 and "no longer true" in refused.text
    assert entry().before["status"] == "failed"


def test_a_line_is_hidden_and_shown_again(cast: Cast):
    staff, table = Staff(), cast.start()
    message = said(cast, table)
    talk = at(table, "talk")
    assert "something bad" in cast.ana.get(talk).text
    assert staff.does_act(Message, "hide", message).status == 302
    assert "something bad" not in cast.ana.get(talk).text + cast.bo.get(talk).text
    assert "hidden by the moderators" in cast.ana.get(talk).text
    assert staff.does_act(Message, "hide", message).status == 422
    staff.does_act(Message, "show", message)
    assert "something bad" in cast.ana.get(talk).text


def test_a_report_waits_with_what_was_said_around_it_until_it_is_handled(cast: Cast):
    staff, table = Staff(), cast.start()
    chat.write(table.pk, 0, cast.ana.person, "good luck", key="k1")
    message = said(cast, table)
    report = Report.objects.get()
    queue = staff.get(url(Report, "changelist")).text
    assert "something bad" in queue and "1 report" in queue
    shown = staff.get(url(Report, "change", report.pk)).text
    for words in ("good luck", "something bad", "Ana (0)", "Bo (1)", url(Table, "log", table.pk), "look"):
        assert words in shown
    assert url(Message, "change", message.pk) in shown
    log = staff.get(url(Table, "log", table.pk))
    assert log.status == 200
    assert staff.does_act(Report, "handle", report, reason="warned Bo").status == 302
    report.refresh_from_db()
    assert report.status == "handled" and report.handled_at
    assert entry().reason == "warned Bo"
    assert "0 reports" in staff.get(url(Report, "changelist") + "?status__exact=open").text


def test_chats_of_which_nothing_was_reported_are_not_shown(cast: Cast):
    staff, quiet, loud = Staff(), cast.start(), cast.start()
    private = chat.write(quiet.pk, 0, cast.ana.person, "our secret", key="k1")
    said(cast, loud)
    page_ = staff.get(url(Message, "changelist"))
    assert "something bad" in page_.text and "our secret" not in page_.text
    assert staff.get(url(Message, "change", private.pk)).status == 302
    assert staff.asked(Message, "hide", private).status == 302


# People


def test_bans_are_asked_for_and_lifted_on_the_pages(cast: Cast):
    staff, table = Staff(), cast.start()
    Person.objects.filter(pk=address(cast.bo).pk).update(seen_from="f" * 64)
    for word in ("ban-browser", "ban-network", "ban-email"):
        answer = staff.does_act(Person, word, cast.bo.person, days=2, sentence="Two days.")
        assert answer.status == 302
    assert staff.does_act(Ban, "ban-address", days=1, address="93.184.216.34").status == 302
    assert Ban.objects.count() == Audit.objects.count() == 4
    assert cast.bo.table(table).status == 403
    for ban in Ban.objects.all():
        assert staff.get(url(Ban, "change", ban.pk)).status == 200
        staff.does_act(Ban, "lift", ban)
    assert cast.bo.table(table).status == 200
    refused = staff.does_act(Ban, "ban-address", days=1, address="127.0.0.1")
    assert refused.status == 422 and "public internet" in refused.text
    shown = staff.get(url(Audit, "changelist")).text
    assert "bo@example.org" not in shown and "f" * 64 not in shown


def test_who_is_forgotten_leaves_the_others_playing(cast: Cast):
    staff = Staff()
    ended = drive(cast.start(), 4)
    play.resign(ended.pk, cast.bo.person)
    running, waiting = drive(cast.start(3, **SLOW), 5), cast.gather()
    bo = address(cast.bo)
    spoken = chat.write(ended.pk, 1, bo, "good game", key="k")
    PushDevice.objects.create(person=bo, endpoint="https://push.example/x", p256dh="x", auth="x")
    DaysOff.objects.create(person=bo, begins_at=timezone.now(), ends_at=timezone.now() + timedelta(days=1))
    moves = list(Move.objects.filter(table=ended).values_list("text", flat=True))
    assert staff.does_act(Person, "anonymise", bo).status == 302
    row = Person.objects.get(pk=bo.pk)
    assert (row.email, row.email_confirmed_at, row.mails, row.zone) == ("", None, "nothing", "")
    assert row.key != bo.key and row.anonymised_at
    assert not PushDevice.objects.exists() and not DaysOff.objects.exists()
    assert not Seat.objects.filter(name="Bo").exists() and not Seat.objects.filter(person=bo).exists()
    assert seat_of(ended, 1).name == seat_of(running, 1).name == "N. N. 2"
    spoken.refresh_from_db()
    assert (spoken.name, spoken.text) == ("N. N. 2", "good game")
    assert again(waiting).seat_set.count() == 1
    assert list(Move.objects.filter(table=ended).values_list("text", flat=True)) == moves
    agrees(running)
    assert seat_of(running, 1).freed_at
    while match_of(running).waiting[0] != 0:
        cy = cast.players(3)[match_of(running).waiting[0]]
        cy.moves(running, notation.write(match_of(running).default(match_of(running).waiting[0])))
    assert cast.ana.table(running).read.picks
    for browser in (cast.ana, cast.cy, cast.watcher, Browser()):
        assert browser.get("/").status == 200
    assert cast.ana.table(ended).status == 200
    assert "Bo" not in entry().subject and "example.org" not in f"{entry().before}"
    assert staff.does_act(Person, "anonymise", bo).status == 422
    for model in (Table, Seat, Person, Notice, Audit):
        assert staff.get(url(model, "changelist")).status == 200


# Reasons, rights, finished tables

Setting = Callable[[Cast], Any]


def _at(state: str) -> Setting:
    def make(cast: Cast) -> Table:
        table = drive(cast.start(**SLOW), 5)
        if state == "closed":
            play.end(table, timezone.now(), why=Table.Why.HOST)
            table.save()
        return table

    return make


def _ban(cast: Cast) -> Ban:
    return Ban.objects.create(kind="browser", person=cast.bo.person, until=timezone.now() + timedelta(days=1))


def _notice(cast: Cast) -> Notice:
    table = drive(cast.start(**SLOW), 5)
    number = match_of(table).waiting[0]
    Notice.objects.filter(table=table, kind="turn").delete()
    return failed(table, cast.players()[number], number)


def _hidden(cast: Cast) -> Message:
    message = said(cast, cast.start())
    Message.objects.filter(pk=message.pk).update(hidden_at=timezone.now())
    return message


def _seen(cast: Cast) -> Person:
    Person.objects.filter(pk=address(cast.bo).pk).update(seen_from="f" * 64)
    return cast.bo.person


ACTS: list[tuple[type, str, Setting | None, dict[str, Any]]] = [
    (Table, "close", _at("running"), {}),
    (Table, "reopen", _at("closed"), {}),
    (Table, "play-default", _at("running"), {}),
    (Table, "extend", _at("running"), {"hours": 3}),
    (Table, "extend-all", _at("running"), {"hours": 3}),
    (Table, "rewind", _at("running"), {"ply": 2}),
    (Table, "replay", _at("running"), {}),
    (Seat, "free", lambda cast: seat_of(cast.start(), 1), {}),
    (Seat, "rename", lambda cast: seat_of(cast.start(), 1), {"name": "Bob"}),
    (Notice, "resend", _notice, {}),
    (Message, "hide", lambda cast: said(cast, cast.start()), {}),
    (Message, "show", _hidden, {}),
    (Report, "handle", lambda cast: said(cast, cast.start()).report_set.get(), {}),
    (Person, "ban-browser", _seen, {"days": 1}),
    (Person, "ban-network", _seen, {"days": 1}),
    (Person, "ban-email", _seen, {"days": 1}),
    (Person, "anonymise", _seen, {}),
    (Ban, "lift", _ban, {}),
    (Ban, "ban-address", None, {"days": 1, "address": "93.184.216.34"}),
]
each_act = pytest.mark.parametrize(
    ("model", "word", "setting", "said"), ACTS, ids=[f"{m.__name__} {w}" for m, w, _s, _f in ACTS]
)


def everything() -> list[Any]:
    """All rows that an act may change."""
    kinds: list[Any] = [Table, Seat, Move, Notice, Message, Report, Person, Ban, Audit]
    return [list(kind.objects.order_by("pk").values()) for kind in kinds]


@each_act
def test_nothing_is_done_without_the_right_nor_without_a_reason(
    cast: Cast, model: type, word: str, setting: Setting | None, said: dict[str, Any]
):
    act = {"extend-all": "extend", "ban-address": "ban_network"}.get(word, word.replace("-", "_"))
    rights = Permission.objects.filter(content_type__app_label="portal")
    staff = Staff(rights=list(rights.exclude(codename=moderation.act.RIGHTS[act])))
    rows = [setting(cast)] if setting else []
    address_, numbers = url(model, "act", word), ",".join(str(row.pk) for row in rows)
    before = everything()
    assert staff.get(address_, rows=numbers).status == 403
    assert staff.post(address_, {"rows": numbers, "reason": WHY, **said}).status == 403
    if rows:
        assert address_ not in staff.get(url(model, "change", rows[0].pk)).text
    staff.user.user_permissions.add(rights.get(codename=moderation.act.RIGHTS[act]))
    for reason in ("", " x "):
        answer = staff.post(address_, {"rows": numbers, "reason": reason, **said})
        assert answer.status == 422 and answer.errors
    assert everything() == before
    assert staff.post(address_, {"rows": numbers, "reason": WHY, **said}).status == 302
    assert [one.action for one in Audit.objects.all()] == [act]


def test_a_list_offers_what_its_reader_may_do(cast: Cast):
    cast.start()
    for group_, offered in (
        ("moderator", ["", "close", "reopen"]),
        ("operator", ["", "reopen", "play-default", "extend", "replay"]),
    ):
        form = Staff(group_).get(url(Table, "changelist")).form("changelist-form")
        assert form.choices["action"] == offered


def test_a_form_of_another_site_does_nothing(cast: Cast):
    staff, table = Staff(checks_csrf=True), cast.start()
    assert staff.post(url(Table, "act", "close"), {"rows": str(table.pk), "reason": WHY}).status == 403
    assert again(table).status == "running"
    staff.asked(Table, "close", table)
    assert again(table).status == "running", "looking does nothing"


@pytest.mark.parametrize("word", ["close", "reopen", "play-default", "extend", "rewind"])
def test_a_finished_match_refuses_with_a_sentence(cast: Cast, word: str):
    staff, table = Staff(), drive(cast.start(**SLOW), 5)
    play.resign(table.pk, cast.bo.person)
    before = everything()
    answer = staff.does_act(Table, word, table, hours=3, ply=2)
    assert answer.status == 422
    assert "ended by its rules" in " ".join(answer.errors)
    assert everything() == before
    assert staff.does_act(Seat, "free", seat_of(table, 1)).status == 422
    assert staff.does_act(Table, "replay", table).status == 302
    assert staff.does_act(Seat, "rename", seat_of(table, 1), name="Bob").status == 302


def test_many_at_once_and_what_one_refuses_does_not_hold_up_the_others(cast: Cast):
    staff = Staff()
    first, over, last = cast.start(), cast.start(), cast.start()
    play.resign(over.pk, cast.bo.person)
    asked = staff.chooses(Table, "close", first, over, last)
    assert all(str(again(table)) in asked.text for table in (first, over, last))
    assert staff.does_act(Table, "close", first, over, last).status == 302
    assert [again(table).status for table in (first, over, last)] == ["closed", "finished", "closed"]
    shown = staff.get(url(Table, "changelist")).text
    assert "ended by its rules" in shown
    assert Audit.objects.count() == 2
    assert staff.asked(Table, "rewind", first, last).status == 302, "one by one"


def test_groups_have_the_least_rights(cast: Cast):
    moderator, operator = Staff("moderator"), Staff("operator")
    acts = {act for act in moderation.act.RIGHTS if moderation.act.may(moderator.user, act)}
    assert acts == {
        "close", "reopen", "rewind", "free", "rename", "hide", "show", "handle", "ban_browser", "ban_network",
        "ban_email", "lift",
    }  # fmt: skip
    acts = {act for act in moderation.act.RIGHTS if moderation.act.may(operator.user, act)}
    assert acts == {"reopen", "play_default", "extend", "rewind", "replay", "resend", "anonymise"}
    for one in (moderator, operator):
        rights = one.user.get_all_permissions()
        assert not [
            right for right in rights if right.split(".")[1].startswith(("add_", "change_", "delete_"))
        ]
        assert one.get("/admin/").status == 200
        assert one.get("/admin/auth/user/").status == 403
        assert one.get(url(Table, "changelist")).status == 200
        assert one.get("/admin/status/").status == 200
    assert moderator.get(url(Notice, "changelist")).status == 403
    table = cast.start()
    for one in (moderator, operator):
        shown = one.get(url(Table, "change", table.pk))
        also = [link for link in shown.read.links if link.endswith(f"={table.pk}") and "/act/" not in link]
        assert len(also) == 4 + (one is operator)
        assert all(one.get(link).status == 200 for link in also)
    assert group("moderator").permissions.count() == 16


# The audit


def test_an_entry_of_the_audit_stays_as_it_was_written(cast: Cast):
    staff, table = Staff(), cast.start()
    staff.does_act(Table, "close", table)
    written = entry()
    tries: list[Callable[[], Any]] = [
        lambda: setattr(written, "reason", "another") or written.save(),  # type: ignore[func-returns-value]
        written.delete,
        lambda: Audit.objects.update(reason="another"),
        lambda: Audit.objects.all().delete(),
    ]
    for attempt in tries:
        with pytest.raises(TypeError):
            attempt()
    for sql in ("UPDATE portal_audit SET reason = ''", "DELETE FROM portal_audit"):
        with (
            pytest.raises(DatabaseError, match="append-only"),
            transaction.atomic(),
            connection.cursor() as cursor,
        ):
            cursor.execute(sql)
    assert entry().reason == WHY
    assert staff.get(url(Audit, "change", written.pk)).status == 200
    assert staff.post(url(Audit, "change", written.pk), {"reason": "another"}).status == 403
    assert staff.post(url(Audit, "delete", written.pk), {"post": "yes"}).status == 403
    table.delete()
    assert entry().table_number is not None


# The list, and secrets


def test_the_list_says_what_to_look_at(cast: Cast):
    staff = Staff()
    late, stuck, told, fine = (drive(cast.start(**SLOW), 3) for _ in range(4))
    Table.objects.filter(pk=late.pk).update(due_at=timezone.now() - timedelta(hours=3))
    Table.objects.filter(pk=stuck.pk).update(due_at=None)
    said(cast, told)
    names = {table.pk: table for table in (late, stuck, told, fine)}
    for look, expected in (("overdue", late), ("stuck", stuck), ("reported", told)):
        shown = staff.get(url(Table, "changelist"), look=look).text
        assert [pk for pk in names if url(Table, "change", pk) in shown] == [expected.pk]
    everything_ = staff.get(url(Table, "changelist")).text
    assert "3\u00a0hours late" in everything_
    awaited = seat_of(late, match_of(late).waiting[0]).name
    assert f'<td class="field-waits_for">{awaited}</td>' in everything_
    order = [everything_.index(url(Table, "change", pk)) for pk in (late.pk, fine.pk, stuck.pk)]
    assert order == sorted(order), "the most overdue first"
    assert url(Table, "change", told.pk) in staff.get(url(Table, "changelist"), q=str(told.pk)).text


@pytest.mark.parametrize("query", ["", "?look=overdue", "?q=P1"])
def test_a_list_of_a_hundred_tables_asks_little(cast: Cast, query: str):
    staff = Staff("moderator")
    many_tables(60, cast.ana)
    staff.get(url(Table, "changelist"))
    with CaptureQueriesContext(connection) as queries:
        page_ = staff.get(url(Table, "changelist") + query)
    assert page_.status == 200
    assert len(queries) <= 12, "\n".join(query["sql"][:200] for query in queries)
    if not query:
        assert page_.text.count('class="action-select"') == 100


def test_no_list_asks_for_each_row(cast: Cast):
    staff = Staff()
    for _ in range(4):
        said(cast, drive(cast.start(3, **SLOW), 5))
    moderation.people.ban_browser(staff.user, cast.cy.person.pk, 1, "", WHY)
    for model in (Seat, Notice, Message, Report, Person, Ban, Audit):
        with CaptureQueriesContext(connection) as queries:
            assert staff.get(url(model, "changelist")).status == 200
        assert len(queries) <= 12, "\n".join(query["sql"][:200] for query in queries)


def test_more_than_a_hundred_are_not_taken_silently(cast: Cast):
    staff = Staff()
    many_tables(60, cast.ana)
    assert "No more than 100 at once" in staff.chooses(Table, "extend", *Table.objects.all()).text


def test_a_moderator_who_plays_reads_no_secret_in_the_admin(cast: Cast):
    staff, table = Staff(), cast.start(3, seed="secrets of the staff", **SLOW)
    drive(table, 9, chance="secrets of the staff")
    said(cast, table)
    staff.client.cookies["who"] = cast.bo.client.cookies["who"].value
    for word in ("close", "reopen", "extend", "play-default", "replay"):
        assert staff.does_act(Table, word, table, hours=2).status == 302
    assert staff.does_act(Table, "rewind", table, ply=8).status == 302
    staff.get("/admin/")  # what it says once of all this
    scan = Scan(again(table))
    seats = list(table.seat_set.all())
    paths = [
        "/admin/",
        url(Table, "log", table.pk),
        *(url(m, "changelist") for m in (Table, Seat, Move, Notice, Report, Message, Audit, Person)),
    ]
    paths += [url(Table, "change", table.pk), *(url(Seat, "change", seat.pk) for seat in seats)]
    paths += [url(m, "change", m.objects.latest("pk").pk) for m in (Report, Message, Audit, Notice, Person)]
    paths += [
        f"{url(Table, 'act', word)}?rows={table.pk}" for word in ("close", "play-default", "rewind", "replay")
    ]
    fetches = [page(staff, path) for path in paths]
    assert list(scan.differences(None, fetches, twin_of(scan.match, None))) == []
    texts = "".join(scan.texts(scan.match, fetches))
    secrets = [table.seed, table.token, table.watch_token, scan.table.digest, *(seat.code for seat in seats)]
    moves = Move.objects.filter(table=table, ply__lte=9).values_list("text", flat=True)
    assert not [word for word in [*secrets, *(move for move in moves if len(move) > 9)] if word in texts]
    staff.does_act(Table, "close", table)
    assert "0 moves" in staff.get(url(Move, "changelist")).text, "it may be reopened"

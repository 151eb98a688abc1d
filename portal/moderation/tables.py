"""Closing, reopening and mending tables and their matches."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from games.core.model import IllegalMove, TakeBack
from portal import clock, days_off, matches, notices, play, replaying
from portal.models import Notice, Seat, Table
from portal.moderation.act import Entry, at_match, facts, require
from portal.refusal import Refused

log = logging.getLogger(__name__)

MOST_HOURS = 14 * 24
"""How much more time may be given at once."""


def close(user: User, table_id: int, reason: str) -> None:
    """Close a table that is not over; nobody wins."""
    entry = Entry("close", user, reason)
    with transaction.atomic():
        table = Table.objects.select_for_update().get(pk=table_id)
        require(table, *Table.OPEN)
        entry.table, entry.subject = table.pk, f"table {table.pk}"
        entry.before = facts(table, table.seat_set.all())
        play.end(table, timezone.now(), why=Table.Why.STAFF)
        play.save_and_tell(table)
        entry.after = facts(table, table.seat_set.all())
        entry.write()


def reopen(user: User, table_id: int, reason: str) -> None:
    """Go on at a closed table: whoever was awaited has the full time again, and is told of it."""
    entry = Entry("reopen", user, reason)
    if Table.objects.filter(pk=table_id, started_at=None).exists():
        with transaction.atomic():
            table = Table.objects.select_for_update().get(pk=table_id)
            _reopening(entry, table)
            table.status, table.active_at = Table.Status.WAITING, timezone.now()
            play.save_and_tell(table)
            entry.after = facts(table, table.seat_set.all())
            entry.write()
        return
    with matches.writing(table_id) as (table, match):
        seats = list(table.seat_set.all())
        was_abandoned = table.closed_because == Table.Why.ABANDONED
        _reopening(entry, table)
        if match.outcome is not None:
            raise Refused("The match has ended by its rules: there is nothing to go on with.")
        if all(seat.person_id is None for seat in seats):
            raise Refused("Nobody sits there any more: there is nobody to go on.")
        table.status = Table.Status.RUNNING
        if was_abandoned:  # it would be abandoned again at once
            for seat in seats:
                if seat.person_id is not None:
                    play.wake(table, match, seat)
        _forget_the_end(table)
        play.settle(table, seats, match, now=timezone.now())
        entry.after = facts(table, seats)
        entry.write()


def _reopening(entry: Entry, table: Table) -> None:
    if table.imported:
        raise Refused("That is a replay: nobody plays it.")
    require(table, Table.Status.CLOSED)
    entry.table, entry.subject = table.pk, f"table {table.pk}"
    entry.before = facts(table, table.seat_set.all())
    table.closed_because, table.ended_at = "", None
    table.seat_set.update(saw_end=False)


def _forget_the_end(table: Table) -> None:
    """What was told of the end, or fell silent with it, may be told again. What is being sent now is not waited for."""
    told = Q(kind=Notice.Kind.RESULT) | Q(kind__in=(Notice.Kind.TURN, Notice.Kind.REMINDER), ply=table.ply)
    rows = Notice.objects.filter(told, table=table).select_for_update(skip_locked=True)
    Notice.objects.filter(pk__in=[row.pk for row in rows]).delete()


def play_default(user: User, table_id: int, reason: str) -> None:
    """Answer now, for everybody who is awaited, as the clock would: once each. It counts as nobody's time-out."""
    entry = Entry("play_default", user, reason)
    with at_match(entry, table_id) as (table, seats, match):
        for number in match.waiting:
            if match.outcome is None and number in match.waiting:
                play.play(table, match, number, match.default(number), by="staff")
        play.settle(table, seats, match, now=timezone.now())


def extend(user: User, table_id: int, hours: int, reason: str) -> None:
    """More time for every decision that is owed at a table; what is overdue has it from now. Reminders move along."""
    entry, now = _extending(user, hours, reason), timezone.now()
    with at_match(entry, table_id) as (table, seats, _match):
        owing = [seat for seat in seats if seat.due_at is not None]
        if not owing:
            raise Refused("No clock runs at this table.")
        spans = days_off.spans_of(seat.person_id for seat in owing if seat.person_id is not None)
        for seat in owing:
            _extend(table, seat, hours, spans.get(seat.person_id or 0, []), now)
        if table.still_since is None:
            table.due_at = min(seat.due_at for seat in owing if seat.due_at)
        for seat in owing:
            notices.remind_anew(table, seat, now)
        play.save_and_tell(table)


def _extending(user: User, hours: int, reason: str) -> Entry:
    entry = Entry("extend", user, reason)
    if not 1 <= hours <= MOST_HOURS:
        raise Refused(f"Choose 1 to {MOST_HOURS} hours.").at("hours")
    return entry


def _extend(table: Table, seat: Seat, hours: int, spans: Sequence[days_off.Span], now: datetime) -> None:
    assert seat.due_at is not None
    if table.still_since is not None:  # goes on where it stood
        seat.due_at += timedelta(hours=hours)
    else:
        left = days_off.left(now, seat.due_at, spans)
        seat.due_at = days_off.until(now, left + hours * clock.HOUR, spans)
    seat.save(update_fields=["due_at"])


@dataclass(frozen=True)
class Extended:
    """How many tables have more time, and which should have and have not: why not is logged."""

    done: int
    failed: Sequence[int]


def extend_all(user: User, hours: int, reason: str) -> Extended:
    """The same at every running table, after an outage. Each is an entry of its own, and none holds up the others."""
    _extending(user, hours, reason)
    running = Table.objects.filter(status=Table.Status.RUNNING, seat__due_at__isnull=False).distinct()
    done, failed = 0, []
    for table_id in running.order_by("pk").values_list("pk", flat=True):
        try:
            extend(user, table_id, hours, reason)
        except Refused:
            continue  # over by now, or nobody is awaited any more
        except Exception:
            log.exception("table %s has no more time", table_id)
            failed.append(table_id)
        else:
            done += 1
    return Extended(done, failed)


def rewind(user: User, table_id: int, ply: int, reason: str) -> None:
    """Take back everything after a ply, whoever made it and whatever it showed. Nothing that the portal did to a seat
    can be taken back, but the news of it: then it is refused."""
    entry = Entry("rewind", user, reason)
    with at_match(entry, table_id) as (table, seats, match):
        gone = [entry for entry in match.story if entry.ply > ply and not entry.undone]
        own = [entry for entry in gone if entry.seat is not None and not isinstance(entry.move, TakeBack)]
        needed = match.concerned(own[0].ply) if own else None
        if ply < 0 or not own:
            raise Refused(f"There is nothing to take back after ply {ply}: the match is at {match.ply}.").at(
                "ply"
            )
        if needed is None:
            raise Refused("That can't be taken back: something that the portal did stands in between.").at(
                "ply"
            )
        first = own[0].seat
        assert first is not None
        agreed = tuple(sorted(needed - {first}))
        try:
            play.play(table, match, first, TakeBack(own[0].ply, agreed), by="staff")
        except IllegalMove as refused:
            raise Refused(refused.text.msgid).at("ply") from refused
        entry.subject = f"table {table.pk}, everything after ply {ply}"
        play.settle(table, seats, match, now=timezone.now())


def replay(user: User, table_id: int, reason: str) -> list[str]:
    """Play the stored moves anew and compare; the names of what differs. Changes nothing."""
    entry = Entry("replay", user, reason)
    table = Table.objects.get(pk=table_id)
    if table.started_at is None:
        raise Refused("The match has not started yet.")
    differing = [line.partition(" is ")[0].partition(":")[0] for line in replaying.differences(table)]
    entry.table, entry.subject = table.pk, f"table {table.pk}"
    entry.after = {"differing": differing}
    entry.write()
    return differing

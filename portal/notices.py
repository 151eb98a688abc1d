"""Who is told what outside the page.

Rows first, written in the transaction of what happened; delivery decides whether they are still true, and when whoever
is told wants to hear of them. What nobody wants to hear now is put off and asked again, as long as it is news.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from enum import Enum
from typing import assert_never

from django.db import connection
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from portal import bans, days_off, people, presence
from portal.models import DaysOff, Notice, Person, PushDevice, Seat, Table, Vote
from portal.prepared import Prepared, insert

Kind = Notice.Kind

WAIT = timedelta(minutes=2)
"""How long a turn mail waits: most people move on meanwhile."""
PUSH_WAIT = timedelta(seconds=20)
"""The same for a push, which costs its reader less."""
LOOKING = timedelta(minutes=1)
"""How much later to ask again while the person is looking at the table."""
LEFT_OPEN = timedelta(minutes=30)
"""How long an open page is believed to have somebody before it."""
SILENCED = timedelta(hours=1)
"""How much later to ask again while the person does not want such mails, or has no address."""
FRESH = timedelta(days=3)
"""How long news are news; that somebody is banned does not make them old."""
REMIND_AT = 0.2
"""The share of the clock that is left when somebody is reminded."""
TRIES = 8
"""After 2, 4, 8 ... minutes; the last one some four hours after the first."""
AT_ONCE = 500
"""Notices of one sweep."""
MORNING = 8
"""The hour, where the reader is, before which no digest goes out."""

URGENT = frozenset({Kind.REMINDER, Kind.CLOSING, Kind.TAKEN})
"""What is told at once to everybody who wants to hear anything."""
_LASTING = frozenset({Kind.TURN, Kind.REMINDER})
"""What stays true as long as the seat is awaited; everything else is news."""
_AFTERWARDS = (Kind.RESULT, Kind.CHAT, Kind.TAKEN, Kind.LINK)
"""What the end of a match does not take back."""
_DEVICES = Prepared(lambda person: PushDevice.objects.filter(person=person).values_list("pk")[:1])


# What happened


def your_turn(
    table: Table, awaited: Iterable[Seat], ply: int, now: datetime, *, actor_id: int | None = None
) -> None:
    """These seats have just become awaited; needs their deadlines. The person who acted is there and needs no telling,
    at none of their seats, but a reminder later on."""
    seats = [seat for seat in awaited if seat.autopilot_since is None]
    post(table, Kind.TURN, [seat for seat in seats if seat.person_id != actor_id], ply, now + WAIT)
    if table.pace == Table.Pace.CORRESPONDENCE:
        for seat in seats:
            at = remind_at(table, seat, now)
            if at is not None:
                # Whoever holds the seat by then.
                post(table, Kind.REMINDER, [seat], ply, max(at, now + WAIT), to_holder=True)


def remind_anew(table: Table, seat: Seat, now: datetime) -> None:
    """A seat that was asked before has more time, or another: when four fifths of that are used it is reminded, as if
    it had never been. Where they are used already nothing changes. What is being sent right now is not waited for.
    """
    at, asked = remind_at(table, seat, now), seat.awaited_ply
    if at is None or at <= now or asked is None or table.pace != Table.Pace.CORRESPONDENCE:
        return
    rows = Notice.objects.filter(table=table, seat=seat.number, kind=Kind.REMINDER, ply=asked)
    ids = list(rows.select_for_update(skip_locked=True).values_list("pk", flat=True))
    device = seat.person_id is not None and _DEVICES.rows(seat.person_id)
    Notice.objects.filter(pk__in=ids).update(
        status=Notice.Status.WAITING, send_at=at, sent_at=None, tries=0,
        push_at=at if device else None, pushed_at=None, push_tries=0,
    )  # fmt: skip


def remind_at(table: Table, seat: Seat, now: datetime) -> datetime | None:
    """When four fifths of the seat's time are used, days off not counted; None while no time runs."""
    if seat.due_at is None or table.clock is None:
        return None
    spans = days_off.spans_of([seat.person_id]).get(seat.person_id, []) if seat.person_id else []
    unused = days_off.left(now, seat.due_at, spans) - REMIND_AT * table.clock
    return now if unused <= 0 else days_off.until(now, unused, spans)


def started(table: Table, seats: Iterable[Seat], now: datetime, actor: Person) -> None:
    """The match has begun: told to who is not awaited (the others hear that it is their turn), nor has begun it."""
    told = [seat for seat in seats if seat.awaited_ply is None and seat.person_id != actor.pk]
    post(table, Kind.STARTED, told, table.ply, now + WAIT)


def result(table: Table, seats: Iterable[Seat], ply: int, now: datetime) -> None:
    """The match is over: told to every seat, whoever won or was out before, unless it looks at the result itself."""
    post(table, Kind.RESULT, seats, ply, now + WAIT)


def post(
    table: Table,
    kind: Notice.Kind,
    seats: Iterable[Seat],
    ply: int,
    send_at: datetime,
    *,
    subject: int | None = None,
    to_holder: bool = False,
) -> None:
    """These seats are to be told something; who was told of it before hears nothing new. What was so for a while, and
    was no more before it could be told, is news again.

    `subject` is the seat that it is about. What is told holds for whoever sits there now, not for a later holder,
    unless it is said `to_holder`.
    """
    told = [seat for seat in seats if seat.person_id is not None]
    push_at = send_at - WAIT + PUSH_WAIT if kind == Kind.TURN else send_at
    for seat in told:
        row = Notice(
            table=table,
            seat=seat.number,
            person_id=None if to_holder else seat.person_id,
            kind=kind,
            ply=ply,
            send_at=send_at,
            push_at=push_at if _DEVICES.rows(seat.person_id) else None,
            subject=subject,
        )
        if not insert(row, once=True):
            _revive(row)


def _revive(row: Notice) -> None:
    """The same fact, if it fell silent untold."""
    same = Notice.objects.filter(
        table=row.table, seat=row.seat, kind=row.kind, ply=row.ply, subject=row.subject, person=row.person_id
    )
    untold = same.filter(status=Notice.Status.MOOT, sent_at=None)
    untold.filter(pushed_at=None).update(push_at=row.push_at, push_tries=0)
    untold.update(status=Notice.Status.WAITING, created_at=timezone.now(), send_at=row.send_at, tries=0)


def clear(table: Table) -> None:
    """The match is over: nothing of it may be sent any more but its result, and what has nothing to do with playing.

    What is being sent right now is not waited for: a mail server may be slow, and the table is held meanwhile.
    """
    open_ = Notice.objects.filter(Q(status=Notice.Status.WAITING) | Q(push_at__isnull=False), table=table)
    free = open_.exclude(kind__in=_AFTERWARDS).select_for_update(skip_locked=True)
    ids = list(free.values_list("pk", flat=True))
    Notice.objects.filter(pk__in=ids).update(push_at=None)
    Notice.objects.filter(pk__in=ids, status=Notice.Status.WAITING).update(status=Notice.Status.MOOT)


# Who is told, and whether it is still so


def whom(notice: Notice, now: datetime) -> tuple[Seat, Person] | None:
    """The seat as it is now, and who is told; None where there is nobody to tell, or it is no longer so."""
    seats = Seat.objects.select_related("person", "taken_from", "table")
    seat = seats.filter(table=notice.table_id, number=notice.seat).first()
    told = _recipient(notice, seat) if seat else None
    if seat is None or told is None or not _is_news(notice, told, now):
        return None
    return (seat, told) if _IS_SO[Kind(notice.kind)](notice, seat, now) else None


def _recipient(notice: Notice, seat: Seat) -> Person | None:
    """Whom the row names, as long as they hold the seat. Of a seat that is theirs no more nobody hears anything but
    that it was opened elsewhere, or freed."""
    named = notice.person.survivor if notice.person else None
    if is_farewell(notice):
        return named
    holder = seat.person.survivor if seat.person else None
    return holder if named in (None, holder) else None


def is_farewell(notice: Notice) -> bool:
    """Whether it tells somebody that a seat is not theirs any more."""
    return notice.kind == Kind.TAKEN or (notice.kind == Kind.REPLACED and notice.seat == notice.subject)


def _is_news(notice: Notice, told: Person, now: datetime) -> bool:
    """Whether it is not too old: who was banned meanwhile may have news for as long again once they are back."""
    if notice.kind in _LASTING or now - notice.created_at <= FRESH:
        return True
    banned = bans.last(told, now)
    return banned is not None and now - banned <= FRESH


def _is_awaited(notice: Notice, seat: Seat, now: datetime) -> bool:
    return _is_running(notice, seat, now) and seat.awaited_ply == notice.ply and seat.autopilot_since is None


def _has_time(notice: Notice, seat: Seat, now: datetime) -> bool:
    """Awaited still, and not too late to be reminded."""
    return _is_awaited(notice, seat, now) and (seat.due_at is None or seat.due_at > now)


def _is_running(notice: Notice, seat: Seat, now: datetime) -> bool:
    """Running, and not played by one person alone: who plays all seats on one screen is told nothing of it."""
    return notice.table.status == Table.Status.RUNNING and not _plays_alone(notice, seat)


def _plays_alone(notice: Notice, seat: Seat) -> bool:
    return not Seat.objects.filter(table_id=notice.table_id).exclude(person=seat.person_id).exists()


def _can_start(notice: Notice, seat: Seat, now: datetime) -> bool:
    table = notice.table
    waits = table.status == Table.Status.WAITING and seat.host
    return waits and Seat.objects.filter(table=table).count() == table.size


def _has_begun(notice: Notice, seat: Seat, now: datetime) -> bool:
    """Begun, and nothing was asked of the seat since."""
    return _is_running(notice, seat, now) and seat.awaited_since is None and seat.seen_ply == 0


def _is_unseen(notice: Notice, seat: Seat, now: datetime) -> bool:
    return notice.table.status in Table.OVER and not seat.saw_end and not _plays_alone(notice, seat)


def _plays_by_itself(notice: Notice, seat: Seat, now: datetime) -> bool:
    pilots = Seat.objects.filter(
        table_id=notice.table_id, number=notice.subject or 0, autopilot_since__isnull=False
    )
    return _is_running(notice, seat, now) and pilots.exists()


def _can_be_reversed(notice: Notice, seat: Seat, now: datetime) -> bool:
    return seat.taken_from is not None and seat.taken_from.survivor == _recipient(notice, seat)


def _is_asked_for(notice: Notice, seat: Seat, now: datetime) -> bool:
    return True


def _is_to_agree(notice: Notice, seat: Seat, now: datetime) -> bool:
    """Whoever asked still does, and this seat has not answered."""
    voters = set(
        Vote.objects.filter(table_id=notice.table_id, kind=Vote.Kind.TAKEBACK).values_list("voter", flat=True)
    )
    return _is_running(notice, seat, now) and notice.subject in voters and seat.number not in voters


def _is_about_to_close(notice: Notice, seat: Seat, now: datetime) -> bool:
    """Nothing has happened at the table since: its version stands in place of a ply."""
    table = notice.table
    return table.status == Table.Status.WAITING and seat.host and table.version == notice.ply


def _is_unread(notice: Notice, seat: Seat, now: datetime) -> bool:
    """The line that began what the seat has not read, whose number stands in place of a ply, or a later one."""
    return notice.table.chat and seat.read_to < notice.ply and seat.unread().exists()


def _are_to_come(notice: Notice, seat: Seat, now: datetime) -> bool:
    """The days off, whose number stands in place of a ply, of whoever sits there now."""
    who = Seat.objects.filter(table_id=notice.table_id, number=notice.subject or 0, person__isnull=False)
    to_come = DaysOff.objects.filter(pk=notice.ply, person__in=who.values("person"), ends_at__gt=now)
    return _is_running(notice, seat, now) and to_come.exists()


_IS_SO: dict[Notice.Kind, Callable[[Notice, Seat, datetime], bool]] = {
    Kind.TURN: _is_awaited,
    Kind.REMINDER: _has_time,
    Kind.FULL: _can_start,
    Kind.STARTED: _has_begun,
    Kind.RESULT: _is_unseen,
    Kind.AUTOPILOT: _plays_by_itself,
    Kind.REPLACED: _is_running,
    Kind.TAKEN: _can_be_reversed,
    Kind.LINK: _is_asked_for,
    Kind.TAKEBACK: _is_to_agree,
    Kind.CLOSING: _is_about_to_close,
    Kind.CHAT: _is_unread,
    Kind.DAYS_OFF: _are_to_come,
}


def told_already(notice: Notice, seat: Seat, person: Person) -> bool:
    """Whether the same fact was mailed to the same person as the holder of another seat of the table."""
    return _others(notice, seat, person).filter(status=Notice.Status.SENT).exists()


def pushed_already(notice: Notice, seat: Seat, person: Person) -> bool:
    """The same for a push."""
    return _others(notice, seat, person).filter(pushed_at__isnull=False).exists()


def _others(notice: Notice, seat: Seat, person: Person) -> QuerySet[Notice]:
    held = Seat.objects.filter(table_id=notice.table_id, person=person).exclude(pk=seat.pk)
    return Notice.objects.filter(
        table_id=notice.table_id,
        kind=notice.kind,
        ply=notice.ply,
        subject=notice.subject,
        seat__in=held.values("number"),
    )


# When


class Wish(Enum):
    """When somebody wants to be mailed something."""

    NOW = "now"
    DIGEST = "with the digest"
    LATER = "not while it stays like this"


def wish(kind: str, person: Person) -> Wish:
    """What the person has chosen for such a notice. What was asked for itself is not a question of taste."""
    if not person.reachable:
        return Wish.LATER
    if kind == Kind.LINK:
        return Wish.NOW
    match Person.Mails(person.mails):
        case Person.Mails.NOTHING:
            return Wish.LATER
        case Person.Mails.REMINDERS:
            return Wish.NOW if kind in URGENT else Wish.LATER
        case Person.Mails.DIGEST:
            return Wish.NOW if kind in URGENT else Wish.DIGEST
        case Person.Mails.TURNS:
            return Wish.NOW
        case never:
            assert_never(never)


def put_off(notice: Notice, seat: Seat, person: Person, now: datetime) -> datetime | None:
    """Until when the mail waits: the clock was not so far after all, the person looks, does not want such mails, or may
    not play here for some time.

    None: it may go.
    """
    if (early := too_early(notice, seat, person, now)) is not None:
        return early
    if wish(notice.kind, person) != Wish.NOW:
        return now + SILENCED
    if not person.mails_while_open and is_looking(notice, seat, now):
        return now + LOOKING
    return None


def too_early(notice: Notice, seat: Seat, person: Person, now: datetime) -> datetime | None:
    """When to ask again, if the clock that a reminder speaks of has more time than it seemed, or while the person is
    banned: the table would not even open."""
    if (banned := bans.until(person, now)) is not None:
        return min(banned, now + SILENCED)
    if notice.kind != Kind.REMINDER:
        return None
    at = remind_at(notice.table, seat, now)
    if at is None:
        return now + SILENCED
    return at if at > now else None


def is_looking(notice: Notice, seat: Seat, now: datetime) -> bool:
    """Whether the person has this very table open. A page left open for half an hour is looked at by nobody."""
    if notice.kind == Kind.LINK or is_farewell(notice):
        return False
    since = notice.created_at
    if notice.kind == Kind.REMINDER and seat.due_at is not None and notice.table.clock is not None:
        since = seat.due_at - timedelta(seconds=REMIND_AT * notice.table.clock)
    if now - since > LEFT_OPEN:
        return False
    here = presence.connected(notice.table_id)
    held = Seat.objects.filter(table_id=notice.table_id, number__in=here, person=seat.person_id)
    return bool(here) and held.exists()


def alone_with(person: Person, channel: str = "mailed") -> bool:
    """Whether no other worker is telling this person something until our transaction ends; that one goes first then.

    It is no lock of a row: whatever else is changed about the person does not wait.
    """
    with connection.cursor() as cursor:
        key = f"{channel} {person.pk}"
        cursor.execute("SELECT pg_try_advisory_xact_lock(hashtextextended(%s, 0))", [key])
        return bool(cursor.fetchone()[0])


def due(now: datetime) -> list[int]:
    """The ids of notices whose time has come."""
    waiting = Notice.objects.filter(status=Notice.Status.WAITING, send_at__lte=now)
    return list(waiting.order_by("send_at").values_list("pk", flat=True)[:AT_ONCE])


def to_push(now: datetime) -> list[int]:
    """The ids of notices that are to be pushed now."""
    waiting = Notice.objects.filter(push_at__lte=now)
    return list(waiting.order_by("push_at").values_list("pk", flat=True)[:AT_ONCE])


# The digest


def awaited_seats(person: Person) -> list[Seat]:
    """Every seat of somebody that a running match waits for, with its table, by deadline; all of them."""
    seats = _awaited().filter(person=person).select_related("table").prefetch_related("table__seat_set")
    return sorted(seats, key=lambda seat: (seat.due_at is None, seat.due_at or seat.awaited_since, seat.pk))


def _awaited() -> QuerySet[Seat]:
    return Seat.objects.filter(
        table__status=Table.Status.RUNNING, awaited_since__isnull=False, autopilot_since__isnull=True
    )


def for_digest(person: Person) -> list[Notice]:
    """What waits for the digest of somebody, locked until the transaction ends; what is being sent is left out."""
    rows = Notice.objects.filter(person=person, status=Notice.Status.WAITING).exclude(
        kind__in=[*URGENT, Kind.LINK]
    )
    return list(rows.select_for_update(skip_locked=True, of=("self",)).select_related("table").order_by("pk"))


def digests(now: datetime) -> list[int]:
    """The ids of people whose digest is due: once a day, in the morning where they are, or later that day as soon as a
    table has waited for two minutes or there are news."""
    tables = _awaited().filter(person=OuterRef("pk"), awaited_since__lte=now - WAIT)
    news = Notice.objects.filter(
        person=OuterRef("pk"), status=Notice.Status.WAITING, created_at__lte=now - WAIT
    )
    readers = Person.objects.filter(
        Q(digest_at=None) | Q(digest_at__lte=now - timedelta(hours=MORNING)),
        Q(digest_retry_at=None) | Q(digest_retry_at__lte=now),
        Exists(tables) | Exists(news.exclude(kind__in=[*URGENT, Kind.LINK])),
        mails=Person.Mails.DIGEST,
        email_confirmed_at__isnull=False,
        address_failed_at=None,
        merged_into=None,
    )
    return [person.pk for person in readers.order_by("pk") if wants_digest(person, now)]


def wants_digest(person: Person, now: datetime) -> bool:
    """Whether today's digest has not gone out yet, it is morning there, and they may play here."""
    if person.mails != Person.Mails.DIGEST or not person.reachable:
        return False
    local = now.astimezone(people.zone_of(person))
    morning = local.replace(hour=MORNING, minute=0, second=0, microsecond=0)
    due = local >= morning and (person.digest_at is None or person.digest_at < morning)
    return due and bans.until(person, now) is None

"""What the staff may do, each with a right of its own, a reason, and an entry in the audit.

Every act looks at what it changes under the same locks as players' moves, brings clocks and notices in line, and tells
the open pages on commit. An entry says what differs between before and after, and nothing of a match that players may
not know: no move, no hand, no digest. Acts raise Refused with nothing changed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth.models import AnonymousUser, User
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from games.core.model import IllegalMove, SeatNews, TakeBack
from portal import announce, bans, clock, counting, days_off, lobby, matches, notices, play, replaying
from portal.matches import AnyMatch
from portal.models import Audit, Ban, DaysOff, Message, Notice, Person, PushDevice, Report, Seat, Table
from portal.names import clean_name, name_key
from portal.refusal import Forbidden, Refused

SHORTEST_REASON = 3
MOST_HOURS = 14 * 24
MOST_DAYS = 366
"""How long a ban may hold."""
RIGHTS = {
    "close": "close_table",
    "reopen": "reopen_table",
    "play_default": "default_table",
    "extend": "extend_table",
    "rewind": "rewind_table",
    "replay": "replay_table",
    "free": "free_seat",
    "rename": "rename_seat",
    "resend": "resend_notice",
    "hide": "hide_message",
    "show": "hide_message",
    "handle": "handle_report",
    "ban_browser": "ban",
    "ban_network": "ban",
    "ban_email": "ban",
    "lift": "ban",
    "anonymise": "anonymise_person",
}
"""Act: the permission that it asks for."""


Facts = Mapping[str, Any]


def may(user: User | AnonymousUser, act: str) -> bool:
    """Whether somebody has the right to do that."""
    return user.is_active and user.has_perm(f"portal.{RIGHTS[act]}")


@dataclass
class Act:
    """One thing done by one of the staff; written down when it is done."""

    name: str
    user: User
    reason: str
    subject: str = ""
    table: int | None = None
    before: Facts = field(default_factory=dict)
    after: Facts = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Raises Forbidden without the right, Refused without a reason."""
        if not may(self.user, self.name):
            raise Forbidden("You don't have the right to do that.")
        self.reason = " ".join(self.reason.split())
        if len(self.reason) < SHORTEST_REASON:
            raise Refused("Say why: the reason stays in the audit.").at("reason")

    def write(self) -> None:
        """Into the audit; of what was before and after, what differs."""
        keys = [key for key in {**self.before, **self.after} if self.before.get(key) != self.after.get(key)]
        Audit.objects.create(
            action=self.name,
            user=self.user,
            table_number=self.table,
            subject=self.subject[:120],
            reason=self.reason,
            before={key: self.before[key] for key in keys if key in self.before},
            after={key: self.after[key] for key in keys if key in self.after},
        )


def _facts(table: Table, seats: Iterable[Seat]) -> dict[str, Any]:
    """How a table stands, without anything that players may not know."""
    found: dict[str, Any] = {
        "status": table.status,
        "closed because": table.closed_because,
        "ply": table.ply,
        "due": _when(table.due_at),
    }
    for seat in seats:
        found[f"seat {seat.number} name"] = seat.name
        found[f"seat {seat.number} person"] = seat.person_id
        found[f"seat {seat.number} due"] = _when(seat.due_at)
        found[f"seat {seat.number} autopilot"] = seat.autopilot_since is not None
    return found


def _when(moment: datetime | None) -> str | None:
    return moment.isoformat(timespec="seconds") if moment else None


# Tables


@contextmanager
def _at_match(act: Act, table_id: int) -> Iterator[tuple[Table, list[Seat], AnyMatch]]:
    """A running match, held; the act is written down at the end, in the same transaction."""
    with matches.writing(table_id) as (table, match):
        seats = list(table.seat_set.all())
        _require(table, Table.Status.RUNNING)
        act.table, act.before = table.pk, _facts(table, seats)
        act.subject = act.subject or f"table {table.pk}"
        yield table, seats, match
        act.after = _facts(table, list(table.seat_set.all()))
        act.write()


def _require(table: Table, *statuses: Table.Status) -> None:
    if table.status in statuses:
        return
    match Table.Status(table.status):
        case Table.Status.FINISHED:
            raise Refused("The match has ended by its rules: there is nothing to do here any more.")
        case Table.Status.CLOSED:
            raise Refused("The table is closed: reopen it first.")
        case Table.Status.WAITING:
            raise Refused("The match has not started yet.")
        case _:
            raise Refused("The table is open.")


def close(user: User, table_id: int, reason: str) -> None:
    """Close a table that is not over; nobody wins."""
    act = Act("close", user, reason)
    with transaction.atomic():
        table = Table.objects.select_for_update().get(pk=table_id)
        _require(table, *Table.OPEN)
        act.table, act.subject = table.pk, f"table {table.pk}"
        act.before = _facts(table, table.seat_set.all())
        play.end(table, timezone.now(), why=Table.Why.STAFF)
        play.save_and_tell(table)
        act.after = _facts(table, table.seat_set.all())
        act.write()


def reopen(user: User, table_id: int, reason: str) -> None:
    """Go on at a closed table: whoever was awaited has the full time again, and is told of it."""
    act = Act("reopen", user, reason)
    if Table.objects.filter(pk=table_id, started_at=None).exists():
        with transaction.atomic():
            table = Table.objects.select_for_update().get(pk=table_id)
            _reopening(act, table)
            table.status, table.active_at = Table.Status.WAITING, timezone.now()
            play.save_and_tell(table)
            act.after = _facts(table, table.seat_set.all())
            act.write()
        return
    with matches.writing(table_id) as (table, match):
        seats = list(table.seat_set.all())
        was_abandoned = table.closed_because == Table.Why.ABANDONED
        _reopening(act, table)
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
        act.after = _facts(table, seats)
        act.write()


def _reopening(act: Act, table: Table) -> None:
    if table.imported:
        raise Refused("That is a replay: nobody plays it.")
    _require(table, Table.Status.CLOSED)
    act.table, act.subject = table.pk, f"table {table.pk}"
    act.before = _facts(table, table.seat_set.all())
    table.closed_because, table.ended_at = "", None
    table.seat_set.update(saw_end=False)


def _forget_the_end(table: Table) -> None:
    """What was told of the end, or fell silent with it, may be told again. What is being sent now is not waited for."""
    told = Q(kind=Notice.Kind.RESULT) | Q(kind__in=(Notice.Kind.TURN, Notice.Kind.REMINDER), ply=table.ply)
    rows = Notice.objects.filter(told, table=table).select_for_update(skip_locked=True)
    Notice.objects.filter(pk__in=[row.pk for row in rows]).delete()


def play_default(user: User, table_id: int, reason: str) -> None:
    """Answer now, for everybody who is awaited, as the clock would: once each. It counts as nobody's time-out."""
    act = Act("play_default", user, reason)
    with _at_match(act, table_id) as (table, seats, match):
        for number in match.waiting:
            if match.outcome is None and number in match.waiting:
                play.play(table, match, number, match.default(number), by="staff")
        play.settle(table, seats, match, now=timezone.now())


def extend(user: User, table_id: int, hours: int, reason: str) -> None:
    """More time for every decision that is owed at a table; what is overdue has it from now. Reminders move along."""
    act = Act("extend", user, reason)
    if not 1 <= hours <= MOST_HOURS:
        raise Refused(f"Choose 1 to {MOST_HOURS} hours.").at("hours")
    now = timezone.now()
    with _at_match(act, table_id) as (table, seats, _match):
        owing = [seat for seat in seats if seat.due_at is not None]
        if not owing:
            raise Refused("No clock runs at this table.")
        spans = days_off.spans_of(seat.person_id for seat in owing if seat.person_id is not None)
        for seat in owing:
            _extend(table, seat, hours, spans.get(seat.person_id or 0, []), now)
        if table.still_since is None:
            table.due_at = min(seat.due_at for seat in owing if seat.due_at)
        for seat in owing:
            _remind_anew(table, seat, now)
        play.save_and_tell(table)


def _extend(table: Table, seat: Seat, hours: int, spans: Sequence[days_off.Span], now: datetime) -> None:
    assert seat.due_at is not None
    if table.still_since is not None:  # goes on where it stood
        seat.due_at += timedelta(hours=hours)
    else:
        left = days_off.left(now, seat.due_at, spans)
        seat.due_at = days_off.until(now, left + hours * clock.HOUR, spans)
    seat.save(update_fields=["due_at"])


def _remind_anew(table: Table, seat: Seat, now: datetime) -> None:
    at = notices.remind_at(table, seat, now)
    assert seat.awaited_ply is not None
    rows = Notice.objects.filter(
        table=table, seat=seat.number, kind=Notice.Kind.REMINDER, ply=seat.awaited_ply
    )
    if at is not None and at > now and table.pace == Table.Pace.CORRESPONDENCE:
        ids = list(rows.select_for_update(skip_locked=True).values_list("pk", flat=True))
        Notice.objects.filter(pk__in=ids).update(
            status=Notice.Status.WAITING, send_at=at, sent_at=None, tries=0
        )


def extend_all(user: User, hours: int, reason: str) -> int:
    """The same at every running table, after an outage; at how many that was. Each is an entry of its own."""
    Act("extend", user, reason)
    running = Table.objects.filter(status=Table.Status.RUNNING, seat__due_at__isnull=False).distinct()
    done = 0
    for table_id in running.order_by("pk").values_list("pk", flat=True):
        try:
            extend(user, table_id, hours, reason)
        except Refused as refused:
            if refused.field:
                raise
        else:
            done += 1
    return done


def rewind(user: User, table_id: int, ply: int, reason: str) -> None:
    """Take back everything after a ply, whoever made it and whatever it showed. Nothing that the portal did to a seat
    can be taken back, but the news of it: then it is refused."""
    act = Act("rewind", user, reason)
    with _at_match(act, table_id) as (table, seats, match):
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
        act.subject = f"table {table.pk}, everything after ply {ply}"
        play.settle(table, seats, match, now=timezone.now())


def replay(user: User, table_id: int, reason: str) -> list[str]:
    """Play the stored moves anew and compare; the names of what differs. Changes nothing."""
    act = Act("replay", user, reason)
    table = Table.objects.get(pk=table_id)
    if table.started_at is None:
        raise Refused("The match has not started yet.")
    differing = [line.partition(" is ")[0].partition(":")[0] for line in replaying.differences(table)]
    act.table, act.subject = table.pk, f"table {table.pk}"
    act.after = {"differing": differing}
    act.write()
    return differing


# Seats


def _seat(seat_id: int) -> Seat:
    return Seat.objects.select_related("table").get(pk=seat_id)


def free(user: User, seat_id: int, reason: str) -> None:
    """Nobody holds the seat any more: before the start it is empty, in a match somebody new may take it over."""
    act, found, now = Act("free", user, reason), _seat(seat_id), timezone.now()
    act.subject = f"seat {found.number} ({found.name}) at table {found.table_id}"
    if found.table.status == Table.Status.WAITING:
        if found.person is None:
            raise Refused("That seat is free already.")
        with transaction.atomic():
            lobby.leave(found.table_id, found.person, found.number)
            act.table, act.before = found.table_id, {"person": found.person_id}
            act.write()
        return
    with _at_match(act, found.table_id) as (table, seats, match):
        seat = next(seat for seat in seats if seat.pk == seat_id)
        if seat.freed_at is not None:
            raise Refused("That seat is free already.")
        if seat.person_id is not None:
            notices.post(table, Notice.Kind.REPLACED, [seat], match.ply, now, subject=seat.number)
        play.make_free(table, seats, match, seat, SeatNews.UNSEATED, now)
        counting.settle(table, seats, match, now=now)


def rename(user: User, seat_id: int, name: str, reason: str) -> None:
    """Another name for a seat, and for the lines that it wrote under the old one."""
    act = Act("rename", user, reason)
    name = clean_name(name)
    with transaction.atomic():
        table = Table.objects.select_for_update().get(seat=seat_id)
        seats = list(table.seat_set.all())
        seat = next(seat for seat in seats if seat.pk == seat_id)
        if any(other.name_key == name_key(name) for other in seats if other != seat):
            raise Refused("Somebody at this table has that name: choose another.").at("name")
        act.table, act.subject = table.pk, f"seat {seat.number} at table {table.pk}"
        act.before, act.after = {"name": seat.name}, {"name": name}
        _rename(seat, name)
        play.save_and_tell(table)
        act.write()


def _rename(seat: Seat, name: str) -> None:
    Message.objects.filter(table=seat.table_id, seat=seat.number, name=seat.name).update(name=name)
    seat.name, seat.name_key = name, name_key(name)
    seat.save(update_fields=["name", "name_key"])


# Notices, messages, reports


def resend(user: User, notice_id: int, reason: str) -> None:
    """Send a notice anew with the next sweep, if it is still true and there is somewhere to send it."""
    act, now = Act("resend", user, reason), timezone.now()
    with transaction.atomic():
        rows = Notice.objects.filter(pk=notice_id).select_for_update(skip_locked=True, of=("self",))
        notice = rows.select_related("table", "person").first()
        if notice is None:
            raise Refused("It is being sent right now.")
        told = notices.whom(notice, now)
        if told is None:
            raise Refused("It is no longer true: there is nothing to tell any more.")
        if not told[1].reachable:
            raise Refused("There is no confirmed address to send it to, or mails to it come back.")
        act.table, act.subject = notice.table_id, f"notice {notice.pk}, {notice.kind}"
        act.before = {"status": notice.status, "tries": notice.tries, "error": notice.error}
        notice.status, notice.send_at, notice.sent_at = Notice.Status.WAITING, now, None
        notice.tries, notice.error = 0, ""
        notice.save(update_fields=["status", "send_at", "sent_at", "tries", "error"])
        act.after = {"status": notice.status, "tries": 0, "error": ""}
        act.write()


def hide(user: User, message_id: int, reason: str) -> None:
    """Nobody at the table reads the line any more."""
    _set_hidden(Act("hide", user, reason), message_id, timezone.now())


def show(user: User, message_id: int, reason: str) -> None:
    """A hidden line can be read again."""
    _set_hidden(Act("show", user, reason), message_id, None)


def _set_hidden(act: Act, message_id: int, hidden_at: datetime | None) -> None:
    with transaction.atomic():
        message = Message.objects.get(pk=message_id)
        table = Table.objects.select_for_update().get(pk=message.table_id)
        message.refresh_from_db()
        if (message.hidden_at is None) == (hidden_at is None):
            raise Refused("That line is hidden already." if hidden_at else "That line is not hidden.")
        act.table, act.subject = table.pk, f"line {message.pk} by {message.name}"
        act.before, act.after = {"hidden": hidden_at is None}, {"hidden": hidden_at is not None}
        message.hidden_at = hidden_at
        message.save(update_fields=["hidden_at"])
        play.save_and_tell(table)
        act.write()


def handle(user: User, report_id: int, reason: str) -> None:
    """A report was looked at; the reason says what came of it."""
    act = Act("handle", user, reason)
    with transaction.atomic():
        report = Report.objects.select_for_update().get(pk=report_id)
        if report.status == Report.Status.HANDLED:
            raise Refused("That report was handled already.")
        act.table, act.subject = report.table_id, f"report {report.pk}"
        act.before, act.after = {"status": report.status}, {"status": Report.Status.HANDLED}
        report.status, report.handled_at = Report.Status.HANDLED, timezone.now()
        report.save(update_fields=["status", "handled_at"])
        act.write()


# People


def ban_browser(user: User, person_id: int, days: int, sentence: str, reason: str) -> Ban:
    """A browser, with all that it was or will be merged with, may not play for some days."""
    act = Act("ban_browser", user, reason)
    person = Person.objects.select_related("merged_into").get(pk=person_id).survivor
    keys = bans.same_human(person).values_list("key", flat=True)
    return _ban(act, Ban(kind=Ban.Kind.BROWSER, person=person), days, sentence, lambda: bans.groups(keys, ()))


def ban_email(user: User, person_id: int, days: int, sentence: str, reason: str) -> Ban:
    """Whoever confirms the address that this person has confirmed may not play for some days."""
    act = Act("ban_email", user, reason)
    person = Person.objects.select_related("merged_into").get(pk=person_id).survivor
    if not person.email or person.email_confirmed_at is None:
        raise Refused("They have not confirmed any address: ban the browser.")
    address = person.email.lower()
    holders = Person.objects.filter(email__iexact=address, email_confirmed_at__isnull=False)
    keys = Person.objects.filter(Q(pk__in=holders) | Q(merged_into__in=holders)).values_list("key", flat=True)
    return _ban(act, Ban(kind=Ban.Kind.EMAIL, value=address), days, sentence, lambda: bans.groups(keys, ()))


def ban_network(
    user: User, days: int, sentence: str, reason: str, *, address: str = "", person_id: int | None = None
) -> Ban:
    """Whoever comes from a network address, or from where somebody was last seen, may not play for some days."""
    act = Act("ban_network", user, reason)
    if person_id is not None:
        found = Person.objects.select_related("merged_into").get(pk=person_id).survivor.seen_from
        if not found:
            raise Refused("It is not known where they come from, or everybody seems to come from there.")
    else:
        found = bans.network(address)
        if not found:
            raise Refused(
                "That is no address of the public internet: banning it could ban everybody behind a proxy."
            ).at("address")
    return _ban(
        act, Ban(kind=Ban.Kind.NETWORK, value=found), days, sentence, lambda: bans.groups((), [found])
    )


def _ban(act: Act, ban: Ban, days: int, sentence: str, groups: Callable[[], list[str]]) -> Ban:
    """Store it; open sockets of the banned look again on commit, and are dropped."""
    if not 1 <= days <= MOST_DAYS:
        raise Refused(f"Choose 1 to {MOST_DAYS} days.").at("days")
    ban.until = timezone.now() + timedelta(days=days)
    ban.sentence = " ".join(sentence.split())[:300]
    with transaction.atomic():
        ban.save()
        whom = f", person {ban.person_id}" if ban.person_id else ""
        act.subject = f"ban {ban.pk}{whom}"
        act.after = {"kind": ban.kind, "until": _when(ban.until), "sentence": ban.sentence}
        act.write()
        hear = groups()
        transaction.on_commit(lambda: announce.look_again(hear), robust=True)
    return ban


def lift(user: User, ban_id: int, reason: str) -> None:
    """End a ban now."""
    act = Act("lift", user, reason)
    with transaction.atomic():
        ban = Ban.objects.select_for_update().get(pk=ban_id)
        if ban.lifted_at is not None or ban.until <= timezone.now():
            raise Refused("That ban is over already.")
        act.subject = f"ban {ban.pk}"
        act.before = {"until": _when(ban.until), "lifted": False}
        ban.lifted_at = timezone.now()
        ban.save(update_fields=["lifted_at"])
        act.after = {"until": _when(ban.until), "lifted": True}
        act.write()


def anonymise(user: User, person_id: int, reason: str) -> None:
    """Forget somebody: address, devices, days off, names at tables. Nobody else's match ends for it.

    Before the start their seats become empty; in running matches they are free for somebody new, and play by
    themselves meanwhile. Their seats everywhere get a neutral name; what they wrote in chats stays, under it. The row
    itself is kept, empty and known to no browser any more, until nothing points to it (portal.housekeeping).
    """
    act, now = Act("anonymise", user, reason), timezone.now()
    person = Person.objects.select_related("merged_into").get(pk=person_id).survivor
    if person.anonymised_at is not None:
        raise Refused("Nothing is known of them any more.")
    human = list(bans.same_human(person).values_list("pk", flat=True))
    held = Seat.objects.filter(person__in=human).select_related("table", "person")
    act.before = {"seats": held.count(), "address": bool(person.email)}
    # Table by table, so that none waits for another; done again after a failure, the rest is done.
    for seat in held.order_by("table", "number"):
        _part(seat, now)
    with transaction.atomic():
        rows = Person.objects.select_for_update().filter(pk__in=human)
        Seat.objects.filter(taken_from__in=human).update(taken_from=None, taken_at=None)
        for gone in (DaysOff, PushDevice, Notice):
            gone.objects.filter(person__in=human).delete()
        for row in rows:
            _empty(row, now)
        act.subject, act.after = f"person {person.pk}", {"seats": 0, "address": False}
        act.write()


def _part(seat: Seat, now: datetime) -> None:
    """Somebody and their seat part, as it fits the table's state."""
    assert seat.person is not None
    match Table.Status(seat.table.status):
        case Table.Status.WAITING:
            lobby.leave(seat.table_id, seat.person, seat.number)
        case Table.Status.RUNNING:
            with matches.writing(seat.table_id) as (table, match):
                seats = list(table.seat_set.all())
                mine = next(other for other in seats if other.pk == seat.pk)
                _rename(mine, _neutral(mine, seats))
                play.make_free(table, seats, match, mine, SeatNews.LEFT, now)
                counting.settle(table, seats, match, now=now)
        case _:
            with transaction.atomic():
                table = Table.objects.select_for_update().get(pk=seat.table_id)
                _rename(seat, _neutral(seat, list(table.seat_set.all())))
                Seat.objects.filter(pk=seat.pk).update(person=None, notes="")
                play.save_and_tell(table)


def _neutral(seat: Seat, seats: Sequence[Seat]) -> str:
    """A name that says nothing, in any language; unlike the others of the table."""
    taken = {other.name_key for other in seats if other != seat}
    names = (f"N. N. {number}" for number in range(seat.number + 1, 1000))
    return next(name for name in names if name_key(name) not in taken)


def _empty(row: Person, now: datetime) -> None:
    fresh = Person(pk=row.pk, language=row.language, merged_into_id=row.merged_into_id)
    fresh.created_at, fresh.anonymised_at, fresh.mails = row.created_at, now, Person.Mails.NOTHING
    fresh.links_used = row.links_used + 1
    fresh.save(force_update=True)

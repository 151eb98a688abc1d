"""The only writers of moves. Lock, check, store, commit - then tell."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from games.core import notation
from games.core.checks import digest
from games.core.match import By
from games.core.model import Move as GameMove
from games.core.model import Report, Resign, SeatNews
from games.core.words import gettext_noop
from portal import access, announce, clock, matches, notices
from portal.matches import AnyMatch
from portal.models import Move, Person, Seat, Table, Vote, new_code
from portal.prepared import Prepared, insert
from portal.refusal import Forbidden, Incomplete, NoSeat, Refused

KEY_LONGEST = 40
_EARLIER = Prepared(lambda table, key: Move.objects.filter(table=table, key=key))
MOST_STEERED = 200
"""Answers that autopilots give in one go; a sweep plays on from there."""


@dataclass(frozen=True)
class Made:
    """A move that is stored: its ply, and the table and its seats as they were stored with it."""

    ply: int
    table: Table
    seats: list[Seat]


def make_move(
    table_id: int,
    person: Person,
    text: str,
    *,
    prompt: int | None,
    key: str,
    looking: int | access.Look | None = None,
) -> Made:
    """Play a move for the seat this person holds (of several, the one that is `looking`, or was said to look).

    `prompt` is the number of the question it answers, `key` the form's one-time key: the same key again changes nothing
    and gets the first answer. Raises IllegalMove or Refused with nothing changed.
    """
    check_key(key)
    with matches.writing(table_id) as (table, match):
        seats = access.seats_of(table)
        if isinstance(looking, access.Look):
            looking = access.at_table(table, person, look=looking, seats=seats).number
        seat = seat_of(seats, person, looking)
        earlier = _EARLIER.first(table.pk, key)
        if earlier is not None:
            if earlier.seat != seat.number:
                raise Incomplete
            return Made(earlier.ply, table, seats)
        require_running(table)
        wake(table, match, seat)
        play(table, match, seat.number, text, prompt=prompt, by="seat", key=key)
        ply = match.ply
        seat.seen_ply = ply
        settle(table, seats, match, now=timezone.now(), actor=seat)
    return Made(ply, table, seats)


def resign(table_id: int, person: Person, looking: int | None = None) -> None:
    """The seat this person holds gives the match up; the other one wins."""
    with matches.writing(table_id) as (table, match):
        seats = list(table.seat_set.all())
        seat = seat_of(seats, person, looking)
        require_running(table)
        if table.size > 2:
            raise Refused(
                gettext_noop("With more than two players the match goes on: the others count on you.")
            )
        play(table, match, None, Resign(seat.number), by="system")
        seat.seen_ply = match.ply
        settle(table, seats, match, now=timezone.now(), actor=seat)


def awake(table_id: int, person: Person, looking: int | None = None) -> None:
    """The seat this person holds comes off autopilot, with the full time for what is asked of it."""
    now = timezone.now()
    with matches.writing(table_id) as (table, match):
        seats = list(table.seat_set.all())
        seat = seat_of(seats, person, looking)
        require_running(table)
        wake(table, match, seat)
        settle(table, seats, match, now=now, actor=seat)


def hand_over(table_id: int, number: int) -> None:
    """Write into the log that a seat was taken back from another screen; too late, nothing happens."""
    with matches.writing(table_id) as (table, match):
        if table.status == Table.Status.RUNNING:
            play(table, match, None, Report(number, SeatNews.MOVED), by="system")
            settle(table, list(table.seat_set.all()), match, now=timezone.now())


# What the services that change a match share. Each runs inside `matches.writing` and ends with `settle`.


def seat_of(seats: list[Seat], person: Person, looking: int | None = None) -> Seat:
    """The seat this person holds, looked up under the lock: it may have changed hands meanwhile.

    Of several played on one device it is the one that is looking; nothing is done for one that was not named.
    """
    held = [seat for seat in seats if seat.person_id == person.pk]
    for seat in held:
        if seat.number == looking or (looking is None and len(held) == 1):
            return seat
    if held:
        raise Forbidden(gettext_noop("Say first who is looking: press your name."))
    raise NoSeat


def check_key(key: str) -> None:
    """Raises Incomplete for what is no one-time key of a form of ours."""
    if not (key.isascii() and key.isalnum() and len(key) <= KEY_LONGEST):
        raise Incomplete


def require_running(table: Table) -> None:
    if table.status != Table.Status.RUNNING:
        raise Refused(gettext_noop("The match is over."))


def play(
    table: Table,
    match: AnyMatch,
    seat: int | None,
    move: GameMove | str,
    *,
    by: By,
    prompt: int | None = None,
    key: str = "",
) -> None:
    """Play and store one move, and the standing orders that answer to it."""
    match.play(seat, move, prompt=prompt, by=by)
    _store(table, match, key)
    while (order := match.standing) is not None:
        match.play(*order)
        _store(table, match)


def _store(table: Table, match: AnyMatch, key: str = "") -> None:
    entry = match.story[-1]
    assert entry.move is not None
    text = notation.write(entry.move)
    insert(Move(table=table, ply=entry.ply, seat=entry.seat, by=entry.by, text=text, key=key))


def wake(table: Table, match: AnyMatch, seat: Seat) -> None:
    """Whoever acts is there: no time-outs in a row any more, no autopilot, nobody's vote to replace the seat."""
    seat.timeouts = 0
    if seat.autopilot_since is None:
        return
    seat.autopilot_since = None
    seat.awaited_since = None  # its time begins anew
    Vote.objects.filter(table=table, kind=Vote.Kind.REPLACE, subject=seat.number).delete()
    play(table, match, None, Report(seat.number, SeatNews.AWAKE), by="system")


def make_free(
    table: Table, seats: list[Seat], match: AnyMatch, seat: Seat, why: SeatNews, now: datetime
) -> None:
    """Nobody holds the seat any more: it plays by itself until somebody new sits down. Host powers move on."""
    seat.person = seat.taken_from = None
    seat.freed_at = now
    seat.autopilot_since = seat.autopilot_since or now
    seat.notes = ""
    seat.code, seat.code_needed = new_code(), False
    was_host, seat.host = seat.host, False
    seat.save()
    heir = next((other for other in seats if other.person_id is not None), None)
    if was_host and heir is not None:
        heir.host = True
        heir.save(update_fields=["host"])
    Vote.objects.filter(table=table, kind=Vote.Kind.REPLACE, subject=seat.number).delete()
    Vote.objects.filter(table=table, voter=seat.number).delete()
    play(table, match, None, Report(seat.number, why), by="system")


def _steer(table: Table, seats: list[Seat], match: AnyMatch) -> None:
    """Seats on autopilot answer at once, as long as somebody plays with them, and so does a turn that is forfeited."""
    pilots = {seat.number for seat in seats if seat.autopilot_since is not None}
    if len(pilots) == len(seats):
        return
    for _ in range(MOST_STEERED):
        steered = (n for n in match.waiting if n in pilots or _has_forfeited(table, match, n))
        number = next(steered, None)
        if number is None:
            return
        play(table, match, number, match.default(number), by="clock")


def _has_forfeited(table: Table, match: AnyMatch, number: int) -> bool:
    """Whether, over days, a seat let its time run out in this turn of its own, and nobody has come for it since."""
    if table.pace == Table.Pace.LIVE or number != match.turn.seat:
        return False
    came = Report(number, SeatNews.AWAKE), Report(number, SeatNews.REPLACED)
    for entry in reversed(match.story):
        if entry.turn < match.turn.number or entry.move in came:
            return False
        if entry.seat == number and entry.by == "clock" and not entry.undone:
            return True
    return False


def settle(
    table: Table, seats: list[Seat], match: AnyMatch, *, now: datetime, actor: Seat | None = None
) -> None:
    """Bring the table's row, the clocks and the notices in line with the match, and tell the pages on commit.

    `actor` is not told that it is its turn: it is looking.
    """
    _steer(table, seats, match)
    table.active_at = now
    table.version += 1
    if table.ply != match.ply:
        # Whoever agreed to take moves back had others in mind.
        if table.asked:
            Vote.objects.filter(table=table, kind=Vote.Kind.TAKEBACK).delete()
            table.asked = Vote.objects.filter(table=table).exists()
        table.ply = match.ply
        table.digest = digest(match)
    table.absent = sorted(match.absent)
    started = clock.update(table, seats, match, now)
    if match.outcome is not None:
        end(table, now, outcome=asdict(match.outcome))
    elif all(seat.autopilot_since is not None for seat in seats):
        end(table, now, why=Table.Why.ABANDONED)
    else:
        notices.your_turn(table, started.new, match.ply, now, actor_id=actor.person_id if actor else None)
        for seat in started.anew:
            notices.remind_anew(table, seat, now)
    table.save_changes()
    tell_on_commit(table, seats)


def end(
    table: Table, now: datetime, *, outcome: dict[str, object] | None = None, why: Table.Why | None = None
) -> None:
    """The one way a match ends: by the rules (with an outcome) or closed; clears all that could still fire."""
    table.status = Table.Status.FINISHED if outcome else Table.Status.CLOSED
    table.outcome = outcome
    table.closed_because = why or ""
    table.opened_from = ""
    table.ended_at = now
    table.due_at = table.still_since = None
    table.seat_set.update(awaited_since=None, awaited_ply=None, due_at=None, paused_left=None)
    Vote.objects.filter(table=table).delete()
    table.asked = False
    notices.clear(table)
    if table.started_at is not None:
        notices.result(table, table.seat_set.all(), table.ply, now)


def save_and_tell(table: Table) -> None:
    """Store a table of which the pages show something new, though nothing was played; they are told on commit."""
    table.version += 1
    table.save_changes()
    tell_on_commit(table)


@contextmanager
def changing(table_id: int) -> Iterator[tuple[Table, list[Seat]]]:
    """One transaction that holds the table's row, for what concerns no match; its pages are told on commit."""
    with transaction.atomic():
        table = Table.objects.select_for_update().get(pk=table_id)
        yield table, list(table.seat_set.select_related("person"))
        table.active_at = timezone.now()
        save_and_tell(table)


def tell_on_commit(table: Table, seats: Sequence[Seat] | None = None) -> None:
    """Once the change is stored, tell the open pages. Whatever fails then, what is stored is stored.

    `seats` are the table's as they are stored, if they are known.
    """
    table_id, version = table.pk, table.version
    holders = None if seats is None else [(seat.number, seat.person_id) for seat in seats]
    transaction.on_commit(lambda: announce.changed(table_id, version, holders), robust=True)

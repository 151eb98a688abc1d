"""The only writers of moves. Lock, check, store, commit - then tell."""

from __future__ import annotations

from dataclasses import asdict
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from games.core import notation
from games.core.checks import digest
from games.core.match import By
from games.core.model import Report, Resign, SeatNews
from games.core.model import Move as GameMove
from games.core.words import gettext_noop
from portal import announce, clock, matches, notices
from portal.matches import AnyMatch
from portal.models import Move, Person, Seat, Table
from portal.refusal import Forbidden, Refused

KEY_LONGEST = 40
MOST_DEFAULTS = 50
"""Answers that one expiry may give for a seat; no turn of any game has as many."""


def make_move(table_id: int, person: Person, text: str, *, prompt: int | None, key: str) -> int:
    """Play a move for the seat this person holds; returns its ply.

    `prompt` is the number of the question it answers, `key` the form's one-time key: the same key again changes nothing
    and gets the first answer. Raises IllegalMove or Refused with nothing changed.
    """
    if not (key.isascii() and key.isalnum() and len(key) <= KEY_LONGEST):
        raise Refused(gettext_noop("The page was incomplete: load it again."))
    with matches.writing(table_id) as (table, match):
        seats = list(table.seat_set.all())
        seat = _seat_of(seats, person)
        earlier = Move.objects.filter(table=table, key=key).first()
        if earlier is not None:
            if earlier.seat != seat.number:
                raise Refused(gettext_noop("The page was incomplete: load it again."))
            return earlier.ply
        _require_running(table)
        _play(table, match, seat.number, text, prompt=prompt, by="seat", key=key)
        ply = match.ply
        _store_position(table, seats, match, actor=seat, now=timezone.now())
    return ply


def resign(table_id: int, person: Person) -> None:
    """The seat this person holds gives the match up."""
    with matches.writing(table_id) as (table, match):
        seats = list(table.seat_set.all())
        seat = _seat_of(seats, person)
        _require_running(table)
        if table.size > 2:
            raise Refused(
                gettext_noop("With more than two players the match goes on: the others count on you.")
            )
        _play(table, match, None, Resign(seat.number), by="system")
        _store_position(table, seats, match, actor=seat, now=timezone.now())


def hand_over(table_id: int, number: int) -> None:
    """Write into the log that a seat was taken back from another screen; too late, nothing happens."""
    with matches.writing(table_id) as (table, match):
        if table.status == Table.Status.RUNNING:
            _play(table, match, None, Report(number, SeatNews.MOVED), by="system")
            _store_position(table, list(table.seat_set.all()), match, actor=None, now=timezone.now())


def time_out(table_id: int, now: datetime) -> int:
    """Play the defaults of every seat whose time is up, each until its turn ends; returns how many moves that were.

    Checks again under the lock, so two sweeps, or a sweep and a move, do it once. A table that somebody holds is left
    to the next sweep: one that is held for long must not stop the clocks of all.
    """
    try:
        return _time_out(table_id, now)
    except matches.Busy:
        return 0


def _time_out(table_id: int, now: datetime) -> int:
    played = 0
    with matches.writing(table_id, wait=False) as (table, match):
        seats = list(table.seat_set.all())
        for seat in seats:
            if table.status == Table.Status.RUNNING and seat.due_at and seat.due_at <= now:
                played += _play_defaults(table, match, seat)
        if played:
            _store_position(table, seats, match, actor=None, now=now)
    return played


def _play_defaults(table: Table, match: AnyMatch, seat: Seat) -> int:
    turn, played = match.turn, 0
    while seat.number in match.waiting and match.turn == turn and played < MOST_DEFAULTS:
        _play(table, match, seat.number, match.default(seat.number), by="clock")
        played += 1
    return played


def _seat_of(seats: list[Seat], person: Person) -> Seat:
    """The seat this person holds, looked up under the lock: it may have changed hands meanwhile."""
    for seat in seats:
        if seat.person_id == person.pk:
            return seat
    raise Forbidden(
        gettext_noop("You don't hold a seat at this table on this device: take yours back by name.")
    )


def _require_running(table: Table) -> None:
    if table.status != Table.Status.RUNNING:
        raise Refused(gettext_noop("The match is over."))


def _play(
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
    Move.objects.create(
        table=table, ply=entry.ply, seat=entry.seat, by=entry.by, text=notation.write(entry.move), key=key
    )


def _store_position(
    table: Table, seats: list[Seat], match: AnyMatch, *, actor: Seat | None, now: datetime
) -> None:
    """Bring the table's row, the clocks and the notices in line with the match, and tell the pages on commit."""
    table.ply = match.ply
    table.digest = digest(match)
    table.active_at = now
    table.version += 1
    if actor is not None:
        actor.seen_ply = match.ply
    awaited = clock.update(table, seats, match, now)
    if match.outcome is not None:
        end(table, now, outcome=asdict(match.outcome))
    else:
        notices.your_turn(table, [seat for seat in awaited if seat is not actor], match.ply, now)
    table.save()
    tell_on_commit(table)


def end(
    table: Table, now: datetime, *, outcome: dict[str, object] | None = None, why: Table.Why | None = None
) -> None:
    """The one way a match ends: by the rules (with an outcome) or closed; clears all that could still fire."""
    table.status = Table.Status.FINISHED if outcome else Table.Status.CLOSED
    table.outcome = outcome
    table.closed_because = why or ""
    table.ended_at = now
    table.due_at = None
    table.seat_set.update(awaited_since=None, awaited_ply=None, due_at=None, paused_left=None)
    notices.clear(table)


def tell_on_commit(table: Table) -> None:
    """Once the change is stored, tell the open pages. Whatever fails then, what is stored is stored."""
    table_id, version = table.pk, table.version
    transaction.on_commit(lambda: announce.changed(table_id, version), robust=True)

"""Whose time runs, and until when. Deadlines are columns; a sweep finds what is overdue.

A seat's time starts when it becomes awaited, is not renewed by its own moves while it stays awaited in the
same turn, and stands still while another seat's question, or one with a time of its own, interrupts its turn. It stands
still on days off (at tables over days) and while nobody has the table open (at live tables).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from portal import days_off
from portal.days_off import Span
from portal.matches import AnyMatch
from portal.models import Seat, Table

HOUR = 3600
LIVE = (None, 20, 30, 45, 60, 90, 120)
"""Seconds a turn that a live table may choose; None: no clock."""
CORRESPONDENCE = (12 * HOUR, 24 * HOUR, 48 * HOUR, 72 * HOUR, 7 * 24 * HOUR)
"""Seconds a decision that a table over days may choose."""
AT_ONCE = 500
"""Tables of one sweep."""
DEFAULTS = {Table.Pace.LIVE: None, Table.Pace.CORRESPONDENCE: 48 * HOUR}


def values(pace: str) -> Sequence[int | None]:
    """The clocks a pace offers."""
    return LIVE if pace == Table.Pace.LIVE else CORRESPONDENCE


@dataclass(frozen=True)
class _Time:
    """The time that the open question gives: `window` is its number if it has a time of its own, else 0."""

    window: int
    seconds: float | None


def _time_of(table: Table, match: AnyMatch) -> _Time:
    """At live tables a window says its time itself; over days it is one more decision with the full time."""
    prompt = match.stack[-1]
    window = prompt.window
    if window is None:
        return _Time(0, table.clock)
    if table.pace != Table.Pace.LIVE:
        return _Time(prompt.number, table.clock)
    if window.always or table.clock:
        return _Time(prompt.number, window.seconds)
    return _Time(0, table.clock)


def has_own_time(table: Table, match: AnyMatch) -> int:
    """The number of the open question if it has a time of its own, else 0."""
    return _time_of(table, match).window


@dataclass(frozen=True)
class Started:
    """Whose clocks have just been started: of seats that are newly awaited, and of others that stay awaited for another
    question, or another time."""

    new: list[Seat]
    anew: list[Seat]


def update(table: Table, seats: Sequence[Seat], match: AnyMatch, now: datetime) -> Started:
    """Start, stop, pause and go on with the clocks after a change of the match; returns those that were started.

    Saves the seats; sets `table.due_at` and leaves saving the table to the caller.
    """
    resume(table, seats, now)
    spans = _spans(table, seats)
    started = Started([], [])
    for seat in seats:
        away = spans.get(seat.person_id, [])
        if seat.number not in match.waiting:
            if seat.awaited_since is not None:
                _stop(seat, match, now, away)
        elif seat.awaited_since is None or seat.clock_turn != match.turn.number:
            _start(seat, match, now)
            _run(seat, _time_of(table, match), now, away)
            started.new.append(seat)
        elif seat.clock_window != has_own_time(table, match):
            _set_aside(seat, now, away)
            _run(seat, _time_of(table, match), now, away)
            started.anew.append(seat)
    Seat.save_all_changes(seats)
    table.due_at = min((seat.due_at for seat in seats if seat.due_at), default=None)
    return started


def _spans(table: Table, seats: Sequence[Seat]) -> Mapping[int | None, Sequence[Span]]:
    """The days off of who sits at a table over days."""
    if table.pace == Table.Pace.LIVE:
        return {}
    found = days_off.spans_of(seat.person_id for seat in seats if seat.person_id is not None)
    return dict(found.items())


def _start(seat: Seat, match: AnyMatch, now: datetime) -> None:
    """The seat is awaited anew; what was left of another turn is nothing to this one."""
    if seat.clock_turn != match.turn.number:
        seat.paused_left = None
    seat.awaited_since = now
    seat.awaited_ply = match.ply
    seat.clock_turn = match.turn.number


def _run(seat: Seat, time: _Time, now: datetime, away: Sequence[Span]) -> None:
    """Let the question's own time run, or what is left of the turn's; on autopilot there is none to think."""
    seconds = time.seconds
    if not time.window and seat.paused_left is not None:
        seconds, seat.paused_left = seat.paused_left, None
    if seat.autopilot_since is not None:
        seconds = 0
    seat.clock_window = time.window
    seat.due_at = None if seconds is None else days_off.until(now, seconds, away)


def _stop(seat: Seat, match: AnyMatch, now: datetime, away: Sequence[Span]) -> None:
    """Nobody waits for the seat now; if its turn goes on, what is left of its time is kept."""
    if match.outcome is None and seat.number == match.turn.seat and seat.clock_turn == match.turn.number:
        _set_aside(seat, now, away)
    else:
        seat.paused_left = None
    seat.awaited_since = seat.awaited_ply = seat.due_at = None
    seat.clock_window = 0


def _set_aside(seat: Seat, now: datetime, away: Sequence[Span]) -> None:
    """Keep what is left of the turn's time; of a question's own time nothing is kept."""
    if not seat.clock_window and seat.due_at is not None:
        seat.paused_left = max(days_off.left(now, seat.due_at, away), 0.0)


def hold(table: Table, since: datetime) -> None:
    """Nobody has the live table open since then: its clocks stand still. Leaves saving to the caller."""
    table.still_since = since
    table.due_at = None


def resume(table: Table, seats: Sequence[Seat], now: datetime) -> None:
    """Somebody is at the live table again, or moves: its clocks go on where they stood. Leaves saving to the caller."""
    if table.still_since is None:
        return
    stood = max(now - table.still_since, timedelta())
    for seat in seats:
        if seat.due_at is not None:
            seat.due_at += stood
    table.still_since = None
    table.due_at = min((seat.due_at for seat in seats if seat.due_at), default=None)


def overdue(now: datetime) -> list[int]:
    """The ids of tables with a deadline that has passed, the longest overdue first."""
    late = Table.objects.filter(due_at__lte=now).order_by("due_at")
    return list(late.values_list("pk", flat=True)[:AT_ONCE])

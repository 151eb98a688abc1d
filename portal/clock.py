"""Whose time runs, and until when. Deadlines are columns; a sweep finds what is overdue.

A seat's time starts when it becomes awaited, is not renewed by its own moves while it stays awaited in the
same turn, and stands still while another seat's question interrupts its turn.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from portal.matches import AnyMatch
from portal.models import Seat, Table

HOUR = 3600
LIVE = (None, 20, 30, 45, 60, 90, 120)
"""Seconds a turn that a live table may choose; None: no clock."""
CORRESPONDENCE = (12 * HOUR, 24 * HOUR, 48 * HOUR, 72 * HOUR, 7 * 24 * HOUR)
"""Seconds a decision that a table over days may choose."""
DEFAULTS = {Table.Pace.LIVE: None, Table.Pace.CORRESPONDENCE: 48 * HOUR}


def values(pace: str) -> Sequence[int | None]:
    """The clocks a pace offers."""
    return LIVE if pace == Table.Pace.LIVE else CORRESPONDENCE


def _full_time(table: Table, match: AnyMatch) -> float | None:
    """Seconds for the decision that is awaited now; special windows have their own time at live tables."""
    window = match.stack[-1].window
    if window and table.pace == Table.Pace.LIVE and (window.always or table.clock):
        return window.seconds
    return table.clock


def update(table: Table, seats: Sequence[Seat], match: AnyMatch, now: datetime) -> list[Seat]:
    """Start, stop, pause and go on with the clocks after a change of the match; returns the seats newly awaited.

    Saves the seats; sets `table.due_at` and leaves saving the table to the caller.
    """
    new = []
    for seat in seats:
        if seat.number in match.waiting:
            if seat.awaited_since is None or seat.clock_turn != match.turn.number:
                _start(table, seat, match, now)
                new.append(seat)
        elif seat.awaited_since is not None:
            _stop(seat, match, now)
    Seat.objects.bulk_update(
        seats, ["awaited_since", "awaited_ply", "due_at", "clock_turn", "paused_left", "seen_ply"]
    )
    table.due_at = min((seat.due_at for seat in seats if seat.due_at), default=None)
    return new


def _start(table: Table, seat: Seat, match: AnyMatch, now: datetime) -> None:
    interrupted = seat.paused_left is not None and seat.clock_turn == match.turn.number
    seconds = seat.paused_left if interrupted else _full_time(table, match)
    seat.awaited_since = now
    seat.awaited_ply = match.ply
    seat.clock_turn = match.turn.number
    seat.paused_left = None
    seat.due_at = None if seconds is None else now + timedelta(seconds=seconds)


def _stop(seat: Seat, match: AnyMatch, now: datetime) -> None:
    interrupted = (
        match.outcome is None and seat.number == match.turn.seat and seat.clock_turn == match.turn.number
    )
    left = (seat.due_at - now).total_seconds() if seat.due_at and interrupted else None
    seat.paused_left = None if left is None else max(left, 0.0)
    seat.awaited_since = seat.awaited_ply = seat.due_at = None


def overdue(now: datetime) -> list[int]:
    """The ids of tables with a deadline that has passed, the longest overdue first."""
    return list(Table.objects.filter(due_at__lte=now).order_by("due_at").values_list("pk", flat=True)[:500])

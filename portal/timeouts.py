"""What happens when time is up: defaults are played, and who lets it happen again and again goes on autopilot."""

from __future__ import annotations

from datetime import datetime

from games.core.model import Report, SeatNews
from portal import clock, counting, matches, notices, presence
from portal.matches import AnyMatch
from portal.models import Notice, Seat, Table
from portal.play import play

MOST_DEFAULTS = 50
"""Answers that one expiry may give for a seat; no turn of any game has as many."""
MOST_TIMEOUTS = 3
"""Time-outs in a row after which a seat goes on autopilot."""


def time_out(table_id: int, now: datetime) -> int:
    """Play the defaults of every seat whose time is up, each until its turn ends; returns how many moves that were.

    Checks again under the lock, so two sweeps, or a sweep and a move, do it once. A table that somebody holds is left
    to the next sweep: one that is held for long must not stop the clocks of all. At a live table that nobody has open
    nothing advances.
    """
    try:
        return _time_out(table_id, now)
    except matches.Busy:
        return 0


def _time_out(table_id: int, now: datetime) -> int:
    with matches.writing(table_id, wait=False) as (table, match):
        seats, before = list(table.seat_set.all()), match.ply
        late = [seat for seat in seats if seat.due_at and seat.due_at <= now]
        if not late or table.status != Table.Status.RUNNING or table.still_since is not None:
            return 0
        if table.pace == Table.Pace.LIVE and not presence.connected(table_id):
            clock.hold(table, presence.last_here(table_id, now))
            table.save(update_fields=["still_since", "due_at"])
            return 0
        for seat in late:
            _answer_for(table, seats, match, seat, now)
        counting.settle(table, seats, match, now=now)
        return match.ply - before


def _answer_for(table: Table, seats: list[Seat], match: AnyMatch, seat: Seat, now: datetime) -> None:
    """One expiry: the defaults of one seat. The third in a row puts it on autopilot, and everybody is told."""
    if not _play_defaults(table, match, seat) or seat.autopilot_since is not None:
        return
    seat.timeouts += 1
    if seat.timeouts >= MOST_TIMEOUTS and match.outcome is None:
        seat.autopilot_since = now
        play(table, match, None, Report(seat.number, SeatNews.TIRED), by="system")
        notices.post(table, Notice.Kind.AUTOPILOT, seats, match.ply, now, subject=seat.number)


def _play_defaults(table: Table, match: AnyMatch, seat: Seat) -> int:
    """Answer until the seat's turn ends, or an answer has a time of its own that is not up.

    At live tables the time of a single question that was up takes that one question, not the turn.
    """
    turn, expired, played = match.turn, seat.clock_window, 0
    alone = expired and table.pace == Table.Pace.LIVE
    while seat.number in match.waiting and match.turn == turn and played < MOST_DEFAULTS:
        if played and table.pace == Table.Pace.LIVE and (alone or clock.has_own_time(table, match)):
            break
        play(table, match, seat.number, match.default(seat.number), by="clock")
        played += 1
    return played

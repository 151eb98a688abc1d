"""Who is at a live table, as far as it matters to the match.

While nobody has it open, its clocks stand still and nothing advances. In games that ask for it, a seat without a
connection for half a minute is said to be away, and to be back as soon as it is (rules/natrak.md, 2.8): moves of the
system, so that a replay needs nothing else.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from datetime import datetime, timedelta

from games import GAMES
from games.core.model import SystemMove
from portal import clock, matches, play, presence
from portal.models import Table
from portal.presence import Attendance

AWAY_AFTER = timedelta(seconds=30)


def changed(now: datetime) -> list[int]:
    """The ids of running live tables where `settle` has something to look at."""
    tables = Table.objects.filter(status=Table.Status.RUNNING, pace=Table.Pace.LIVE)
    rows = {table.pk: table for table in tables}
    if not rows:
        return []
    found = presence.attendance(list(rows))
    return [pk for pk, table in rows.items() if _is_news(table, found[pk], now)]


def _is_news(table: Table, there: Attendance, now: datetime) -> bool:
    if bool(there.here) == (table.still_since is not None):
        return table.due_at is not None or table.still_since is not None
    return bool(there.here) and any(True for _ in _moves(table, set(table.absent), there, now))


def settle(table_id: int, now: datetime) -> None:
    """Let a table's clocks stand still or go on, and say who is away and who is back."""
    there = presence.attendance([table_id])[table_id]
    is_settled = presence.is_settled()
    try:
        with matches.writing(table_id, wait=False) as (table, match):
            if table.status != Table.Status.RUNNING or table.pace != Table.Pace.LIVE:
                return
            seats = list(table.seat_set.all())
            if not there.here:
                if table.still_since is None:
                    clock.hold(table, min(max(there.seen.values(), default=now), now))
                    table.save(update_fields=["still_since", "due_at"])
                return
            returning = table.still_since is not None
            if returning:
                # Who comes back first does not find the others gone: each has half a minute to come back too.
                presence.expect(table_id, range(table.size))
                is_settled = False
            said = _moves(table, match.absent, there, now)
            moves = [move for is_away, move in said if is_settled or not is_away]
            for move in moves:
                play.play(table, match, None, move, by="system")
            if moves or returning:
                play.settle(table, seats, match, now=now)
    except matches.Busy:
        return


def _moves(
    table: Table, absent: Collection[int], there: Attendance, now: datetime
) -> Iterator[tuple[bool, SystemMove]]:
    """Who has been away for long enough (True), and who is back."""
    game = GAMES.get(table.game)
    if game is None or game.presence is None or table.started_at is None:
        return
    away, back = game.presence
    for number in range(table.size):
        if number in there.here:
            if number in absent:
                yield False, back(number)
        elif number not in absent:
            since = max(there.seen.get(number, table.started_at), table.started_at)
            if now - since >= AWAY_AFTER:
                yield True, away(number)

"""Whether the votes at a table are enough: counted when somebody votes, and when somebody has no say any more.

Each act that changes who is asked (a vote, a seat that goes on autopilot or is given up) counts under the table's lock,
so that what is agreed happens once, and does not wait for another vote.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from games.core.model import SeatNews
from portal import notices, play
from portal.matches import AnyMatch
from portal.models import Notice, Seat, Table, Vote


def present(seats: Collection[Seat]) -> set[int]:
    """The seats somebody answers for."""
    return {seat.number for seat in seats if seat.autopilot_since is None}


def agreed(table: Table, kind: Vote.Kind, subject: int = 0) -> set[int]:
    """The seats that have voted for something."""
    found = Vote.objects.filter(table=table, kind=kind, subject=subject)
    return set(found.values_list("voter", flat=True))


def closes(table: Table, seats: Collection[Seat]) -> bool:
    """Whether everybody who plays agrees to close the table."""
    asked = present(seats)
    return table.asked and bool(asked) and agreed(table, Vote.Kind.CLOSE) >= asked


def settle(
    table: Table, seats: list[Seat], match: AnyMatch, *, now: datetime, actor: Seat | None = None
) -> None:
    """Do what is agreed by now, then settle as `play.settle` does: for every act that changes who is asked."""
    closing = closes(table, seats)
    if table.asked and not closing and match.outcome is None:
        for seat in seats:
            if _frees(table, seats, seat):
                former = [seat] if seat.person_id is not None else []
                notices.post(table, Notice.Kind.REPLACED, former, match.ply, now, subject=seat.number)
                play.make_free(table, seats, match, seat, SeatNews.FREED, now)
    play.settle(table, seats, match, now=now, actor=actor)
    if closing and table.status == Table.Status.RUNNING:
        play.end(table, now, why=Table.Why.AGREED)
        table.save_changes()


def _frees(table: Table, seats: Collection[Seat], seat: Seat) -> bool:
    """Whether more than half of the other players agree to free a seat on autopilot."""
    if seat.autopilot_since is None or seat.freed_at is not None:
        return False
    others = present(seats) - {seat.number}
    return len(agreed(table, Vote.Kind.REPLACE, seat.number) & others) * 2 > len(others)

"""Who is away and who is back, as the portal says (rules/natrak.md, 2.8). At tables over days nobody ever is away.

What it means is looked up where it matters: production, the questions when they come up, offers. A question that was
open comes up again after every such move, so it answers itself for whoever has left.
"""

from __future__ import annotations

from games.core.model import Seat, SystemMove
from games.natrak.events import Left, Returned
from games.natrak.moves import Leave
from games.natrak.scoring import M
from games.natrak.trade import lower


def happen(match: M, move: SystemMove) -> None:
    """A seat's player left for good enough, or is back."""
    if isinstance(move, Leave):
        leave(match, move.seat)
    elif move.seat in match.state.absent:
        match.state.absent.remove(move.seat)
        match.tell(Returned(move.seat))


def leave(match: M, seat: Seat) -> None:
    """The seat is away: its raised hand and counter-offer are gone (D30)."""
    state = match.state
    if seat not in state.absent:
        state.absent.append(seat)
        state.absent.sort()
        match.tell(Left(seat))
        lower(match, seat)

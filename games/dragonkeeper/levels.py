"""Levels: laying one open, and what its end costs (rules/dragonkeeper.md, Level end)."""

from __future__ import annotations

from games.core.match import Match
from games.core.model import Seat
from games.dragonkeeper.components import (
    CELLS,
    CENTRE,
    DUES,
    HIGHEST_DUE,
    LAST_TAKE_DUE,
    LEVELS,
    STAIRS,
)
from games.dragonkeeper.events import Counted, Eliminated, LevelBegan, Paid, Start, Weighed
from games.dragonkeeper.reckoning import worth
from games.dragonkeeper.state import State, holder, no_stacks, survivor_after

M = Match[State]


def lay_open(match: M, first: Seat, why: Start) -> None:
    """The next level's tiles come to light, the dragon on the middle one."""
    state = match.state
    match.no_way_back()
    state.grid = dict(zip(CELLS, state.later.pop(0), strict=True))
    state.dragon = CENTRE
    state.last_taker = None
    match.tell(LevelBegan(state.level, first, why))


def due(left: int) -> int:
    """What everybody pays while so many tiles are left."""
    return next((fee for most, fee in DUES if left <= most), HIGHEST_DUE)


def pay(match: M) -> None:
    """Everybody pays at once; who owes more than they have is out, with all they have."""
    state = match.state
    fee = due(len(state.grid))
    match.tell(Counted(len(state.grid), fee))
    for seat in state.survivors:
        last = seat == state.last_taker
        _pay(match, seat, fee + LAST_TAKE_DUE * last, last=last)
    for seat in state.survivors:
        match.tell(Weighed(seat, worth(state.stacks[seat], state.guilds[seat])))


def _pay(match: M, seat: Seat, owed: int, *, last: bool) -> None:
    state = match.state
    had = state.treasure[seat]
    if owed > had:
        _eliminate(match, seat, owed)
        return
    state.treasure[seat] -= owed
    state.stock += owed
    if owed:
        match.tell(Paid(seat, owed, last, state.treasure[seat]))


def _eliminate(match: M, seat: Seat, owed: int) -> None:
    """Out of turns, gifts and scoring: treasure back to the stock, tiles out of the game, the guild still secret."""
    state = match.state
    match.tell(Eliminated(seat, owed, state.treasure[seat]))
    state.stock += state.treasure[seat]
    state.treasure[seat] = 0
    state.stacks[seat] = no_stacks()
    state.out.append(seat)


def starter(state: State) -> tuple[Seat, Start]:
    """Who begins the next level, if still in the game then: the holder of this one's stairs, else the last taker.

    To be asked before the eliminated lose their tiles.
    """
    assert state.last_taker is not None, "the first player of a level can always take"
    owner = holder(state, STAIRS[state.level - 1]) if state.level < LEVELS else None
    return (state.last_taker, Start.LAST_TAKE) if owner is None else (owner, Start.STAIRS)


def still_starts(state: State, seat: Seat, why: Start) -> tuple[Seat, Start]:
    """The same after the eliminations: in place of who is out, the next survivor clockwise."""
    return (survivor_after(state, seat), Start.NEXT) if seat in state.out else (seat, why)

"""What one seat, or a spectator, may know."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from games.core.grids import Cell
from games.core.model import Seat
from games.drakon.components import Hero
from games.drakon.state import Laid, State, ways_out


@dataclass(frozen=True)
class View:
    """Public facts, and the reader's own hand (empty for a spectator).

    `ways` tells for every seat where its hero could go, with the way there: all of it follows from the open map.
    """

    seat: Seat | None
    order: tuple[Seat, ...]
    board: Mapping[Cell, Laid]
    heroes: tuple[Cell, ...]
    coins: tuple[int, ...]
    hand_sizes: tuple[int, ...]
    pile: int
    hoard: int
    start_coins: int
    hand: tuple[int, ...]
    dealt: tuple[Hero, ...]
    unspent: tuple[bool, ...]
    ways: tuple[Mapping[Cell, tuple[Cell, ...]], ...]


def view(state: State, seat: Seat | None) -> View:
    """The position as this seat may see it."""
    return View(
        seat=seat,
        order=state.order,
        board=dict(state.board),
        heroes=tuple(state.heroes),
        coins=tuple(state.coins),
        hand_sizes=tuple(map(len, state.hands)),
        pile=len(state.pile),
        hoard=state.hoard,
        start_coins=state.start_coins,
        hand=() if seat is None else tuple(state.hands[seat]),
        dealt=state.dealt,
        unspent=tuple(state.unspent),
        ways=tuple(ways_out(state.board, cell) for cell in state.heroes),
    )

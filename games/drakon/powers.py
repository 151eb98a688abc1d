"""Option Heroes!: each hero's power, once a match (rules/drakon.md, Heroes!).

All but the Knight's (deeds.KeepCoin) are used in the own turn, before or after the action. A power that could have no
effect is not offered. What makes a power usable is public: where heroes stand, coins, sizes of hand and pile.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import permutations

from games.core.grids import Cell, neighbours, reading_order
from games.core.model import Move, Prompt, Seat
from games.core.seats import others
from games.drakon.chambers import enter
from games.drakon.components import GUST_STEPS, Hero
from games.drakon.deeds import M, draw, lose, spend, take_random_chamber
from games.drakon.events import Buried, Cause
from games.drakon.moves import Bury, Filch, Push, Stride, Walk
from games.drakon.state import Board, State, gusts, steps_from, ways_out


def companions(state: State, seat: Seat) -> list[Seat]:
    """The opponents whose heroes stand in the same chamber."""
    return [other for other in others(state.order, seat) if state.heroes[other] == state.heroes[seat]]


def walls_out(board: Board, cell: Cell) -> dict[Cell, tuple[Cell, ...]]:
    """Wizard: where one gets through a side without an own arrow, and not by a plain move; each with the way.

    From a gale or wind only the first of the steps is freed.
    """
    arrows = steps_from(board, cell)
    first = [to for to in neighbours(cell) if to in board and to not in arrows]
    ways = gusts(board, cell, GUST_STEPS.get(board[cell].kind, 1), first)
    plain = ways_out(board, cell)
    return {to: way for to, way in ways.items() if to not in plain}


def walks(state: State, seat: Seat) -> list[Move]:
    """Wizard: every such move."""
    return [Walk(cell) for cell in sorted(walls_out(state.board, state.heroes[seat]), key=reading_order)]


def strides(state: State, seat: Seat) -> list[Move]:
    """Amazon: one move more, by the exit rule of the chamber she stands in."""
    return [Stride(cell) for cell in sorted(ways_out(state.board, state.heroes[seat]), key=reading_order)]


def pushes(state: State, seat: Seat) -> list[Move]:
    """Barbarian: an opponent's hero in the same chamber, one chamber along an arrow of it."""
    cells = sorted(steps_from(state.board, state.heroes[seat]), key=reading_order)
    return [Push(other, cell) for other in companions(state, seat) for cell in cells]


def filches(state: State, seat: Seat) -> list[Move]:
    """Thief: an opponent in the same chamber who has a coin."""
    return [Filch(other) for other in companions(state, seat) if state.coins[other]]


def burials(state: State, seat: Seat) -> list[Move]:
    """Dwarf: two chambers of the hand, in either order, while there is a pile."""
    return [Bury(first, second) for first, second in permutations(state.hands[seat], 2)] if state.pile else []


HERO_OF: Mapping[type[Move], Hero] = {
    Walk: Hero.WIZARD,
    Push: Hero.BARBARIAN,
    Filch: Hero.THIEF,
    Bury: Hero.DWARF,
    Stride: Hero.AMAZON,
}
"""Whose power a move is."""

OFFERED: Mapping[Hero, Callable[[State, Seat], list[Move]]] = {
    Hero.WIZARD: walks,
    Hero.BARBARIAN: pushes,
    Hero.THIEF: filches,
    Hero.DWARF: burials,
    Hero.KNIGHT: lambda _state, _seat: [],
    Hero.AMAZON: strides,
}


def powers(state: State, seat: Seat) -> list[Move]:
    """The uses of the seat's power that are possible now, in its own turn."""
    if not state.dealt or not state.unspent[seat]:
        return []
    return OFFERED[state.dealt[seat]](state, seat)


def powers_after(state: State, seat: Seat) -> list[Move]:
    """The same after the action: the Wizard's stands for the action itself."""
    return [] if state.dealt and state.dealt[seat] is Hero.WIZARD else powers(state, seat)


class TakeChamber(Prompt[State]):
    """Barbarian: after the pushed hero's chamber is resolved, a random chamber from that opponent's hand."""

    def __init__(self, seat: Seat, victim: Seat) -> None:
        super().__init__(seat)
        self.seat = seat
        self.victim = victim

    def surface(self, match: M) -> bool:
        take_random_chamber(match, self.seat, self.victim)
        return False


def use_power(match: M, seat: Seat, move: Move) -> None:
    """Carry a power out; it is spent whatever comes of it."""
    state = match.state
    spend(match, seat)
    here = state.heroes[seat]
    if isinstance(move, Walk):
        way = walls_out(state.board, here)[move.cell]
        enter(match, seat, way, mover=seat, cause=Cause.WALK)
    elif isinstance(move, Stride):
        way = ways_out(state.board, here)[move.cell]
        enter(match, seat, way, mover=seat, cause=Cause.STRIDE)
    elif isinstance(move, Push):
        match.ask(TakeChamber(seat, move.seat))
        enter(match, move.seat, (here, move.cell), mover=seat, cause=Cause.PUSH)
    elif isinstance(move, Filch):
        lose(match, move.seat, to=seat)
    elif isinstance(move, Bury):
        bury(match, seat, move)


def bury(match: M, seat: Seat, move: Bury) -> None:
    """Two chambers under the pile, the first one first, then two from the top.

    With one chamber left in the pile, the first of the two comes back.
    """
    state = match.state
    for chamber in (move.first, move.second):
        state.hands[seat].remove(chamber)
        state.pile.insert(0, chamber)
    match.tell(Buried(seat, (move.first, move.second)))
    draw(match, seat)
    draw(match, seat)

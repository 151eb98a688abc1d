"""The position: who stands where, holds what, and what lies in the hoard and the pile."""

from __future__ import annotations

from dataclasses import dataclass, field

from games.core.grids import SIDES, STEPS, Cell, beyond, neighbours
from games.core.model import Seat
from games.drakon.components import CHAMBERS, GUST_STEPS, Chamber, Hero, Kind

CENTRE: Cell = (0, 0)
"""Where the start chamber lies."""


@dataclass(frozen=True, slots=True)
class Laid:
    """A chamber on the table: its number and its orientation in quarter turns clockwise."""

    chamber: int
    facing: int

    @property
    def kind(self) -> Kind:
        return CHAMBERS[self.chamber].kind

    @property
    def arrows(self) -> int:
        """The sides it has arrows on, as bits."""
        return CHAMBERS[self.chamber].arrows[self.facing]


Board = dict[Cell, Laid]


@dataclass
class State:
    """Everything there is, hidden things too. Lists with one item a seat are indexed by seat number.

    `pile` is drawn from its end; what is destroyed goes in at its beginning. `acted` are the (seat, chamber) pairs
    that took effect this turn. `turns` counts finished turns, `quiet` those since anything new happened, `fresh` is
    whether it did this turn, and `richest` each seat's highest number of coins so far. `dealt` are the seats' heroes
    and `unspent` whose power is still to be used, both empty without Heroes!; `escape` tells whether Escape is on.
    """

    order: tuple[Seat, ...]
    board: Board
    heroes: list[Cell]
    hands: list[list[int]]
    pile: list[int]
    coins: list[int]
    hoard: int
    dealt: tuple[Hero, ...] = ()
    unspent: list[bool] = field(default_factory=list)
    escape: bool = False
    start_coins: int = 0
    acted: list[tuple[Seat, int]] = field(default_factory=list)
    turns: int = 0
    quiet: int = 0
    fresh: bool = False
    richest: list[int] = field(default_factory=list)


# Placing (rules/drakon.md, A turn: Place)


def arrows_into(board: Board, cell: Cell) -> int:
    """The sides of a cell through which a neighbour's arrow points into it, as bits."""
    found = 0
    for side in SIDES:
        neighbour = board.get(beyond(cell, side))
        if neighbour is not None and neighbour.arrows >> side.opposite & 1:
            found |= 1 << side
    return found


def frontier(board: Board) -> list[Cell]:
    """The empty cells next to a chamber in play."""
    return list(dict.fromkeys(cell for laid in board for cell in neighbours(laid) if cell not in board))


def fits(board: Board, cell: Cell, chamber: Chamber, facing: int) -> bool:
    """Whether no arrow of the chamber, lying there, faces an arrow of a neighbour."""
    return not chamber.arrows[facing] & arrows_into(board, cell)


def unoccupied(state: State) -> list[Cell]:
    """Chambers with no hero in them, the start never among them: what can be destroyed or shifted."""
    return [c for c, laid in state.board.items() if laid.kind is not Kind.START and c not in state.heroes]


# Moving (rules/drakon.md, A turn: Move; and the chambers gale, wind, key, vortex)


def steps_from(board: Board, cell: Cell) -> list[Cell]:
    """The chambers that an arrow of this one points to."""
    arrows = board[cell].arrows
    x, y = cell
    return [
        to for side, (dx, dy) in enumerate(STEPS) if arrows >> side & 1 and (to := (x + dx, y + dy)) in board
    ]


def steps_through(board: Board, cell: Cell) -> list[Cell]:
    """Steps on the way of a gale or wind: key and vortex let one pass wherever no arrow points back."""
    if board[cell].kind not in (Kind.KEY, Kind.VORTEX):
        return steps_from(board, cell)
    pointing = arrows_into(board, cell)
    return [to for side in SIDES if not pointing >> side & 1 and (to := beyond(cell, side)) in board]


def gusts(board: Board, cell: Cell, length: int, first: list[Cell]) -> dict[Cell, tuple[Cell, ...]]:
    """Where exactly `length` legal steps lead from a cell, each with one way there (both ends included).

    `first` are the chambers that the first step may lead to. A way may revisit a chamber but not end where it began.
    """
    ways: dict[Cell, tuple[Cell, ...]] = {to: (cell, to) for to in first}
    for _ in range(length - 1):
        further: dict[Cell, tuple[Cell, ...]] = {}
        for here, way in ways.items():
            for to in steps_through(board, here):
                further.setdefault(to, (*way, to))
        ways = further
    ways.pop(cell, None)
    return ways


def ways_out(board: Board, cell: Cell) -> dict[Cell, tuple[Cell, ...]]:
    """Where a hero can go from a cell by that chamber's own exit rule, each with the way (both ends included)."""
    kind = board[cell].kind
    if kind in GUST_STEPS:
        return gusts(board, cell, GUST_STEPS[kind], steps_from(board, cell))
    if kind is Kind.VORTEX:
        reach = [to for to in board if to != cell]
    elif kind is Kind.KEY:
        reach = [to for to in neighbours(cell) if to in board]
    else:
        reach = steps_from(board, cell)
    return {to: (cell, to) for to in reach}


def has_action(state: State, seat: Seat) -> bool:
    """A chamber to place (one always fits somewhere) or a way to go."""
    return bool(state.hands[seat] or ways_out(state.board, state.heroes[seat]))


def has_power(state: State, seat: Seat, hero: Hero) -> bool:
    """Whether the seat was dealt this hero and has its power still to use."""
    return bool(state.dealt) and state.dealt[seat] is hero and state.unspent[seat]

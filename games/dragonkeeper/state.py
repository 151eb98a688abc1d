"""The position: the level, the dragon on it, everybody's stacks and treasure, and the secret guilds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from games.core.grids import Cell, reading_order
from games.core.model import Seat
from games.core.seats import after
from games.dragonkeeper.components import CENTRE, LEVELS, TILES, Colour

Stacks = dict[Colour, list[int]]
"""A player's tiles: five stacks, some of them empty, the top tile last."""


@dataclass(frozen=True, slots=True)
class Reckoning:
    """How a surviving player fared at the end (rules/dragonkeeper.md, End of the game).

    `paid` are the stacks given to the dragon with how many tiles each, `frees` the releases used, each with the tile
    it freed, `kept` what was counted: `others` points for it, `own` lost for the original guild, `bonus` for treasure.
    """

    seat: Seat
    paid: tuple[tuple[Colour, int], ...]
    frees: tuple[tuple[int, int], ...]
    kept: tuple[int, ...]
    others: int
    own: int
    bonus: int

    @property
    def total(self) -> int:
        return self.others - self.own + self.bonus


@dataclass
class State:
    """Everything there is, hidden things too. Lists with one item a seat are indexed by seat number.

    `later` are the levels to come, the next one first, each with its tiles in reading order. `out` are the eliminated.
    `last_taker` made the level's last take so far. `trail` is the dragon's way this turn, from where it stood at its
    beginning. At the end the guilds are `revealed`, and the `reckonings` say how the scores came about.
    """

    order: tuple[Seat, ...]
    later: list[list[int]]
    guilds: list[Colour]
    stacks: list[Stacks]
    treasure: list[int]
    stock: int
    bonus: bool
    grid: dict[Cell, int] = field(default_factory=dict)
    dragon: Cell = CENTRE
    out: list[Seat] = field(default_factory=list)
    last_taker: Seat | None = None
    trail: list[Cell] = field(default_factory=list)
    revealed: bool = False
    reckonings: tuple[Reckoning, ...] = ()

    @property
    def level(self) -> int:
        """The number of the level being played, from 1."""
        return LEVELS - len(self.later)

    @property
    def survivors(self) -> list[Seat]:
        """Who is still in the game, in turn order."""
        return [seat for seat in self.order if seat not in self.out]


# Where the dragon can go (rules/dragonkeeper.md, A turn)


def row(grid: Mapping[Cell, int], dragon: Cell) -> list[Cell]:
    """The tiles in direction 1: the dragon's row, gaps jumped, its own cell too if there is a tile."""
    return sorted((cell for cell in grid if cell[1] == dragon[1]), key=reading_order)


def column(grid: Mapping[Cell, int], dragon: Cell) -> list[Cell]:
    """The tiles in direction 2: the dragon's column."""
    return sorted((cell for cell in grid if cell[0] == dragon[0]), key=reading_order)


def survivor_after(state: State, seat: Seat, steps: int = 1) -> Seat:
    """The next seat clockwise that is still in the game; with steps -1 the one before."""
    other = after(state.order, seat, steps)
    while other in state.out:
        other = after(state.order, other, steps)
    return other


def neighbour(state: State, seat: Seat) -> Seat:
    """Who gets a seat's gifts: the player on the right, who played before."""
    return survivor_after(state, seat, -1)


def no_stacks() -> Stacks:
    """Five empty stacks."""
    return {colour: [] for colour in Colour}


def put(state: State, seat: Seat, tile: int) -> None:
    """Lay a tile on top of a seat's stack of its colour."""
    state.stacks[seat][TILES[tile].colour].append(tile)


def tiles_of(stacks: Mapping[Colour, Sequence[int]]) -> Iterator[int]:
    """Every tile of some stacks."""
    for colour in Colour:
        yield from stacks[colour]


def holder(state: State, tile: int) -> Seat | None:
    """The player in whose stacks a tile lies, or None."""
    colour = TILES[tile].colour
    return next((seat for seat in state.survivors if tile in state.stacks[seat][colour]), None)

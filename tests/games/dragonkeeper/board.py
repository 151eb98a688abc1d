'''A position of Dragonkeeper drawn as a level.

    drawn("""
        .     b3    .     .       .
        .     @     y2    r5      .
        .     b1    .     .       .
    """, stacks=["b1 y2release", "r4"], guilds="blue green")

A word is a tile: its colour (b y g p r), value, and its action written out (`b1passage`, `g4trap`); the stairs of
levels 1 and 2 are `stairs1` and `stairs2`. `.` is an empty cell; `@` is the dragon on an empty cell, and before a word
the dragon on that tile. Rows that are not drawn are empty. Stacks are written from the bottom to the top; each tile
goes to the stack of its colour.

The tiles named are taken out of the game; the levels to come are dealt from the rest. The first of the order is to
take. A move without an alternative is made at once, as everywhere.
'''

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

import pytest

from games.core import notation
from games.core.checks import digest
from games.core.grids import Cell
from games.core.match import Match
from games.core.model import Event, IllegalMove, Seat
from games.core.words import Text
from games.dragonkeeper import GAME
from games.dragonkeeper.components import CELLS, CENTRE, LEVELS, STAIRS, TILES, TREASURE, Colour
from games.dragonkeeper.rules import _levels
from games.dragonkeeper.state import State, no_stacks

M = Match[State]
LETTERS: Mapping[str, Colour] = {colour.value[0]: colour for colour in Colour}
WORD = re.compile(r"(?P<colour>[bygpr])(?P<value>\d)(?P<action>[a-z]*)")


def word(tile: int) -> str:
    """A tile as a drawing writes it."""
    if tile in STAIRS:
        return f"stairs{STAIRS.index(tile) + 1}"
    face = TILES[tile]
    return f"{face.colour.value[0]}{face.value}{face.action.value if face.action else ''}"


class Box:
    """The tiles not yet used in a drawing."""

    def __init__(self) -> None:
        self.left = [tile.id for tile in TILES]

    def take(self, wanted: str) -> int:
        """A tile written so."""
        for tile in self.left:
            if word(tile) == wanted:
                self.left.remove(tile)
                return tile
        raise LookupError(f"no {wanted} is left")

    def levels(self, count: int) -> list[list[int]]:
        """So many levels to come, the stairs in the middle of the second."""
        pile = [tile for tile in self.left if tile not in STAIRS]
        return _levels(pile[-(len(CELLS) * count - (count - 1)) :]) if count else []


def drawn(
    picture: str,
    *,
    stacks: Sequence[str] = (),
    guilds: str = "blue yellow green purple",
    treasure: Sequence[int] = (),
    stock: int | None = None,
    seats: int = 2,
    level: int = 1,
    out: Sequence[Seat] = (),
    last_taker: Seat | None = None,
    order: Sequence[Seat] | None = None,
    bonus: bool = False,
) -> M:
    """The match at the drawn position; who is not named otherwise has four treasure."""
    match = Match(GAME, "drawn", order or range(seats), {"treasure_bonus": "on" if bonus else "off"})
    state, box, seats = match.state, Box(), len(match.order)
    state.grid, state.dragon = _read(picture, box)
    state.stacks = [no_stacks() for _ in match.order]
    for seat, words in enumerate(stacks):
        for wanted in words.split():
            tile = box.take(wanted)
            state.stacks[seat][TILES[tile].colour].append(tile)
    state.later = box.levels(LEVELS - level)
    state.guilds = [Colour(name) for name in guilds.split()][:seats]
    state.treasure = [treasure[seat] if seat < len(treasure) else 4 for seat in range(seats)]
    state.out = list(out)
    state.stock = TREASURE - sum(state.treasure) if stock is None else stock
    state.last_taker = match.order[0] if last_taker is None else last_taker
    state.trail = [state.dragon]
    match._go_on()
    return match


def _read(picture: str, box: Box) -> tuple[dict[Cell, int], Cell]:
    rows = [line.split() for line in picture.strip("\n").splitlines() if line.strip()]
    grid: dict[Cell, int] = {}
    dragon = CENTRE
    for y, row in enumerate(rows):
        for x, wanted in enumerate(row):
            if wanted.startswith("@"):
                dragon = x, y
            tile = wanted.removeprefix("@")
            if tile not in ("", "."):
                grid[x, y] = box.take(tile)
    assert set(grid) <= set(CELLS)
    return grid, dragon


def at_the_tribute(
    *stacks: str,
    guilds: str = "blue yellow green purple",
    treasure: Sequence[int] = (),
    out: Sequence[Seat] = (),
    bonus: bool = False,
) -> M:
    """The third level has just ended, empty, and everybody is asked for the tribute; seat 0 has paid one treasure."""
    match = drawn(
        "@",
        stacks=stacks,
        guilds=guilds,
        treasure=treasure,
        seats=len(stacks),
        level=LEVELS,
        out=out,
        bonus=bonus,
    )
    assert match.state.grid == {}
    return match


# Reading a position


def stack(match: M, seat: Seat, colour: str) -> list[str]:
    """A seat's stack of a colour, from the bottom to the top."""
    return [word(tile) for tile in match.state.stacks[seat][Colour(colour)]]


def stacks(match: M, seat: Seat) -> str:
    """All of a seat's tiles, stack by stack, from the bottom to the top."""
    return " ".join(word(tile) for tiles in match.state.stacks[seat].values() for tile in tiles)


def lies_at(match: M, cell: Cell) -> str:
    """The tile in a cell as a drawing writes it, or "." """
    return word(match.state.grid[cell]) if cell in match.state.grid else "."


def held(match: M, seat: Seat, wanted: str) -> int:
    """The number of the topmost tile of a seat that is written so."""
    return next(t for tiles in match.state.stacks[seat].values() for t in tiles[::-1] if word(t) == wanted)


def choices(match: M, seat: Seat) -> list[str]:
    """What a seat may say, as text."""
    return [notation.write(move) for move in match.legal(seat)]


def kinds(events: Sequence[Event | None]) -> list[str]:
    """The kinds of events, in order."""
    return [type(event).__name__ for event in events]


def news(match: M) -> list[Event]:
    """What the last move did."""
    return match.story[-1].events


def asked(match: M) -> str:
    """The question on top."""
    return type(match.stack[-1]).__name__


def refused(match: M, seat: Seat, move: str) -> Text:
    """Play a move that must be refused; the sentence, once it is sure that nothing has changed."""
    before = digest(match), match.ply, len(match.events)
    with pytest.raises(IllegalMove) as refusal:
        match.play(seat, move)
    assert (digest(match), match.ply, len(match.events)) == before
    return refusal.value.text


def play(match: M, *moves: str) -> None:
    """Play moves one after the other, each by whoever is awaited first."""
    for move in moves:
        match.play(match.waiting[0], move)

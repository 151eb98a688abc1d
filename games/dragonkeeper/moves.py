"""What a seat can say. Cells are written x,y, column and row from 0; tiles by their numbers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from games.core.grids import Cell
from games.core.model import Move, Seat
from games.dragonkeeper.components import Colour


@dataclass(frozen=True)
class Take(Move):
    """Move the dragon along its row to a tile and keep it."""

    verb: ClassVar[str] = "take"
    cell: Cell


@dataclass(frozen=True)
class Give(Move):
    """Move the dragon along its column to a tile and give it to the player on the right."""

    verb: ClassVar[str] = "give"
    cell: Cell


@dataclass(frozen=True)
class Exchange(Move):
    """Swap the exchange just taken for the top tile of an opponent's stack."""

    verb: ClassVar[str] = "exchange"
    seat: Seat
    colour: Colour


@dataclass(frozen=True)
class Trap(Move):
    """Discard the trap just taken and take any tile of the level."""

    verb: ClassVar[str] = "trap"
    cell: Cell


@dataclass(frozen=True)
class Passage(Move):
    """Discard the secret passage and move the dragon along its row to take another tile."""

    verb: ClassVar[str] = "passage"
    cell: Cell


@dataclass(frozen=True)
class Decline(Move):
    """Leave the taken tile's action unused."""

    verb: ClassVar[str] = "decline"


@dataclass(frozen=True)
class Tribute(Move):
    """At the end: the stacks for the dragon, and what the releases left free.

    `stacks` is the highest one, after one's own guild's also the next; `frees` names a release and a tile of the own
    guild by turns.
    """

    verb: ClassVar[str] = "tribute"
    stacks: tuple[Colour, ...]
    frees: tuple[int, ...]


MOVES: tuple[type[Move], ...] = (Take, Give, Exchange, Trap, Passage, Decline, Tribute)

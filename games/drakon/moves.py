"""What a seat can say. Cells are written x,y; a facing is quarter turns clockwise."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from games.core.grids import Cell
from games.core.model import Move, Seat


@dataclass(frozen=True)
class Place(Move):
    """Put a chamber from hand on the table."""

    verb: ClassVar[str] = "place"
    chamber: int
    cell: Cell
    facing: int


@dataclass(frozen=True)
class Go(Move):
    """Move one's own hero to a chamber."""

    verb: ClassVar[str] = "go"
    cell: Cell


@dataclass(frozen=True)
class Shift(Move):
    """Replace the chamber in a cell by one from hand."""

    verb: ClassVar[str] = "shift"
    cell: Cell
    chamber: int
    facing: int


@dataclass(frozen=True)
class NothingFits(Move):
    """No chamber of the hand can replace any in play."""

    verb: ClassVar[str] = "nothing"


@dataclass(frozen=True)
class Destroy(Move):
    """Put a chamber in play under the pile."""

    verb: ClassVar[str] = "destroy"
    cell: Cell


@dataclass(frozen=True)
class Rob(Move):
    """Take a random chamber from a seat's hand."""

    verb: ClassVar[str] = "rob"
    seat: Seat


@dataclass(frozen=True)
class Send(Move):
    """Move an opponent's hero by the orb."""

    verb: ClassVar[str] = "send"
    seat: Seat
    cell: Cell


@dataclass(frozen=True)
class Rotate(Move):
    """Turn a chamber by one, two or three quarters clockwise."""

    verb: ClassVar[str] = "rotate"
    cell: Cell
    quarters: int


@dataclass(frozen=True)
class TakeCoin(Move):
    """Take a coin from the start chamber."""

    verb: ClassVar[str] = "take"


@dataclass(frozen=True)
class LeaveCoin(Move):
    """Leave the coins on the start chamber."""

    verb: ClassVar[str] = "leave"


@dataclass(frozen=True)
class Walk(Move):
    """Wizard: move one's own hero through a side without an arrow, instead of a normal move."""

    verb: ClassVar[str] = "walk"
    apart: ClassVar[bool] = True
    cell: Cell


@dataclass(frozen=True)
class Stride(Move):
    """Amazon: one move more."""

    verb: ClassVar[str] = "stride"
    apart: ClassVar[bool] = True
    cell: Cell


@dataclass(frozen=True)
class Push(Move):
    """Barbarian: push an opponent's hero out of the chamber both stand in."""

    verb: ClassVar[str] = "push"
    apart: ClassVar[bool] = True
    seat: Seat
    cell: Cell


@dataclass(frozen=True)
class Filch(Move):
    """Thief: take a coin from an opponent in the same chamber."""

    verb: ClassVar[str] = "filch"
    apart: ClassVar[bool] = True
    seat: Seat


@dataclass(frozen=True)
class Bury(Move):
    """Dwarf: put two chambers from hand under the pile, the first one first, and draw two."""

    verb: ClassVar[str] = "bury"
    apart: ClassVar[bool] = True
    first: int
    second: int


@dataclass(frozen=True)
class Refuse(Move):
    """Knight: keep the coin."""

    verb: ClassVar[str] = "refuse"


@dataclass(frozen=True)
class LetGo(Move):
    """Knight: let the coin go and keep the power."""

    verb: ClassVar[str] = "letgo"


@dataclass(frozen=True)
class EndTurn(Move):
    """Keep the power for later; or, with nothing else to do, skip the turn."""

    verb: ClassVar[str] = "end"


MOVES: tuple[type[Move], ...] = (
    Place,
    Go,
    Shift,
    NothingFits,
    Destroy,
    Rob,
    Send,
    Rotate,
    TakeCoin,
    LeaveCoin,
    Walk,
    Stride,
    Push,
    Filch,
    Bury,
    Refuse,
    LetGo,
    EndTurn,
)

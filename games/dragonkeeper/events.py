"""What happens, as facts. Tiles are given by number."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from games.core.grids import Cell
from games.core.model import Event, Seat
from games.dragonkeeper.components import Action, Colour


class Start(Enum):
    """Why a seat begins a level."""

    DRAWN = "drawn"
    STAIRS = "stairs"
    LAST_TAKE = "last_take"
    NEXT = "next"


@dataclass(frozen=True)
class LevelBegan(Event):
    """A level was laid open; `seat` plays first."""

    level: int
    seat: Seat
    why: Start


@dataclass(frozen=True)
class Took(Event):
    """The dragon went along its row; by a secret passage or not."""

    seat: Seat
    tile: int
    cell: Cell
    passage: bool


@dataclass(frozen=True)
class Gave(Event):
    """The dragon went along its column; the tile is `to`'s."""

    seat: Seat
    to: Seat
    tile: int
    cell: Cell


@dataclass(frozen=True)
class Gained(Event):
    """A treasure from the stock for a gift."""

    seat: Seat


@dataclass(frozen=True)
class StockEmpty(Event):
    """A gift that would have brought a treasure, had there been one."""

    seat: Seat


@dataclass(frozen=True)
class Exchanged(Event):
    """`tile`, the exchange, went to `victim`, and `got` came back."""

    seat: Seat
    victim: Seat
    tile: int
    got: int


@dataclass(frozen=True)
class Trapped(Event):
    """`trap` was discarded for the tile in a cell; the dragon stayed."""

    seat: Seat
    trap: int
    tile: int
    cell: Cell


@dataclass(frozen=True)
class Declined(Event):
    """A seat left an action unused."""

    seat: Seat
    action: Action


@dataclass(frozen=True)
class LevelEnded(Event):
    """Nothing was left for a seat to take, or to give."""

    level: int
    seat: Seat
    giving: bool


@dataclass(frozen=True)
class Counted(Event):
    """So many tiles were left, so everybody pays the fee."""

    left: int
    fee: int


@dataclass(frozen=True)
class Paid(Event):
    """A seat paid; `last` if one of it for the level's last take. `left` is what it still has."""

    seat: Seat
    amount: int
    last: bool
    left: int


@dataclass(frozen=True)
class Eliminated(Event):
    """A seat could not pay what it owed."""

    seat: Seat
    owed: int
    had: int


@dataclass(frozen=True)
class Weighed(Event):
    """After a level: what a seat's tiles are worth to it so far. It alone knows."""

    seat: Seat
    worth: int

    def seen_by(self, seat: Seat | None) -> Event | None:
        return self if seat == self.seat else None


@dataclass(frozen=True)
class Revealed(Event):
    """The end: a seat's original guild."""

    seat: Seat
    guild: Colour


@dataclass(frozen=True)
class Tributed(Event):
    """A stack of so many tiles went to the dragon."""

    seat: Seat
    colour: Colour
    tiles: int


@dataclass(frozen=True)
class Freed(Event):
    """A release was discarded, and with it a tile of the original guild."""

    seat: Seat
    release: int
    tile: int


@dataclass(frozen=True)
class Scored(Event):
    """Points for the others' tiles, lost for the own guild's, and for most treasure."""

    seat: Seat
    others: int
    own: int
    bonus: int
    total: int

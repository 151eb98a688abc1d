"""What happens, as facts. Chambers are given by number; None where the reader may not know which."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from games.core.grids import Cell
from games.core.model import Event, Seat
from games.drakon.components import Hero


class Cause(Enum):
    """Why a hero moved."""

    OWN = "own"
    ORB = "orb"
    WALK = "walk"
    STRIDE = "stride"
    PUSH = "push"


class Loss(Enum):
    """Where a lost coin goes."""

    START = "start"
    HOARD = "hoard"


@dataclass(frozen=True)
class Placed(Event):
    seat: Seat
    chamber: int
    cell: Cell
    facing: int


@dataclass(frozen=True)
class Drew(Event):
    """A seat drew a chamber; only it knows which."""

    seat: Seat
    chamber: int | None

    def seen_by(self, seat: Seat | None) -> Event:
        return self if seat == self.seat else replace(self, chamber=None)


@dataclass(frozen=True)
class PileEmptied(Event):
    """The last chamber of the pile was drawn."""


@dataclass(frozen=True)
class Moved(Event):
    """A hero moved along a way (both ends included) into a chamber; `mover` decided it."""

    seat: Seat
    mover: Seat
    way: tuple[Cell, ...]
    chamber: int
    cause: Cause


@dataclass(frozen=True)
class Found(Event):
    """A coin from the hoard."""

    seat: Seat


@dataclass(frozen=True)
class HoardEmpty(Event):
    """A gold chamber with nothing to give."""

    seat: Seat


@dataclass(frozen=True)
class Stole(Event):
    seat: Seat
    victim: Seat


@dataclass(frozen=True)
class Lost(Event):
    seat: Seat
    to: Loss


@dataclass(frozen=True)
class Spent(Event):
    """A seat used its hero's power."""

    seat: Seat
    hero: Hero


@dataclass(frozen=True)
class Refused(Event):
    """The Knight kept a coin that was about to go."""

    seat: Seat


@dataclass(frozen=True)
class Buried(Event):
    """The Dwarf put two chambers under the pile; only its seat knows which."""

    seat: Seat
    chambers: tuple[int, int] | None

    def seen_by(self, seat: Seat | None) -> Event:
        return self if seat == self.seat else replace(self, chambers=None)


@dataclass(frozen=True)
class TookStartCoin(Event):
    seat: Seat


@dataclass(frozen=True)
class LeftStartCoin(Event):
    seat: Seat


@dataclass(frozen=True)
class Shifted(Event):
    """`old` went to the seat's hand, `new` took its place."""

    seat: Seat
    cell: Cell
    old: int
    new: int
    facing: int


@dataclass(frozen=True)
class NothingFitted(Event):
    seat: Seat


@dataclass(frozen=True)
class Destroyed(Event):
    seat: Seat
    cell: Cell
    chamber: int


@dataclass(frozen=True)
class Rotated(Event):
    seat: Seat
    cell: Cell
    chamber: int
    facing: int


@dataclass(frozen=True)
class Robbed(Event):
    """A random chamber went from hand to hand; only the two know which."""

    seat: Seat
    victim: Seat
    chamber: int | None

    def seen_by(self, seat: Seat | None) -> Event:
        return self if seat in (self.seat, self.victim) else replace(self, chamber=None)


@dataclass(frozen=True)
class NoEffect(Event):
    """A chamber had nobody or nothing to act on, or had acted on this hero already this turn."""

    seat: Seat
    chamber: int


@dataclass(frozen=True)
class Skipped(Event):
    """No chamber in hand and nowhere to go."""

    seat: Seat


@dataclass(frozen=True)
class Warned(Event):
    """The match ends in so many rounds; `quiet` if because nothing new happens."""

    rounds: int
    quiet: bool

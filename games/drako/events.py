"""What happens, as facts. Cards are given by name; None where the reader may not know which."""

from __future__ import annotations

from dataclasses import dataclass, replace

from games.core.hexes import Cell
from games.core.model import Event, Seat
from games.drako.components import Area, Figure, Part, Symbol


@dataclass(frozen=True)
class Exchanged(Event):
    """A seat swapped its opening hand for a new one."""

    seat: Seat


@dataclass(frozen=True)
class Kept(Event):
    """A seat kept its opening hand."""

    seat: Seat


@dataclass(frozen=True)
class Placed(Event):
    seat: Seat
    dwarf: Figure
    cell: Cell


@dataclass(frozen=True)
class Drew(Event):
    """A seat drew cards; only it knows which."""

    seat: Seat
    cards: tuple[str, ...] | None

    def seen_by(self, seat: Seat | None) -> Event:
        return self if seat == self.seat else replace(self, cards=None)


@dataclass(frozen=True)
class DeckEmptied(Event):
    """A seat drew the last cards of its deck."""

    seat: Seat


@dataclass(frozen=True)
class Discarded(Event):
    """Put away because the hand was over its limit; for everybody to see."""

    seat: Seat
    cards: tuple[str, ...]


@dataclass(frozen=True)
class Played(Event):
    """A card left the hand for one of its symbols, or for nothing."""

    seat: Seat
    card: str
    symbol: Symbol | None


@dataclass(frozen=True)
class Moved(Event):
    """A figure went along a way (both ends included)."""

    figure: Figure
    way: tuple[Cell, ...]


@dataclass(frozen=True)
class Flew(Event):
    """The dragon flew (from, to)."""

    way: tuple[Cell, Cell]


@dataclass(frozen=True)
class Attacked(Event):
    """An attack was declared: whom each strike is to hit."""

    symbol: Symbol
    targets: tuple[Figure, ...]


@dataclass(frozen=True)
class Blocked(Event):
    """A defence card stopped a strike."""

    seat: Seat
    card: str
    target: Figure


@dataclass(frozen=True)
class Wounded(Event):
    """So many wounds on a dwarf, or on a part of the dragon."""

    area: Area
    wounds: int


@dataclass(frozen=True)
class Lost(Event):
    """A part of the dragon is full: the ability is gone."""

    part: Part


@dataclass(frozen=True)
class Died(Event):
    """A figure's last space was filled."""

    figure: Figure


@dataclass(frozen=True)
class Netted(Event):
    """Urpen's net lies on the dragon."""


@dataclass(frozen=True)
class Escaped(Event):
    """The dragon tore itself free; the net is the dwarves' again."""


@dataclass(frozen=True)
class Raged(Event):
    """Brald flew into a fury: one wound, one action more."""

    seat: Seat


@dataclass(frozen=True)
class Passed(Event):
    """The dragon has no cards left."""

    seat: Seat

"""What a seat can say. Hexes are written q,r; cards by their names; directions e, ne, nw, w, sw, se."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import ClassVar

from games.core.hexes import Cell, Direction
from games.core.model import Move
from games.drako.components import Figure, Kind, Part


@dataclass(frozen=True)
class Keep(Move):
    """Keep the opening hand."""

    verb: ClassVar[str] = "keep"


@dataclass(frozen=True)
class Exchange(Move):
    """Swap the whole opening hand."""

    verb: ClassVar[str] = "exchange"


@dataclass(frozen=True)
class Place(Move):
    """Put a dwarf on the board before the first turn."""

    verb: ClassVar[str] = "place"
    dwarf: Figure
    cell: Cell


@dataclass(frozen=True)
class Draw(Move):
    """Draw two cards."""

    verb: ClassVar[str] = "draw"


@dataclass(frozen=True)
class Discard(Move):
    """Put away what is over six: one card or two."""

    verb: ClassVar[str] = "discard"
    first: str
    second: str = ""


@dataclass(frozen=True)
class Walk(Move):
    """Play a card to move a figure; of a two-dwarf move this is the first dwarf."""

    verb: ClassVar[str] = "move"
    card: str
    figure: Figure
    cell: Cell


@dataclass(frozen=True)
class Follow(Move):
    """The second dwarf of a two-dwarf move."""

    verb: ClassVar[str] = "follow"
    dwarf: Figure
    cell: Cell


@dataclass(frozen=True)
class Stay(Move):
    """No second dwarf moves."""

    verb: ClassVar[str] = "stay"


@dataclass(frozen=True)
class Strike(Move):
    """Play a card to attack an adjacent figure."""

    verb: ClassVar[str] = "attack"
    card: str
    target: Figure


@dataclass(frozen=True)
class StrikeTogether(Move):
    """Play a two-dwarf attack with one dwarf or two."""

    verb: ClassVar[str] = "attack2"
    card: str
    dwarves: int


@dataclass(frozen=True)
class Shoot(Move):
    """Play a card to let Morin shoot at the dragon."""

    verb: ClassVar[str] = "shoot"
    card: str


@dataclass(frozen=True)
class ThrowNet(Move):
    """Play a card to let Urpen net the dragon."""

    verb: ClassVar[str] = "net"
    card: str


@dataclass(frozen=True)
class Breathe(Move):
    """Play a card to breathe fire in a direction."""

    verb: ClassVar[str] = "fire"
    card: str
    direction: Direction


@dataclass(frozen=True)
class Fly(Move):
    """Play a card to fly to an empty hex."""

    verb: ClassVar[str] = "fly"
    card: str
    cell: Cell


@dataclass(frozen=True)
class PlayForNothing(Move):
    """Play a card without effect."""

    verb: ClassVar[str] = "nothing"
    card: str


@dataclass(frozen=True)
class Escape(Move):
    """Spend a whole turn to get rid of the net."""

    verb: ClassVar[str] = "escape"


@dataclass(frozen=True)
class Rage(Move):
    """Brald's Fury: a wound for one more action."""

    verb: ClassVar[str] = "fury"


@dataclass(frozen=True)
class EndTurn(Move):
    """Keep Fury for later."""

    verb: ClassVar[str] = "end"


UNBLOCKED = "-"


@dataclass(frozen=True)
class Block(Move):
    """For each strike of the attack, in its order, the card that blocks it, or "-"."""

    verb: ClassVar[str] = "block"
    first: str
    second: str = UNBLOCKED
    third: str = UNBLOCKED

    @property
    def cards(self) -> tuple[str, str, str]:
        return self.first, self.second, self.third


@dataclass(frozen=True)
class Wound(Move):
    """Where the dragon's wounds below the armour go: one part, or two; the second is written out as a part too."""

    verb: ClassVar[str] = "wound"
    first: Part
    second: str = ""


class Answer(Enum):
    """What a standing order says to attacks."""

    NEVER = "never"
    ASK = "ask"


@dataclass(frozen=True)
class Order(Move):
    """Never to be asked whether to block, or to be asked again. It answers the offer of that number."""

    verb: ClassVar[str] = "order"
    offer: int
    answer: Answer


MOVES: tuple[type[Move], ...] = (
    Keep,
    Exchange,
    Place,
    Draw,
    Discard,
    Walk,
    Follow,
    Stay,
    Strike,
    StrikeTogether,
    Shoot,
    ThrowNet,
    Breathe,
    Fly,
    PlayForNothing,
    Escape,
    Rage,
    EndTurn,
    Block,
    Wound,
    Order,
)

PLAYS: Mapping[str, tuple[Kind, ...]] = {
    Walk.verb: (Kind.MOVE, Kind.MOVE2),
    Strike.verb: (Kind.ATTACK,),
    StrikeTogether.verb: (Kind.ATTACK2,),
    Shoot.verb: (Kind.CROSSBOW,),
    ThrowNet.verb: (Kind.NET,),
    Breathe.verb: (Kind.FIRE,),
    Fly.verb: (Kind.FLIGHT,),
}
"""The symbols of a card that a move with this verb uses."""

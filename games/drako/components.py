"""The components: the valley, four figures, 38 + 38 cards, 25 wound spaces. Data only (rules/drako.md).

No public list of the cards exists: copies and the split of the wound spaces are made so that they satisfy every count
that is known (tests/games/drako/test_components.py).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from games.core.hexes import Cell, hexagon

SEATS = range(2, 3)

VALLEY: tuple[Cell, ...] = hexagon(2)
"""The 19 hexes of the board in reading order."""

HAND = 4
"""Cards of an opening hand."""
MOST_CARDS = 6
"""Cards a hand holds at most."""
DRAWN = 2
"""Cards drawn by one action."""
FIRST_ACTIONS = 1
"""Actions of the dragon's first turn."""
ACTIONS = 2
"""Actions of every later turn."""
ESCAPE_ACTIONS = 2
"""Actions that an escape from the net takes, of one turn."""


class Figure(Enum):
    """Who stands in the valley."""

    DRAGON = "dragon"
    BRALD = "brald"
    URPEN = "urpen"
    MORIN = "morin"


DWARVES: tuple[Figure, ...] = (Figure.BRALD, Figure.URPEN, Figure.MORIN)
"""Brald has the fury, Urpen the net, Morin the crossbow."""


class Part(Enum):
    """Where the dragon's wounds go: the armour first, then three parts, each with an ability."""

    ARMOUR = "armour"
    FLIGHT = "flight"
    MOVEMENT = "movement"
    FIRE = "fire"


ABILITIES: tuple[Part, ...] = (Part.FLIGHT, Part.MOVEMENT, Part.FIRE)

Area = Figure | Part
"""Wound spaces that belong together: a dwarf's, or those of a part of the dragon."""

SPACES: Mapping[Area, int] = {
    Figure.BRALD: 6,
    Figure.URPEN: 5,
    Figure.MORIN: 4,
    Part.ARMOUR: 4,
    Part.FLIGHT: 2,
    Part.MOVEMENT: 2,
    Part.FIRE: 2,
}

LAIR: Cell = (0, 0)
"""Where the dragon begins."""
FIRST_PLACES: Mapping[Figure, Cell] = {
    Figure.BRALD: (1, 1),
    Figure.URPEN: (-2, 1),
    Figure.MORIN: (1, -2),
}
"""Where the dwarves begin in the first game."""


class Kind(Enum):
    """What a symbol lets one do."""

    ATTACK = "attack"
    ATTACK2 = "attack2"
    MOVE = "move"
    MOVE2 = "move2"
    CROSSBOW = "crossbow"
    NET = "net"
    FIRE = "fire"
    FLIGHT = "flight"
    DEFENCE = "defence"


@dataclass(frozen=True, slots=True)
class Symbol:
    """A use of a card: what, and how many hexes or wounds (0 where it has no number)."""

    kind: Kind
    value: int = 0


@dataclass(frozen=True, slots=True)
class Card:
    """A kind of card: its one or two symbols, and how many there are of it."""

    id: str
    symbols: tuple[Symbol, ...]
    copies: int

    def symbol(self, kind: Kind) -> Symbol | None:
        """The card's symbol of a kind, if it has it: no card has two of a kind."""
        return next((symbol for symbol in self.symbols if symbol.kind is kind), None)


A, A2, M, M2 = Kind.ATTACK, Kind.ATTACK2, Kind.MOVE, Kind.MOVE2
BOW, NET, FIRE, FLY, GUARD = Kind.CROSSBOW, Kind.NET, Kind.FIRE, Kind.FLIGHT, Kind.DEFENCE

Line = tuple[str, tuple[tuple[Kind, int], ...], int]

DWARF_LINES: tuple[Line, ...] = (
    ("W01", ((A2, 1),), 3),
    ("W02", ((A, 2),), 4),
    ("W03", ((A, 2), (M, 1)), 1),
    ("W04", ((A, 1), (M, 1)), 1),
    ("W05", ((A, 1), (GUARD, 0)), 4),
    ("W06", ((A, 1), (M, 2)), 4),
    ("W07", ((BOW, 2),), 2),
    ("W08", ((BOW, 1), (M, 1)), 2),
    ("W09", ((BOW, 1), (GUARD, 0)), 2),
    ("W10", ((NET, 0),), 1),
    ("W11", ((NET, 0), (M, 1)), 2),
    ("W12", ((GUARD, 0), (M, 2)), 4),
    ("W13", ((GUARD, 0), (M2, 1)), 4),
    ("W14", ((GUARD, 0),), 2),
    ("W15", ((M2, 1),), 2),
)

DRAGON_LINES: tuple[Line, ...] = (
    ("D01", ((A, 3),), 2),
    ("D02", ((A, 2),), 4),
    ("D03", ((A, 2), (M, 1)), 3),
    ("D04", ((A, 1), (GUARD, 0)), 3),
    ("D05", ((A, 1), (M, 2)), 4),
    ("D06", ((FIRE, 2),), 3),
    ("D07", ((FIRE, 2), (M, 1)), 2),
    ("D08", ((FIRE, 1), (A, 2)), 2),
    ("D09", ((FIRE, 1), (M, 2)), 2),
    ("D10", ((FLY, 0),), 3),
    ("D11", ((FLY, 0), (A, 1)), 2),
    ("D12", ((GUARD, 0), (M, 2)), 3),
    ("D13", ((M, 2),), 3),
    ("D14", ((GUARD, 0),), 2),
)


def _cards(lines: tuple[Line, ...]) -> tuple[Card, ...]:
    return tuple(Card(name, tuple(Symbol(*pair) for pair in pairs), copies) for name, pairs, copies in lines)


DWARF_CARDS, DRAGON_CARDS = _cards(DWARF_LINES), _cards(DRAGON_LINES)
CARDS: Mapping[str, Card] = {card.id: card for card in (*DRAGON_CARDS, *DWARF_CARDS)}
"""Every kind of card by its name; cards of one kind are alike in everything."""


def deck(cards: tuple[Card, ...]) -> list[str]:
    """A side's deck, unshuffled."""
    return [card.id for card in cards for _ in range(card.copies)]

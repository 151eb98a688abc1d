"""The position: who stands where, hurt how badly, and the cards of both sides."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from games.core.hexes import Cell, Direction, between, distance, neighbours, ray
from games.core.model import Seat
from games.drako.components import (
    ABILITIES,
    CARDS,
    DWARVES,
    SPACES,
    VALLEY,
    Area,
    Figure,
    Kind,
    Part,
    Symbol,
)


@dataclass(frozen=True, slots=True)
class Attack:
    """An attack that is declared and not resolved: the symbol played, and whom each of its strikes hits."""

    symbol: Symbol
    targets: tuple[Figure, ...]


@dataclass
class State:
    """Everything there is, hidden things too. Lists with one item a seat are indexed by seat number.

    `order` is (dragon, dwarves). Cards stand by the names of their kinds: a deck is drawn from its end, a hand has the
    card received last at its end, `gone` are the cards played and discarded. `figures` are those on the board, `wounds`
    the filled spaces. `fury` tells whether Fury can still be used, `acting` whose turn it is, `actions` how many are
    left of it, `attack` what the defender has to answer. `never` are the seats' standing orders not to block, each
    known to its seat alone.
    """

    order: tuple[Seat, ...]
    decks: list[list[str]]
    hands: list[list[str]]
    figures: dict[Figure, Cell]
    gone: list[list[str]] = field(default_factory=lambda: [[], []])
    wounds: dict[Area, int] = field(default_factory=lambda: dict.fromkeys(SPACES, 0))
    netted: bool = False
    fury: bool = True
    acting: Seat | None = None
    actions: int = 0
    attack: Attack | None = None
    never: list[bool] = field(default_factory=lambda: [False, False])

    @property
    def dragon(self) -> Seat:
        """The seat that plays the dragon."""
        return self.order[0]

    @property
    def dwarves(self) -> Seat:
        """The seat that plays the dwarves."""
        return self.order[1]

    def other(self, seat: Seat) -> Seat:
        """The opponent."""
        return self.order[1 - self.order.index(seat)]

    def free(self, area: Area) -> int:
        """How many wound spaces of an area are empty."""
        return SPACES[area] - self.wounds[area]

    def lives(self, dwarf: Figure) -> bool:
        """Whether a dwarf has an empty wound space."""
        return self.free(dwarf) > 0

    def can(self, part: Part) -> bool:
        """Whether the dragon still has an ability."""
        return self.free(part) > 0

    def out_of_cards(self, seat: Seat) -> bool:
        """Neither deck nor hand."""
        return not (self.decks[seat] or self.hands[seat])

    def fury_is_left(self) -> bool:
        """Whether Brald can still fly into a fury."""
        return self.fury and self.lives(Figure.BRALD)

    def open_parts(self) -> list[Part]:
        """The dragon's parts below the armour that have an empty space."""
        return [part for part in ABILITIES if self.can(part)]


Figures = Mapping[Figure, Cell]

# Where figures can go, and whom they can hit (rules/drako.md, Dwarf symbols; Dragon symbols)


def reach(figures: Figures, figure: Figure, steps: int) -> dict[Cell, tuple[Cell, ...]]:
    """Where a figure can walk with so many steps, not through others; each with a shortest way, both ends included."""
    start = figures[figure]
    ways: dict[Cell, tuple[Cell, ...]] = {start: (start,)}
    open_ = [start]
    for here in open_:
        if len(ways[here]) > steps:
            break
        for to in neighbours(here):
            if to in VALLEY and to not in ways and to not in figures.values():
                ways[to] = (*ways[here], to)
                open_.append(to)
    del ways[start]
    return ways


def landings(figures: Figures) -> list[Cell]:
    """Where the dragon can fly: every empty hex."""
    return [cell for cell in VALLEY if cell not in figures.values()]


def beside_dragon(figures: Figures) -> list[Figure]:
    """The dwarves adjacent to the dragon."""
    lair = figures[Figure.DRAGON]
    return [dwarf for dwarf in DWARVES if dwarf in figures and distance(figures[dwarf], lair) == 1]


def line_of_fire(figures: Figures, direction: Direction) -> list[Cell]:
    """The hexes that fire burns: from the dragon straight to the edge."""
    return ray(figures[Figure.DRAGON], direction, VALLEY)


def burnt(figures: Figures, direction: Direction) -> list[Figure]:
    """The dwarves in a line of fire, the nearest first."""
    there = {cell: figure for figure, cell in figures.items()}
    return [there[cell] for cell in line_of_fire(figures, direction) if cell in there]


def line_of_sight(figures: Figures) -> list[Cell] | None:
    """The hexes between Morin and the dragon if Morin can shoot, else None: out of line, or a dwarf in between."""
    if Figure.MORIN not in figures:
        return None
    line = between(figures[Figure.MORIN], figures[Figure.DRAGON])
    if line is None or any(cell in figures.values() for cell in line):
        return None
    return line


def has(card: str, kind: Kind) -> bool:
    """Whether a card has a symbol of a kind."""
    return CARDS[card].symbol(kind) is not None


def defences(hand: list[str]) -> list[str]:
    """The cards of a hand that can block, each kind once, the oldest first."""
    return list(dict.fromkeys(card for card in hand if has(card, Kind.DEFENCE)))

"""The components: 64 chambers, 28 coins, six heroes. Data only (rules/drakon.md, Components)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from games.core.grids import turned

COINS = 28
HAND = 4
COINS_TO_WIN = 5
COINS_TO_ESCAPE = 4
SEATS = range(2, 7)

QUIET_ROUNDS = 12
"""Rounds (turns a seat) without anything new after which a match ends."""
LAST_ROUND = 200
"""The round after which a match ends whatever happens."""
WARNING_ROUNDS = 3
"""Rounds before either at which the log warns."""


class Kind(Enum):
    """What a chamber does."""

    BLANK = "blank"
    GOLD = "gold"
    ROTATE = "rotate"
    DESTROY = "destroy"
    SHIFT = "shift"
    STEAL_LEFT = "steal_left"
    STEAL_RIGHT = "steal_right"
    ORB = "orb"
    MAP = "map"
    DUE = "due"
    WELL = "well"
    WIND = "wind"
    GALE = "gale"
    VORTEX = "vortex"
    KEY = "key"
    START = "start"


N, E, S, W = 1, 2, 4, 8
SHAPES: Mapping[str, int] = {"O": 0, "I": N, "S": N | S, "L": N | E, "T": W | N | E, "X": N | E | S | W}
"""The sides that have an arrow at orientation 0, as bits by `grids.Side`."""

DECK: Mapping[Kind, Mapping[str, int]] = {
    Kind.BLANK: {"I": 2, "S": 2, "L": 4, "T": 4},
    Kind.GOLD: {"I": 2, "S": 3, "L": 4, "T": 1},
    Kind.ROTATE: {"I": 1, "S": 1, "L": 1, "T": 1},
    Kind.DESTROY: {"I": 1, "S": 1, "L": 1, "T": 1},
    Kind.SHIFT: {"I": 1, "S": 1, "L": 1, "T": 1},
    Kind.STEAL_LEFT: {"I": 1, "L": 1, "T": 1},
    Kind.STEAL_RIGHT: {"I": 1, "L": 1, "T": 1},
    Kind.ORB: {"I": 1, "S": 1, "L": 1},
    Kind.MAP: {"S": 1, "L": 1, "T": 1},
    Kind.DUE: {"S": 1, "L": 1, "T": 1},
    Kind.WELL: {"S": 1, "L": 1, "T": 1},
    Kind.WIND: {"S": 1, "L": 1, "T": 1},
    Kind.GALE: {"L": 1, "T": 1},
    Kind.VORTEX: {"O": 3},
    Kind.KEY: {"O": 3},
}
"""Copies of each kind by arrow shape; the start chamber (X) is set aside."""


@dataclass(frozen=True, slots=True)
class Chamber:
    """A tile: its number, what it does, and its arrows at each of the four orientations."""

    id: int
    kind: Kind
    arrows: tuple[int, int, int, int]
    facings: tuple[int, ...]
    """The orientations (quarter turns) that look different from each other."""


def _chamber(number: int, kind: Kind, shape: str) -> Chamber:
    north, east, south, west = arrows = tuple(turned(SHAPES[shape], quarters) for quarters in range(4))
    facings = tuple(facing for facing in range(4) if arrows.index(arrows[facing]) == facing)
    return Chamber(number, kind, (north, east, south, west), facings)


def _deck() -> list[tuple[Kind, str]]:
    return [(kind, shape) for kind, copies in DECK.items() for shape, n in copies.items() for _ in range(n)]


START = 0
CHAMBERS: tuple[Chamber, ...] = (
    _chamber(START, Kind.START, "X"),
    *(_chamber(number, kind, shape) for number, (kind, shape) in enumerate(_deck(), start=1)),
)
"""Every chamber by its number: 0 is the start, 1 to 63 the deck."""

GUST_STEPS: Mapping[Kind, int] = {Kind.GALE: 3, Kind.WIND: 2}
"""How many chambers a hero moves from these."""


class Hero(Enum):
    """The six adventurers."""

    WIZARD = "wizard"
    BARBARIAN = "barbarian"
    THIEF = "thief"
    DWARF = "dwarf"
    KNIGHT = "knight"
    AMAZON = "amazon"

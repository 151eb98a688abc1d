"""The components: 75 adventurer tiles, 24 treasure, four guilds. Data only (rules/dragonkeeper.md, Components)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum

from games.core.grids import Cell

SEATS = range(2, 5)
LEVELS = 3
SIZE = 5
"""Rows and columns of a level."""
CELLS: tuple[Cell, ...] = tuple((x, y) for y in range(SIZE) for x in range(SIZE))
"""The cells of a level in reading order."""
CENTRE: Cell = (2, 2)
"""Where the dragon stands when a level begins, and where the stairs of levels 1 and 2 lie."""

TREASURE = 24
TREASURE_EACH = 4
REWARDED_GIFT = 3
"""The value from which a gift brings its giver a treasure."""
DUES: tuple[tuple[int, int], ...] = ((0, 0), (5, 1), (8, 2))
"""What each player pays at a level's end while at most so many tiles are left."""
HIGHEST_DUE = 3
"""What each pays when more are left."""
LAST_TAKE_DUE = 1
"""What the player of the level's last take pays on top."""
BONUS = 2
"""Points for most treasure, where the table plays with them."""


class Colour(Enum):
    """The colour of a tile and its stack; all but red are guilds."""

    BLUE = "blue"
    YELLOW = "yellow"
    GREEN = "green"
    PURPLE = "purple"
    RED = "red"


GUILDS: tuple[Colour, ...] = (Colour.BLUE, Colour.YELLOW, Colour.GREEN, Colour.PURPLE)
"""The guilds a player may have betrayed: Warriors, Sorcerers, Rangers, Thieves. Red, the Amazons, is nobody's."""


class Action(Enum):
    """What a tile can do besides counting."""

    STAIRS = "stairs"
    PASSAGE = "passage"
    RELEASE = "release"
    EXCHANGE = "exchange"
    TRAP = "trap"


@dataclass(frozen=True, slots=True)
class Tile:
    """An adventurer: its number, colour, value 1 to 6, and what it can do."""

    id: int
    colour: Colour
    value: int
    action: Action | None


RED_COPIES: Mapping[tuple[int, Action | None], int] = {
    (1, Action.STAIRS): 2,
    (2, None): 3,
    (3, None): 4,
    (4, None): 3,
    (5, None): 2,
    (6, None): 1,
}
GUILD_COPIES: Mapping[tuple[int, Action | None], int] = {
    (1, None): 4,
    (1, Action.PASSAGE): 1,
    (2, None): 3,
    (2, Action.RELEASE): 1,
    (3, None): 2,
    (3, Action.EXCHANGE): 1,
    (4, None): 1,
    (4, Action.TRAP): 1,
    (5, None): 1,
}
"""Copies of each value and action: of red, and of every guild."""


def _faces() -> Iterator[tuple[Colour, int, Action | None]]:
    for colour in Colour:
        copies = GUILD_COPIES if colour in GUILDS else RED_COPIES
        for (value, action), count in copies.items():
            for _ in range(count):
                yield colour, value, action


TILES: tuple[Tile, ...] = tuple(Tile(number, *face) for number, face in enumerate(_faces()))
"""Every tile by its number."""

STAIRS: tuple[int, ...] = tuple(tile.id for tile in TILES if tile.action is Action.STAIRS)
"""The stairs of level 1 and those of level 2."""

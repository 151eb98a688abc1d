"""Square grids: cells, the four sides, sets of sides as bits."""

from __future__ import annotations

from enum import IntEnum

Cell = tuple[int, int]
"""(x, y), x to the east and y to the south; any whole numbers."""


class Side(IntEnum):
    """A side of a cell, clockwise from north."""

    NORTH = 0
    EAST = 1
    SOUTH = 2
    WEST = 3

    @property
    def opposite(self) -> Side:
        return SIDES[(self + 2) % 4]


SIDES = tuple(Side)
STEPS: tuple[Cell, ...] = ((0, -1), (1, 0), (0, 1), (-1, 0))
"""What to add to a cell to go through each side."""


def beyond(cell: Cell, side: Side) -> Cell:
    """The neighbouring cell through a side."""
    dx, dy = STEPS[side]
    return cell[0] + dx, cell[1] + dy


def neighbours(cell: Cell) -> list[Cell]:
    """The four cells around, clockwise from north."""
    return [beyond(cell, side) for side in SIDES]


def turned(sides: int, quarters: int) -> int:
    """A set of sides (bit 1 << side) after that many quarter turns clockwise."""
    quarters %= 4
    return (sides << quarters | sides >> (4 - quarters)) & 0b1111


def reading_order(cell: Cell) -> Cell:
    """Sort key: row by row from the north, then from the west."""
    return cell[1], cell[0]

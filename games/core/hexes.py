"""Hex grids with the points up: axial coordinates, distances, straight lines, and where the hexes are drawn."""

from __future__ import annotations

from collections.abc import Collection
from enum import Enum
from functools import cache

Cell = tuple[int, int]
"""(q, r), q to the east along a row and r down to the south-east; any whole numbers."""

WIDTH = 64
"""The width of a hex as it is drawn."""
HEIGHT = 73.9
"""Its height, from point to point: the width by 2/√3."""
ROW = 55.425
"""How far apart the middles of two rows are: three quarters of the height."""


class Direction(Enum):
    """The six ways along a straight line of hexes, counter-clockwise from east."""

    EAST = "e"
    NORTH_EAST = "ne"
    NORTH_WEST = "nw"
    WEST = "w"
    SOUTH_WEST = "sw"
    SOUTH_EAST = "se"


STEPS: dict[Direction, Cell] = {
    Direction.EAST: (1, 0),
    Direction.NORTH_EAST: (1, -1),
    Direction.NORTH_WEST: (0, -1),
    Direction.WEST: (-1, 0),
    Direction.SOUTH_WEST: (-1, 1),
    Direction.SOUTH_EAST: (0, 1),
}
"""What to add to a cell to go each way."""


def beyond(cell: Cell, direction: Direction, steps: int = 1) -> Cell:
    """The cell so many steps further."""
    dq, dr = STEPS[direction]
    return cell[0] + dq * steps, cell[1] + dr * steps


def neighbours(cell: Cell) -> list[Cell]:
    """The six cells around, counter-clockwise from east."""
    return [beyond(cell, direction) for direction in Direction]


def distance(one: Cell, other: Cell) -> int:
    """How many steps lead from one cell to another."""
    dq, dr = other[0] - one[0], other[1] - one[1]
    return max(abs(dq), abs(dr), abs(dq + dr))


def reading_order(cell: Cell) -> Cell:
    """Sort key: row by row from the north, then from the west."""
    return cell[1], cell[0]


def hexagon(radius: int) -> tuple[Cell, ...]:
    """The cells at most so far from (0, 0), in reading order."""
    span = range(-radius, radius + 1)
    cells = ((q, r) for q in span for r in span if distance((0, 0), (q, r)) <= radius)
    return tuple(sorted(cells, key=reading_order))


def ray(cell: Cell, direction: Direction, board: Collection[Cell]) -> list[Cell]:
    """The cells straight on from a cell to the board's edge, the nearest first, itself not among them."""
    found = []
    while (cell := beyond(cell, direction)) in board:
        found.append(cell)
    return found


def between(one: Cell, other: Cell) -> list[Cell] | None:
    """The cells strictly between two on a straight line, from the first on; None if they are not in one line."""
    far = distance(one, other)
    for direction in Direction:
        if far and beyond(one, direction, far) == other:
            return [beyond(one, direction, steps) for steps in range(1, far)]
    return None


@cache
def centre(cell: Cell) -> tuple[float, float]:
    """The middle of a cell as it is drawn, x to the east and y to the south; that of (0, 0) is (0, 0)."""
    q, r = cell
    return WIDTH * q + WIDTH / 2 * r, round(ROW * r, 3)


@cache
def outline(cell: Cell, inset: float = 0) -> str:
    """The six corners of a drawn cell as points of a polygon, so much inside the edge."""
    x, y = centre(cell)
    shrink = 1 - 2 * inset / WIDTH
    side, point = WIDTH / 2, HEIGHT / 2
    corners = (
        (0, -point),
        (side, -point / 2),
        (side, point / 2),
        (0, point),
        (-side, point / 2),
        (-side, -point / 2),
    )
    return " ".join(f"{round(x + dx * shrink, 2):g},{round(y + dy * shrink, 2):g}" for dx, dy in corners)

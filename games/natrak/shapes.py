"""Where things lie on the drawn island, and the few shapes that everything on it is made of."""

from __future__ import annotations

from functools import lru_cache
from math import atan2, degrees

from games.core.drawing import use
from games.core.hexes import HEIGHT, WIDTH, Cell, centre, outline
from games.core.model import Seat
from games.natrak.desk import Desk
from games.natrak.island import Vertex, island_for

Point = tuple[float, float]

CAMP, CITY, ROAD = 30, 37, 38
"""The sizes of the pieces."""
INSET = 4
SEA = 48
"""How far the picture goes beyond the outermost hexes."""
NEWS = 'class="nk-news"'


@lru_cache(maxsize=4)
def points(seats: int) -> tuple[Point, ...]:
    """Where the vertices are drawn."""
    return tuple(_middle(vertex) for vertex in island_for(seats).vertices)


def _middle(vertex: Vertex) -> Point:
    xs, ys = zip(*(centre(cell) for cell in vertex), strict=True)
    return round(sum(xs) / len(xs), 2), round(sum(ys) / len(ys), 2)


@lru_cache(maxsize=4)
def frame(seats: int) -> tuple[float, float, float, float]:
    """The part of the plane that is shown: left, top, width, height."""
    xs, ys = zip(*(centre(cell) for cell in island_for(seats).hexes), strict=True)
    left, top = min(xs) - WIDTH / 2 - SEA, min(ys) - HEIGHT / 2 - SEA
    return left, top, max(xs) - min(xs) + WIDTH + 2 * SEA, max(ys) - min(ys) + HEIGHT + 2 * SEA


@lru_cache(maxsize=4)
def viewbox(seats: int) -> str:
    """The frame as SVG wants it."""
    return " ".join(f"{number:g}" for number in frame(seats))


def line(desk: Desk, edge: int) -> tuple[Point, float]:
    """The middle of an edge, and how it is turned."""
    where = points(len(desk.view.order))
    (ax, ay), (bx, by) = (where[vertex] for vertex in desk.island.ends[edge])
    return ((ax + bx) / 2, (ay + by) / 2), degrees(atan2(by - ay, bx - ax))


def polygon(cell: Cell, marks: str) -> str:
    """A hex a little smaller than it is."""
    return f'<polygon points="{outline(cell, INSET)}" {marks}/>'


def ring(x: float, y: float, radius: float) -> str:
    """A mark around something new."""
    return f'<circle cx="{x:.2f}" cy="{y:.2f}" r="{radius:g}" {NEWS}/>'


def piece(desk: Desk, symbol: str, seat: Seat, x: float, y: float, size: float, turn: str = "") -> str:
    """A piece, its player's pattern over its player's colour."""
    drawn, over = (use(name, turn, x, y, size) for name in (symbol, f"{symbol}-side"))
    return f"{drawn}<g {desk.pattern(seat)}>{over}</g>"

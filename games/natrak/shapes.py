"""Where things lie on the drawn island, and the few shapes that everything on it is made of."""

from __future__ import annotations

from functools import cache
from math import atan2, degrees

from games.core.drawing import use
from games.core.hexes import HEIGHT, WIDTH, Cell, centre, outline
from games.core.model import Seat
from games.natrak.desk import Desk
from games.natrak.island import Island, Vertex

Point = tuple[float, float]

CAMP, CITY, ROAD = 30, 37, 38
"""The sizes of the pieces."""
INSET = 4
SEA, RIM = 48, 14
"""How far the picture goes beyond the outermost hexes: of a lone island, and of the sea."""
NEWS = 'class="nk-news"'


@cache
def points(island: Island) -> tuple[Point, ...]:
    """Where the vertices are drawn."""
    return tuple(_middle(vertex) for vertex in island.vertices)


def _middle(vertex: Vertex) -> Point:
    xs, ys = zip(*(centre(cell) for cell in vertex), strict=True)
    return round(sum(xs) / len(xs), 2), round(sum(ys) / len(ys), 2)


@cache
def frame(island: Island) -> tuple[float, float, float, float]:
    """The part of the plane that is shown: left, top, width, height."""
    xs, ys = zip(*(centre(cell) for cell in island.hexes), strict=True)
    margin = RIM if island.has_sea else SEA
    left, top = min(xs) - WIDTH / 2 - margin, min(ys) - HEIGHT / 2 - margin
    return left, top, max(xs) - min(xs) + WIDTH + 2 * margin, max(ys) - min(ys) + HEIGHT + 2 * margin


@cache
def viewbox(island: Island) -> str:
    """The frame as SVG wants it."""
    return " ".join(f"{number:g}" for number in frame(island))


def line(desk: Desk, edge: int) -> tuple[Point, float]:
    """The middle of an edge, and how it is turned."""
    where = points(desk.island)
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


def written(x: float, y: float, size: float, words: str) -> str:
    """A number on the map, which means nothing without what lies around it: the board in words has both."""
    return f'<text aria-hidden="true" x="{x:g}" y="{y:g}" font-size="{size:g}">{words}</text>'

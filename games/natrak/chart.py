"""Draws the island: hexes, numbers, ports, pieces, the dragon, and what can be chosen on it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import atan2, degrees

from games.core.drawing import use
from games.core.hexes import HEIGHT, WIDTH, Cell, centre, outline
from games.core.model import Event, Move, Seat
from games.core.words import gettext_noop, text
from games.natrak.board import NOBODY
from games.natrak.components import OWN_PORT_RATE, PIPS, PORT_RATE, RED_TOKENS, Material, Piece, Terrain
from games.natrak.desk import Desk
from games.natrak.events import Built, DragonMoved, Rolled
from games.natrak.island import Island, Vertex, island_for
from games.natrak.moves import BuildCamp, BuildCity, BuildRoad, FoundCamp, FoundRoad, SendDragon

Point = tuple[float, float]

TOKEN, CAMP, CITY, ROAD, DRAGON, PORT, DIE = 31, 30, 37, 38, 44, 42, 30
"""The sizes of what is drawn."""
VERTEX_RADIUS, EDGE_HALF = 12.5, 9
VERTEX_REACH, EDGE_REACH = 17.5, 15.9
"""How far from its middle a corner or an edge can be tapped: nearly half as far as the next one."""
INSET = 4
SEA = 48
"""How far the picture goes beyond the outermost hexes."""
NEWS = 'class="nk-news"'
EDGE_VERBS = ("fundarCamino", "construirCamino")
VERTEX_VERBS = ("fundarPieza", "construirCampamento", "mejorarCiudad")


@lru_cache(maxsize=4)
def points(seats: int) -> tuple[Point, ...]:
    """Where the vertices are drawn."""
    return tuple(_middle(vertex) for vertex in island_for(seats).vertices)


def _middle(vertex: Vertex) -> Point:
    xs, ys = zip(*(centre(cell) for cell in vertex), strict=True)
    return round(sum(xs) / len(xs), 2), round(sum(ys) / len(ys), 2)


@lru_cache(maxsize=4)
def viewbox(seats: int) -> str:
    """The part of the plane that is shown."""
    xs, ys = zip(*(centre(cell) for cell in island_for(seats).hexes), strict=True)
    left, top = min(xs) - WIDTH / 2 - SEA, min(ys) - HEIGHT / 2 - SEA
    width, height = max(xs) - min(xs) + WIDTH + 2 * SEA, max(ys) - min(ys) + HEIGHT + 2 * SEA
    return f"{left:g} {top:g} {width:g} {height:g}"


@lru_cache(maxsize=64)
def ground(
    seats: int,
    terrain: tuple[Terrain, ...],
    token: tuple[int, ...],
    ports: tuple[Material | None, ...],
) -> str:
    """What never changes: hexes with their numbers, and the ports."""
    island = island_for(seats)
    parts = [_sea(seats)]
    parts += [_port(seats, island, n, kind) for n, kind in enumerate(ports)]
    for cell, kind, number in zip(island.hexes, terrain, token, strict=True):
        x, y = centre(cell)
        parts.append(
            f'<use href="#natrak-hex-{kind.value}" x="{x - WIDTH / 2:g}" y="{y - HEIGHT / 2:g}" '
            f'width="{WIDTH}" height="{HEIGHT}"/>'
        )
        if number:
            parts.append(_token(x, y, number))
    return "".join(parts)


def _sea(seats: int) -> str:
    """The water around: every hex drawn much larger, the shallows on top."""
    shapes = "".join(f'<polygon points="{outline(cell)}"/>' for cell in island_for(seats).hexes)
    return "".join(
        f'<g fill="{colour}" stroke="{colour}" stroke-width="{width}" stroke-linejoin="round">{shapes}</g>'
        for colour, width in (("var(--nk-sea)", 2 * SEA - 8), ("var(--nk-sea-light)", 14))
    )


def _token(x: float, y: float, number: int) -> str:
    """A number with as many pips as there are ways to roll it."""
    hot = number in RED_TOKENS
    kind = "nk-number nk-number-hot" if hot else "nk-number"
    drawn = use("natrak-token-hot" if hot else "natrak-token", x=x - TOKEN / 2, y=y - TOKEN / 2, size=TOKEN)
    count = PIPS[number]
    pips = "".join(
        f'<circle cx="{x + 3.4 * (n - (count - 1) / 2):g}" cy="{y + 8.2:g}" r="1.35"/>' for n in range(count)
    )
    return f'{drawn}<g class="{kind}"><text x="{x:g}" y="{y + 4:g}" font-size="15">{number}</text>{pips}</g>'


def _port(seats: int, island: Island, number: int, kind: Material | None) -> str:
    """A port out at sea, its two piers, and what it takes for one."""
    edge = island.ports[number]
    land, sea = sorted(island.edges[edge], key=lambda cell: cell not in island.hexes)
    (lx, ly), (sx, sy) = centre(land), centre(sea)
    x, y = lx + (sx - lx) * 0.95, ly + (sy - ly) * 0.95
    piers = "".join(
        f'<line x1="{x:g}" y1="{y:g}" x2="{px:g}" y2="{py:g}" stroke="var(--nk-wood)" '
        f'stroke-width="4" stroke-linecap="round" stroke-dasharray="5 3"/>'
        for px, py in (points(seats)[vertex] for vertex in island.ends[edge])
    )
    face = use("natrak-port", x=x - PORT / 2, y=y - PORT / 2, size=PORT)
    if kind is None:
        words = f'<text class="nk-number" x="{x:g}" y="{y - 1:g}" font-size="13">{PORT_RATE}:1</text>'
        return f"{piers}{face}{words}"
    sign = use(f"natrak-resource-{kind.value}", x=x - 17, y=y - 14, size=16)
    words = f'<text class="nk-number" x="{x + 7.5:g}" y="{y - 2:g}" font-size="11">{OWN_PORT_RATE}:1</text>'
    return f"{piers}{face}{sign}{words}"


def chart(desk: Desk, move: Move | None) -> str:
    """The whole island."""
    view, seats = desk.view, len(desk.view.order)
    parts = [ground(seats, view.terrain, view.token, view.ports)]
    news = _news(desk)
    parts += [mark for event in news for mark in _mark_land(desk, event)]
    parts.append(_dragon(desk, move.hex if isinstance(move, SendDragon) else view.dragon))
    parts += _pieces(desk)
    parts += [mark for event in news for mark in _mark_piece(desk, event)]
    parts += _spots(desk)
    parts += _ghost(desk, move)
    parts += _dice(desk)
    return "".join(parts)


def _dice(desk: Desk) -> Iterator[str]:
    """The last roll, red and white, in the corner."""
    if desk.view.dice is not None:
        red, white = desk.view.dice
        left, top, *_ = map(float, viewbox(len(desk.view.order)).split())
        said = desk.say(text(gettext_noop("Last roll: {sum}"), sum=red + white))
        yield (
            f'<g role="img" aria-label="{said}"><title>{said}</title>'
            f'<g class="nk-die-red">{use(f"natrak-die-{red}", x=left + 8, y=top + 8, size=DIE)}</g>'
            f"{use(f'natrak-die-{white}', x=left + 12 + DIE, y=top + 8, size=DIE)}</g>"
        )


# Pieces


def _pieces(desk: Desk) -> Iterator[str]:
    view = desk.view
    for edge, seat in enumerate(view.road):
        if seat != NOBODY:
            yield f'<g class="{desk.colour(seat)}">{_road(desk, edge, seat)}</g>'
    for vertex, seat in enumerate(view.owner):
        if seat != NOBODY:
            yield f'<g class="{desk.colour(seat)}">{_building(desk, vertex, seat, city=view.city[vertex])}</g>'


def _line(desk: Desk, edge: int) -> tuple[Point, float]:
    """The middle of an edge, and how it is turned."""
    where = points(len(desk.view.order))
    (ax, ay), (bx, by) = (where[vertex] for vertex in desk.island.ends[edge])
    return ((ax + bx) / 2, (ay + by) / 2), degrees(atan2(by - ay, bx - ax))


def _road(desk: Desk, edge: int, seat: Seat) -> str:
    (x, y), angle = _line(desk, edge)
    turn = f"translate({x:.2f} {y:.2f}) rotate({angle:.1f})"
    return _piece(desk, "natrak-road", seat, -ROAD / 2, -ROAD / 2, ROAD, turn)


def _building(desk: Desk, vertex: int, seat: Seat, *, city: bool) -> str:
    x, y = points(len(desk.view.order))[vertex]
    size = CITY if city else CAMP
    symbol = "natrak-city" if city else "natrak-camp"
    return _piece(desk, symbol, seat, round(x - size / 2, 2), round(y - size * 0.6, 2), size)


def _piece(desk: Desk, symbol: str, seat: Seat, x: float, y: float, size: float, turn: str = "") -> str:
    """A piece, its player's pattern over its player's colour."""
    drawn, over = (use(name, turn, x, y, size) for name in (symbol, f"{symbol}-side"))
    return f"{drawn}<g {desk.pattern(seat)}>{over}</g>"


def _dragon(desk: Desk, cell: int) -> str:
    x, y = centre(desk.island.hexes[cell])
    shadow = (
        f'<use href="#natrak-dragon-shadow" x="{x - WIDTH / 2:g}" y="{y - HEIGHT / 2:g}" '
        f'width="{WIDTH}" height="{HEIGHT}"/>'
    )
    return shadow + use("natrak-dragon", x=x - DRAGON / 2, y=y - DRAGON + 10, size=DRAGON)


def _ghost(desk: Desk, move: Move | None) -> Iterator[str]:
    """The piece that the selected move would put down."""
    seat = desk.view.seat
    if seat is None:
        return
    drawn = ""
    match move:
        case BuildRoad(edge) | FoundRoad(edge):
            drawn = _road(desk, edge, seat)
        case BuildCamp(vertex) | FoundCamp(vertex):
            drawn = _building(desk, vertex, seat, city=False)
        case BuildCity(vertex):
            drawn = _building(desk, vertex, seat, city=True)
    if drawn:
        yield f'<g class="{desk.colour(seat)}" opacity=".8" pointer-events="none">{drawn}</g>'


# Marks and spots


def _news(desk: Desk) -> Sequence[Event]:
    """What is to be marked; what the last move did too, until something is chosen."""
    resting = " " not in desk.picked and desk.draft is None
    return desk.pen.news or (desk.pen.since if resting else ())


def _mark_land(desk: Desk, event: Event) -> Iterator[str]:
    """The dragon's hex, the hexes of a roll; pieces lie over these marks."""
    match event:
        case DragonMoved(_, number):
            yield _hex(desk.island.hexes[number], NEWS)
        case Rolled(_, red, white):
            for cell, token in zip(desk.island.hexes, desk.view.token, strict=True):
                if token == red + white:
                    yield _hex(cell, NEWS)


def _mark_piece(desk: Desk, event: Event) -> Iterator[str]:
    """A piece that was put down."""
    match event:
        case Built(_, Piece.ROAD, edge):
            (x, y), _ = _line(desk, edge)
            yield f'<circle cx="{x:.2f}" cy="{y:.2f}" r="16" {NEWS}/>'
        case Built(_, _, vertex):
            x, y = points(len(desk.view.order))[vertex]
            yield f'<circle cx="{x:g}" cy="{y:g}" r="20" {NEWS}/>'


def _hex(cell: Cell, marks: str) -> str:
    return f'<polygon points="{outline(cell, INSET)}" {marks}/>'


def _spots(desk: Desk) -> Iterator[str]:
    """What can be chosen on the island: edges, vertices, hexes."""
    for pick in desk.open:
        words = pick.split()
        if len(words) == 1:
            continue
        if words[0] in EDGE_VERBS:
            (x, y), angle = _line(desk, int(words[1]))
            half = HEIGHT / 4 - 4
            yield desk.spot(
                pick,
                f'<circle cx="{x:.2f}" cy="{y:.2f}" r="{EDGE_REACH}" fill="transparent"/>'
                f'<rect class="spot-area" x="{-half:g}" y="{-EDGE_HALF}" width="{2 * half:g}" '
                f'height="{2 * EDGE_HALF}" rx="{EDGE_HALF}" '
                f'transform="translate({x:.2f} {y:.2f}) rotate({angle:.1f})"/>',
            )
        elif words[0] in VERTEX_VERBS:
            x, y = points(len(desk.view.order))[int(words[1])]
            yield desk.spot(
                pick,
                f'<circle cx="{x:g}" cy="{y:g}" r="{VERTEX_REACH}" fill="transparent"/>'
                f'<circle class="spot-area" cx="{x:g}" cy="{y:g}" r="{VERTEX_RADIUS}"/>',
            )
        elif words[0] == "moverDragon" and len(words) == 2:
            yield desk.spot(pick, _hex(desk.island.hexes[int(words[1])], 'class="spot-area"'))

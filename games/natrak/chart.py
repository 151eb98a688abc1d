"""Draws the island: hexes, numbers, ports, pieces, the dragon, and what can be chosen on it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from games.core.drawing import use
from games.core.hexes import HEIGHT, WIDTH, Cell, centre, outline
from games.core.model import Event, Move, Seat
from games.core.words import gettext_noop, text
from games.natrak import seascape, venture
from games.natrak.board import NOBODY
from games.natrak.components import (
    OWN_PORT_RATE,
    PIPS,
    PORT_RATE,
    RED_TOKENS,
    Material,
    Piece,
    Progress,
    Terrain,
)
from games.natrak.desk import Desk
from games.natrak.events import Built, DragonMoved, Rolled
from games.natrak.island import Island
from games.natrak.labels import founds_city
from games.natrak.moves import (
    BuildCamp,
    BuildCity,
    BuildRoad,
    BuildShip,
    FoundCamp,
    FoundRoad,
    PlayProgress,
    Sail,
    SendDragon,
)
from games.natrak.shapes import (
    CAMP,
    CITY,
    NEWS,
    RIM,
    ROAD,
    SEA,
    frame,
    line,
    piece,
    points,
    polygon,
    ring,
    written,
)
from games.natrak.spots import spots
from games.natrak.view import SagaView

TOKEN, DRAGON, PORT, DIE = 31, 44, 42, 30
"""The sizes of what is drawn."""


@lru_cache(maxsize=64)
def ground(
    island: Island,
    terrain: tuple[Terrain, ...],
    token: tuple[int, ...],
    ports: tuple[Material | None, ...],
    fog: tuple[bool, ...],
) -> str:
    """What hardly ever changes: hexes with their numbers, or the fog over them, and the ports."""
    land = [cell for cell, dry in zip(island.hexes, island.land, strict=True) if dry]
    water = [cell for cell, dry in zip(island.hexes, island.land, strict=True) if not dry]
    parts = [_shore(island.hexes, "var(--nk-sea)", 2 * (RIM if water else SEA) - 8)]
    parts += [seascape.over_hex(seascape.water(cell), cell) for cell in water]
    parts.append(_shore(land, "var(--nk-sea-light)", 14))
    parts += [_port(island, n, kind) for n, kind in enumerate(ports)]
    for at, cell in enumerate(island.hexes):
        if island.land[at]:
            parts.append(seascape.over_hex(f"natrak-hex-{terrain[at].value}", cell))
            if fog and fog[at]:
                parts.append(seascape.over_hex("natrak-fog", cell))
                parts.append(_unknown(*centre(cell)))
            elif token[at]:
                parts.append(_token(*centre(cell), token[at]))
    return "".join(parts)


def _shore(cells: Sequence[Cell], colour: str, width: int) -> str:
    """The water around: every hex drawn larger than it is."""
    shapes = "".join(f'<polygon points="{outline(cell)}"/>' for cell in cells)
    return f'<g fill="{colour}" stroke="{colour}" stroke-width="{width}" stroke-linejoin="round">{shapes}</g>'


def _unknown(x: float, y: float) -> str:
    return use("natrak-token-fog", x=x - TOKEN / 2, y=y - TOKEN / 2, size=TOKEN)


def _token(x: float, y: float, number: int) -> str:
    """A number with as many pips as there are ways to roll it."""
    hot = number in RED_TOKENS
    kind = "nk-number nk-number-hot" if hot else "nk-number"
    drawn = use("natrak-token-hot" if hot else "natrak-token", x=x - TOKEN / 2, y=y - TOKEN / 2, size=TOKEN)
    count = PIPS[number]
    pips = "".join(
        f'<circle cx="{x + 3.4 * (n - (count - 1) / 2):g}" cy="{y + 8.2:g}" r="1.35"/>' for n in range(count)
    )
    return f'{drawn}<g class="{kind}">{written(x, y + 4, 15, str(number))}{pips}</g>'


def _port(island: Island, number: int, kind: Material | None) -> str:
    """A port out at sea, its two piers, and what it takes for one."""
    edge = island.ports[number]
    land, sea = sorted(island.edges[edge], key=lambda cell: cell not in island.plan.main)
    (lx, ly), (sx, sy) = centre(land), centre(sea)
    x, y = lx + (sx - lx) * 0.95, ly + (sy - ly) * 0.95
    piers = "".join(
        f'<line x1="{x:g}" y1="{y:g}" x2="{px:g}" y2="{py:g}" stroke="var(--nk-wood)" '
        f'stroke-width="4" stroke-linecap="round" stroke-dasharray="5 3"/>'
        for px, py in (points(island)[vertex] for vertex in island.ends[edge])
    )
    face = use("natrak-port", x=x - PORT / 2, y=y - PORT / 2, size=PORT)
    if kind is None:
        return f'{piers}{face}<g class="nk-number">{written(x, y - 1, 13, f"{PORT_RATE}:1")}</g>'
    sign = use(f"natrak-resource-{kind.value}", x=x - 17, y=y - 14, size=16)
    return f'{piers}{face}{sign}<g class="nk-number">{written(x + 7.5, y - 2, 11, f"{OWN_PORT_RATE}:1")}</g>'


def chart(desk: Desk, move: Move | None) -> str:
    """The whole island."""
    view, sea = desk.view, desk.view.sea
    saga = None if view.saga is None else venture.foreseen(view, move)
    parts = [ground(desk.island, view.terrain, view.token, view.ports, sea.fog if sea else ())]
    news = _news(desk)
    parts += [mark for event in news for mark in _mark_land(desk, event)]
    if sea is not None:
        parts += seascape.chests(desk, sea)
        parts.append(seascape.kraken(desk, sea, move))
    parts.append(_dragon(desk, _dragon_hex(desk, move)))
    if sea is not None:
        parts += seascape.ships(desk, sea, move)
    parts += _pieces(desk, saga)
    if saga is not None:
        parts += venture.figures(desk, saga)
        parts.append(venture.goblins(desk, saga))
    parts += [mark for event in news for mark in _mark_piece(desk, event)]
    parts += spots(desk)
    parts += _ghost(desk, move)
    parts += _dice(desk)
    return "".join(parts)


def _dice(desk: Desk) -> Iterator[str]:
    """The last roll, red and white, in the corner, and beside them the event die."""
    if desk.view.dice is None:
        return
    red, white = desk.view.dice
    left, top, *_ = frame(desk.island)
    third, said = "", text(gettext_noop("Last roll: {sum}"), sum=red + white)
    if desk.view.saga is not None and desk.view.saga.event is not None:
        face = desk.view.saga.event
        third = venture.event_die(face, left + 16 + 2 * DIE, top + 8, DIE)
        said = text(
            gettext_noop("Last roll: {sum}; event die: {face}"),
            sum=red + white,
            face=venture.event_name(face),
        )
    words = desk.say(said)
    yield (
        f'<g role="img" aria-label="{words}"><title>{words}</title>'
        f'<g class="nk-die-red">{use(f"natrak-die-{red}", x=left + 8, y=top + 8, size=DIE)}</g>'
        f"{use(f'natrak-die-{white}', x=left + 12 + DIE, y=top + 8, size=DIE)}{third}</g>"
    )


# Pieces


def _pieces(desk: Desk, saga: SagaView | None) -> Iterator[str]:
    view = desk.view
    for edge, seat in enumerate(view.road):
        if seat != NOBODY:
            yield f'<g class="{desk.colour(seat)}">{_road(desk, edge, seat)}</g>'
    for vertex, seat in enumerate(view.owner):
        if seat != NOBODY:
            if saga is not None and view.city[vertex]:
                drawn = venture.city(desk, saga, vertex, seat)
            else:
                drawn = _building(desk, vertex, seat, city=view.city[vertex])
            yield f'<g class="{desk.colour(seat)}">{drawn}</g>'


def _road(desk: Desk, edge: int, seat: Seat) -> str:
    (x, y), angle = line(desk, edge)
    turn = f"translate({x:.2f} {y:.2f}) rotate({angle:.1f})"
    return piece(desk, "natrak-road", seat, -ROAD / 2, -ROAD / 2, ROAD, turn)


def _building(desk: Desk, vertex: int, seat: Seat, *, city: bool) -> str:
    x, y = points(desk.island)[vertex]
    size = CITY if city else CAMP
    symbol = "natrak-city" if city else "natrak-camp"
    return piece(desk, symbol, seat, round(x - size / 2, 2), round(y - size * 0.6, 2), size)


def _dragon_hex(desk: Desk, move: Move | None) -> int:
    """Where the dragon is, or where the selected move sends it."""
    match move:
        case SendDragon(cell) if desk.island.land[cell]:
            return cell
        case PlayProgress(Progress.BISHOP, cell):
            return int(cell)
    return desk.view.dragon


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
        case BuildShip(edge) | Sail(_, edge):
            drawn = seascape.ship(desk, edge, seat)
        case BuildCamp(vertex):
            drawn = _building(desk, vertex, seat, city=False)
        case FoundCamp(vertex):
            drawn = _building(desk, vertex, seat, city=founds_city(desk.view))
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
    yield from seascape.mark_land(desk, event)
    match event:
        case DragonMoved(_, number):
            yield polygon(desk.island.hexes[number], NEWS)
        case Rolled(_, red, white):
            for cell, token in zip(desk.island.hexes, desk.view.token, strict=True):
                if token == red + white:
                    yield polygon(cell, NEWS)
        case _ if desk.view.saga is not None:
            yield from venture.mark_land(desk, event)


def _mark_piece(desk: Desk, event: Event) -> Iterator[str]:
    """A piece that was put down."""
    yield from seascape.mark_piece(desk, event)
    match event:
        case Built(_, Piece.ROAD | Piece.SHIP, edge):
            yield ring(*line(desk, edge)[0], 16)
        case Built(_, _, vertex):
            yield ring(*points(desk.island)[vertex], 20)
        case _ if desk.view.saga is not None:
            yield from venture.mark_piece(desk, event)

"""Draws what there is only with the sea: water, fog, discoveries, ships and the kraken."""

from __future__ import annotations

from collections.abc import Iterator
from math import atan2, degrees

from games.core.drawing import use
from games.core.hexes import HEIGHT, WIDTH, Cell, centre
from games.core.model import Event, Move, Seat
from games.natrak.board import NOBODY
from games.natrak.desk import Desk
from games.natrak.events import Discovered, FogLifted, KrakenMoved, Sailed
from games.natrak.moves import Sail, SendDragon
from games.natrak.shapes import NEWS, line, piece, points, polygon, ring
from games.natrak.view import SeaView

SHIP, KRAKEN, CHEST = 44, 44, 20
"""The sizes of what is drawn."""
WAVES = ("natrak-hex-mar", "natrak-hex-mar-2", "natrak-hex-mar-3")


def water(cell: Cell) -> str:
    """The symbol of a hex of the sea: three that take turns, so that no row repeats."""
    q, r = cell
    return WAVES[(2 * q + 5 * r + q * r) % len(WAVES)]


def over_hex(symbol: str, cell: Cell) -> str:
    """A symbol as large as the hex it lies on."""
    x, y = centre(cell)
    return f'<use href="#{symbol}" x="{x - WIDTH / 2:g}" y="{y - HEIGHT / 2:g}" width="{WIDTH}" height="{HEIGHT}"/>'


def chests(desk: Desk, sea: SeaView) -> Iterator[str]:
    """What the first ship beside a hex will discover."""
    for cell, left in zip(desk.island.hexes, sea.discovery, strict=True):
        if left:
            x, y = centre(cell)
            yield use("natrak-discovery", x=x - CHEST / 2, y=round(y + 24 - CHEST / 2, 2), size=CHEST)


def kraken(desk: Desk, sea: SeaView, move: Move | None) -> str:
    """The kraken, where it is or where the selected move sends it."""
    cell = sea.kraken
    if isinstance(move, SendDragon) and not desk.island.land[move.hex]:
        cell = move.hex
    x, y = centre(desk.island.hexes[cell])
    shadow = over_hex("natrak-kraken-shadow", desk.island.hexes[cell])
    return shadow + use("natrak-kraken", x=x - KRAKEN / 2, y=round(y - 6 - KRAKEN / 2, 2), size=KRAKEN)


def ships(desk: Desk, sea: SeaView, move: Move | None) -> Iterator[str]:
    """All ships, but the one that the selected move takes elsewhere."""
    lifted = move.start if isinstance(move, Sail) else None
    for edge, seat in enumerate(sea.ship):
        if seat != NOBODY and edge != lifted:
            yield f'<g class="{desk.colour(seat)}">{ship(desk, edge, seat)}</g>'


def ship(desk: Desk, edge: int, seat: Seat) -> str:
    """A ship along an edge, its prow towards the end where its owner has nothing yet."""
    (x, y), _ = line(desk, edge)
    tail, prow = desk.island.ends[edge]
    if _owns(desk, edge, seat, prow) and not _owns(desk, edge, seat, tail):
        tail, prow = prow, tail
    where = points(desk.island)
    (ax, ay), (bx, by) = where[tail], where[prow]
    turn = f"translate({x:.2f} {y:.2f}) rotate({degrees(atan2(by - ay, bx - ax)):.1f})"
    return piece(desk, "natrak-ship", seat, -SHIP / 2, -SHIP / 2, SHIP, turn)


def _owns(desk: Desk, edge: int, seat: Seat, end: int) -> bool:
    """Whether a building or another piece of the seat is at an edge's end."""
    view, sea = desk.view, desk.view.sea
    assert sea is not None
    others = (other for other in desk.island.edges_at[end] if other != edge)
    return view.owner[end] == seat or any(seat in (view.road[other], sea.ship[other]) for other in others)


# Marks on what is new


def mark_land(desk: Desk, event: Event) -> Iterator[str]:
    """Hexes where something new is to be seen."""
    match event:
        case FogLifted(cell) | Discovered(_, cell) | KrakenMoved(_, cell):
            yield polygon(desk.island.hexes[cell], NEWS)


def mark_piece(desk: Desk, event: Event) -> Iterator[str]:
    """Where a ship has gone."""
    match event:
        case Sailed(_, _, edge):
            yield ring(*line(desk, edge)[0], 16)

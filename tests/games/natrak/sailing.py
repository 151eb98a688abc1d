"""Positions of the version with the sea, drawn like those in `ventures`.

    match = sailed(
        ships={A: PASSAGE[:2]},
        fog={ISLE: "oro 8"},
        kraken=(0, -4),
    )

Vertices, edges and hexes are those of the archipelago for three and four.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import partial
from typing import Any

from games.core.hexes import Cell
from games.core.model import Seat
from games.natrak.board import NOBODY
from games.natrak.components import KINDS, Counts, Version
from games.natrak.island import island_for
from games.natrak.sea import Sea
from games.natrak.state import sea_of
from tests.games.natrak import board
from tests.games.natrak.board import M, of
from tests.games.natrak.ventures import ventured

at = partial(board.at, sea=True)
side = partial(board.side, sea=True)
hex_at = partial(board.hex_at, sea=True)
way = partial(board.way, sea=True)
around = partial(board.around, sea=True)

ISLE, BEYOND = (4, 0), (3, 1)
"""The two hexes of the island in the east."""
QUAY = at(2, 0, "ne")
"""A corner of the main island from which two ships lead there."""
PASSAGE = around(3, 0, "nw", "n", "ne")
"""Those two edges; the second touches the island by a corner."""
SHORE = side(3, 0, "e")
"""The edge after them, along the island's side."""
LANDING = at(3, 0, "ne")
"""Where the passage ends, on the island."""


def sailed(
    *,
    ships: Mapping[Seat, Sequence[int]] | None = None,
    fog: Mapping[Cell, str] | None = None,
    discoveries: Collection[Cell] = (),
    kraken: Cell = (0, -4),
    colonies: Mapping[Seat, Sequence[int]] | None = None,
    terrain: Mapping[Cell, str] | None = None,
    seats: int = 4,
    **more: Any,
) -> M:
    """The match at that position; what is not said is as in `ventured`.

    `fog` says what lies under it; a hex in the fog still has its discovery. `discoveries` are other hexes that do.
    """
    island, fogged = island_for(seats, sea=True), fog or {}
    ship = [NOBODY] * len(island.edges)
    for seat, edges in (ships or {}).items():
        for edge in edges:
            ship[edge] = seat
    sea = Sea(
        ship=ship,
        fog=[cell in fogged for cell in island.hexes],
        discovery=[cell in fogged or cell in discoveries for cell in island.hexes],
        kraken=island.hexes.index(kraken),
        colonies=[list((colonies or {}).get(seat, ())) for seat in range(seats)],
    )
    lands = {**(terrain or {}), **fogged}
    return ventured(seats=seats, version=Version.COMPLETO, sea=sea, terrain=lands, **more)


def ocean(match: M) -> Sea:
    """The match's sea."""
    return sea_of(match.state)


def nine(words: str) -> Counts:
    """ "madera oro*2" as counts of the version with the sea."""
    return of(words, len(KINDS))

"""The names of an island's places: hexes by terrain and token, corners and edges by the hexes that meet there."""

from __future__ import annotations

from functools import lru_cache

from games.core.drawing import listed
from games.core.hexes import Direction, beyond
from games.core.words import Text, gettext_noop, text
from games.natrak import labels
from games.natrak.components import Terrain
from games.natrak.island import Island, corners
from games.natrak.spots import Place
from games.natrak.view import View

COASTS = {
    Direction.EAST: gettext_noop("east coast of {hex}"),
    Direction.NORTH_EAST: gettext_noop("north-east coast of {hex}"),
    Direction.NORTH_WEST: gettext_noop("north-west coast of {hex}"),
    Direction.WEST: gettext_noop("west coast of {hex}"),
    Direction.SOUTH_WEST: gettext_noop("south-west coast of {hex}"),
    Direction.SOUTH_EAST: gettext_noop("south-east coast of {hex}"),
}
"""An edge of the map."""
CAPES = (
    gettext_noop("north-east cape of {hex}"),
    gettext_noop("north cape of {hex}"),
    gettext_noop("north-west cape of {hex}"),
    gettext_noop("south-west cape of {hex}"),
    gettext_noop("south cape of {hex}"),
    gettext_noop("south-east cape of {hex}"),
)
"""A corner of the map that touches one hex alone, counter-clockwise from the one between east and north-east."""

Land = tuple[Island, tuple[Terrain, ...], tuple[int, ...]]
"""What the names depend on: the map, and terrain and token by hex."""


@lru_cache(maxsize=32)
def hex_names(land: Land) -> tuple[Text, ...]:
    """All hexes; what is called the same is counted from the north-west."""
    names = labels.hex_names(*land)
    return tuple(
        text(gettext_noop("{hex} ({n})"), hex=name, n=names[: at + 1].count(name))
        if names.count(name) > 1
        else name
        for at, name in enumerate(names)
    )


@lru_cache(maxsize=32)
def vertex_names(land: Land) -> tuple[Text, ...]:
    """All corners."""
    island, names = land[0], hex_names(land)
    return tuple(
        _cape(island, vertex, names) if len(cells) == 1 else _meeting(island, [names[cell] for cell in cells])
        for vertex, cells in enumerate(island.touching)
    )


def _meeting(island: Island, names: list[Text]) -> Text:
    """Where three hexes meet, or two and what lies off the map."""
    off = labels.OPEN_SEA if island.has_sea else labels.COAST
    return listed(names if len(names) == 3 else [*names, off])


def _cape(island: Island, vertex: int, names: tuple[Text, ...]) -> Text:
    (number,) = island.touching[vertex]
    way = corners(island.hexes[number]).index(island.vertices[vertex])
    return text(CAPES[way], hex=names[number])


@lru_cache(maxsize=32)
def edge_names(land: Land) -> tuple[Text, ...]:
    """All edges."""
    island, names = land[0], hex_names(land)
    return tuple(
        listed([names[cell] for cell in cells]) if len(cells) == 2 else _coast(island, edge, names)
        for edge, cells in enumerate(island.flanks)
    )


def _coast(island: Island, edge: int, names: tuple[Text, ...]) -> Text:
    (number,) = island.flanks[edge]
    inner = island.hexes[number]
    way = next(way for way in Direction if beyond(inner, way) in island.edges[edge])
    return text(COASTS[way], hex=names[number])


def place_name(view: View, kind: Place, number: int) -> Text:
    """The name that a place shares with no other."""
    names = {Place.HEX: hex_names, Place.VERTEX: vertex_names, Place.EDGE: edge_names}
    return names[kind]((labels.island_of(view), view.terrain, view.token))[number]

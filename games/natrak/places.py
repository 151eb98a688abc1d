"""The places of a map that moves number, and their names: hexes by terrain and token, corners and edges by the hexes
that meet there.

No two places share a name.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from functools import lru_cache
from string import ascii_uppercase

from games.core.drawing import listed
from games.core.hexes import Cell, Direction, beyond
from games.core.words import Text, gettext_noop, text
from games.natrak.components import PROGRESS_BY_WORD, Progress, Terrain
from games.natrak.island import Island, corners, island_for
from games.natrak.moves import (
    Activate,
    BuildCamp,
    BuildCity,
    BuildRoad,
    BuildShip,
    BuildWall,
    Expel,
    FoundCamp,
    FoundRoad,
    Pillage,
    PlaceMetropolis,
    Plant,
    PlayProgress,
    Promote,
    Sail,
    SendDragon,
    Walk,
)
from games.natrak.names import TERRAIN_NAMES
from games.natrak.view import View


class Place(Enum):
    """What a word of a move may number."""

    EDGE = "edge"
    VERTEX = "vertex"
    HEX = "hex"


PLACES: Mapping[str, Place] = {
    FoundRoad.verb: Place.EDGE,
    BuildRoad.verb: Place.EDGE,
    BuildShip.verb: Place.EDGE,
    Sail.verb: Place.EDGE,
    FoundCamp.verb: Place.VERTEX,
    BuildCamp.verb: Place.VERTEX,
    BuildCity.verb: Place.VERTEX,
    BuildWall.verb: Place.VERTEX,
    Plant.verb: Place.VERTEX,
    Activate.verb: Place.VERTEX,
    Promote.verb: Place.VERTEX,
    Walk.verb: Place.VERTEX,
    Expel.verb: Place.VERTEX,
    PlaceMetropolis.verb: Place.VERTEX,
    Pillage.verb: Place.VERTEX,
    SendDragon.verb: Place.HEX,
}
"""What the numbers after a verb are."""
CARD_PLACES: Mapping[Progress, Place] = {
    Progress.MERCHANT: Place.HEX,
    Progress.BISHOP: Place.HEX,
    Progress.INVENTOR: Place.HEX,
    Progress.DESERTER: Place.VERTEX,
    Progress.INTRIGUE: Place.VERTEX,
    Progress.LEVY: Place.VERTEX,
    Progress.DIPLOMAT: Place.EDGE,
}
"""What the numbers after a progress card are."""

COAST, OPEN_SEA = text(gettext_noop("coast")), text(gettext_noop("open sea"))
"""What lies off the map: beside a lone island, and beside the sea."""

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
    island, terrain, token = land
    names = [_hex_name(island, *hex_) for hex_ in zip(island.hexes, terrain, token, strict=True)]
    return tuple(
        text(gettext_noop("{hex} ({n})"), hex=name, n=names[: at + 1].count(name))
        if names.count(name) > 1
        else name
        for at, name in enumerate(names)
    )


def _hex_name(island: Island, cell: Cell, kind: Terrain, token: int) -> Text:
    """By terrain and token; those of the sea by row and column, as on a chart."""
    terrain = TERRAIN_NAMES[kind]
    if kind is Terrain.SEA:
        row = [other for other in island.hexes if other[1] == cell[1]]
        letter = ascii_uppercase[cell[1] - island.hexes[0][1]]
        return text(gettext_noop("sea {place}"), place=f"{letter}{row.index(cell) + 1}")
    if kind is Terrain.MOOR:
        return terrain
    if not token:
        return text(gettext_noop("{terrain} in the fog"), terrain=terrain)
    return text(gettext_noop("{terrain} {token}"), terrain=terrain, token=token)


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
    off = OPEN_SEA if island.has_sea else COAST
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


def place(pick: str) -> tuple[Place, int] | None:
    """Where on the map a selection's last word is; None if it is nowhere there."""
    verb, *rest = pick.split()
    if verb == PlayProgress.verb and len(rest) > 1:
        kind = CARD_PLACES.get(PROGRESS_BY_WORD[rest[0]])
    elif verb == SendDragon.verb and len(rest) > 1:
        kind = None  # whom it robs
    else:
        kind = PLACES.get(verb)
    return (kind, int(rest[-1])) if kind and rest else None


# As a reader sees them


def island_of(view: View) -> Island:
    """The map's geometry."""
    return island_for(len(view.order), view.sea is not None)


def land_of(view: View) -> Land:
    """What the names on a view's map depend on."""
    return island_of(view), view.terrain, view.token


def hex_name(view: View, cell: int) -> Text:
    """A hex."""
    return hex_names(land_of(view))[cell]


def vertex_name(view: View, vertex: int) -> Text:
    """A corner."""
    return vertex_names(land_of(view))[vertex]


def edge_name(view: View, edge: int) -> Text:
    """An edge."""
    return edge_names(land_of(view))[edge]


def place_name(view: View, place: Place, number: int) -> Text:
    """A place of any kind."""
    match place:
        case Place.HEX:
            return hex_name(view, number)
        case Place.VERTEX:
            return vertex_name(view, number)
    return edge_name(view, number)

"""Dealing the map: terrains, tokens and ports (rules/natrak.md, 3.1, 3.2)."""

from __future__ import annotations

from collections.abc import Sequence

from games.core.rng import Rng
from games.natrak.board import NOBODY, Board
from games.natrak.components import (
    ISLE_TERRAINS,
    ISLE_TOKENS,
    PLACING_TRIES,
    RED_TOKENS,
    Material,
    Terrain,
    repeated,
)
from games.natrak.island import NO_ISLE, Island, island_for
from games.natrak.sea import Sea


def deal(seats: int, rng: Rng) -> Board:
    """An island without pieces; the dragon on the first moor in reading order (D8)."""
    island = island_for(seats)
    terrain = list(island.plan.terrains)
    rng.shuffle(terrain)
    ports = list(island.plan.port_kinds)
    rng.shuffle(ports)
    fertile = [cell for cell, kind in enumerate(terrain) if kind is not Terrain.MOOR]
    return _bare(seats, terrain, deal_tokens(island, fertile, island.plan.tokens, rng), ports)


def deal_archipelago(seats: int, rng: Rng) -> Board:
    """The same island amid the sea, and the lesser ones in the fog; the kraken on the sea's first hex."""
    lone, island = deal(seats, rng), island_for(seats, sea=True)
    terrain = [Terrain.SEA] * len(island.hexes)
    lesser = [cell for cell, isle in enumerate(island.isle) if isle != NO_ISLE]
    for cell, kind in zip(lesser, deal_isles(island, rng), strict=True):
        terrain[cell] = kind
    token = deal_tokens(island, lesser, ISLE_TOKENS, rng)
    for place, kind, number in zip(lone.island.hexes, lone.terrain, lone.token, strict=True):
        at = island.hexes.index(place)
        terrain[at], token[at] = kind, number
    isles = [cell in lesser for cell in range(len(terrain))]
    sea = Sea(
        ship=[NOBODY] * len(island.edges),
        fog=isles,
        discovery=[*isles],
        kraken=terrain.index(Terrain.SEA),
        colonies=[[] for _ in range(seats)],
    )
    return _bare(seats, terrain, token, lone.ports, sea)


def _bare(
    seats: int, terrain: list[Terrain], token: list[int], ports: list[Material | None], sea: Sea | None = None
) -> Board:
    """The map with no piece on it but the dragon."""
    island = island_for(seats, sea is not None)
    return Board(
        seats=seats,
        terrain=terrain,
        token=token,
        ports=ports,
        dragon=terrain.index(Terrain.MOOR),
        owner=[NOBODY] * len(island.vertices),
        city=[False] * len(island.vertices),
        road=[NOBODY] * len(island.edges),
        sea=sea,
    )


def deal_isles(island: Island, rng: Rng) -> list[Terrain]:
    """What the hexes of the lesser islands are, in reading order; the two with gold on different islands."""
    isles = [isle for isle in island.isle if isle != NO_ISLE]
    terrain = repeated(ISLE_TERRAINS)
    while True:
        rng.shuffle(terrain)
        gold = [isle for isle, kind in zip(isles, terrain, strict=True) if kind is Terrain.GOLD]
        if len(set(gold)) == len(gold):
            return terrain


def deal_tokens(
    island: Island, places: Sequence[int], numbers: Sequence[int], rng: Rng, tries: int = PLACING_TRIES
) -> list[int]:
    """By hex: a token for each of these places, no 6 or 8 beside another; 0 elsewhere."""
    for _ in range(tries):
        tokens = list(numbers)
        rng.shuffle(tokens)
        dealt = [0] * len(island.hexes)
        for cell, token in zip(places, tokens, strict=True):
            dealt[cell] = token
        if not reds_touch(island, dealt):
            return dealt
    return _reds_first(island, places, numbers, rng)


def reds_touch(island: Island, tokens: Sequence[int]) -> bool:
    """Whether a 6 or 8 lies beside another."""
    reds = [cell for cell, token in enumerate(tokens) if token in RED_TOKENS]
    return any(other in reds for cell in reds for other in island.around[cell])


def _reds_first(island: Island, places: Sequence[int], numbers: Sequence[int], rng: Rng) -> list[int]:
    """Put the 6s and 8s on hexes that do not touch, as often as it takes, and the other tokens on the rest."""
    reds = [token for token in numbers if token in RED_TOKENS]
    others = [token for token in numbers if token not in RED_TOKENS]
    rng.shuffle(others)
    apart: list[int] = []
    while len(apart) < len(reds):
        apart = []
        tried = list(places)
        rng.shuffle(tried)
        for cell in tried:
            if len(apart) < len(reds) and not any(near in apart for near in island.around[cell]):
                apart.append(cell)
    rng.shuffle(reds)
    dealt = [0] * len(island.hexes)
    rest = [cell for cell in places if cell not in apart]
    for cell, token in zip([*apart, *rest], [*reds, *others], strict=True):
        dealt[cell] = token
    return dealt

"""A map's geometry as tables of whole numbers, made once (rules/natrak.md, 3.1 to 3.3).

Hexes, vertices and edges are numbered from 0. A vertex is the three hexes that meet in it, an edge the two it parts,
hexes off the map included; vertices and edges are numbered in the order of those coordinates, hexes row by row.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from games.core.hexes import Cell, Direction, beyond, neighbours
from games.natrak.components import LARGE, LARGE_ARCHIPELAGO, SMALL, SMALL_ARCHIPELAGO, Plan

Vertex = tuple[Cell, ...]
Edge = tuple[Cell, ...]


def corners(cell: Cell) -> list[Vertex]:
    """The six vertices of a hex, counter-clockwise from the one between east and north-east."""
    around = neighbours(cell)
    return [tuple(sorted((cell, around[n], around[(n + 1) % 6]))) for n in range(6)]


def sides(cell: Cell) -> list[Edge]:
    """The six edges of a hex, counter-clockwise from east."""
    return [tuple(sorted((cell, other))) for other in neighbours(cell)]


NO_ISLE = -1


class Island:
    """Who touches whom on a map. All lists hold numbers of hexes, vertices or edges.

    `has_sea` is whether one can sail. By hex: `land`, and `isle`, the number of the lesser island it belongs to.
    By edge: `flanks`, the hexes it parts; `dry`, whether a road can lie on it, and `wet`, whether a ship can (3.3). By
    vertex: `ashore`, where buildings and adventurers can stand (D12), `main`, where one founds, and `isle_at`.
    """

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.hexes = plan.hexes
        self.vertices = tuple(sorted({vertex for cell in plan.hexes for vertex in corners(cell)}))
        self.edges = tuple(sorted({edge for cell in plan.hexes for edge in sides(cell)}))
        number = {cell: n for n, cell in enumerate(self.hexes)}
        vertex_at = {vertex: n for n, vertex in enumerate(self.vertices)}
        edge_at = {edge: n for n, edge in enumerate(self.edges)}
        self.corners = tuple(tuple(vertex_at[vertex] for vertex in corners(cell)) for cell in self.hexes)
        self.around = tuple(tuple(number[c] for c in neighbours(cell) if c in number) for cell in self.hexes)
        self.touching = tuple(
            tuple(number[cell] for cell in vertex if cell in number) for vertex in self.vertices
        )
        self.ends = tuple(
            tuple(n for n, vertex in enumerate(self.vertices) if set(edge) <= set(vertex))
            for edge in self.edges
        )
        self.edges_at = tuple(
            tuple(e for e, ends in enumerate(self.ends) if v in ends) for v in range(len(self.vertices))
        )
        self.near = tuple(
            tuple(end for e in edges for end in self.ends[e] if end != v)
            for v, edges in enumerate(self.edges_at)
        )
        self.ports = tuple(edge_at[_edge(cell, side)] for cell, side in plan.ports)
        self.port_at = {v: port for port, edge in enumerate(self.ports) for v in self.ends[edge]}
        self.sides = tuple(tuple(edge_at[edge] for edge in sides(cell)) for cell in self.hexes)
        self.flanks = tuple(tuple(number[cell] for cell in edge if cell in number) for edge in self.edges)
        self._find_shores()

    def _find_shores(self) -> None:
        """What is land and what is sea; off an archipelago's map lies water (D11), off a lone island nothing."""
        plan = self.plan
        self.has_sea = bool(plan.isles)
        isle = {cell: n for n, cells in enumerate(plan.isles) for cell in cells}
        self.isle = tuple(isle.get(cell, NO_ISLE) for cell in self.hexes)
        self.land = tuple(cell in plan.main or cell in isle for cell in self.hexes)
        self.dry = tuple(any(self.land[cell] for cell in cells) for cells in self.flanks)
        self.wet = tuple(
            self.has_sea and not (len(cells) == 2 and all(self.land[cell] for cell in cells))
            for cells in self.flanks
        )
        self.ashore = tuple(any(self.land[cell] for cell in cells) for cells in self.touching)
        self.main = tuple(any(self.hexes[cell] in plan.main for cell in cells) for cells in self.touching)
        self.isle_at = tuple(
            max((self.isle[cell] for cell in cells), default=NO_ISLE) for cells in self.touching
        )

    def __deepcopy__(self, memo: Any) -> Island:
        return self


def _edge(cell: Cell, side: Direction) -> Edge:
    return tuple(sorted((cell, beyond(cell, side))))


@cache
def island_for(seats: int, sea: bool = False) -> Island:
    """The map for so many seats: the main island, alone or amid the sea."""
    if sea:
        return Island(SMALL_ARCHIPELAGO if seats <= 4 else LARGE_ARCHIPELAGO)
    return Island(SMALL if seats <= 4 else LARGE)

"""An island's geometry as tables of whole numbers, made once (rules/natrak.md, 3.1).

Hexes, vertices and edges are numbered from 0. A vertex is the three hexes that meet in it, an edge the two it parts,
hexes off the map included; vertices and edges are numbered in the order of those coordinates, hexes row by row.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from games.core.hexes import Cell, Direction, beyond, neighbours
from games.natrak.components import LARGE, SMALL, Plan

Vertex = tuple[Cell, ...]
Edge = tuple[Cell, ...]


def corners(cell: Cell) -> list[Vertex]:
    """The six vertices of a hex, counter-clockwise from the one between east and north-east."""
    around = neighbours(cell)
    return [tuple(sorted((cell, around[n], around[(n + 1) % 6]))) for n in range(6)]


def sides(cell: Cell) -> list[Edge]:
    """The six edges of a hex, counter-clockwise from east."""
    return [tuple(sorted((cell, other))) for other in neighbours(cell)]


class Island:
    """Who touches whom on a map. All lists hold numbers of hexes, vertices or edges."""

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

    def __deepcopy__(self, memo: Any) -> Island:
        return self


def _edge(cell: Cell, side: Direction) -> Edge:
    return tuple(sorted((cell, beyond(cell, side))))


@cache
def island_for(seats: int) -> Island:
    """The map for so many seats."""
    return Island(SMALL if seats <= 4 else LARGE)

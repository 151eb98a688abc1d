"""The island with its pieces, and what follows from where they stand (rules/natrak.md, 3, 8, 9.1, 10.2)."""

from __future__ import annotations

from dataclasses import dataclass

from games.core.model import Seat
from games.natrak.components import (
    GUILD_RATE,
    MATERIALS,
    OWN_PORT_RATE,
    PIECES,
    PORT_RATE,
    YIELDS,
    Material,
    Piece,
    Terrain,
)
from games.natrak.island import island_for
from games.natrak.route import longest_trail

NOBODY = -1


@dataclass
class Board:
    """Terrains, tokens (0: none) and the dragon by hex, ports as the plan lists them (None: generic), and the pieces.

    `owner` says whose building stands on a vertex, `city` whether it is a city, `road` whose road lies on an edge.
    Pieces are put down by the methods, which keep what is derived from them: lists by seat, route lengths, guild
    rates, and the legal spots, each computed when it is first asked for after a change.
    """

    seats: int
    terrain: list[Terrain]
    token: list[int]
    ports: list[Material | None]
    dragon: int
    owner: list[Seat]
    city: list[bool]
    road: list[Seat]

    def __post_init__(self) -> None:
        self.island = island_for(self.seats)
        self.yields = [YIELDS.get(terrain) for terrain in self.terrain]
        self.hexes_of: dict[int, list[int]] = {}
        for cell, token in enumerate(self.token):
            self.hexes_of.setdefault(token, []).append(cell)
        self.roads: list[list[int]] = [[] for _ in range(self.seats)]
        self.camps: list[list[int]] = [[] for _ in range(self.seats)]
        self.cities: list[list[int]] = [[] for _ in range(self.seats)]
        self.spacious = [True] * len(self.owner)
        for edge, seat in enumerate(self.road):
            if seat != NOBODY:
                self.roads[seat].append(edge)
        for vertex, seat in enumerate(self.owner):
            if seat != NOBODY:
                (self.cities if self.city[vertex] else self.camps)[seat].append(vertex)
                self._crowd(vertex)
        self.lengths = [self._length(seat) for seat in range(self.seats)]
        self._road_spots: dict[Seat, list[int]] = {}
        self._camp_spots: dict[Seat, list[int]] = {}
        self._rates: dict[Seat, list[int]] = {}

    # Putting pieces down

    def put_road(self, seat: Seat, edge: int) -> None:
        """A road of this seat on a free edge."""
        self.road[edge] = seat
        self.roads[seat].append(edge)
        self._changed()
        self.lengths[seat] = self._length(seat)

    def put_camp(self, seat: Seat, vertex: int) -> None:
        """A camp on a free vertex; it may cut the nets of rivals."""
        self.owner[vertex] = seat
        self.camps[seat].append(vertex)
        self._crowd(vertex)
        self._changed()
        for other in {self.road[edge] for edge in self.island.edges_at[vertex]}:
            if other != NOBODY:
                self.lengths[other] = self._length(other)

    def upgrade(self, seat: Seat, vertex: int) -> None:
        """A camp of this seat becomes a city."""
        self.city[vertex] = True
        self.camps[seat].remove(vertex)
        self.cities[seat].append(vertex)

    def _crowd(self, vertex: int) -> None:
        self.spacious[vertex] = False
        for near in self.island.near[vertex]:
            self.spacious[near] = False

    def _changed(self) -> None:
        self._road_spots.clear()
        self._camp_spots.clear()
        self._rates.clear()

    # Where one may build

    def left(self, seat: Seat, piece: Piece) -> int:
        """Pieces in the seat's reserve."""
        standing = {Piece.ROAD: self.roads, Piece.CAMP: self.camps, Piece.CITY: self.cities}[piece]
        return max(0, PIECES[piece] - len(standing[seat]))

    def road_spots(self, seat: Seat) -> list[int]:
        """Free edges that the seat's net reaches: from a building, or from a road past no rival building."""
        found = self._road_spots.get(seat)
        if found is None:
            found = self._road_spots[seat] = sorted(
                edge
                for vertex in self._reached(seat)
                if self.owner[vertex] in (NOBODY, seat)
                for edge in self.island.edges_at[vertex]
                if self.road[edge] == NOBODY
            )
            found[:] = dict.fromkeys(found)
        return found

    def camp_spots(self, seat: Seat) -> list[int]:
        """Vertices at a road of the seat, two edges or more from every building."""
        found = self._camp_spots.get(seat)
        if found is None:
            ends = {vertex for edge in self.roads[seat] for vertex in self.island.ends[edge]}
            found = self._camp_spots[seat] = sorted(vertex for vertex in ends if self.spacious[vertex])
        return found

    def founding_spots(self) -> list[int]:
        """Vertices two edges or more from every building."""
        return [vertex for vertex, free in enumerate(self.spacious) if free]

    def _reached(self, seat: Seat) -> set[int]:
        reached = {vertex for edge in self.roads[seat] for vertex in self.island.ends[edge]}
        return reached.union(self.camps[seat], self.cities[seat])

    # What stands where

    def neighbours_of(self, cell: int) -> list[Seat]:
        """Who has a building on a hex's corners, by seat number."""
        owners = {self.owner[vertex] for vertex in self.island.corners[cell]}
        return sorted(owners - {NOBODY})

    def rates(self, seat: Seat) -> list[int]:
        """How many cards of each material the guild takes for one (rules/natrak.md, 10.2)."""
        rates = self._rates.get(seat)
        if rates is None:
            rates = self._rates[seat] = [GUILD_RATE] * len(MATERIALS)
            for kind in self._ports_of(seat):
                if kind is None:
                    rates[:] = [min(rate, PORT_RATE) for rate in rates]
                else:
                    rates[kind.at] = OWN_PORT_RATE
        return rates

    def _ports_of(self, seat: Seat) -> list[Material | None]:
        """The ports where the seat has a building."""
        at = self.island.port_at
        return [self.ports[at[v]] for v in (*self.camps[seat], *self.cities[seat]) if v in at]

    def _length(self, seat: Seat) -> int:
        return longest_trail(self.net(seat))

    def net(self, seat: Seat) -> list[tuple[int, int]]:
        """The seat's roads as pairs of places; where a rival has a building each road has an end of its own."""
        return [
            (self._place(seat, one, -1 - 2 * edge), self._place(seat, other, -2 - 2 * edge))
            for edge in self.roads[seat]
            for one, other in [self.island.ends[edge]]
        ]

    def _place(self, seat: Seat, vertex: int, alone: int) -> int:
        return vertex if self.owner[vertex] in (NOBODY, seat) else alone

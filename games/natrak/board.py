"""The island with its pieces, and what follows from where they stand (rules/natrak.md, 3, 8, 9.1, 10.2)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import wraps

from games.core.model import Seat
from games.natrak.components import (
    ADVENTURERS,
    GUILD_RATE,
    MATERIALS,
    OWN_PORT_RATE,
    PIECES,
    PORT_RATE,
    WALLS,
    YIELDS,
    Material,
    Piece,
    Terrain,
)
from games.natrak.island import island_for
from games.natrak.route import longest_trail
from games.natrak.sea import Sea

NOBODY = -1


@dataclass
class Adventurer:
    """Whose it is, its level from 1 to 3, whether it is active, and whether it was promoted this turn."""

    seat: Seat
    level: int = 1
    active: bool = False
    promoted: bool = False


def kept(find: Callable[[Board, int], list[int]]) -> Callable[[Board, int], list[int]]:
    """What follows from the pieces for a seat or a vertex: found when asked for, and kept until something moves."""
    name = find.__name__

    @wraps(find)
    def look(board: Board, number: int) -> list[int]:
        answers = board._kept[name]
        found = answers.get(number)
        if found is None:
            found = answers[number] = find(board, number)
        return found

    return look


@dataclass
class Board:
    """Terrains, tokens (0: none) and the dragon by hex, ports as the plan lists them (None: generic), and the pieces.

    `owner` says whose building stands on a vertex, `city` whether it is a city, `road` whose road lies on an edge. Of
    the version with adventurers: `walls` are the walled vertices, `fortresses` those with the metropolis of each
    discipline (NOBODY while there is none), `adventurers` stand on vertices without buildings; `sea` is what the one
    with the sea adds.
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
    walls: list[int] = field(default_factory=list)
    fortresses: list[int] = field(default_factory=list)
    adventurers: dict[int, Adventurer] = field(default_factory=dict)
    sea: Sea | None = None

    def __post_init__(self) -> None:
        self.island = island_for(self.seats, self.sea is not None)
        self.yields = [YIELDS.get(terrain) for terrain in self.terrain]
        self.hexes_of = self._hexes_by_token()
        self.roads: list[list[int]] = [[] for _ in range(self.seats)]
        self.ships: list[list[int]] = [[] for _ in range(self.seats)]
        self.camps: list[list[int]] = [[] for _ in range(self.seats)]
        self.cities: list[list[int]] = [[] for _ in range(self.seats)]
        self.spacious = [True] * len(self.owner)
        self.laid = [*self.road]
        """Whose road or ship is on an edge: there is room for one."""
        for edge, seat in enumerate(self.road):
            if seat != NOBODY:
                self.roads[seat].append(edge)
        for edge, seat in enumerate(self.sea.ship if self.sea else ()):
            if seat != NOBODY:
                self.ships[seat].append(edge)
                self.laid[edge] = seat
        for vertex, seat in enumerate(self.owner):
            if seat != NOBODY:
                (self.cities if self.city[vertex] else self.camps)[seat].append(vertex)
                self._crowd(vertex)
        self.stands = [*self.owner]
        """Whose building or adventurer is on a vertex: a rival's is not passed."""
        for vertex, adventurer in self.adventurers.items():
            self.stands[vertex] = adventurer.seat
        self.lengths = [self._length(seat) for seat in range(self.seats)]
        self._kept: defaultdict[str, dict[int, list[int]]] = defaultdict(dict)

    def _hexes_by_token(self) -> dict[int, list[int]]:
        """What produces by its token; a hex in the fog does not."""
        found: dict[int, list[int]] = {}
        for cell, token in enumerate(self.token):
            if not self.fogged(cell):
                found.setdefault(token, []).append(cell)
        return found

    # Putting pieces down

    def put_road(self, seat: Seat, edge: int) -> None:
        """A road of this seat on a free edge."""
        self.road[edge] = seat
        self.roads[seat].append(edge)
        self._lay(seat, edge, seat)

    def _lay(self, seat: Seat, edge: int, owner: Seat) -> None:
        """The seat's road or ship came to an edge, or (owned by nobody) left it."""
        self.laid[edge] = owner
        self._kept.clear()
        self.lengths[seat] = self._length(seat)

    def put_ship(self, seat: Seat, edge: int) -> None:
        """A ship of this seat on a free edge."""
        assert self.sea is not None
        self.sea.ship[edge] = seat
        self.ships[seat].append(edge)
        self._lay(seat, edge, seat)

    def take_ship(self, edge: int) -> None:
        """A ship is lifted off its edge."""
        assert self.sea is not None
        seat = self.sea.ship[edge]
        self.sea.ship[edge] = NOBODY
        self.ships[seat].remove(edge)
        self._lay(seat, edge, NOBODY)

    def lift_fog(self, cell: int) -> None:
        """A hex shows its token, and produces from now on."""
        assert self.sea is not None
        self.sea.fog[cell] = False
        self.hexes_of = self._hexes_by_token()

    def put_camp(self, seat: Seat, vertex: int) -> None:
        """A camp on a free vertex; it may cut the nets of rivals."""
        self.owner[vertex] = self.stands[vertex] = seat
        self.camps[seat].append(vertex)
        self._crowd(vertex)
        self._recount(vertex)

    def upgrade(self, seat: Seat, vertex: int) -> None:
        """A camp of this seat becomes a city."""
        self.city[vertex] = True
        self.camps[seat].remove(vertex)
        self.cities[seat].append(vertex)

    def pillage(self, vertex: int) -> None:
        """A city becomes a camp, and its wall is gone; the camp may be one more than its owner has (D52)."""
        seat = self.owner[vertex]
        self.city[vertex] = False
        self.cities[seat].remove(vertex)
        self.camps[seat].append(vertex)
        if vertex in self.walls:
            self.walls.remove(vertex)

    def take_road(self, edge: int) -> None:
        """A road goes back to its owner."""
        seat = self.road[edge]
        self.road[edge] = NOBODY
        self.roads[seat].remove(edge)
        self._lay(seat, edge, NOBODY)

    def put_adventurer(self, vertex: int, adventurer: Adventurer) -> None:
        """An adventurer on a free vertex; it may cut the nets of rivals."""
        self.adventurers[vertex] = adventurer
        self.stands[vertex] = adventurer.seat
        self._recount(vertex)

    def take_adventurer(self, vertex: int) -> Adventurer:
        """The adventurer leaves its vertex."""
        self.stands[vertex] = NOBODY
        adventurer = self.adventurers.pop(vertex)
        self._recount(vertex)
        return adventurer

    def swap_tokens(self, one: int, other: int) -> None:
        """Two hexes exchange their tokens."""
        self.token[one], self.token[other] = self.token[other], self.token[one]
        self.hexes_of = self._hexes_by_token()

    def _recount(self, vertex: int) -> None:
        """What stands on a vertex has changed: the routes that meet there are counted again."""
        self._kept.clear()
        for seat in {self.laid[edge] for edge in self.island.edges_at[vertex]}:
            if seat != NOBODY:
                self.lengths[seat] = self._length(seat)

    def _crowd(self, vertex: int) -> None:
        self.spacious[vertex] = False
        for near in self.island.near[vertex]:
            self.spacious[near] = False

    # Where one may build

    def left(self, seat: Seat, piece: Piece) -> int:
        """Pieces in the seat's reserve."""
        return max(0, PIECES[piece] - len(self._standing(piece)[seat]))

    def _standing(self, piece: Piece) -> list[list[int]]:
        match piece:
            case Piece.ROAD:
                return self.roads
            case Piece.CAMP:
                return self.camps
            case Piece.CITY:
                return self.cities
            case Piece.SHIP:
                return self.ships

    @kept
    def road_spots(self, seat: Seat) -> list[int]:
        """Free edges on land or coast that the seat's roads reach: from a building, or past nothing of a rival's."""
        found = {
            edge
            for vertex in self._ends(self.roads[seat]).union(self.camps[seat], self.cities[seat])
            if self.stands[vertex] in (NOBODY, seat)
            for edge in self.island.edges_at[vertex]
            if self.laid[edge] == NOBODY and self.island.dry[edge]
        }
        return sorted(found)

    @kept
    def camp_spots(self, seat: Seat) -> list[int]:
        """Free vertices ashore at a road or ship of the seat, two edges or more from every building (D12, D21)."""
        return sorted(
            vertex
            for vertex in self._net_ends(seat)
            if self.spacious[vertex] and self.stands[vertex] == NOBODY and self.island.ashore[vertex]
        )

    @kept
    def plant_spots(self, seat: Seat) -> list[int]:
        """Vertices ashore at a road or ship of the seat with neither building nor adventurer."""
        return sorted(
            vertex
            for vertex in self._net_ends(seat)
            if self.stands[vertex] == NOBODY and self.island.ashore[vertex]
        )

    def founding_spots(self) -> list[int]:
        """Vertices of the main island two edges or more from every building."""
        main = self.island.main
        return [vertex for vertex, free in enumerate(self.spacious) if free and main[vertex]]

    def _ends(self, edges: list[int]) -> set[int]:
        return {vertex for edge in edges for vertex in self.island.ends[edge]}

    def _net_ends(self, seat: Seat) -> set[int]:
        return self._ends(self.roads[seat]) | self._ends(self.ships[seat])

    # Ships

    @kept
    def launch_spots(self, seat: Seat) -> list[int]:
        """Free edges at sea or coast, off the kraken, at a building of the seat or beyond a ship of its own.

        Past a rival's building no ship is launched; past its adventurer one is (13.1).
        """
        quays = {vertex for vertex in self._ends(self.ships[seat]) if self.owner[vertex] in (NOBODY, seat)}
        return self._waterways(seat, quays)

    def sail_spots(self, edge: int) -> list[int]:
        """Where a ship may go: as if launched anew, itself lifted (D49), but also past a rival's building (13.2)."""
        assert self.sea is not None
        seat = self.sea.ship[edge]
        quays = self._ends([other for other in self.ships[seat] if other != edge])
        return self._waterways(seat, quays)

    def _waterways(self, seat: Seat, quays: set[int]) -> list[int]:
        assert self.sea is not None
        held = self.island.sides[self.sea.kraken]
        found = {
            edge
            for vertex in quays.union(self.camps[seat], self.cities[seat])
            for edge in self.island.edges_at[vertex]
            if self.laid[edge] == NOBODY and self.island.wet[edge] and edge not in held
        }
        return sorted(found)

    def free_ships(self, seat: Seat) -> list[int]:
        """The seat's ships with an open end, off the kraken: neither a building nor another piece of its own there."""
        assert self.sea is not None
        held = self.island.sides[self.sea.kraken]
        return sorted(
            edge
            for edge in self.ships[seat]
            if edge not in held and any(self._is_open(seat, edge, end) for end in self.island.ends[edge])
        )

    def _is_open(self, seat: Seat, edge: int, end: int) -> bool:
        return self.owner[end] != seat and not self._goes_on(seat, edge, end)

    def _goes_on(self, seat: Seat, edge: int, end: int) -> bool:
        """Whether another road or ship of the seat meets one at its end."""
        return any(other != edge and self.laid[other] == seat for other in self.island.edges_at[end])

    def fogged(self, cell: int) -> bool:
        """Whether nobody knows a hex's token yet."""
        return self.sea is not None and self.sea.fog[cell]

    def send_kraken(self, cell: int) -> None:
        """The kraken goes to a hex of the sea."""
        assert self.sea is not None
        self.sea.kraken = cell
        self._kept.clear()

    def sailors_at(self, cell: int) -> list[Seat]:
        """Who has a ship at a hex's sides, by seat number."""
        assert self.sea is not None
        owners = {self.sea.ship[edge] for edge in self.island.sides[cell]}
        return sorted(owners - {NOBODY})

    # Adventurers

    def adventurers_of(self, seat: Seat) -> list[int]:
        """The vertices of a seat's adventurers, the lowest first."""
        return sorted(vertex for vertex, one in self.adventurers.items() if one.seat == seat)

    def walls_of(self, seat: Seat) -> int:
        """How many walls a seat has."""
        return sum(self.owner[vertex] == seat for vertex in self.walls)

    def wall_spots(self, seat: Seat) -> list[int]:
        """The seat's cities without a wall, if it has one left."""
        if self.walls_of(seat) >= WALLS:
            return []
        return sorted(vertex for vertex in self.cities[seat] if vertex not in self.walls)

    def can_plant(self, seat: Seat) -> bool:
        """Whether the seat has an adventurer left."""
        return sum(one.seat == seat for one in self.adventurers.values()) < ADVENTURERS

    @kept
    def walks(self, vertex: int) -> list[int]:
        """Where its own net leads an adventurer, the nearest first: free vertices ashore, and a rival adventurer's."""
        seat = self.adventurers[vertex].seat
        return [
            end
            for end in self.ways_from(vertex, seat)
            if self.owner[end] == NOBODY and self.stands[end] != seat and self.island.ashore[end]
        ]

    def ways_from(self, vertex: int, seat: Seat) -> list[int]:
        """The vertices that a seat's net reaches from one, past nothing of a rival's; nearest first, then by number.

        Between roads and ships one changes anywhere (D54).
        """
        seen, found, open_ = {vertex}, [], [vertex]
        while open_:
            steps = sorted(
                {
                    end
                    for here in open_
                    for edge in self.island.edges_at[here]
                    if self.laid[edge] == seat
                    for end in self.island.ends[edge]
                }
                - seen
            )
            seen.update(steps)
            found += steps
            open_ = [here for here in steps if self.stands[here] in (NOBODY, seat)]
        return found

    def loose_roads(self, seat: Seat) -> list[int]:
        """The seat's roads with an open end: without a building, an adventurer or another piece of its own there."""
        return sorted(
            edge
            for edge in self.roads[seat]
            if any(
                self.stands[end] != seat and not self._goes_on(seat, edge, end)
                for end in self.island.ends[edge]
            )
        )

    def touches(self, vertex: int, seat: Seat) -> bool:
        """Whether a road or ship of the seat arrives at a vertex."""
        return any(self.laid[edge] == seat for edge in self.island.edges_at[vertex])

    # What stands where

    def neighbours_of(self, cell: int) -> list[Seat]:
        """Who has a building on a hex's corners, by seat number."""
        owners = {self.owner[vertex] for vertex in self.island.corners[cell]}
        return sorted(owners - {NOBODY})

    @kept
    def rates(self, seat: Seat) -> list[int]:
        """How many cards of each material the guild takes for one (rules/natrak.md, 10.2)."""
        rates = [GUILD_RATE] * len(MATERIALS)
        for kind in self._ports_of(seat):
            if kind is None:
                rates = [min(rate, PORT_RATE) for rate in rates]
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
        """The seat's roads and ships as pairs of places.

        Where a rival stands each piece has an end of its own; roads and ships meet at own buildings only (9.1).
        """
        return [
            (self._place(seat, one, afloat, -1 - 2 * edge), self._place(seat, other, afloat, -2 - 2 * edge))
            for edges, afloat in ((self.roads[seat], 0), (self.ships[seat], len(self.owner)))
            for edge in edges
            for one, other in [self.island.ends[edge]]
        ]

    def _place(self, seat: Seat, vertex: int, afloat: int, alone: int) -> int:
        if self.stands[vertex] not in (NOBODY, seat):
            return alone
        return vertex if self.owner[vertex] == seat else vertex + afloat

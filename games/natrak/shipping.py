"""Ships, the fog they lift, and what the lesser islands bring (rules/natrak.md, 13.1 to 13.3, 13.5)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from games.core.model import IllegalMove, Move, Seat
from games.core.words import gettext_noop
from games.natrak.board import NOBODY, Board
from games.natrak.components import COSTS, Piece
from games.natrak.events import Built, Colonised, Discovered, FogLifted, Sailed
from games.natrak.island import NO_ISLE
from games.natrak.moves import BuildShip, Sail
from games.natrak.scoring import M, pieces_changed
from games.natrak.state import State, covers, pay, sea_of

SHIP_COST = COSTS[Piece.SHIP]
ship, sail = map(cache, (BuildShip, Sail))
"""The moves by the numbers of their edges, each made once."""


# Launching, in the main phase and in the special window


def launchings(state: State, seat: Seat) -> list[Move]:
    """The ships that the seat can launch now."""
    board = state.board
    if board.sea is None or not covers(state.hands[seat], SHIP_COST) or not board.left(seat, Piece.SHIP):
        return []
    return [ship(edge) for edge in board.launch_spots(seat)]


def check_launching(state: State, seat: Seat, edge: int) -> None:
    """Raise IllegalMove unless the seat can launch a ship there; it can be paid and one is left."""
    board = state.board
    if edge in board.launch_spots(seat):
        return
    if 0 <= edge < len(board.laid):
        _check_water(board, edge)
    raise IllegalMove(
        gettext_noop(
            "A drakkar is launched at a building of yours or next to a drakkar of yours, "
            "never past a rival's building: choose a marked edge."
        )
    )


def _check_water(board: Board, edge: int) -> None:
    """Raise IllegalMove where no ship at all can lie now."""
    if not board.island.wet[edge]:
        raise IllegalMove(gettext_noop("Drakkars need water: choose an edge at sea or on a coast."))
    if board.laid[edge] != NOBODY:
        raise IllegalMove(gettext_noop("There is a piece already: choose a free edge."))
    if board.sea is not None and edge in board.island.sides[board.sea.kraken]:
        raise IllegalMove(gettext_noop("The kraken lies in wait there: choose another edge."))


def launch_ship(match: M, seat: Seat, edge: int) -> None:
    """Pay and put down; the fog lifts, and what lies undiscovered beside the edge is taken."""
    state = match.state
    pay(state.hands[seat], SHIP_COST)
    match.tell(Built(seat, Piece.SHIP, edge, paid=True))
    state.board.put_ship(seat, edge)
    sea_of(state).launched = edge
    lift_fog(match, state.board.island.ends[edge])
    _discover(match, seat, edge)
    pieces_changed(match)


def _discover(match: M, seat: Seat, edge: int) -> None:
    """The first launch along a side of a lesser island's hex takes one card of what it gives (D63)."""
    board, sea = match.state.board, sea_of(match.state)
    for cell in board.island.flanks[edge]:
        material = board.yields[cell]
        if sea.discovery[cell] and material is not None:
            sea.discovery[cell] = False
            match.state.hands[seat][material.at] += 1
            match.tell(Discovered(seat, cell, material))


# Sailing, in the main phase only


def sailings(state: State, seat: Seat) -> list[Move]:
    """Where the seat's ships can go; one of them a turn (13.2)."""
    return [sail(start, end) for start in movable(state, seat) for end in state.board.sail_spots(start)]


def movable(state: State, seat: Seat) -> list[int]:
    """The ships with an open end, off the kraken, but the one launched last this turn."""
    sea = state.board.sea
    if sea is None or sea.sailed:
        return []
    return [edge for edge in state.board.free_ships(seat) if edge != sea.launched]


def check_sailing(state: State, seat: Seat, move: Sail) -> None:
    """Raise IllegalMove unless the seat can move that ship there."""
    board, sea = state.board, sea_of(state)
    if move.start not in board.ships[seat]:
        raise IllegalMove(gettext_noop("Choose a drakkar of yours."))
    if sea.sailed:
        raise IllegalMove(gettext_noop("One drakkar a turn moves: the next one on your next turn."))
    if move.start == sea.launched:
        raise IllegalMove(
            gettext_noop("The drakkar you launched last stays where it is this turn: move another one.")
        )
    if move.start in board.island.sides[sea.kraken]:
        raise IllegalMove(gettext_noop("The kraken holds that drakkar: choose another one."))
    if move.start not in board.free_ships(seat):
        raise IllegalMove(gettext_noop("That drakkar has no open end: choose one at the end of its line."))
    if move.end not in board.sail_spots(move.start):
        if 0 <= move.end < len(board.laid):
            _check_water(board, move.end)
        raise IllegalMove(
            gettext_noop("It sails to a building of yours or next to another drakkar: choose a marked edge.")
        )


def sail_ship(match: M, seat: Seat, move: Sail) -> None:
    """The ship lies elsewhere; fog lifts, but moving is never paid."""
    board, sea = match.state.board, sea_of(match.state)
    board.take_ship(move.start)
    board.put_ship(seat, move.end)
    sea.sailed = True
    match.tell(Sailed(seat, move.start, move.end))
    lift_fog(match, board.island.ends[move.end])
    pieces_changed(match)


# Fog and islands


def lift_fog(match: M, vertices: Iterable[int]) -> None:
    """A piece touches these vertices: every hex there shows its token, to all and for good."""
    board = match.state.board
    if board.sea is None:
        return
    for cell in sorted({cell for vertex in vertices for cell in board.island.touching[vertex]}):
        if board.sea.fog[cell]:
            match.no_way_back()
            board.lift_fog(cell)
            match.tell(FogLifted(cell, board.token[cell]))


def colonise(match: M, seat: Seat, vertex: int) -> None:
    """The first camp that a seat builds on a lesser island is worth a point more (13.5)."""
    board = match.state.board
    isle = board.island.isle_at[vertex]
    if board.sea is not None and isle != NO_ISLE and isle not in board.sea.colonies[seat]:
        board.sea.colonies[seat].append(isle)
        match.tell(Colonised(seat, vertex))

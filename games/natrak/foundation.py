"""The foundation: everybody puts down two pieces, each with a road (rules/natrak.md, 5)."""

from __future__ import annotations

from collections.abc import Iterable

from games.core.model import IllegalMove, Move, Prompt, Seat, Window
from games.core.rng import Rng
from games.core.words import gettext_noop
from games.natrak.board import NOBODY, Board
from games.natrak.components import PIPS, Piece
from games.natrak.events import Built, Started
from games.natrak.moves import FoundCamp, FoundRoad
from games.natrak.scoring import M
from games.natrak.state import State, gain

UNHURRIED = Window(None, always=True)


def founded(state: State) -> int:
    """How many pieces were founded so far; nothing else is built in the foundation."""
    return sum(map(len, (*state.board.camps, *state.board.cities)))


def founder(state: State) -> Seat | None:
    """Who founds next, first to last and last to first; None when all is founded."""
    if state.turn:
        return None
    snake = [*state.order, *reversed(state.order)]
    done = founded(state)
    return snake[done] if done < len(snake) else None


def second_piece(state: State) -> Piece:
    """What is founded the second time round: a city where there are adventurers."""
    return Piece.CAMP if state.saga is None else Piece.CITY


class PlaceCamp(Prompt[State]):
    """A piece two edges or more from every other. At live tables no time runs here, and nothing is taken back."""

    window = UNHURRIED
    piece = Piece.CAMP

    def __init__(self, seat: Seat, piece: Piece = Piece.CAMP) -> None:
        super().__init__(seat)
        self.seat = seat
        if piece is not self.piece:
            self.piece = piece  # otherwise left out of digests, which are as old as the camps

    def options(self, state: State, seat: Seat) -> Iterable[Move]:
        return [FoundCamp(vertex) for vertex in state.board.founding_spots()]

    def default(self, state: State, seat: Seat, rng: Rng) -> Move:
        """Where the tokens come up most often, the lowest number of those that tie."""
        spots = state.board.founding_spots()
        return FoundCamp(min(spots, key=lambda vertex: (-pips(state.board, vertex), vertex)))

    def check(self, state: State, seat: Seat, move: Move) -> None:
        if not isinstance(move, FoundCamp):
            raise IllegalMove(gettext_noop("First put down your piece: choose a corner."))
        board = state.board
        if 0 <= move.vertex < len(board.owner) and not board.island.main[move.vertex]:
            raise IllegalMove(
                gettext_noop("One founds on the main island: choose one of the marked corners.")
            )
        if move.vertex not in board.founding_spots():
            raise IllegalMove(gettext_noop("A building is too near: choose one of the marked corners."))

    def answer(self, match: M, seat: Seat, move: Move) -> None:
        assert isinstance(move, FoundCamp)
        match.no_way_back()
        state = match.state
        second = bool(state.board.camps[seat])
        match.tell(Built(seat, self.piece, move.vertex, paid=False))
        state.board.put_camp(seat, move.vertex)
        if self.piece is Piece.CITY:
            state.board.upgrade(seat, move.vertex)
        if second:
            first_cards(match, seat, move.vertex)
        match.ask(PlaceRoad(seat, move.vertex))


def pips(board: Board, vertex: int) -> int:
    """In how many of the 36 ways two dice can fall the hexes around a vertex produce."""
    return sum(PIPS.get(board.token[cell], 0) for cell in board.island.touching[vertex])


def first_cards(match: M, seat: Seat, vertex: int) -> None:
    """One card for every producing hex around the second piece; a city makes no goods here."""
    board = match.state.board
    found = [0] * match.state.kinds
    for cell in board.island.touching[vertex]:
        material = board.yields[cell]
        if material is not None:
            found[material.at] += 1
    gain(match.state.hands[seat], found)
    match.tell(Started(seat, tuple(found)))


class PlaceRoad(Prompt[State]):
    """A road beside the piece just put down."""

    window = UNHURRIED

    def __init__(self, seat: Seat, vertex: int) -> None:
        super().__init__(seat)
        self.seat = seat
        self.vertex = vertex

    def _edges(self, state: State) -> list[int]:
        board = state.board
        return [
            edge
            for edge in board.island.edges_at[self.vertex]
            if board.laid[edge] == NOBODY and board.island.dry[edge]
        ]

    def options(self, state: State, seat: Seat) -> Iterable[Move]:
        return [FoundRoad(edge) for edge in self._edges(state)]

    def default(self, state: State, seat: Seat, rng: Rng) -> Move:
        return FoundRoad(min(self._edges(state)))

    def check(self, state: State, seat: Seat, move: Move) -> None:
        if not isinstance(move, FoundRoad):
            raise IllegalMove(gettext_noop("Now put a road beside your new piece."))
        if move.edge not in self._edges(state):
            raise IllegalMove(
                gettext_noop("The road must touch the piece you have just put down, with land beside it.")
            )

    def answer(self, match: M, seat: Seat, move: Move) -> None:
        assert isinstance(move, FoundRoad)
        match.no_way_back()
        match.tell(Built(seat, Piece.ROAD, move.edge, paid=False))
        match.state.board.put_road(seat, move.edge)

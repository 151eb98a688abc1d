"""Building and buying, in one's main phase or special window (rules/natrak.md, 8, 11, 12.1, 15.3)."""

from __future__ import annotations

from games.core.model import IllegalMove, Move, Seat
from games.core.words import gettext_noop
from games.natrak.adventurers import check_improvement, improve, improvements
from games.natrak.board import NOBODY
from games.natrak.components import COSTS, MEDICINE_COST, SCROLL_COST, Counts, Piece, Scroll
from games.natrak.disciplines import check_study, studies, study
from games.natrak.events import Built, ScrollBought
from games.natrak.moves import (
    Activate,
    BuildCamp,
    BuildCity,
    BuildRoad,
    BuildShip,
    BuildWall,
    BuyScroll,
    PlaceMetropolis,
    Plant,
    Promote,
    Raise,
)
from games.natrak.scoring import M, check_victory, pieces_changed
from games.natrak.shipping import SHIP_COST, check_launching, colonise, launch_ship, launchings, lift_fog
from games.natrak.state import State, check_cost, covers, pay

MOST_EDGES, MOST_VERTICES = 400, 300
ROADS = tuple(BuildRoad(edge) for edge in range(MOST_EDGES))
CAMPS = tuple(BuildCamp(vertex) for vertex in range(MOST_VERTICES))
CITIES = tuple(BuildCity(vertex) for vertex in range(MOST_VERTICES))
"""The moves by the number of their place, made once: legal lists are asked for at every step."""

ROAD_COST, CAMP_COST, CITY_COST = COSTS[Piece.ROAD], COSTS[Piece.CAMP], COSTS[Piece.CITY]


def builds(state: State, seat: Seat) -> list[Move]:
    """Everything the seat can build or buy now."""
    board, hand = state.board, state.hands[seat]
    found: list[Move] = []
    if (state.free_roads or covers(hand, ROAD_COST)) and board.left(seat, Piece.ROAD):
        found += [ROADS[edge] for edge in board.road_spots(seat)]
    if covers(hand, CAMP_COST) and board.left(seat, Piece.CAMP):
        found += [CAMPS[vertex] for vertex in board.camp_spots(seat)]
    if covers(hand, city_cost(state)) and board.left(seat, Piece.CITY):
        found += [CITIES[vertex] for vertex in sorted(board.camps[seat])]
    found += launchings(state, seat)
    if state.deck and covers(hand, SCROLL_COST):
        found.append(BuyScroll())
    if state.saga is not None:
        found += improvements(state, seat)
        found += studies(state, seat)
    return found


def city_cost(state: State) -> Counts:
    """What a city costs now: less for one after Medicine."""
    return MEDICINE_COST if state.saga is not None and state.saga.medicines else CITY_COST


def check_build(state: State, seat: Seat, move: Move) -> None:
    """Raise IllegalMove unless the seat can build that there."""
    match move:
        case BuildRoad(edge):
            _check_pieces(state, seat, Piece.ROAD)
            if not state.free_roads:
                check_cost(state.hands[seat], ROAD_COST)
            if edge not in state.board.road_spots(seat):
                raise IllegalMove(_why_no_road(state, edge))
        case BuildCamp(vertex):
            _check_pieces(state, seat, Piece.CAMP)
            check_cost(state.hands[seat], CAMP_COST)
            if vertex not in state.board.camp_spots(seat):
                raise IllegalMove(_why_no_camp(state, vertex))
        case BuildCity(vertex):
            _check_pieces(state, seat, Piece.CITY)
            check_cost(state.hands[seat], city_cost(state))
            if vertex not in state.board.camps[seat]:
                raise IllegalMove(gettext_noop("Only a camp of yours becomes a city: choose one."))
        case BuildShip(edge) if state.board.sea is not None:
            _check_pieces(state, seat, Piece.SHIP)
            check_cost(state.hands[seat], SHIP_COST)
            check_launching(state, seat, edge)
        case BuyScroll():
            if not state.deck:
                raise IllegalMove(gettext_noop("No scroll is left to buy: build something else."))
            check_cost(state.hands[seat], SCROLL_COST)
        case BuildWall() | Plant() | Activate() | Promote() if state.saga is not None:
            check_improvement(state, seat, move)
        case Raise() | PlaceMetropolis() if state.saga is not None:
            check_study(state, seat, move)
        case _:
            raise IllegalMove(gettext_noop("That is not possible now: build, or end your turn."))


def _check_pieces(state: State, seat: Seat, piece: Piece) -> None:
    if not state.board.left(seat, piece):
        raise IllegalMove(gettext_noop("You have no such piece left: build something else."))


def _why_no_road(state: State, edge: int) -> str:
    board = state.board
    if 0 <= edge < len(board.laid) and board.laid[edge] != NOBODY:
        return gettext_noop("There is a piece already: choose a free edge.")
    if 0 <= edge < len(board.laid) and not board.island.dry[edge]:
        return gettext_noop("A road needs land beside it: choose an edge on land or on a coast.")
    return gettext_noop(
        "A road goes on from your own, or from a building of yours, never past a rival's: choose a marked edge."
    )


def _why_no_camp(state: State, vertex: int) -> str:
    spacious = state.board.spacious
    if 0 <= vertex < len(spacious) and not spacious[vertex]:
        return gettext_noop("A building is too near: the corners next to one stay free.")
    if state.board.sea is not None:
        return gettext_noop(
            "A camp needs land, and a road or drakkar of yours at its corner: choose a marked one."
        )
    return gettext_noop("A camp needs a road of yours at its corner: choose a marked one.")


def build(match: M, seat: Seat, move: Move) -> None:
    """Pay and put down."""
    match move:
        case BuildRoad(edge):
            _build_road(match, seat, edge)
        case BuildCamp(vertex):
            _build_camp(match, seat, vertex)
        case BuildCity(vertex):
            _build_city(match, seat, vertex)
        case BuildShip(edge):
            launch_ship(match, seat, edge)
        case BuildWall() | Plant() | Activate() | Promote():
            improve(match, seat, move)
        case Raise() | PlaceMetropolis():
            study(match, seat, move)
        case _:
            buy_scroll(match, seat)


def _pay_and_tell(match: M, seat: Seat, cost: Counts, event: Built) -> None:
    pay(match.state.hands[seat], cost)
    match.tell(event)


def _build_camp(match: M, seat: Seat, vertex: int) -> None:
    """It may lift fog, and on a lesser island it may be worth a point more."""
    _pay_and_tell(match, seat, CAMP_COST, Built(seat, Piece.CAMP, vertex, True))
    match.state.board.put_camp(seat, vertex)
    lift_fog(match, [vertex])
    colonise(match, seat, vertex)
    pieces_changed(match)


def _build_city(match: M, seat: Seat, vertex: int) -> None:
    """A Medicine is used first, one for a city (D22)."""
    cost = city_cost(match.state)
    reduced = cost is MEDICINE_COST
    if reduced and match.state.saga is not None:
        match.state.saga.medicines -= 1
    _pay_and_tell(match, seat, cost, Built(seat, Piece.CITY, vertex, True, reduced))
    match.state.board.upgrade(seat, vertex)
    pieces_changed(match)


def _build_road(match: M, seat: Seat, edge: int) -> None:
    """A free road is used first (D23)."""
    state = match.state
    free = state.free_roads > 0
    if free:
        state.free_roads -= 1
    else:
        pay(state.hands[seat], ROAD_COST)
    match.tell(Built(seat, Piece.ROAD, edge, not free))
    state.board.put_road(seat, edge)
    lift_fog(match, state.board.island.ends[edge])
    pieces_changed(match)


def buy_scroll(match: M, seat: Seat) -> None:
    """The top scroll; bought on one's own turn it can't be launched before the next (D32)."""
    match.no_way_back()
    state = match.state
    pay(state.hands[seat], SCROLL_COST)
    scroll = state.deck.pop()
    state.scrolls[seat][scroll.at] += 1
    if seat == state.active:
        state.fresh[scroll.at] += 1
    match.tell(ScrollBought(seat, scroll))
    if scroll is Scroll.GLORY:
        check_victory(match)

"""What holds whatever is played: cards and pieces are conserved, scores and routes equal a recount from the board."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.core.checks import playout
from games.core.rng import Rng
from games.natrak import GAME
from games.natrak.board import NOBODY
from games.natrak.components import (
    ACTIVATION_COST,
    ADVENTURER_COST,
    ADVENTURERS,
    COSTS,
    DECKS,
    GOOD_FOR,
    LEGACY_DECKS,
    MEDICINE_COST,
    PIECES,
    PROMOTION_COST,
    SCROLL_COST,
    WALL_COST,
    WALLS,
    Discipline,
    Material,
    Piece,
    Progress,
    Scroll,
)
from games.natrak.events import (
    Activated,
    Built,
    Colonised,
    CompanyAwarded,
    Consoled,
    Defended,
    Discarded,
    Discovered,
    Exchanged,
    FogLifted,
    Gave,
    GaveAll,
    HarbourTraded,
    Launched,
    MerchantMoved,
    MetropolisClaimed,
    Planted,
    Produced,
    ProgressPlayed,
    ProgressRevealed,
    Promoted,
    Raised,
    Redeemed,
    RouteAwarded,
    ScrollBought,
    Started,
    Stole,
    TookPlenty,
    Traded,
    Walled,
)
from games.natrak.gold import ChangeGold, gold_of
from games.natrak.island import NO_ISLE, island_for
from games.natrak.route import longest_trail
from games.natrak.state import points, saga_of, sea_of
from games.natrak.turn import TakeTurn
from tests.games.natrak.board import M
from tests.games.natrak.directed import players_come_and_go
from tests.games.natrak.eager import eager
from tests.games.natrak.sailing import sailed

FEW = settings(max_examples=60, derandomize=True, deadline=None, database=None)


def brute_force(pieces: list[tuple[int, int]]) -> int:
    """The longest trail, by trying every order of the pieces."""
    best = 0
    for order in permutations(pieces):
        for start in order[0]:
            here, length = start, 0
            for one, other in order:
                if here not in (one, other):
                    break
                here = other if here == one else one
                length += 1
            best = max(best, length)
    return best


@FEW
@given(st.integers(0, 10**6))
def test_a_route_is_as_long_as_a_brute_force_recount_on_small_nets(number: int):
    rng, island = Rng("net", number), island_for(4)
    near = [edge for vertex in island.corners[9] for edge in island.edges_at[vertex]]
    rng.shuffle(near)
    edges = list(dict.fromkeys(near))[: 1 + rng.below(7)]
    cut = {rng.below(len(island.vertices)), *(rng.choice(island.corners[9]) for _ in range(rng.below(2)))}
    pieces = []
    for edge in edges:
        one, other = island.ends[edge]
        pieces.append(
            (one if one not in cut else -1 - 2 * edge, other if other not in cut else -2 - 2 * edge)
        )
    assert longest_trail(pieces) == brute_force(pieces)


def recount(match: M, seat: int) -> int:
    """A seat's points from the board, the awards as the events told of them, and its Glories."""
    board = match.state.board
    buildings = sum(1 + board.city[v] for v, owner in enumerate(board.owner) if owner == seat)
    route, company = None, None
    for event in match.events:
        if isinstance(event, RouteAwarded):
            route = event.seat
        elif isinstance(event, CompanyAwarded):
            company = event.seat
    awards = 2 * (route == seat) + 2 * (company == seat)
    return buildings + awards + match.state.scrolls[seat][Scroll.GLORY.at] + recount_saga(match, seat)


def recount_saga(match: M, seat: int) -> int:
    """What adventurers bring besides, as the events told of it: metropolises, defences, the Merchant, open cards."""
    metropolis: dict[Discipline, int] = {}
    merchant, found = None, 0
    for event in match.events:
        match event:
            case MetropolisClaimed(who, discipline, _):
                metropolis[discipline] = who
            case MerchantMoved(who, _):
                merchant = who
            case Defended(who, _) | ProgressRevealed(who, _):
                found += who == seat
            case Colonised(who, _):
                found += who == seat
    scholars = match.state.saga.progress[seat].count(Progress.SCHOLAR) if match.state.saga else 0
    return found + 2 * list(metropolis.values()).count(seat) + (merchant == seat) + scholars


def check_board(match: M) -> None:
    """Everything the board keeps beside its lists of pieces follows from them."""
    board = match.state.board
    for seat in match.order:
        roads = [edge for edge, owner in enumerate(board.road) if owner == seat]
        camps = [v for v, owner in enumerate(board.owner) if owner == seat and not board.city[v]]
        cities = [v for v, owner in enumerate(board.owner) if owner == seat and board.city[v]]
        assert sorted(board.roads[seat]) == roads
        assert (sorted(board.camps[seat]), sorted(board.cities[seat])) == (camps, cities)
        ships = [edge for edge, owner in enumerate(board.sea.ship if board.sea else ()) if owner == seat]
        assert sorted(board.ships[seat]) == ships
        assert [
            board.left(seat, p) + n
            for p, n in zip(Piece, map(len, (roads, camps, cities, ships)), strict=True)
        ] == [PIECES[piece] for piece in Piece]
        assert board.lengths[seat] == longest_trail(board.net(seat))
        assert points(match.state, seat) == recount(match, seat)
    built = [v for v, owner in enumerate(board.owner) if owner != NOBODY]
    assert all(other not in built for v in built for other in board.island.near[v])
    fresh = type(board)(
        board.seats,
        board.terrain,
        board.token,
        board.ports,
        board.dragon,
        board.owner,
        board.city,
        board.road,
        board.walls,
        board.fortresses,
        board.adventurers,
        board.sea,
    )
    assert fresh.hexes_of == board.hexes_of
    assert fresh.laid == board.laid
    for seat in match.order:
        assert fresh.lengths[seat] == board.lengths[seat]
        assert fresh.plant_spots(seat) == board.plant_spots(seat)
        assert fresh.road_spots(seat) == board.road_spots(seat)
        assert fresh.camp_spots(seat) == board.camp_spots(seat)
        assert fresh.rates(seat) == board.rates(seat)


def expected_hands(match: M) -> list[list[int]]:
    """The hands as the events say they must be."""
    hands = [[0] * match.state.kinds for _ in match.order]

    def add(seat: int, counts: tuple[int, ...], sign: int = 1) -> None:
        for at, n in enumerate(counts):
            hands[seat][at] += sign * n

    for event in match.events:
        match event:
            case Started(seat, counts) | Produced(seat, counts) | TookPlenty(seat, counts):
                add(seat, counts)
            case Built(seat, _, _, True, True):
                add(seat, MEDICINE_COST, -1)
            case Built(seat, piece, _, True):
                add(seat, COSTS[piece], -1)
            case Walled(seat, _, True):
                add(seat, WALL_COST, -1)
            case Planted(seat, _, _, True):
                add(seat, ADVENTURER_COST, -1)
            case Activated(seat, _, True):
                add(seat, ACTIVATION_COST, -1)
            case Promoted(seat, _, _, True):
                add(seat, PROMOTION_COST, -1)
            case Raised(seat, discipline, _, n):
                hands[seat][GOOD_FOR[discipline].at] -= n
            case Consoled(seat, material) | Discovered(seat, _, material):
                hands[seat][material.at] += 1
            case Redeemed(seat, material):
                hands[seat][Material.GOLD.at] -= 1
                hands[seat][material.at] += 1
            case Gave(seat, to, _, counts):
                assert counts is not None
                add(seat, counts, -1)
                add(to, counts)
            case HarbourTraded(seat, rival, material, good):
                assert good is not None
                hands[seat][material.at] -= 1
                hands[rival][material.at] += 1
                hands[rival][good.at] -= 1
                hands[seat][good.at] += 1
            case ScrollBought(seat):
                add(seat, SCROLL_COST, -1)
            case Discarded(seat, _, counts):
                assert counts is not None
                add(seat, counts, -1)
            case Exchanged(seat, give, n, get):
                hands[seat][give.at] -= n
                hands[seat][get.at] += 1
            case Stole(seat, victim, material):
                assert material is not None
                hands[victim][material.at] -= 1
                hands[seat][material.at] += 1
            case GaveAll(seat, to, material, n):
                hands[seat][material.at] -= n
                hands[to][material.at] += n
            case Traded(seat, rival, give, got):
                add(seat, give, -1)
                add(rival, give)
                add(rival, got, -1)
                add(seat, got)
    return hands


def check_cards(match: M) -> None:
    """No card comes from nowhere or goes nowhere, and no hand is ever negative; neither do scrolls."""
    state = match.state
    assert state.hands == expected_hands(match)
    assert min(min(hand) for hand in state.hands) >= 0
    launched = Counter(event.scroll for event in match.events if isinstance(event, Launched))
    held = Counter({scroll: sum(held[scroll.at] for held in state.scrolls) for scroll in Scroll})
    assert Counter(state.deck) + held + launched == Counter(state.board.island.plan.deck)
    assert state.mercenaries == [
        sum(isinstance(e, Launched) and e.seat == seat and e.scroll is Scroll.MERCENARY for e in match.events)
        for seat in range(state.seats)
    ]


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_cards_pieces_scores_and_routes_add_up_through_whole_matches(seats: int):
    def look(match: M) -> None:
        if match.ply % 40 == 0 or match.outcome:
            check_board(match)
            check_cards(match)

    match = playout(GAME, "add up", seats, {"goal": "8"}, watch=look).match
    assert match.outcome is not None
    assert points(match.state, match.outcome.winners[0]) >= 8


def test_the_same_holds_where_players_come_and_go():
    match = players_come_and_go()
    check_board(match)
    check_cards(match)
    assert match.ply > 500


def test_only_the_winner_is_at_the_goal_and_the_match_ended_the_moment_it_was_reached():
    for seats in (3, 4):
        reached: list[int] = []

        def look(match: M, reached: list[int] = reached) -> None:
            reached.append(max(points(match.state, seat) for seat in match.order))

        match = playout(GAME, "the moment", seats, {"goal": "7"}, watch=look).match
        assert match.outcome is not None
        assert all(most < 7 for most in reached[:-1])
        assert reached[-1] >= 7


# With adventurers


def check_saga(match: M) -> None:
    """Adventurers, walls and fortresses stand where they may, and no progress card comes from or goes nowhere."""
    state, board, saga = match.state, match.state.board, saga_of(match.state)
    for vertex, one in board.adventurers.items():
        assert board.owner[vertex] == NOBODY
        assert one.level in (1, 2, 3)
    for seat in match.order:
        assert len(board.adventurers_of(seat)) <= ADVENTURERS
        assert board.walls_of(seat) <= WALLS
        assert len(saga.progress[seat]) <= 4 + sum(
            isinstance(e, ProgressPlayed) and e.card is Progress.SPY for e in match.events
        )
    assert len(set(board.walls)) == len(board.walls)
    assert all(board.city[vertex] for vertex in board.walls)
    placed = [vertex for vertex in board.fortresses if vertex != NOBODY]
    assert len(set(placed)) == len(placed)
    for discipline in Discipline:
        holder, vertex = saga.metropolis[discipline.at], board.fortresses[discipline.at]
        levels = [saga.levels[seat][discipline.at] for seat in range(state.seats)]
        assert (max(levels) >= 4) == (holder != NOBODY)
        assert holder == NOBODY or levels[holder] == max(levels)
        assert vertex == NOBODY or (board.owner[vertex] == holder and board.city[vertex])
    assert 0 <= saga.march < 7
    assert (
        saga.owed
        == [
            sum(type(o).__name__ == "Consolation" and seat in o.seats for o in match.offers.values())
            for seat in range(state.seats)
        ]
        or match.outcome
    )
    check_progress(match)


def check_progress(match: M) -> None:
    saga = saga_of(match.state)
    decks = LEGACY_DECKS if match.generation < 5 else DECKS
    whole = Counter({card: n for deck in decks.values() for card, n in deck.items()})
    there = Counter(card for pile in (*saga.decks, *saga.progress, *saga.revealed) for card in pile)
    assert there + Counter(e.card for e in match.events if isinstance(e, ProgressPlayed)) == whole


@pytest.mark.parametrize(("seats", "generation"), [(3, None), (4, 4), (5, None), (6, None)])
def test_with_adventurers_too_everything_adds_up_through_whole_matches(seats: int, generation: int | None):
    def look(match: M) -> None:
        if match.ply % 40 == 0 or match.outcome:
            check_board(match)
            check_cards(match)
            check_saga(match)

    match = eager("add up", seats, goal="11", generation=generation, watch=look)
    assert match.outcome is not None
    assert points(match.state, match.outcome.winners[0]) >= 11


def test_with_adventurers_the_match_ends_the_moment_the_goal_is_reached():
    reached: list[int] = []

    def look(match: M) -> None:
        reached.append(max(points(match.state, seat) for seat in match.order))

    match = eager("the moment", 6, goal="9", watch=look)
    assert match.outcome is not None
    assert all(most < 9 for most in reached[:-1])
    assert reached[-1] >= 9


def test_the_same_holds_with_adventurers_where_players_come_and_go():
    match = players_come_and_go({"version": "aventureros", "goal": "30"})
    check_board(match)
    check_cards(match)
    check_saga(match)
    assert match.ply > 500


# With the sea


def check_sea(match: M) -> None:
    """Ships and buildings are where they may be, fog lies where nobody is, and islands are settled once a seat."""
    board, sea = match.state.board, sea_of(match.state)
    island = board.island
    assert all(NOBODY in (road, ship) for road, ship in zip(board.road, sea.ship, strict=True))
    assert all(island.dry[edge] for edge, seat in enumerate(board.road) if seat != NOBODY)
    assert all(island.wet[edge] for edge, seat in enumerate(sea.ship) if seat != NOBODY)
    assert all(island.ashore[vertex] for vertex, seat in enumerate(board.owner) if seat != NOBODY)
    assert all(island.ashore[vertex] for vertex in board.adventurers)
    assert island.land[board.dragon]
    assert not sea.fog[board.dragon]
    assert not island.land[sea.kraken]
    for cell, fogged in enumerate(sea.fog):
        touched = [edge for vertex in island.corners[cell] for edge in island.edges_at[vertex]]
        assert not fogged or all(board.laid[edge] == NOBODY for edge in touched)
        assert not fogged or sea.discovery[cell]
    check_settled(match)


def check_settled(match: M) -> None:
    """What is settled, uncovered and discovered is what the events told of."""
    board, sea = match.state.board, sea_of(match.state)
    isles = [cell for cell, isle in enumerate(board.island.isle) if isle != NO_ISLE]
    lifted = [event.hex for event in match.events if isinstance(event, FogLifted)]
    found = [event.hex for event in match.events if isinstance(event, Discovered)]
    assert (len(set(lifted)), len(set(found))) == (len(lifted), len(found))
    assert [cell for cell in isles if sea.fog[cell]] == [cell for cell in isles if cell not in lifted]
    assert [cell for cell in isles if sea.discovery[cell]] == [cell for cell in isles if cell not in found]
    for seat in match.order:
        settled = [e.vertex for e in match.events if isinstance(e, Colonised) and e.seat == seat]
        assert [board.island.isle_at[vertex] for vertex in settled] == sea.colonies[seat]
        assert len(set(sea.colonies[seat])) == len(sea.colonies[seat])
        mine = {board.island.isle_at[v] for v, owner in enumerate(board.owner) if owner == seat} - {NO_ISLE}
        assert mine == set(sea.colonies[seat])
    if match.outcome is None and isinstance(match.stack[-1], TakeTurn):
        invited = sorted(o.seat for o in match.offers.values() if isinstance(o, ChangeGold))
        assert invited == [seat for seat in range(match.state.seats) if gold_of(match.state, seat)]


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_with_the_sea_too_everything_adds_up_through_whole_matches(seats: int):
    def look(match: M) -> None:
        if match.ply % 60 == 0 or match.outcome:
            for check in (check_board, check_cards, check_saga, check_sea):
                check(match)

    match = eager("at sea", seats, version="completo", goal="8", most=1200, watch=look)
    assert match.ply > 600
    assert match.outcome is None or points(match.state, match.outcome.winners[0]) >= 8


def test_the_same_holds_at_sea_where_players_come_and_go():
    match = players_come_and_go({"version": "completo", "goal": "30"})
    for check in (check_board, check_cards, check_saga, check_sea):
        check(match)
    assert match.ply > 500


@FEW
@given(st.integers(0, 10**6))
def test_a_route_of_roads_and_ships_is_as_long_as_a_brute_force_recount(number: int):
    """Pieces, an own building and a rival's anywhere around a hex of the coast."""
    rng, island = Rng("fleet", number), island_for(4, sea=True)
    home = island.hexes.index((2, 0))
    near = list(dict.fromkeys(edge for vertex in island.corners[home] for edge in island.edges_at[vertex]))
    rng.shuffle(near)
    roads = [edge for edge in near[:5] if island.dry[edge]]
    ships = [edge for edge in near[5:9] if island.wet[edge]]
    mine, theirs = rng.choice(island.corners[home]), rng.choice(island.corners[home])
    match = sailed(
        roads={0: roads}, ships={0: ships}, camps={0: [mine], 1: [theirs]} if mine != theirs else {0: [mine]}
    )
    pieces = []
    for kind, edges in (("road", roads), ("ship", ships)):
        pieces += [
            tuple(_meeting(end, kind, edge, mine, theirs) for end in island.ends[edge]) for edge in edges
        ]
    assert match.state.board.lengths[0] == brute_force(pieces)  # type: ignore[arg-type]


def _meeting(end: int, kind: str, edge: int, mine: int, theirs: int) -> int:
    """Where a piece meets others: everything at an own building, nothing at a rival's, its own kind elsewhere."""
    if end == mine:
        return end
    if end == theirs:
        return -1 - 1000 * edge - end
    return end if kind == "road" else 1000 + end

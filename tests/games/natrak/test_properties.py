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
from games.natrak.components import COSTS, MATERIALS, PIECES, SCROLL_COST, Piece, Scroll
from games.natrak.events import (
    Built,
    CompanyAwarded,
    Discarded,
    Exchanged,
    GaveAll,
    Launched,
    Produced,
    RouteAwarded,
    ScrollBought,
    Started,
    Stole,
    TookPlenty,
    Traded,
)
from games.natrak.island import island_for
from games.natrak.route import longest_trail
from games.natrak.state import points
from tests.games.natrak.board import M
from tests.games.natrak.directed import players_come_and_go

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
    return (
        buildings + 2 * (route == seat) + 2 * (company == seat) + match.state.scrolls[seat][Scroll.GLORY.at]
    )


def check_board(match: M) -> None:
    """Everything the board keeps beside its lists of pieces follows from them."""
    board = match.state.board
    for seat in match.order:
        roads = [edge for edge, owner in enumerate(board.road) if owner == seat]
        camps = [v for v, owner in enumerate(board.owner) if owner == seat and not board.city[v]]
        cities = [v for v, owner in enumerate(board.owner) if owner == seat and board.city[v]]
        assert sorted(board.roads[seat]) == roads
        assert (sorted(board.camps[seat]), sorted(board.cities[seat])) == (camps, cities)
        assert [
            board.left(seat, p) + n for p, n in zip(Piece, map(len, (roads, camps, cities)), strict=True)
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
    )
    for seat in match.order:
        assert fresh.road_spots(seat) == board.road_spots(seat)
        assert fresh.camp_spots(seat) == board.camp_spots(seat)
        assert fresh.rates(seat) == board.rates(seat)


def expected_hands(match: M) -> list[list[int]]:
    """The hands as the events say they must be."""
    hands = [[0] * len(MATERIALS) for _ in match.order]

    def add(seat: int, counts: tuple[int, ...], sign: int = 1) -> None:
        for at, n in enumerate(counts):
            hands[seat][at] += sign * n

    for event in match.events:
        match event:
            case Started(seat, counts) | Produced(seat, counts) | TookPlenty(seat, counts):
                add(seat, counts)
            case Built(seat, piece, _, True):
                add(seat, COSTS[piece], -1)
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

"""rules/natrak.md, 9.1: the caravan route."""

import pytest

from games.natrak.board import NOBODY
from games.natrak.events import RouteAwarded
from games.natrak.island import island_for
from games.natrak.route import longest_trail
from tests.games.natrak.board import A, B, C, D, around, at, drawn, refused, scores, told, way

NEAR = island_for(4).near
WALK = [at(q, 0, corner) for q in (-2, -1, 0, 1, 2) for corner in ("nw", "n")] + [at(2, 0, "ne")]
"""The corners along the tops of the middle row, from the west to the east: ten edges."""
LOW = [at(q, 0, corner) for q in (-2, -1, 0, 1, 2) for corner in ("sw", "s")] + [at(2, 0, "se")]
"""The same along the bottoms."""
CAMP = "madera arcilla trigo lana"


def aside(walk: list[int], n: int) -> int:
    """The corner beside the n-th of a walk that is not on it."""
    (other,) = set(NEAR[walk[n]]) - set(walk)
    return other


def test_scenario_030_a_camp_in_the_middle_cuts_a_route_and_the_award_is_nobodys():
    match = drawn(
        turn=6, roads={A: way(*WALK[:7]), B: way(WALK[3], aside(WALK, 3))}, route=A, hands={B: CAMP}
    )
    assert match.state.board.lengths[:2] == [6, 1]
    match.play(B, f"construirCampamento {WALK[3]}")
    assert match.state.board.lengths[:2] == [3, 1]
    assert match.state.route == NOBODY
    assert scores(match) == [0, 1, 0, 0]
    assert RouteAwarded(None, 3) in told(match)


def test_a_cut_route_passes_to_a_third_who_stands_alone_and_to_nobody_where_two_tie():
    for length, holder in ((5, C), (4, NOBODY)):
        match = drawn(
            turn=6,
            roads={
                A: way(*WALK[:7]),
                B: way(WALK[3], aside(WALK, 3)),
                C: way(*LOW[: length + 1]),
            },
            route=A,
            hands={B: CAMP},
        )
        match.play(B, f"construirCampamento {WALK[3]}")
        assert match.state.route == holder


def test_where_two_tie_at_the_top_nobody_takes_a_released_award():
    roads = {A: way(*WALK[:8]), B: [], C: way(*LOW[:6])}
    roads[B] = way(WALK[2], aside(WALK, 2))
    match = drawn(turn=6, roads=roads, route=A, hands={B: CAMP})
    match.play(B, f"construirCampamento {WALK[2]}")
    assert match.state.board.lengths[:3] == [5, 1, 5]
    assert match.state.route == A
    third = [at(q, 1, corner) for q in (-2, -1, 0) for corner in ("sw", "s")]
    match = drawn(turn=6, roads={**roads, A: way(*WALK[:6]), D: way(*third)}, route=A, hands={B: CAMP})
    match.play(B, f"construirCampamento {WALK[2]}")
    assert match.state.board.lengths == [3, 1, 5, 5]
    assert match.state.route == NOBODY


def test_scenario_032_a_tie_takes_nothing_and_one_more_does():
    match = drawn(
        turn=6, roads={A: way(*WALK[:7]), B: way(*LOW[:6])}, route=A, hands={B: "madera*2 arcilla*2"}
    )
    match.play(B, f"construirCamino {way(*LOW[5:7])[0]}")
    assert (match.state.board.lengths[:2], match.state.route) == ([6, 6], A)
    match.play(B, f"construirCamino {way(*LOW[6:8])[0]}")
    assert (match.state.board.lengths[:2], match.state.route) == ([6, 7], B)
    assert scores(match) == [0, 2, 0, 0]
    assert RouteAwarded(B, 7) in told(match)


def test_the_first_with_five_takes_it_and_four_is_not_enough():
    match = drawn(roads={A: way(*WALK[:4])}, hands={A: "madera*2 arcilla*2"})
    match.play(A, f"construirCamino {way(*WALK[3:5])[0]}")
    assert match.state.route == NOBODY
    match.play(A, f"construirCamino {way(*WALK[4:6])[0]}")
    assert match.state.route == A


def test_scenario_035_a_route_may_end_at_rivals_buildings_at_both_ends():
    match = drawn(roads={A: way(*WALK[:10])}, camps={B: [WALK[0]], C: [WALK[9]]})
    assert match.state.board.lengths[A] == 9


def test_a_route_goes_on_past_ones_own_buildings():
    match = drawn(roads={A: way(*WALK[:7])}, camps={A: [WALK[2]]}, cities={A: [WALK[4]]})
    assert match.state.board.lengths[A] == 6


def test_scenario_036_a_ring_of_six_with_a_tail_counts_seven():
    ring = around(0, 0, "ne", "n", "nw", "sw", "s", "se", "ne")
    tail = way(at(0, 0, "n"), *set(NEAR[at(0, 0, "n")]) - {at(0, 0, "ne"), at(0, 0, "nw")})
    assert drawn(roads={A: ring + tail}).state.board.lengths[A] == 7
    assert drawn(roads={A: ring}).state.board.lengths[A] == 6
    cut = drawn(roads={A: ring}, camps={B: [at(0, 0, "s")]})
    assert cut.state.board.lengths[A] == 6
    for corner in ("s", "n", "ne"):
        assert drawn(roads={A: ring + tail}, camps={B: [at(0, 0, corner)]}).state.board.lengths[A] == 6


def test_two_rings_joined_by_a_road_count_every_edge_once():
    left = [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 0)]
    right = [(one + 10, other + 10) for one, other in left]
    assert longest_trail(left + right) == 6
    assert longest_trail([*left, *right, (0, 10)]) == 13
    assert longest_trail([(0, 1), (1, 2), (1, 3)]) == 2
    assert longest_trail([]) == 0


def test_scenario_040_taking_a_road_back_gives_the_award_back():
    match = drawn(roads={A: way(*LOW[:6]), B: way(*WALK[:6])}, route=B, hands={A: "madera arcilla"})
    assert match.state.route == B
    match.play(A, f"construirCamino {way(*LOW[5:7])[0]}")
    assert match.state.route == A
    assert match.undoable(A) == [1]
    match.play(A, "takeback 1")
    assert (match.state.route, match.state.board.lengths[:2]) == (B, [5, 5])
    refused(match, A, "takeback 1")


@pytest.mark.parametrize("end", [WALK[5], WALK[3]])
def test_a_building_at_a_roads_end_or_middle_stops_it_from_going_on(end: int):
    roads = {A: way(*WALK[3:6])}
    match = drawn(roads=roads, camps={B: [end]}, hands={A: "madera*4 arcilla*4"})
    past = [edge for edge in match.state.board.island.edges_at[end] if match.state.board.road[edge] == NOBODY]
    assert past
    for edge in past:
        assert "never past a rival" in refused(match, A, f"construirCamino {edge}").msgid

"""rules/natrak.md, 4.1 and 8: costs, pieces, and where one may build."""

from games.natrak.components import Piece, Scroll
from games.natrak.events import Built
from tests.games.natrak.board import A, B, at, drawn, hand, lines, of, refused, roll, told, way
from tests.games.natrak.test_points import SPREAD
from tests.games.natrak.test_route import CAMP, LOW, WALK, aside


def test_a_road_costs_wood_and_clay():
    match = drawn(roads={A: way(*WALK[:3])}, hands={A: "madera*2 arcilla lana"})
    edge = way(*WALK[2:4])[0]
    match.play(A, f"construirCamino {edge}")
    assert hand(match, A) == of("madera lana")
    assert told(match) == [Built(A, Piece.ROAD, edge, paid=True)]
    assert match.state.board.road[edge] == A
    assert "can't pay" in refused(match, A, f"construirCamino {way(*WALK[3:5])[0]}").msgid


def test_roads_start_at_ones_own_pieces_and_take_a_free_edge():
    match = drawn(
        roads={A: way(*WALK[:3]), B: way(*WALK[2:4])}, camps={A: [LOW[6]]}, hands={A: "madera*3 arcilla*3"}
    )
    assert "piece already" in refused(match, A, f"construirCamino {way(*WALK[2:4])[0]}").msgid
    for edge in (way(*WALK[4:6])[0], way(*WALK[3:5])[0], -1, 72, 999):
        refused(match, A, f"construirCamino {edge}")
    match.play(A, f"construirCamino {way(*LOW[6:8])[0]}")
    assert lines(match, A, "construirCamino") == [str(edge) for edge in match.state.board.road_spots(A)]


def test_a_camp_costs_four_cards_and_needs_a_road_and_its_distance():
    match = drawn(
        roads={A: way(*WALK[:6])},
        camps={A: [WALK[0]], B: [aside(WALK, 3)]},
        hands={A: "madera*2 arcilla*2 trigo*2 lana*2"},
    )
    assert "too near" in refused(match, A, f"construirCampamento {WALK[1]}").msgid
    assert "too near" in refused(match, A, f"construirCampamento {WALK[3]}").msgid
    assert "needs a road" in refused(match, A, f"construirCampamento {WALK[7]}").msgid
    for nowhere in (-1, 54, 999):
        refused(match, A, f"construirCampamento {nowhere}")
    match.play(A, f"construirCampamento {WALK[5]}")
    assert hand(match, A) == of(CAMP)
    assert match.state.board.camps[A] == [WALK[0], WALK[5]]


def test_a_city_costs_two_wheat_and_three_stone_and_gives_the_camp_back():
    match = drawn(camps={A: SPREAD[:2], B: SPREAD[3:4]}, hands={A: "trigo*3 piedra*3"})
    refused(match, A, f"mejorarCiudad {SPREAD[3]}")
    refused(match, A, f"mejorarCiudad {SPREAD[5]}")
    match.play(A, f"mejorarCiudad {SPREAD[0]}")
    board = match.state.board
    assert hand(match, A) == of("trigo")
    assert (board.camps[A], board.cities[A], board.city[SPREAD[0]]) == ([SPREAD[1]], [SPREAD[0]], True)
    assert [board.left(A, piece) for piece in (Piece.ROAD, Piece.CAMP, Piece.CITY)] == [15, 4, 3]


def test_scenario_048_a_sixth_camp_is_refused_until_one_is_a_city():
    free = WALK[4]
    camps = [at(-2, 0, "s"), at(0, -2, "n"), at(2, -2, "n"), at(0, 2, "s"), at(2, 0, "s")]
    match = drawn(
        roads={A: way(*WALK[3:6])},
        camps={A: camps},
        hands={A: f"{CAMP} piedra*3".replace("trigo", "trigo*3")},
    )
    assert "no such piece left" in refused(match, A, f"construirCampamento {free}").msgid
    assert lines(match, A, "construirCampamento") == []
    match.play(A, f"mejorarCiudad {camps[0]}")
    match.play(A, f"construirCampamento {free}")
    assert [match.state.board.left(A, piece) for piece in (Piece.ROAD, Piece.CAMP, Piece.CITY)] == [13, 0, 3]


def test_a_fifth_city_and_a_sixteenth_road_are_refused():
    ring = WALK + LOW
    roads = [*way(*WALK), *way(*LOW[:6])]
    match = drawn(
        roads={A: roads},
        cities={A: SPREAD[:4]},
        camps={A: SPREAD[10:11]},
        hands={A: "madera arcilla trigo*2 piedra*3"},
    )
    assert len(roads) == 15
    assert lines(match, A, "construirCamino") == lines(match, A, "mejorarCiudad") == []
    assert "no such piece" in refused(match, A, f"construirCamino {way(*LOW[5:7])[0]}").msgid
    assert "no such piece" in refused(match, A, f"mejorarCiudad {SPREAD[10]}").msgid
    assert len(ring) == 22


def test_scenario_051_free_roads_are_as_many_as_pieces_are_left_and_end_with_the_turn():
    fourteen = [*way(*WALK), *way(*LOW[:5])]
    match = drawn(roads={A: fourteen}, scrolls={A: "caminos"})
    match.play(A, "lanzar caminos")
    assert match.state.free_roads == 1
    match = drawn(roads={A: way(*WALK[:2])}, scrolls={A: "caminos"})
    match.play(A, "lanzar caminos")
    assert match.state.free_roads == 2
    refused(match, A, f"construirCamino {way(*WALK[2:4])[0]}")
    match.play(A, f"construirCamino {way(*WALK[1:3])[0]}")
    assert told(match)[0] == Built(A, Piece.ROAD, way(*WALK[1:3])[0], paid=False)
    match.play(A, f"construirCamino {way(*WALK[2:4])[0]}")
    assert (match.state.free_roads, sum(hand(match, A))) == (0, 0)
    refused(match, A, f"construirCamino {way(*WALK[3:5])[0]}")
    match = drawn(roads={A: way(*WALK[:2]), B: way(*LOW[:2])}, scrolls={A: "caminos"})
    match.play(A, "lanzar caminos")
    match.play(A, "terminarTurno")
    assert match.state.free_roads == 0
    roll(match, 8)
    assert lines(match, B, "construirCamino") == []


def test_a_scroll_of_roads_without_a_piece_or_a_place_is_kept():
    fifteen = [*way(*WALK), *way(*LOW[:6])]
    for roads in (fifteen, []):
        match = drawn(roads={A: roads}, scrolls={A: "caminos"})
        assert "keep the scroll" in refused(match, A, "lanzar caminos").msgid
        assert lines(match, A, "lanzar") == []
        assert match.state.scrolls[A][Scroll.ROADS.at] == 1

"""rules/natrak.md, 13.1 and 13.2: launching ships and moving them; 9.1 and 15.3 where ships are concerned."""

import pytest

from games.natrak.components import Piece
from games.natrak.events import Built, Displaced, RouteAwarded, Sailed
from games.natrak.island import island_for
from tests.games.natrak.board import A, B, M, asked, hand, lines, refused, told
from tests.games.natrak.sailing import (
    LANDING,
    PASSAGE,
    QUAY,
    SHORE,
    around,
    at,
    nine,
    ocean,
    sailed,
    side,
)
from tests.games.natrak.ventures import throw

ISLAND = island_for(4, sea=True)
SHIP = "madera lana"
COAST = side(2, 0, "e")
ALL_SHIPS = [edge for edge, wet in enumerate(ISLAND.wet) if wet]


def lengths(match: M) -> list[int]:
    return match.state.board.lengths


def test_a_ship_costs_wood_and_wool():
    match = sailed(camps={A: [QUAY]}, hands={A: "madera*2 lana oro"})
    match.play(A, f"botarDrakkar {PASSAGE[0]}")
    assert hand(match, A) == nine("madera oro")
    assert told(match) == [Built(A, Piece.SHIP, PASSAGE[0], paid=True)]
    assert (ocean(match).ship[PASSAGE[0]], match.state.board.left(A, Piece.SHIP)) == (A, 14)
    assert "can't pay" in refused(match, A, f"botarDrakkar {PASSAGE[1]}").msgid


def test_a_ship_is_launched_at_a_building_or_beyond_a_ship_on_free_water():
    match = sailed(camps={A: [QUAY]}, ships={A: PASSAGE[:1]}, hands={A: "madera*5 lana*2"})
    spots = lines(match, A, "botarDrakkar")
    assert spots == [str(edge) for edge in match.state.board.launch_spots(A)]
    assert str(PASSAGE[1]) in spots
    assert {str(edge) for edge in ISLAND.edges_at[QUAY] if ISLAND.wet[edge]} - {str(PASSAGE[0])} <= set(spots)
    assert "marked edge" in refused(match, A, f"botarDrakkar {SHORE}").msgid
    assert "piece already" in refused(match, A, f"botarDrakkar {PASSAGE[0]}").msgid
    for nowhere in (-1, 240, 999):
        refused(match, A, f"botarDrakkar {nowhere}")


def test_ships_need_water_and_roads_need_land():
    inland = side(0, 0, "e")
    match = sailed(camps={A: [at(0, 0, "ne"), QUAY]}, hands={A: f"{SHIP} arcilla"})
    assert "need water" in refused(match, A, f"botarDrakkar {inland}").msgid
    assert "needs land" in refused(match, A, f"construirCamino {PASSAGE[0]}").msgid
    coast = side(2, 0, "e")
    assert str(coast) in lines(match, A, "botarDrakkar")
    assert str(coast) in lines(match, A, "construirCamino")


def test_one_piece_lies_on_an_edge():
    coast = side(2, 0, "e")
    match = sailed(camps={A: [QUAY]}, roads={B: [coast]}, hands={A: f"{SHIP} arcilla"})
    assert "piece already" in refused(match, A, f"botarDrakkar {coast}").msgid
    other = sailed(camps={A: [QUAY]}, ships={B: [coast]}, hands={A: f"{SHIP} arcilla"})
    assert "piece already" in refused(other, A, f"construirCamino {coast}").msgid


def test_off_the_map_lies_water_and_the_rim_can_be_sailed():
    rim = side(4, 0, "e")
    assert (ISLAND.wet[rim], ISLAND.dry[rim]) == (True, True)
    north = side(0, -4, "nw")
    assert (ISLAND.wet[north], ISLAND.dry[north]) == (True, False)


def test_roads_and_ships_join_at_ones_own_building_only():
    match = sailed(roads={A: [side(2, 0, "ne")]}, hands={A: f"{SHIP} arcilla"})
    assert lines(match, A, "botarDrakkar") == []
    match = sailed(ships={A: PASSAGE}, hands={A: f"{SHIP} arcilla"})
    assert lines(match, A, "construirCamino") == []
    match = sailed(ships={A: PASSAGE}, camps={A: [QUAY]}, hands={A: f"{SHIP} arcilla"})
    assert str(side(2, 0, "ne")) in lines(match, A, "construirCamino")


def test_without_a_ship_left_none_is_launched():
    match = sailed(ships={A: ALL_SHIPS[:15]}, camps={A: [QUAY]}, hands={A: SHIP})
    assert lines(match, A, "botarDrakkar") == []
    assert "no such piece" in refused(match, A, f"botarDrakkar {PASSAGE[0]}").msgid


def test_past_a_rivals_adventurer_a_ship_is_launched_and_past_its_building_none():
    """The sea's half of scenario 50."""
    joint = LANDING
    guarded = sailed(ships={A: PASSAGE}, adventurers={B: {joint: "1"}}, hands={A: SHIP})
    assert str(SHORE) in lines(guarded, A, "botarDrakkar")
    guarded.play(A, f"botarDrakkar {SHORE}")
    built = sailed(ships={A: PASSAGE}, camps={B: [joint]}, hands={A: SHIP})
    assert "never past a rival" in refused(built, A, f"botarDrakkar {SHORE}").msgid
    moving = sailed(ships={A: [*PASSAGE, COAST]}, camps={B: [joint]})
    moving.play(A, f"moverDrakkar {COAST} {SHORE}")
    assert told(moving)[0] == Sailed(A, COAST, SHORE)


def test_scenario_098_of_two_ships_launched_this_turn_the_first_may_move_and_one_only():
    match = sailed(camps={A: [QUAY, at(-2, 0, "nw")]}, hands={A: "madera*3 lana*3"})
    first, last = side(-2, 0, "w"), PASSAGE[0]
    match.play(A, f"botarDrakkar {first}")
    match.play(A, f"botarDrakkar {last}")
    assert "launched last" in refused(match, A, f"moverDrakkar {last} {PASSAGE[1]}").msgid
    assert {line.split()[0] for line in lines(match, A, "moverDrakkar")} == {str(first)}
    match.play(A, f"moverDrakkar {first} {PASSAGE[1]}")
    assert "One drakkar a turn" in refused(match, A, f"moverDrakkar {PASSAGE[1]} {first}").msgid
    assert lines(match, A, "moverDrakkar") == []


def test_the_next_turn_every_ship_may_move_again():
    match = sailed(camps={A: [QUAY]}, ships={A: PASSAGE[:1]}, hands={A: SHIP}, phase="main")
    match.play(A, f"moverDrakkar {PASSAGE[0]} {side(2, 0, 'e')}")
    match.play(A, f"botarDrakkar {PASSAGE[0]}")
    match.play(A, "terminarTurno")
    assert (ocean(match).launched, ocean(match).sailed) == (None, False)


def test_only_a_ship_with_an_open_end_moves():
    match = sailed(camps={A: [QUAY]}, ships={A: [*PASSAGE, SHORE]})
    assert match.state.board.free_ships(A) == [SHORE]
    assert "no open end" in refused(match, A, f"moverDrakkar {PASSAGE[0]} {side(2, 0, 'e')}").msgid
    assert "drakkar of yours" in refused(match, A, f"moverDrakkar {side(-2, 0, 'w')} {side(2, 0, 'e')}").msgid
    guarded = sailed(camps={A: [QUAY]}, ships={A: PASSAGE}, adventurers={A: {LANDING: "1"}})
    assert guarded.state.board.free_ships(A) == [PASSAGE[1]]


def test_a_ship_can_not_lean_on_itself():
    match = sailed(ships={A: PASSAGE[:1]})
    assert lines(match, A, "moverDrakkar") == []
    assert "marked edge" in refused(match, A, f"moverDrakkar {PASSAGE[0]} {PASSAGE[1]}").msgid


def test_scenario_101_where_the_kraken_lies_no_ship_is_launched_or_moves_and_land_produces():
    match = sailed(
        camps={A: [QUAY]},
        ships={A: [side(2, 0, "e")]},
        kraken=(3, 0),
        terrain={(2, 0): "bosque 8"},
        hands={A: "madera*2 lana*2"},
        phase="roll",
    )
    throw(match, 8, 6)
    assert hand(match, A)[0] == 3
    assert "kraken lies in wait" in refused(match, A, f"botarDrakkar {PASSAGE[0]}").msgid
    assert "kraken holds" in refused(match, A, f"moverDrakkar {side(2, 0, 'e')} {side(2, 0, 'ne')}").msgid
    held = {str(edge) for edge in ISLAND.sides[ISLAND.hexes.index((3, 0))]}
    assert not held & set(lines(match, A, "botarDrakkar"))
    assert lines(match, A, "botarDrakkar")


def test_no_ship_moves_into_the_krakens_hex():
    match = sailed(camps={A: [QUAY]}, ships={A: [side(2, 0, "ne")]}, kraken=(3, 0))
    assert "kraken lies in wait" in refused(match, A, f"moverDrakkar {side(2, 0, 'ne')} {PASSAGE[0]}").msgid


def test_where_the_kraken_has_left_ships_are_launched_again():
    match = sailed(camps={A: [QUAY]}, kraken=(3, 0), hands={A: "madera*2 lana*2"}, scrolls={A: "mercenario"})
    assert str(PASSAGE[0]) not in lines(match, A, "botarDrakkar")
    match.play(A, "lanzar mercenario")
    match.play(A, f"moverDragon {ISLAND.hexes.index((0, -4)) + 1} -1")
    assert str(PASSAGE[0]) in lines(match, A, "botarDrakkar")


# Camps and adventurers


def test_a_ship_leads_to_a_camp_and_to_an_adventurer_but_not_at_sea():
    match = sailed(ships={A: PASSAGE}, hands={A: "madera arcilla trigo lana*2 piedra"})
    assert lines(match, A, "construirCampamento") == [str(v) for v in sorted((QUAY, LANDING))]
    assert lines(match, A, "plantarAventurero") == [str(v) for v in sorted((QUAY, LANDING))]
    middle = at(3, 0, "n")
    assert "needs land" in refused(match, A, f"construirCampamento {middle}").msgid
    refused(match, A, f"plantarAventurero {middle}")


def test_an_adventurer_crosses_from_road_to_ship_without_a_building_and_rests_ashore():
    match = sailed(
        ships={A: PASSAGE}, roads={A: [side(2, 0, "e")]}, adventurers={A: {at(2, 0, "se"): "1 active"}}
    )
    assert set(lines(match, A, "moverAventurero")) == {
        f"{at(2, 0, 'se')} {QUAY}",
        f"{at(2, 0, 'se')} {LANDING}",
    }


# Routes


def test_scenario_037_three_roads_and_three_ships_are_one_route_where_a_camp_joins_them():
    roads = around(2, 0, "ne", "n", "nw", "sw")
    match = sailed(
        roads={A: roads},
        ships={A: [*PASSAGE, SHORE]},
        hands={A: "madera arcilla trigo lana"},
        camps={B: [at(0, 0, "sw")]},
    )
    assert lengths(match)[A] == 3
    match.play(A, f"construirCampamento {QUAY}")
    assert lengths(match)[A] == 6
    assert match.state.route == A
    assert RouteAwarded(A, 6) in told(match)


def test_scenario_038_who_moves_an_end_ship_away_may_cut_its_own_route():
    roads = around(2, 0, "ne", "n", "nw")
    match = sailed(roads={A: roads}, ships={A: [*PASSAGE, SHORE]}, camps={A: [QUAY]}, route=A)
    assert lengths(match)[A] == 5
    match.play(A, f"moverDrakkar {SHORE} {side(2, 0, 'e')}")
    assert (lengths(match)[A], match.state.route) == (4, -1)
    assert told(match)[-1] == RouteAwarded(None, 4)
    match.play(A, "takeback 1")
    assert (lengths(match)[A], match.state.route) == (5, A)


def test_a_rivals_adventurer_cuts_a_line_of_ships():
    line = [*PASSAGE, SHORE]
    assert lengths(sailed(ships={A: line}))[A] == 3
    assert lengths(sailed(ships={A: line}, adventurers={B: {LANDING: "1"}}))[A] == 2
    assert lengths(sailed(ships={A: line}, adventurers={A: {LANDING: "1"}}))[A] == 3


# Cards


def test_a_road_that_goes_on_as_a_ship_is_not_loose():
    road = side(2, 0, "ne")
    other = at(2, 0, "n")
    loose = sailed(roads={B: [road]}, camps={B: [other]}, progress={A: "diplomatico"})
    assert lines(loose, A, "jugarProgreso") == [f"diplomatico {road}"]
    tied = sailed(roads={B: [road]}, camps={B: [other]}, ships={B: PASSAGE}, progress={A: "diplomatico"})
    assert lines(tied, A, "jugarProgreso") == []


def test_intrigue_reaches_an_adventurer_at_a_ship():
    match = sailed(ships={A: PASSAGE}, adventurers={B: {LANDING: "2"}}, progress={A: "intriga"})
    assert lines(match, A, "jugarProgreso") == [f"intriga {LANDING}"]


def test_free_roads_are_never_ships():
    match = sailed(camps={A: [QUAY]}, scrolls={A: "caminos"})
    match.play(A, "lanzar caminos")
    assert lines(match, A, "botarDrakkar") == []
    assert lines(match, A, "construirCamino")


# Out of turn


@pytest.mark.parametrize("line", ["moverDrakkar 1 2", "expulsar 3"])
def test_out_of_turn_ships_are_launched_and_not_moved(line: str):
    match = window(at(2, -1, "ne", 6))
    assert asked(match) == "BuildOutOfTurn"
    assert lines(match, B, "botarDrakkar")
    assert lines(match, B, "moverDrakkar") == []
    assert "only builds" in refused(match, B, line).msgid
    match.play(B, f"botarDrakkar {lines(match, B, 'botarDrakkar')[0]}")
    assert match.undoable(B) == []


def window(coast: int) -> M:
    """B, of six, may build out of turn after the fifth turn, E's."""
    match = sailed(seats=6, kraken=(0, -5), camps={B: [coast]}, hands={B: SHIP}, turn=5)
    match.play(4, "terminarTurno")
    return match


def test_the_displaced_never_lands_on_open_water():
    """The first ship of the passage ends at sea; all of it leads to the island."""
    inland = at(2, 0, "n")
    for ships, there in ((PASSAGE[:1], None), (PASSAGE, LANDING)):
        match = sailed(
            ships={B: ships},
            roads={A: around(2, 0, "n", "ne")},
            adventurers={A: {inland: "2 active"}, B: {QUAY: "1"}},
        )
        match.play(A, f"moverAventurero {inland} {QUAY}")
        assert Displaced(B, QUAY, there) in told(match)

"""rules/natrak.md, 12.5, Religion: what each card does, when it is refused, and who sees what of it."""

import pytest

from games.natrak.components import Discipline, Piece
from games.natrak.events import (
    Built,
    DiceSet,
    FreeRoads,
    Promoted,
    Raised,
    Rolled,
    TokensSwapped,
    TookPlenty,
    Walled,
)
from tests.games.natrak.board import A, B, C, D, asked, at, hex_at, lines, refused, told, way
from tests.games.natrak.ventures import all_of, held, holds, level, news, saga_seen, tale, throw, ventured

NORTH, SOUTH, EAST = at(0, -2, "n"), at(0, 2, "s"), at(2, 0, "se")
MIDDLE, FAR = at(0, 0, "n"), at(0, 0, "s")


# Alchemist


def test_scenario_079_an_alchemist_sets_the_dice_of_ones_own_next_roll_alone():
    match = ventured(progress={A: "alquimista alquimista"}, seats=3)
    match.play(A, "jugarProgreso alquimista 5 6")
    assert told(match)[1:] == [DiceSet(A, 5, 6)]
    for reader in (A, B, None):
        assert saga_seen(match, reader).fixed == ((5, 6), None, None)
    assert "one Alchemist" in refused(match, A, "jugarProgreso alquimista 1 1").msgid
    match.play(A, "terminarTurno")
    for seat in (B, C):
        throw(match, 4, 1, red=1)
        assert told(match)[0] == Rolled(seat, 1, 3, 1)
        match.play(seat, "terminarTurno")
    match.play(A, "tirar")
    first = told(match)[0]
    assert isinstance(first, Rolled)
    assert (first.red, first.white) == (5, 6)
    assert first.event in range(1, 7)
    assert saga_seen(match, A).fixed[A] is None


def test_an_alchemist_may_set_a_seven_which_holds_when_the_clock_rolls():
    match = ventured(progress={A: "alquimista"}, seats=3, hands={A: "lana*8"})
    match.play(A, "jugarProgreso alquimista 3 4")
    match.play(A, "terminarTurno")
    for seat in (B, C):
        throw(match, 4, 1)
        match.play(seat, "terminarTurno")
    match.play(A, match.default(A), by="clock")
    assert asked(match) == "DiscardHalf"


def test_an_alchemist_needs_two_faces():
    match = ventured(progress={A: "alquimista"})
    for wrong in ("", "3", "0 3", "3 7", "x y"):
        assert "Set both dice" in refused(match, A, f"jugarProgreso alquimista {wrong}".strip()).msgid
    assert len(lines(match, A, "jugarProgreso")) == 36


# Crane


def test_scenario_073_a_crane_makes_one_level_cheaper_by_one_never_by_two():
    match = ventured(cities={A: [NORTH]}, hands={A: "moneda hierbas"}, progress={A: "grua grua"})
    match.play(A, "jugarProgreso grua")
    match.play(A, "jugarProgreso grua")
    assert (saga_seen(match, A).prices, saga_seen(match, B).prices) == ((0, 0, 0), (1, 1, 1))
    match.play(A, "subirDisciplina religion")
    assert told(match) == [Raised(A, Discipline.RELIGION, 1, 0)]
    match.play(A, "subirDisciplina corona")
    assert held(match, A) == all_of("moneda hierbas")
    match.play(A, "subirDisciplina alquimia")
    assert told(match) == [Raised(A, Discipline.ALCHEMY, 1, 1)]
    assert tale(match).cranes == 0


def test_a_crane_is_lost_with_the_turn_and_refused_at_the_top_of_all():
    match = ventured(cities={A: [NORTH]}, progress={A: "grua"})
    match.play(A, "jugarProgreso grua")
    match.play(A, "terminarTurno")
    assert tale(match).cranes == 0
    match = ventured(progress={A: "grua"}, levels={A: "corona 5 alquimia 5 religion 5"})
    assert "keep the Crane" in refused(match, A, "jugarProgreso grua").msgid
    assert level(match, A, Discipline.CROWN) == 5


# Smith


def test_a_smith_promotes_two_adventurers_for_nothing():
    match = ventured(adventurers={A: {MIDDLE: "1", FAR: "1", SOUTH: "1"}}, progress={A: "herrero"})
    match.play(A, "jugarProgreso herrero")
    assert saga_seen(match, B).free_promotions == 2
    match.play(A, f"promover {MIDDLE}")
    assert told(match) == [Promoted(A, MIDDLE, 2, paid=False)]
    assert "Once a turn" in refused(match, A, f"promover {MIDDLE}").msgid
    match.play(A, f"promover {FAR}")
    assert "pay" in refused(match, A, f"promover {SOUTH}").msgid


def test_a_smith_needs_an_adventurer_who_can_rise():
    for standing in ({}, {MIDDLE: "2"}, {MIDDLE: "3"}):
        match = ventured(adventurers={A: standing, B: {FAR: "1"}}, progress={A: "herrero"})
        assert "keep the Smith" in refused(match, A, "jugarProgreso herrero").msgid


# Engineering


def test_engineering_builds_a_wall_for_nothing():
    match = ventured(cities={A: [NORTH, SOUTH]}, progress={A: "ingenieria"})
    match.play(A, "jugarProgreso ingenieria")
    match.play(A, f"construirMuralla {SOUTH}")
    assert told(match) == [Walled(A, SOUTH, paid=False)]
    assert "pay" in refused(match, A, f"construirMuralla {NORTH}").msgid


def test_scenario_052_engineering_is_refused_with_three_walls():
    cities = [NORTH, SOUTH, EAST, MIDDLE]
    match = ventured(cities={A: cities}, walls=cities[:3], progress={A: "ingenieria"})
    assert "no wall left" in refused(match, A, "jugarProgreso ingenieria").msgid
    match = ventured(cities={A: [NORTH]}, walls=[NORTH], progress={A: "ingenieria"})
    assert "no wall left" in refused(match, A, "jugarProgreso ingenieria").msgid


# Road Engineering


def test_road_engineering_gives_two_free_roads_besides_a_scroll():
    row = way(at(0, 0, "n"), at(0, 0, "ne"), at(0, 0, "se"), at(0, 0, "s"), at(0, 0, "sw"))
    match = ventured(roads={A: row[:1]}, progress={A: "ingenieriaDeCaminos"}, scrolls={A: "caminos"})
    match.play(A, "jugarProgreso ingenieriaDeCaminos")
    assert told(match)[1:] == [FreeRoads(A, 2)]
    match.play(A, "lanzar caminos")
    for edge in row[1:]:
        match.play(A, f"construirCamino {edge}")
        assert told(match)[0] == Built(A, Piece.ROAD, edge, paid=False)
    assert match.state.free_roads == 1


def test_road_engineering_is_refused_without_a_place_for_a_road():
    match = ventured(progress={A: "ingenieriaDeCaminos"})
    assert "keep the card" in refused(match, A, "jugarProgreso ingenieriaDeCaminos").msgid


# Inventor


def test_an_inventor_swaps_two_tokens():
    match = ventured(
        terrain={(0, 0): "bosque 5", (0, 2): "mina 11"},
        dragon=(0, 2),
        camps={A: [MIDDLE]},
        progress={D: "inventor"},
        turn=8,
    )
    one, other = hex_at(0, 0), hex_at(0, 2)
    match.play(D, f"jugarProgreso inventor {one} {other}")
    assert told(match)[1:] == [TokensSwapped(D, one, other)]
    match.play(D, "terminarTurno")
    throw(match, 11, 1)
    assert held(match, A) == all_of("madera")


def test_scenario_081_an_inventor_leaves_2_6_8_12_and_equal_tokens_alone():
    land = {(0, 0): "bosque 6", (0, 1): "mina 3", (0, 2): "mina 3", (0, -1): "paramo", (1, 0): "mina 4"}
    match = ventured(terrain=land, progress={A: "inventor"})
    cells = sorted((hex_at(1, 0), hex_at(0, 1))), sorted((hex_at(1, 0), hex_at(0, 2)))
    assert lines(match, A, "jugarProgreso") == [f"inventor {one} {other}" for one, other in cells]
    for one, other in (((0, 0), (1, 0)), ((0, 1), (0, 2)), ((0, -1), (1, 0))):
        assert (
            "different number"
            in refused(match, A, f"jugarProgreso inventor {hex_at(*one)} {hex_at(*other)}").msgid
        )


# Irrigation, Mining


@pytest.mark.parametrize(
    ("card", "terrain", "made"), [("irrigacion", "labranza", "trigo"), ("mineria", "mina", "piedra")]
)
def test_irrigation_and_mining_give_two_cards_a_hex_whoever_sits_there(card: str, terrain: str, made: str):
    match = ventured(
        terrain={(0, 0): f"{terrain} 8", (0, -1): f"{terrain} 5", (0, 2): f"{terrain} 4"},
        dragon=(0, 0),
        cities={A: [MIDDLE]},
        camps={A: [at(0, 0, "se")], B: [SOUTH]},
        progress={A: card},
    )
    match.play(A, f"jugarProgreso {card}")
    assert told(match)[1:] == [TookPlenty(A, all_of(f"{made}*4"))]
    assert (held(match, A), held(match, B)) == (all_of(f"{made}*4"), all_of(""))
    assert news(match, None) == news(match, A)


@pytest.mark.parametrize("card", ["irrigacion", "mineria"])
def test_irrigation_and_mining_are_refused_without_such_a_hex(card: str):
    match = ventured(
        terrain={(0, 0): "bosque 8", (0, 2): "mina 8", (0, 1): "labranza 3"},
        camps={A: [MIDDLE], B: [SOUTH]},
        progress={A: card},
    )
    assert "keep the card" in refused(match, A, f"jugarProgreso {card}").msgid
    assert holds(match, A) == card


# Medicine


def test_medicine_makes_one_city_cheaper():
    match = ventured(
        camps={A: [NORTH, SOUTH]}, hands={A: "piedra*4 trigo*2"}, progress={A: "medicina medicina"}
    )
    match.play(A, "jugarProgreso medicina")
    match.play(A, f"mejorarCiudad {NORTH}")
    assert told(match) == [Built(A, Piece.CITY, NORTH, paid=True, reduced=True)]
    assert held(match, A) == all_of("piedra*2 trigo")
    assert "pay" in refused(match, A, f"mejorarCiudad {SOUTH}").msgid
    match.play(A, "jugarProgreso medicina")
    match.play(A, f"mejorarCiudad {SOUTH}")
    assert held(match, A) == all_of("")


def test_medicine_needs_a_camp_and_a_city_piece():
    match = ventured(cities={A: [NORTH]}, progress={A: "medicina"})
    assert "no camp to make one of" in refused(match, A, "jugarProgreso medicina").msgid
    match = ventured(camps={A: [NORTH]}, progress={A: "medicina medicina"})
    match.play(A, "jugarProgreso medicina")
    refused(match, A, "jugarProgreso medicina")

"""rules/natrak.md, 15.3: adventurers, and what stands in their way and in that of others."""

from games.natrak.board import NOBODY
from games.natrak.events import (
    Activated,
    Displaced,
    DragonMoved,
    Expelled,
    Planted,
    Promoted,
    RouteAwarded,
    Walked,
)
from tests.games.natrak.board import A, B, C, M, asked, at, lines, refused, told, way
from tests.games.natrak.ventures import all_of, held, saga_seen, ventured

RING = [at(0, 0, corner) for corner in ("n", "ne", "se", "s", "sw", "nw")]
N, NE, SE, S, SW, NW = RING
ROW = way(N, NE, SE, S, SW, NW)
"""Five roads around the middle hex."""


def at_rest(match: M, vertex: int) -> bool:
    return not match.state.board.adventurers[vertex].active


def levels(match: M) -> dict[int, tuple[int, int]]:
    """Who stands where: seat and level by vertex."""
    return {v: (one.seat, one.level) for v, one in match.state.board.adventurers.items()}


def test_a_new_adventurer_is_of_level_1_and_rests_on_a_free_corner_at_an_own_road():
    match = ventured(
        roads={A: way(N, NE, SE)}, camps={B: [SE]}, hands={A: "lana*2 piedra*2"}, adventurers={C: {NE: "1"}}
    )
    assert lines(match, A, "plantarAventurero") == [str(N)]
    for wrong in (NE, SE, S, 99):
        assert "free corner" in refused(match, A, f"plantarAventurero {wrong}").msgid
    match.play(A, f"plantarAventurero {N}")
    assert told(match) == [Planted(A, N, 1, paid=True)]
    assert at_rest(match, N)
    assert held(match, A) == all_of("lana piedra")
    match.play(A, "takeback 1")
    assert held(match, A) == all_of("lana*2 piedra*2")


def test_an_adventurer_may_stand_beside_a_building():
    match = ventured(roads={A: way(N, NE)}, camps={B: [SE]}, hands={A: "lana piedra"})
    match.play(A, f"plantarAventurero {NE}")
    assert levels(match) == {NE: (A, 1)}


def test_there_are_six_adventurers_and_no_seventh():
    standing = {at(q, r, "n"): "1" for q, r in ((-1, -1), (1, -1), (-1, 1), (1, 1), (0, 2), (2, 0))}
    match = ventured(adventurers={A: standing}, roads={A: way(N, NE)}, hands={A: "lana piedra"})
    assert lines(match, A, "plantarAventurero") == []
    assert "All your adventurers" in refused(match, A, f"plantarAventurero {N}").msgid
    assert saga_seen(match, B).adventurer_counts == (6, 0, 0, 0)


def test_scenario_091_an_adventurer_may_move_in_the_turn_of_its_activation_and_again_after_another():
    match = ventured(roads={A: ROW}, adventurers={A: {N: "1"}}, hands={A: "trigo*2"}, route=A)
    assert "rests" in refused(match, A, f"moverAventurero {N} {SE}").msgid
    match.play(A, f"activar {N}")
    assert told(match) == [Activated(A, N, paid=True)]
    assert "active already" in refused(match, A, f"activar {N}").msgid
    match.play(A, f"moverAventurero {N} {SE}")
    assert told(match) == [Walked(A, N, SE)]
    assert at_rest(match, SE)
    match.play(A, f"activar {SE}")
    match.play(A, f"moverAventurero {SE} {N}")
    assert levels(match) == {N: (A, 1)}
    assert held(match, A) == all_of("")
    assert match.undoable(A) == []


def test_it_goes_along_own_roads_past_own_pieces_and_ends_on_none_of_them():
    match = ventured(
        roads={A: ROW, B: way(NW, N)},
        camps={A: [NE]},
        adventurers={A: {N: "1 active", S: "1"}},
    )
    assert lines(match, A, "moverAventurero") == [f"{N} {end}" for end in (SE, SW, NW)]
    for wrong in (NE, S, at(0, -1, "ne"), N):
        refused(match, A, f"moverAventurero {N} {wrong}")
    refused(match, B, f"moverAventurero {N} {SE}")


def test_scenario_092_a_weaker_rival_is_displaced_not_passed_and_an_equal_one_does_not_make_way():
    roads = {A: ROW, B: way(SE, at(1, 0, "s"))}
    match = ventured(roads=roads, adventurers={A: {N: "2 active"}, B: {SE: "1 active"}})
    assert "past nothing" in refused(match, A, f"moverAventurero {N} {S}").msgid
    assert lines(match, A, "moverAventurero") == [f"{N} {NE}", f"{N} {SE}"]
    match.play(A, f"moverAventurero {N} {SE}")
    there = at(1, 0, "s")
    assert told(match)[:2] == [Walked(A, N, SE), Displaced(B, SE, there)]
    assert levels(match) == {SE: (A, 2), there: (B, 1)}
    assert not at_rest(match, there)
    match = ventured(roads=roads, adventurers={A: {N: "2 active"}, B: {SE: "2"}})
    assert "lower level" in refused(match, A, f"moverAventurero {N} {SE}").msgid
    assert lines(match, A, "moverAventurero") == [f"{N} {NE}"]


def test_a_building_is_never_displaced_nor_passed():
    match = ventured(roads={A: ROW}, camps={B: [SE]}, adventurers={A: {N: "3 active"}})
    assert lines(match, A, "moverAventurero") == [f"{N} {NE}"]


def test_the_displaced_goes_to_the_nearest_corner_of_its_net_then_anywhere_at_its_roads_then_home():
    far = way(at(0, 2, "s"), at(0, 2, "se"))
    base = {"adventurers": {A: {N: "2 active"}, B: {NE: "1"}}}
    match = ventured(roads={A: way(N, NE), B: far}, **base)  # type: ignore[arg-type]
    match.play(A, f"moverAventurero {N} {NE}")
    lowest = min(at(0, 2, "s"), at(0, 2, "se"))
    assert Displaced(B, NE, lowest) in told(match)
    match = ventured(roads={A: way(N, NE)}, **base)  # type: ignore[arg-type]
    match.play(A, f"moverAventurero {N} {NE}")
    assert Displaced(B, NE, None) in told(match)
    assert levels(match) == {NE: (A, 2)}


def test_the_corner_that_the_attacker_left_counts_as_free():
    match = ventured(
        roads={A: way(N, NE), B: way(NE, SE)},
        camps={C: [SE]},
        adventurers={A: {N: "2 active"}, B: {NE: "1"}},
    )
    match.state.board.put_road(B, way(N, at(0, -1, "ne"))[0])
    match.play(A, f"moverAventurero {N} {NE}")
    assert Displaced(B, NE, min(N, at(0, -1, "ne"))) in told(match)


def test_scenario_034_a_rivals_adventurer_cuts_a_route_and_its_leaving_makes_it_whole():
    match = ventured(
        roads={A: ROW, B: way(SE, at(1, 0, "s"))},
        hands={B: "lana piedra trigo"},
        route=A,
        turn=6,
    )
    assert match.state.active == B
    match.play(B, f"plantarAventurero {SE}")
    assert match.state.board.lengths[A] == 3
    assert told(match)[-1] == RouteAwarded(None, 3)
    match.play(B, f"activar {SE}")
    match.play(B, f"moverAventurero {SE} {at(1, 0, 's')}")
    assert match.state.board.lengths[A] == 5
    assert told(match)[-1] == RouteAwarded(A, 5)


def test_an_own_adventurer_does_not_cut_ones_route():
    match = ventured(roads={A: ROW}, adventurers={A: {SE: "1", S: "3 active"}})
    assert match.state.board.lengths[A] == 5


def test_scenario_050_a_road_does_not_go_on_past_a_rivals_adventurer():
    match = ventured(roads={A: way(N, NE)}, adventurers={B: {NE: "1"}}, hands={A: "madera arcilla"})
    beyond = way(NE, SE)[0]
    assert "never past a rival's" in refused(match, A, f"construirCamino {beyond}").msgid
    match.state.board.take_adventurer(NE)
    match.play(A, f"construirCamino {beyond}")


def test_scenario_047_a_camp_may_be_built_beside_an_adventurer_but_not_on_one():
    match = ventured(
        roads={A: way(N, NE, SE)}, adventurers={B: {NE: "1"}}, hands={A: "madera arcilla trigo lana"}
    )
    assert lines(match, A, "construirCampamento") == [str(v) for v in sorted((N, SE))]
    refused(match, A, f"construirCampamento {NE}")
    match.play(A, f"construirCampamento {N}")
    match = ventured(
        roads={A: way(N, NE)}, adventurers={A: {NE: "1"}}, hands={A: "madera arcilla trigo lana"}
    )
    refused(match, A, f"construirCampamento {NE}")


def test_scenario_094_one_promotion_each_a_turn_and_the_third_level_only_with_the_crown():
    hands = {A: "lana*4 piedra*4"}
    match = ventured(adventurers={A: {N: "1 active", SE: "2"}}, hands=hands, progress={A: "herrero"})
    match.play(A, f"promover {N}")
    assert told(match) == [Promoted(A, N, 2, paid=True)]
    assert not at_rest(match, N)
    assert "Once a turn" in refused(match, A, f"promover {N}").msgid
    assert "level 3 of the Crown" in refused(match, A, f"promover {SE}").msgid
    assert "keep the Smith" in refused(match, A, "jugarProgreso herrero").msgid
    crowned = ventured(adventurers={A: {N: "1", SE: "2"}}, hands=hands, levels={A: "corona 3"})
    crowned.play(A, f"promover {SE}")
    assert levels(crowned)[SE] == (A, 3)
    crowned.play(A, "terminarTurno")
    assert not any(one.promoted for one in crowned.state.board.adventurers.values())


def test_nobody_rises_above_level_3_or_without_paying():
    match = ventured(adventurers={A: {N: "3"}, B: {S: "1"}}, hands={A: "lana piedra"}, levels={A: "corona 5"})
    assert "highest level" in refused(match, A, f"promover {N}").msgid
    assert "adventurer of yours" in refused(match, A, f"promover {S}").msgid
    poor = ventured(adventurers={A: {N: "1"}})
    for verb in ("promover", "activar"):
        assert "pay" in refused(poor, A, f"{verb} {N}").msgid


def test_an_active_adventurer_beside_the_dragon_drives_it_off_and_rests():
    match = ventured(
        dragon=(0, 0),
        adventurers={A: {N: "1 active", at(0, 2, "s"): "1 active"}},
        camps={B: [at(0, -2, "n")]},
    )
    assert lines(match, A, "expulsar") == [str(N)]
    assert "not beside" in refused(match, A, f"expulsar {at(0, 2, 's')}").msgid
    match.play(A, f"expulsar {N}")
    assert told(match) == [Expelled(A, N)]
    assert at_rest(match, N)
    assert asked(match) == "MoveDragon"
    match.play(A, "moverDragon 0 1")
    assert told(match)[0] == DragonMoved(A, 0, B)
    assert asked(match) == "TakeTurn"
    assert "rests" in refused(match, A, f"expulsar {N}").msgid


def test_in_the_special_window_adventurers_are_planted_activated_and_promoted_but_do_not_act():
    seats = 5
    n, ne = at(0, 0, "n", seats), at(0, 0, "ne", seats)
    match = ventured(
        seats=seats,
        turn=5,
        dragon=(0, 0),
        roads={B: way(n, ne, seats=seats)},
        adventurers={B: {n: "1 active"}},
        hands={B: "lana*2 piedra*2 trigo"},
    )
    match.play(match.waiting[0], "terminarTurno")
    assert (asked(match), match.waiting) == ("BuildOutOfTurn", (B,))
    for line in (f"moverAventurero {n} {ne}", f"expulsar {n}", "jugarProgreso espia 0"):
        assert "Out of turn" in refused(match, B, line).msgid
    match.play(B, f"plantarAventurero {ne}")
    match.play(B, f"activar {ne}")
    match.play(B, f"promover {n}")
    assert held(match, B) == all_of("")
    match.play(B, "cerrarVentana")
    assert not match.state.board.adventurers[n].promoted


def test_everybody_sees_where_adventurers_stand():
    match = ventured(adventurers={A: {N: "2 active"}})
    for reader in (A, B, None):
        (one,) = saga_seen(match, reader).adventurers
        assert (one.vertex, one.seat, one.level, one.active, one.promoted) == (N, A, 2, True, False)
    assert match.state.route == NOBODY

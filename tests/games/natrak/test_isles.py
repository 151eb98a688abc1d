"""rules/natrak.md, 3.2, 5 and 13.5: the archipelago, founding on the main island, and colonies."""

from collections import Counter

import pytest

from games.core.hexes import distance
from games.core.match import Match
from games.core.rng import Rng
from games.natrak import GAME
from games.natrak.board import Board
from games.natrak.components import ISLE_TERRAINS, ISLE_TOKENS, Terrain
from games.natrak.dealing import deal, deal_archipelago, reds_touch
from games.natrak.events import Colonised
from games.natrak.island import NO_ISLE, island_for
from tests.games.natrak.board import A, B, M, lines, refused, scores, told
from tests.games.natrak.sailing import LANDING, PASSAGE, QUAY, SHORE, around, at, nine, ocean, sailed, side

CAMP = "madera arcilla trigo lana"


@pytest.mark.parametrize(("seats", "hexes", "land", "isles"), [(4, 61, 29, 4), (6, 80, 40, 5)])
def test_the_archipelago_has_two_rings_of_sea_with_ten_hexes_of_lesser_islands(
    seats: int, hexes: int, land: int, isles: int
):
    island, plan = island_for(seats, sea=True), island_for(seats, sea=True).plan
    assert (len(island.hexes), sum(island.land), len(plan.isles)) == (hexes, land, isles)
    assert sum(map(len, plan.isles)) == 10
    assert all(cell in island.hexes for isle in plan.isles for cell in isle)
    for isle in plan.isles:
        apart = [cell for cell in island.hexes if cell not in isle and island.land[island.hexes.index(cell)]]
        assert min(distance(c, o) for c in apart for o in isle if c in plan.main) == 2
        assert min(distance(c, o) for c in apart for o in isle if c not in plan.main) >= 3


@pytest.mark.parametrize("seats", [4, 6])
def test_two_ships_lead_to_a_camp_on_every_island_and_one_to_none(seats: int):
    """Where one ship arrives a building on the main island is too near."""
    island = island_for(seats, sea=True)
    main = {v for v, there in enumerate(island.main) if there}
    assert not any(island.isle_at[v] != NO_ISLE for v in main)
    for isle in range(len(island.plan.isles)):
        shore = {v for v, number in enumerate(island.isle_at) if number == isle}
        assert any(
            main & set(island.near[other]) - set(island.near[v]) for v in shore for other in island.near[v]
        )


@pytest.mark.parametrize("seats", [3, 5])
def test_what_lies_on_the_lesser_islands(seats: int):
    for n in range(20):
        board = deal_archipelago(seats, Rng("isles", n))
        island = board.island
        lesser = [cell for cell, isle in enumerate(island.isle) if isle != NO_ISLE]
        assert Counter(board.terrain[cell] for cell in lesser) == Counter(ISLE_TERRAINS)
        assert sorted(board.token[cell] for cell in lesser) == list(ISLE_TOKENS)
        assert not reds_touch(island, board.token)
        gold = [island.isle[cell] for cell in lesser if board.terrain[cell] is Terrain.GOLD]
        assert len(set(gold)) == 2
        assert board.sea is not None
        assert [cell for cell, fog in enumerate(board.sea.fog) if fog] == lesser
        assert [cell for cell, left in enumerate(board.sea.discovery) if left] == lesser
        assert island.hexes[board.sea.kraken] == ((0, -4) if seats == 3 else (0, -5))
        assert board.terrain[board.dragon] is Terrain.MOOR


def test_the_main_island_is_dealt_like_the_lone_one():
    for n in range(5):
        lone, amid = deal(4, Rng("main", n)), deal_archipelago(4, Rng("main", n))
        where = [amid.island.hexes.index(cell) for cell in lone.island.hexes]
        assert [amid.terrain[at_] for at_ in where] == lone.terrain
        assert [amid.token[at_] for at_ in where] == lone.token
        assert amid.ports == lone.ports
        assert piers(amid) == piers(lone)


def piers(board: Board) -> list[object]:
    """The port edges by their coordinates."""
    return [board.island.edges[edge] for edge in board.island.ports]


def begun() -> M:
    return Match(GAME, "founding", (0, 1, 2), {"version": "completo"})


def test_scenario_010_one_founds_on_the_main_island_and_roads_may_run_along_its_coast():
    match = begun()
    island = match.state.board.island
    assert "main island" in refused(match, A, f"fundarPieza {LANDING}").msgid
    assert {int(line) for line in lines(match, A, "fundarPieza")} == {
        v for v, main in enumerate(island.main) if main
    }
    match.play(A, f"fundarPieza {QUAY}")
    roads = {int(line) for line in lines(match, A, "fundarCamino")}
    assert roads == {edge for edge in island.edges_at[QUAY] if island.dry[edge]}
    assert side(2, 0, "e") in roads
    assert PASSAGE[0] not in roads
    assert "land beside it" in refused(match, A, f"fundarCamino {PASSAGE[0]}").msgid
    match.play(A, f"fundarCamino {side(2, 0, 'e')}")


def test_the_second_piece_of_the_foundation_is_a_city():
    match = begun()
    for _ in range(6):
        (seat,) = match.waiting
        match.play(seat, match.default(seat))
        match.play(seat, match.default(seat))
    assert scores(match) == [3, 3, 3]


def test_scenario_100_the_first_camp_on_an_island_counts_two_the_next_ones_one_for_each_seat():
    far = around(4, 0, "nw", "n", "ne")
    match = sailed(
        camps={A: [QUAY]},
        ships={A: [*PASSAGE, *far]},
        hands={A: "madera*2 arcilla*2 trigo*4 lana*2 piedra*3"},
    )
    assert scores(match)[A] == 1
    match.play(A, f"construirCampamento {LANDING}")
    assert scores(match)[A] == 3
    assert Colonised(A, LANDING) in told(match)
    match.play(A, f"construirCampamento {at(4, 0, 'ne')}")
    assert scores(match)[A] == 4
    match.play(A, f"mejorarCiudad {LANDING}")
    assert scores(match)[A] == 5
    assert not [event for event in told(match) if isinstance(event, Colonised)]
    assert ocean(match).colonies[A] == [island_for(4, sea=True).isle_at[LANDING]]


def test_another_seat_s_first_camp_on_the_same_island_counts_two_as_well():
    match = sailed(
        camps={B: [LANDING]}, colonies={B: [1]}, ships={A: [side(3, 1, "sw")]}, hands={A: CAMP}, goal=30
    )
    match.play(A, f"construirCampamento {at(3, 1, 'sw')}")
    assert scores(match)[:2] == [2, 2]


def test_the_last_point_may_be_a_colony_s():
    inland = [at(0, 0, "n"), at(0, 0, "s")]
    match = sailed(camps={A: [QUAY, *inland]}, ships={A: PASSAGE}, hands={A: CAMP}, goal=5)
    match.play(A, f"construirCampamento {LANDING}")
    assert match.outcome is not None
    assert match.outcome.winners == (A,)


def test_a_camp_and_its_point_are_taken_back_together():
    match = sailed(camps={A: [QUAY]}, ships={A: [*PASSAGE, SHORE]}, hands={A: CAMP})
    match.play(A, f"construirCampamento {LANDING}")
    match.play(A, "takeback 1")
    assert (scores(match)[A], ocean(match).colonies[A]) == (1, [])
    assert tuple(match.state.hands[A]) == nine(CAMP)

"""The lost tables, the island's geometry, and dealing it (rules/natrak.md, 3, 4, 11)."""

from collections import Counter

import pytest

from games.core.hexes import distance
from games.core.match import Match, complete_options
from games.core.model import IllegalMove
from games.core.rng import Rng
from games.natrak import GAME
from games.natrak.components import (
    DECKS,
    DISCIPLINE_OF,
    DISCIPLINES,
    LARGE,
    LEGACY_DECKS,
    POINT_CARDS,
    PROGRESS,
    SMALL,
    TRADED,
    YIELDS,
    Decks,
    Material,
    Plan,
    Progress,
    Scroll,
    Terrain,
    cards,
    counted,
)
from games.natrak.dealing import deal, deal_tokens, reds_touch
from games.natrak.island import island_for
from games.natrak.progress import RULES
from tests.games.natrak.board import of


@pytest.mark.parametrize(
    ("seats", "hexes", "vertices", "edges", "coast"), [(4, 19, 54, 72, 30), (6, 30, 80, 109, 38)]
)
def test_the_islands_have_as_many_parts_as_the_rules_say(
    seats: int, hexes: int, vertices: int, edges: int, coast: int
):
    island = island_for(seats)
    assert (len(island.hexes), len(island.vertices), len(island.edges)) == (hexes, vertices, edges)
    inland = [edge for edge in island.edges if all(cell in island.hexes for cell in edge)]
    assert edges - len(inland) == coast
    assert all(len(corners) == 6 for corners in island.corners)
    assert all(len(ends) == 2 for ends in island.ends)
    assert all(len(around) in (2, 3) for around in island.edges_at)
    assert all(v in island.near[w] for v in range(vertices) for w in island.near[v])


def test_vertices_and_edges_are_numbered_by_their_coordinates():
    island = island_for(4)
    assert list(island.vertices) == sorted(island.vertices)
    assert list(island.edges) == sorted(island.edges)
    assert list(island.hexes) == sorted(island.hexes, key=lambda cell: (cell[1], cell[0]))
    assert all(distance(one, other) == 1 for one, other in island.edges)


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_ports_lie_on_the_coast_and_share_no_vertex(seats: int):
    island = island_for(seats)
    assert len(island.ports) == (9 if seats < 5 else 11)
    assert len(island.port_at) == 2 * len(island.ports)
    for edge in island.ports:
        assert sum(cell in island.hexes for cell in island.edges[edge]) == 1


@pytest.mark.parametrize(
    ("plan", "terrains", "tokens", "moors", "generic", "deck"),
    [(SMALL, 19, 18, 1, 4, 25), (LARGE, 30, 28, 2, 5, 34)],
)
def test_there_is_as_much_of_everything_as_the_rules_say(
    plan: Plan, terrains: int, tokens: int, moors: int, generic: int, deck: int
):
    assert (len(plan.terrains), len(plan.tokens), len(plan.deck)) == (terrains, tokens, deck)
    assert plan.terrains.count(Terrain.MOOR) == moors
    assert 7 not in plan.tokens
    assert plan.port_kinds.count(None) == generic
    assert len(plan.port_kinds) == len(plan.ports)
    assert plan.port_kinds.count(Material.WOOL) == (1 if plan is SMALL else 2)
    assert plan.deck.count(Scroll.GLORY) == 5
    assert set(plan.terrains) - set(YIELDS) == {Terrain.MOOR}


@pytest.mark.parametrize("seats", [4, 6])
def test_no_six_or_eight_lies_beside_another(seats: int):
    for n in range(30):
        board = deal(seats, Rng("deal", n))
        assert not reds_touch(board.island, board.token)
        assert Counter(board.token) == Counter(board.island.plan.tokens) + Counter(
            {0: board.terrain.count(Terrain.MOOR)}
        )
        assert all(
            bool(token) == (kind is not Terrain.MOOR) for token, kind in zip(board.token, board.terrain)
        )


@pytest.mark.parametrize("seats", [4, 6])
def test_after_too_many_tries_the_sixes_and_eights_are_put_apart_first(seats: int):
    for n in range(30):
        board = deal(seats, Rng("deal", n))
        fertile = [cell for cell, kind in enumerate(board.terrain) if kind is not Terrain.MOOR]
        tokens = deal_tokens(board.island, fertile, board.island.plan.tokens, Rng("fallback", n), tries=0)
        assert not reds_touch(board.island, tokens)
        assert Counter(tokens) == Counter(board.token)


def test_reds_that_touch_are_noticed():
    island = island_for(4)
    tokens = [0] * 19
    tokens[0], tokens[1] = 6, 8
    assert reds_touch(island, tokens)


def test_the_dragon_starts_on_the_first_moor():
    for n in range(10):
        board = deal(6, Rng("dragon", n))
        assert board.dragon == board.terrain.index(Terrain.MOOR)


def test_cards_are_written_once_a_material_and_read_back():
    assert cards(of("madera lana*3")) == ("madera", "lana*3")
    assert counted(()) == (0, 0, 0, 0, 0)
    for wrong in (
        "oro",
        "madera*1",
        "madera*0",
        "madera*-1",
        "madera*1.5",
        "madera*",
        "madera madera",
        "MADERA",
    ):
        with pytest.raises(IllegalMove):
            of(wrong)


def test_scenario_006_the_goal_is_a_whole_number_from_5_to_500():
    for goal in ("4", "501", "7.5", "07", "", "-8", "٨", "1e1"):
        with pytest.raises(ValueError):
            complete_options(GAME, {"goal": goal})
    for goal in ("5", "500", "10", "37"):
        assert Match(GAME, "goal", range(3), {"goal": goal}).state.goal == int(goal)
    assert Match(GAME, "goal", range(3)).state.goal == 10


def test_the_versions_with_adventurers_are_played_to_13_unless_said_otherwise():
    assert complete_options(GAME, {"version": "aventureros"}) == {"version": "aventureros", "goal": "13"}
    assert complete_options(GAME, {"version": "aventureros", "goal": "8"})["goal"] == "8"
    assert complete_options(GAME, {"version": "completo"})["goal"] == "13"
    assert GAME.options[0].choices == ("basico", "aventureros", "completo")


@pytest.mark.parametrize(("decks", "size", "kinds"), [(DECKS, 18, (6, 9, 10)), (LEGACY_DECKS, 12, (3, 3, 3))])
def test_every_discipline_has_its_deck(decks: Decks, size: int, kinds: tuple[int, ...]):
    assert [sum(decks[discipline].values()) for discipline in DISCIPLINES] == [size] * 3
    assert tuple(len(decks[discipline]) for discipline in DISCIPLINES) == kinds
    assert set(PROGRESS) == set(DISCIPLINE_OF)
    assert set(PROGRESS) == {*RULES, *POINT_CARDS, Progress.SCHOLAR}


def test_goods_are_named_only_where_there_are_goods():
    assert counted(("hierbas", "moneda*2"), len(TRADED)) == (0, 0, 0, 0, 0, 1, 0, 2)
    assert cards((0, 0, 0, 0, 0, 1, 0, 2)) == ("hierbas", "moneda*2")
    with pytest.raises(IllegalMove):
        counted(("hierbas",))

"""rules/natrak.md, 5, 7.2 to 7.4, 15.1, 15.2: the city of the foundation, the event die, the attack, walls."""

from games.core.match import Match
from games.natrak import GAME
from games.natrak.components import Discipline, Material, Piece, Terrain
from games.natrak.events import (
    Built,
    Defended,
    FortressesHeld,
    GoblinsAttacked,
    GoblinsMarched,
    NoBooty,
    Pillaged,
    ProgressDrawn,
    Rolled,
    SevenSpared,
)
from games.natrak.moves import FoundCamp
from tests.games.natrak.board import (
    A,
    B,
    C,
    D,
    E,
    M,
    asked,
    at,
    drawn,
    lines,
    refused,
    roll,
    scores,
    told,
    way,
)
from tests.games.natrak.ventures import all_of, held, news, saga_seen, tale, throw, ventured

NORTH, SOUTH, EAST, WEST = at(0, -2, "n"), at(0, 2, "s"), at(2, 0, "se"), at(-2, 0, "nw")
MIDDLE, FAR = at(0, 0, "n"), at(0, 0, "s")


def attacked(**more: object) -> M:
    """The goblins are one step away, and the roll brings them here."""
    match = ventured(march=6, phase="roll", **more)  # type: ignore[arg-type]
    throw(match, 8, 1)
    return match


def kinds(match: M) -> list[str]:
    """What the last move did, by name."""
    return [type(event).__name__ for event in told(match)]


# Foundation and production


def test_scenario_008_the_second_piece_is_a_city_and_pays_no_goods():
    for n in range(300):
        match = Match(GAME, f"city {n}", range(3), {"version": "aventureros"})
        while match.state.board.camps[A] == [] or match.waiting != (A,) or asked(match) != "PlaceCamp":
            match.play(match.waiting[0], match.default(match.waiting[0]))
        board = match.state.board
        spots = [
            move.vertex
            for move in match.legal(A)
            if isinstance(move, FoundCamp)
            and {board.terrain[cell] for cell in board.island.touching[move.vertex]}
            == {Terrain.FOREST, Terrain.MINE, Terrain.MOOR}
        ]
        if spots:
            break
    match.play(A, f"fundarPieza {spots[0]}")
    assert told(match)[0] == Built(A, Piece.CITY, spots[0], paid=False)
    assert held(match, A) == all_of("madera piedra")
    assert scores(match)[A] == 3
    assert match.state.board.city[spots[0]]


def test_scenario_012_a_city_in_a_forest_makes_herbs():
    match = ventured(
        terrain={(0, 0): "bosque 8"}, camps={A: [MIDDLE]}, cities={A: [FAR]}, phase="roll", decks=""
    )
    throw(match, 8, 1)
    assert held(match, A) == all_of("madera*2 hierbas")


def test_cities_make_tribute_on_farmland_and_coin_in_mines_but_two_of_clay_and_wool():
    for terrain, made in (
        ("labranza", "trigo tributo"),
        ("mina", "piedra moneda"),
        ("cantera", "arcilla*2"),
        ("pradera", "lana*2"),
    ):
        match = ventured(terrain={(0, 0): f"{terrain} 8"}, cities={B: [MIDDLE]}, phase="roll")
        throw(match, 8, 1)
        assert held(match, B) == all_of(made)


# The event die


def test_scenario_017_in_the_first_round_a_seven_does_nothing_but_the_goblins_march():
    match = ventured(turn=2, phase="roll", hands={A: "lana*9"}, cities={A: [MIDDLE]})
    throw(match, 7, 3)
    assert told(match)[1:] == [GoblinsMarched(1), SevenSpared()]
    assert asked(match) == "TakeTurn"
    assert (tale(match).march, tale(match).event, tale(match).faces[3]) == (1, 3, 1)


def test_the_first_three_faces_move_the_goblins_and_the_others_open_gates():
    for face, discipline in ((4, "alquimia"), (5, "corona"), (6, "religion")):
        match = ventured(phase="roll", levels={A: f"{discipline} 5"}, decks="feria espia erudito")
        throw(match, 8, face)
        assert tale(match).march == 0
        assert [e.discipline.value for e in told(match) if isinstance(e, ProgressDrawn)] == [discipline]
    for face in (1, 2, 3):
        match = ventured(phase="roll", march=2)
        throw(match, 8, face)
        assert tale(match).march == 3


def test_the_three_dice_are_told():
    match = ventured(phase="roll")
    throw(match, 8, 2, red=3)
    assert told(match)[0] == Rolled(match.waiting[0], 3, 5, 2)


# The attack


def test_scenario_027_attack_and_pillage_come_before_discards_and_those_before_the_dragon():
    match = ventured(
        march=6,
        phase="roll",
        cities={A: [MIDDLE, FAR]},
        walls=[MIDDLE],
        hands={A: "lana*9"},
    )
    throw(match, 7, 1)
    assert asked(match) == "PillageCity"
    refused(match, A, "descartar lana*4")
    match.play(A, f"saquear {MIDDLE}")
    assert told(match) == [Pillaged(A, MIDDLE, wall=True)]
    assert asked(match) == "DiscardHalf"
    match.play(A, "descartar lana*4")
    assert asked(match) == "MoveDragon"


def test_scenario_042_a_defence_that_reaches_the_goal_wins_at_once_on_anothers_turn():
    match = attacked(
        goal=5,
        cities={B: [MIDDLE, FAR]},
        adventurers={B: {EAST: "2 active"}},
        hands={C: "lana*9"},
    )
    assert match.outcome is not None
    assert match.outcome.winners == (B,)
    assert match.stack == []


def test_scenario_049_a_pillaged_player_may_have_a_sixth_camp_but_builds_none():
    camps = [at(q, r, "n") for q, r in ((-1, -1), (1, -1), (-1, 1), (1, 1), (0, 2))]
    match = attacked(
        camps={A: camps},
        cities={A: [WEST]},
        hands={A: "madera arcilla trigo lana"},
        roads={A: way(at(2, -2, "ne"), at(2, -2, "n"))},
    )
    assert told(match)[-1] == Pillaged(A, WEST, wall=False)
    assert len(match.state.board.camps[A]) == 6
    assert match.state.board.left(A, Piece.CAMP) == 0
    spot = match.state.board.camp_spots(A)[0]
    assert "no such piece" in refused(match, A, f"construirCampamento {spot}").msgid


def test_scenario_085_who_ties_for_most_in_the_defence_gains_a_point_each():
    match = attacked(
        cities={A: [NORTH], B: [SOUTH], C: [EAST, WEST]},
        fortresses={"corona": NORTH},
        adventurers={A: {MIDDLE: "2 active"}, B: {FAR: "2 active", at(1, 0, "n"): "3"}},
    )
    assert told(match)[2:] == [GoblinsAttacked(4, 4), Defended(A, 2), Defended(B, 2)]
    assert tale(match).defences == [1, 1, 0, 0]
    assert scores(match) == [2 + 2 + 1, 3, 4, 0]
    assert tale(match).march == 0
    assert not any(one.active for one in match.state.board.adventurers.values())


def test_the_attack_succeeds_against_a_smaller_defence():
    match = attacked(
        cities={A: [NORTH], B: [SOUTH], C: [EAST]}, adventurers={A: {MIDDLE: "2 active"}, B: {FAR: "1"}}
    )
    assert told(match)[2:] == [
        GoblinsAttacked(3, 2),
        Pillaged(B, SOUTH, wall=False),
        Pillaged(C, EAST, wall=False),
    ]
    assert tale(match).defences == [0, 0, 0, 0]


def test_scenario_087_who_is_away_gives_nothing_and_pays():
    seats = 5
    city, other = at(0, 0, "n", seats), at(0, 2, "s", seats)
    match = attacked(
        seats=seats,
        cities={A: [city, at(-1, 0, "nw", seats)], E: [other]},
        adventurers={A: {at(0, 0, "s", seats): "1 active"}, E: {at(1, 0, "s", seats): "3 active"}},
        absent=[E],
    )
    assert told(match)[2:] == [GoblinsAttacked(3, 1), Pillaged(E, other, wall=False)]


def test_scenario_088_all_who_tie_for_least_pay():
    match = attacked(
        cities={A: [NORTH], B: [SOUTH], C: [EAST]}, adventurers={A: {MIDDLE: "1 active"}, D: {FAR: "1"}}
    )
    assert [e.seat for e in told(match) if isinstance(e, Pillaged)] == [B, C]
    assert scores(match) == [2, 1, 1, 0]


def test_scenario_089_who_has_several_cities_chooses_which_and_its_wall_goes_too():
    match = attacked(
        cities={A: [NORTH], B: [SOUTH, EAST, WEST]}, walls=[EAST, SOUTH], fortresses={"corona": WEST}
    )
    assert told(match)[-1] == Pillaged(A, NORTH, wall=False)
    assert (match.waiting, lines(match, B, "saquear")) == ((B,), [str(v) for v in sorted((SOUTH, EAST))])
    assert "fortress" in refused(match, B, f"saquear {WEST}").msgid
    refused(match, B, f"saquear {NORTH}")
    match.play(B, f"saquear {EAST}")
    assert told(match) == [Pillaged(B, EAST, wall=True)]
    assert match.state.board.walls == [SOUTH]
    assert asked(match) == "TakeTurn"


def test_by_default_the_first_city_falls():
    match = attacked(cities={B: [SOUTH, EAST, WEST]}, fortresses={"corona": min(SOUTH, EAST, WEST)})
    match.play(B, match.default(B), by="clock")
    assert [e.vertex for e in told(match) if isinstance(e, Pillaged)] == [sorted((SOUTH, EAST, WEST))[1]]


def test_several_choose_at_once_and_for_good_and_nobody_sees_it_before_all_have():
    match = attacked(cities={A: [NORTH, MIDDLE], B: [SOUTH, EAST]})
    assert match.waiting == (A, B)
    match.play(B, f"saquear {EAST}")
    assert told(match) == []
    assert "for good" in refused(match, B, f"saquear {SOUTH}").msgid
    assert match.state.board.city[EAST]
    match.play(A, f"saquear {NORTH}")
    assert told(match) == [Pillaged(A, NORTH, wall=False), Pillaged(B, EAST, wall=False)]


def test_who_leaves_while_it_owes_a_city_loses_the_first():
    match = attacked(cities={A: [NORTH, MIDDLE], B: [SOUTH, EAST]})
    match.play(None, "ausente 1", by="system")
    match.play(A, f"saquear {MIDDLE}")
    assert [e.vertex for e in told(match) if isinstance(e, Pillaged)] == [MIDDLE, min(SOUTH, EAST)]


def test_scenario_090_without_a_city_the_goblins_leave_and_all_rest():
    match = attacked(camps={A: [NORTH]}, adventurers={B: {MIDDLE: "3 active"}})
    assert told(match)[2:] == [GoblinsAttacked(0, 3), NoBooty()]
    assert tale(match).march == 0
    assert not match.state.board.adventurers[MIDDLE].active
    assert scores(match) == [1, 0, 0, 0]


def test_who_has_fortresses_alone_counts_for_the_least_and_loses_nothing():
    match = attacked(
        cities={A: [NORTH], B: [SOUTH, EAST]},
        fortresses={"corona": NORTH},
        adventurers={B: {MIDDLE: "1 active"}},
    )
    assert told(match)[2:] == [GoblinsAttacked(3, 1), FortressesHeld(A)]


def test_after_the_attack_the_number_produces_with_what_is_left():
    match = attacked(terrain={(0, 0): "bosque 8"}, cities={A: [MIDDLE]})
    assert kinds(match) == ["Rolled", "GoblinsMarched", "GoblinsAttacked", "Pillaged", "Produced"]
    assert held(match, A) == all_of("madera")


# Walls


def test_scenario_020_each_wall_saves_two_cards_from_a_seven():
    walls = [MIDDLE, FAR, EAST]
    for n, keeps, loses in ((1, 9, 10), (3, 13, 14)):
        for cards in (keeps, loses):
            match = ventured(
                cities={B: walls}, walls=walls[:n], hands={B: f"lana*{cards}"}, phase="roll", march=1
            )
            throw(match, 7, 1)
            assert asked(match) == ("MoveDragon" if cards == keeps else "DiscardHalf")
    match.play(B, "descartar lana*7")
    assert held(match, B) == all_of("lana*7")


def test_goods_count_for_a_seven_and_may_be_discarded():
    match = ventured(hands={B: "lana*4 hierbas*4"}, phase="roll")
    throw(match, 7, 1)
    refused(match, B, "descartar hierbas*5")
    match.play(B, "descartar hierbas*3,lana")
    assert held(match, B) == all_of("lana*3 hierbas")
    assert news(match, C) != news(match, B)


def test_a_wall_goes_around_an_own_city_that_has_none_three_at_most():
    cities = [NORTH, SOUTH, EAST, WEST]
    match = ventured(cities={A: cities[:3], B: [WEST]}, camps={A: [MIDDLE]}, hands={A: "arcilla*9"})
    for wrong in (WEST, MIDDLE):
        assert "city of yours" in refused(match, A, f"construirMuralla {wrong}").msgid
    for city in cities[:3]:
        match.play(A, f"construirMuralla {city}")
    assert held(match, A) == all_of("arcilla*3")
    assert scores(match)[A] == 7
    assert "Three walls" in refused(match, A, f"construirMuralla {NORTH}").msgid
    match = ventured(cities={A: [NORTH]}, hands={A: "arcilla"})
    assert "pay" in refused(match, A, f"construirMuralla {NORTH}").msgid


def test_a_wall_can_be_taken_back():
    match = ventured(cities={A: [NORTH]}, hands={A: "arcilla*2"})
    match.play(A, f"construirMuralla {NORTH}")
    match.play(A, "takeback 1")
    assert held(match, A) == all_of("arcilla*2")
    assert match.state.board.walls == []


def test_everybody_sees_how_far_the_goblins_are_and_what_the_defence_is_worth():
    match = ventured(march=4, adventurers={B: {MIDDLE: "2 active", FAR: "3"}}, walls=[], defences=[0, 2])
    for reader in (A, B, None):
        saga = saga_seen(match, reader)
        assert (saga.march, saga.contributions, saga.defences) == (4, (0, 2, 0, 0), (0, 2, 0, 0))


def test_the_basic_version_knows_nothing_of_all_this():
    match = drawn(cities={A: [NORTH]}, hands={A: "arcilla*2 lana piedra trigo*3"}, roads={A: [0]})
    for line in (
        f"construirMuralla {NORTH}",
        "plantarAventurero 1",
        "activar 1",
        "promover 1",
        "moverAventurero 1 2",
        "expulsar 1",
        "subirDisciplina corona",
        f"colocarMetropolis {NORTH}",
        "jugarProgreso espia 1",
    ):
        assert "not possible now" in refused(match, A, line).msgid
    for line in ("cambiarGremio trigo hierbas", "cambiarGremio moneda lana"):
        assert "no goods" in refused(match, A, line).msgid
    refused(match, A, "ofrecer - lana hierbas")
    match = drawn(phase="roll")
    roll(match, 8)
    assert match.view(None).saga is None  # type: ignore[attr-defined]
    assert Material.HERBS.at >= match.state.kinds
    assert Discipline.CROWN.value == "corona"

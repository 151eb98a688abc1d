"""rules/natrak.md, 7.3, 10.2, 12.1 to 12.3: disciplines, metropolises, gates, the consolation, goods at the guild."""

import pytest

from games.natrak.board import NOBODY
from games.natrak.components import DISCIPLINES, GOOD_FOR, Discipline, Material, Progress
from games.natrak.disciplines import pending
from games.natrak.events import (
    ConsolationOwed,
    Consoled,
    MetropolisClaimed,
    MetropolisPlaced,
    ProgressDrawn,
    ProgressRevealed,
    Raised,
)
from tests.games.natrak.board import A, B, C, D, M, asked, at, lines, refused, scores, told, way
from tests.games.natrak.ventures import all_of, held, holds, level, news, saga_seen, tale, throw, ventured

NORTH, SOUTH, EAST = at(0, -2, "n"), at(0, 2, "s"), at(2, 0, "se")
MIDDLE, FAR = at(0, 0, "n"), at(0, 0, "s")


@pytest.mark.parametrize("discipline", DISCIPLINES)
def test_level_n_costs_n_of_the_disciplines_good(discipline: Discipline):
    good = GOOD_FOR[discipline].value
    match = ventured(cities={A: [NORTH, SOUTH]}, hands={A: f"{good}*15"})
    for n, left in zip(range(1, 6), (14, 12, 9, 5, 0), strict=True):
        match.play(A, f"subirDisciplina {discipline.value}")
        assert level(match, A, discipline) == n
        assert held(match, A) == all_of(f"{good}*{left}" if left > 1 else "")
        if n == 4:
            match.play(A, f"colocarMetropolis {NORTH}")
    assert "highest level" in refused(match, A, f"subirDisciplina {discipline.value}").msgid


def test_one_rises_only_with_a_city_and_with_the_goods():
    match = ventured(camps={A: [NORTH]}, hands={A: "moneda"})
    assert "need a city" in refused(match, A, "subirDisciplina corona").msgid
    match = ventured(cities={A: [NORTH]}, hands={A: "moneda hierbas*2"}, levels={A: "corona 1"})
    assert "enough of the good" in refused(match, A, "subirDisciplina corona").msgid
    match.play(A, "subirDisciplina alquimia")
    assert told(match) == [Raised(A, Discipline.ALCHEMY, 1, 1)]
    assert match.undoable(A) == []


def test_a_fortress_is_city_enough_to_rise():
    match = ventured(
        cities={A: [NORTH]}, fortresses={"alquimia": NORTH}, levels={A: "alquimia 4"}, hands={A: "moneda"}
    )
    match.play(A, "subirDisciplina corona")


# Metropolises


def fourth(**more: object) -> M:
    """A is about to reach level 4 of the Crown."""
    base: dict[str, object] = {
        "cities": {A: [NORTH, SOUTH]},
        "levels": {A: "corona 3"},
        "hands": {A: "moneda*9 hierbas arcilla*2"},
    }
    return ventured(**{**base, **more})  # type: ignore[arg-type]


def test_scenario_082_who_claims_a_metropolis_has_its_points_and_must_place_it():
    match = fourth(roads={A: way(at(0, 0, "n"), at(0, 0, "ne"))})
    match.play(A, "subirDisciplina corona")
    assert told(match)[1:] == [MetropolisClaimed(A, Discipline.CROWN, None)]
    assert scores(match)[A] == 6
    assert pending(match.state, A) is Discipline.CROWN
    for line in ("terminarTurno", "subirDisciplina alquimia", "subirDisciplina corona"):
        assert "First place your metropolis" in refused(match, A, line).msgid
    assert lines(match, A, "colocarMetropolis") == [str(v) for v in sorted((NORTH, SOUTH))]
    match.play(A, f"construirMuralla {SOUTH}")
    assert "city of yours" in refused(match, A, f"colocarMetropolis {EAST}").msgid
    match.play(A, f"colocarMetropolis {SOUTH}")
    assert told(match) == [MetropolisPlaced(A, Discipline.CROWN, SOUTH)]
    assert "No metropolis" in refused(match, A, f"colocarMetropolis {NORTH}").msgid
    assert scores(match)[A] == 6
    match.play(A, "terminarTurno")


def test_scenario_084_without_a_city_for_it_a_level_that_claims_is_refused():
    match = fourth(cities={A: [NORTH]}, fortresses={"religion": NORTH})
    assert "no city left for one" in refused(match, A, "subirDisciplina corona").msgid


def test_one_takes_a_metropolis_only_by_a_higher_level_and_never_at_the_top():
    theirs = {"cities": {A: [NORTH], B: [SOUTH]}, "fortresses": {"corona": SOUTH}}
    match = fourth(**theirs, levels={A: "corona 3", B: "corona 4"})
    match.play(A, "subirDisciplina corona")
    assert told(match) == [Raised(A, Discipline.CROWN, 4, 4)]
    match.play(A, "subirDisciplina corona")
    assert told(match)[1:] == [MetropolisClaimed(A, Discipline.CROWN, B)]
    assert scores(match)[:2] == [4, 2]
    assert match.state.board.fortresses[Discipline.CROWN.at] == NOBODY
    match = fourth(**theirs, levels={A: "corona 4", B: "corona 5"})
    match.play(A, "subirDisciplina corona")
    assert told(match) == [Raised(A, Discipline.CROWN, 5, 5)]
    assert scores(match)[:2] == [2, 4]


def test_a_metropolis_that_waits_when_the_clock_runs_out_goes_on_the_first_city():
    match = fourth()
    match.play(A, "subirDisciplina corona")
    refused(match, A, "terminarTurno x")
    refused(fourth(), A, "terminarTurno colocar")
    match.play(A, match.default(A), by="clock")
    assert told(match)[0] == MetropolisPlaced(A, Discipline.CROWN, min(NORTH, SOUTH))
    match = fourth()
    match.play(A, "subirDisciplina corona")
    match.play(None, "ausente 0", by="system")
    assert MetropolisPlaced(A, Discipline.CROWN, min(NORTH, SOUTH)) in told(match)


def test_in_the_special_window_one_rises_and_places_before_closing():
    seats = 5
    city = at(0, 0, "n", seats)
    match = ventured(seats=seats, turn=5, cities={B: [city]}, levels={B: "corona 3"}, hands={B: "moneda*4"})
    match.play(match.waiting[0], "terminarTurno")
    match.play(B, "subirDisciplina corona")
    assert "First place" in refused(match, B, "cerrarVentana").msgid
    assert match.standing is None
    match.play(B, match.default(B), by="clock")
    assert told(match)[0] == MetropolisPlaced(B, Discipline.CROWN, city)
    assert asked(match) == "RollDice"


def test_a_metropolis_wins_the_moment_it_is_claimed():
    match = fourth(goal=6)
    match.play(A, "subirDisciplina corona")
    assert match.outcome is not None
    assert match.outcome.winners == (A,)


# Gates


@pytest.mark.parametrize(
    ("at_level", "red", "draws"),
    [(1, 2, True), (1, 3, False), (5, 6, True), (0, 1, False), (3, 4, True), (3, 5, False)],
)
def test_a_gate_opens_for_who_is_far_enough(at_level: int, red: int, draws: bool):
    match = ventured(phase="roll", levels={B: f"corona {at_level}"}, decks="espia")
    throw(match, red + 5 if red < 6 else 8, 5, red=red)
    assert holds(match, B) == ("espia" if draws else "")


def test_scenario_069_the_level_and_the_red_die_decide_who_draws():
    match = ventured(
        phase="roll", levels={A: "religion 1", B: "religion 5", C: "corona 5"}, decks="grua herrero medicina"
    )
    throw(match, 8, 6, red=6)
    assert [holds(match, seat) for seat in (A, B, C, D)] == ["", "grua", "", ""]


def test_scenario_070_with_four_cards_one_draws_none_but_a_spy_may_take_a_fifth():
    four = "espia espia intriga boda"
    match = ventured(
        phase="roll",
        levels={A: "corona 5"},
        progress={A: four, B: "obispo"},
        decks="obispo",
    )
    throw(match, 8, 5, red=2)
    assert len(tale(match).progress[A]) == 4
    match.play(A, "jugarProgreso espia 1")
    match.play(A, "elegir obispo")
    assert holds(match, A) == "obispo espia intriga boda"
    full = ventured(progress={A: "espia", B: "obispo"})
    tale(full).progress[A] += [Progress.CRANE] * 4
    full.play(A, "jugarProgreso espia 1")
    full.play(A, "elegir obispo")
    assert len(tale(full).progress[A]) == 5


def test_cards_are_drawn_in_the_order_of_sitting_while_they_last_and_not_by_who_is_away():
    match = ventured(
        phase="roll",
        turn=6,
        levels=dict.fromkeys((A, B, C, D), "religion 5"),
        decks="grua herrero",
        absent=[B],
    )
    match.play(None, "presente 1", by="system")
    match.play(None, "ausente 0", by="system")
    throw(match, 8, 6, red=2)
    assert [e.seat for e in told(match) if isinstance(e, ProgressDrawn)] == [B, C]
    assert [holds(match, seat) for seat in (A, B, C, D)] == ["", "grua", "herrero", ""]
    assert tale(match).decks[Discipline.RELIGION.at] == []


def test_scenario_072_a_card_worth_a_point_lies_open_at_once_on_anybodys_turn():
    for face, word, card in ((5, "corona", Progress.CONSTITUTION), (6, "religion", Progress.PRINTER)):
        match = ventured(phase="roll", turn=6, levels={A: f"{word} 1"}, decks=card.value)
        throw(match, 8, face, red=2)
        assert ProgressRevealed(A, card) in told(match)
        assert scores(match)[A] == 1
        assert holds(match, A) == ""
        for reader in (A, B, None):
            assert saga_seen(match, reader).revealed[A] == (card,)


def test_who_draws_sees_the_card_and_everybody_the_discipline():
    match = ventured(phase="roll", levels={B: "corona 5"}, decks="espia")
    throw(match, 8, 5, red=2)
    drawn = ProgressDrawn(B, Discipline.CROWN, Progress.SPY)
    assert drawn in news(match, B)
    for reader in (A, C, None):
        assert ProgressDrawn(B, Discipline.CROWN, None) in news(match, reader)
        assert drawn not in news(match, reader)
        assert saga_seen(match, reader).progress == ()
        assert saga_seen(match, reader).progress_counts == (0, 1, 0, 0)
    assert saga_seen(match, B).progress == (Progress.SPY,)


# The third level of each


def test_scenario_055_with_alchemy_at_3_goods_trade_two_for_one_and_basics_as_before():
    match = ventured(levels={A: "alquimia 3", B: "alquimia 2"}, hands={A: "hierbas*2 moneda*2 lana*3"})
    assert match.view(A).rates == (4, 4, 4, 4, 4, 2, 2, 2)  # type: ignore[attr-defined]
    assert match.view(B).rates == (4,) * 8  # type: ignore[attr-defined]
    match.play(A, "cambiarGremio hierbas moneda")
    match.play(A, "cambiarGremio moneda trigo")
    assert held(match, A) == all_of("lana*3 trigo moneda")
    refused(match, A, "cambiarGremio lana trigo")


def test_ports_do_nothing_for_goods():
    port = at(1, -2, "ne")
    match = ventured(camps={A: [port]}, hands={A: "hierbas*4 lana*3"})
    assert match.view(A).rates == (3,) * 5 + (4,) * 3  # type: ignore[attr-defined]
    match.play(A, "cambiarGremio hierbas moneda")
    assert held(match, A) == all_of("lana*3 moneda")


def test_goods_are_offered_like_other_cards():
    match = ventured(hands={A: "hierbas", B: "lana moneda"})
    match.play(A, "ofrecer 1 hierbas moneda")
    match.play(B, f"aceptar {next(iter(match.offers))}")
    assert (held(match, A), held(match, B)) == (all_of("moneda"), all_of("lana hierbas"))


def consoled(**more: object) -> M:
    """A roll that brings A, who is at the third level of Religion, nothing."""
    match = ventured(phase="roll", levels={A: "religion 3", B: "religion 2"}, **more)  # type: ignore[arg-type]
    throw(match, 8, 1)
    return match


def test_scenario_028_religion_consoles_whom_a_roll_brings_nothing_even_under_the_dragon():
    match = consoled(terrain={(0, 0): "bosque 8"}, camps={A: [MIDDLE]}, dragon=(0, 0))
    assert told(match)[-1] == ConsolationOwed(A)
    assert saga_seen(match, C).owed == (1, 0, 0, 0)
    offer = next(iter(match.offers))
    assert lines(match, A, "consuelo")[0] == f"{offer} madera"
    assert "five basic" in refused(match, A, f"consuelo {offer} hierbas").msgid
    refused(match, B, f"consuelo {offer} lana")
    match.play(A, f"consuelo {offer} piedra")
    assert told(match) == [Consoled(A, Material.STONE)]
    assert held(match, A) == all_of("piedra")
    assert (saga_seen(match, C).owed, match.offers) == ((0, 0, 0, 0), {})


def test_who_got_a_card_is_away_or_saw_a_seven_is_not_consoled():
    match = consoled(terrain={(0, 0): "bosque 8"}, camps={A: [MIDDLE]})
    assert saga_seen(match, A).owed == (0, 0, 0, 0)
    for number, turn, absent in ((7, 2, []), (7, 6, []), (8, 6, [A])):
        match = ventured(phase="roll", levels={A: "religion 3"}, turn=turn, absent=absent)
        throw(match, number, 1)
        assert saga_seen(match, A).owed == (0, 0, 0, 0)


def test_a_consolation_waits_for_a_main_phase_and_blocks_nobody():
    match = ventured(phase="roll", levels={C: "religion 3"}, hands={A: "lana*9"})
    throw(match, 8, 1)
    offer = next(iter(match.offers))
    assert match.waiting == (A,)
    match.play(A, "terminarTurno")
    assert asked(match) == "RollDice"
    assert "has to wait" in refused(match, C, f"consuelo {offer} lana").msgid
    throw(match, 8, 1)
    match.play(C, f"consuelo {offer} lana")
    assert held(match, C) == all_of("lana")


def test_what_was_not_chosen_before_the_own_next_roll_chance_chooses():
    match = ventured(phase="roll", levels={B: "religion 3"})
    throw(match, 8, 1)
    match.play(A, "terminarTurno")
    assert match.waiting == (B,)
    assert [type(e).__name__ for e in told(match)] == ["TurnBegan", "Consoled"]
    assert sum(held(match, B)) == 1
    assert match.offers == {}

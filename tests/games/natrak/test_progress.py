"""rules/natrak.md, 12.4, 12.6: playing progress cards at all, hidden hands, and the legacy decks."""

from copy import deepcopy
from itertools import pairwise

import pytest

from games.core.match import Match
from games.core.model import Move
from games.natrak import GAME
from games.natrak.components import DECKS, DISCIPLINES, LEGACY_DECKS, PROGRESS, Decks, Discipline, Progress
from games.natrak.events import Activated, LookedInto, ProgressDrawn, Stole, TookPlenty
from games.natrak.progress import RULES
from games.natrak.state import State, saga_of
from tests.games.natrak.board import A, B, C, asked, at, drawn, lines, refused, scores, told
from tests.games.natrak.ventures import all_of, held, holds, level, news, saga_seen, tale, throw, ventured

N, SE = at(0, 0, "n"), at(0, 0, "se")


def test_progress_cards_follow_each_other_beside_a_single_scroll():
    match = ventured(
        progress={A: "grua grua monopolioDeRecurso"}, scrolls={A: "mercenario caminos abundancia"}
    )
    match.play(A, "lanzar abundancia lana*2")
    refused(match, A, "lanzar mercenario")
    for line in ("grua", "grua", "monopolioDeRecurso trigo"):
        match.play(A, f"jugarProgreso {line}")
    assert holds(match, A) == ""


def test_a_card_is_played_in_ones_own_main_phase_if_one_holds_it():
    match = ventured(progress={A: "grua", B: "boda"}, phase="roll")
    refused(match, A, "jugarProgreso grua")
    throw(match, 8, 1)
    assert "don't hold" in refused(match, A, "jugarProgreso boda").msgid
    refused(match, B, "jugarProgreso boda")
    match.play(A, "jugarProgreso grua")
    assert "don't hold" in refused(match, A, "jugarProgreso grua").msgid
    assert match.undoable(A) == []


@pytest.mark.parametrize("card", ["constitucion", "imprenta", "erudito"])
def test_a_card_worth_a_point_is_never_played(card: str):
    match = ventured(progress={A: card})
    assert "never played" in refused(match, A, f"jugarProgreso {card}").msgid
    assert lines(match, A, "jugarProgreso") == []


@pytest.mark.parametrize("card", PROGRESS)
def test_a_card_in_hand_is_seen_by_its_owner_alone(card: Progress):
    points = {Progress.CONSTITUTION, Progress.PRINTER, Progress.SCHOLAR}
    other = Progress.CRANE if card is not Progress.CRANE else Progress.SPY
    held, instead = (ventured(progress={B: word}) for word in (card.value, other.value))
    assert saga_seen(held, B).progress == (card,)
    if card not in points:
        for reader in (A, C, None):
            assert held.view(reader) == instead.view(reader)


def test_a_card_drawn_this_turn_may_be_played_this_turn():
    match = ventured(phase="roll", levels={A: "religion 5"}, decks="grua")
    throw(match, 8, 6, red=2)
    match.play(A, "jugarProgreso grua")


def test_every_listed_way_to_play_a_card_passes_and_can_be_carried_out():
    """Each of them is played from a copy of one rich position."""
    base = ventured(
        terrain={(0, 0): "bosque 8", (1, 0): "labranza 5", (0, 1): "mina 4", (-1, 0): "cantera 9"},
        camps={A: [N], B: [at(0, 2, "s")]},
        cities={A: [at(2, 0, "se")], C: [SE]},
        roads={A: [0, 1, 2], B: [40, 41], C: [60]},
        adventurers={A: {at(-1, -1, "n"): "1"}, B: {at(0, -2, "n"): "2", at(-2, 0, "nw"): "2 active"}},
        hands={A: "lana*3 trigo", B: "lana*3 moneda", C: "moneda hierbas trigo"},
        progress={A: " ".join(card.value for card in RULES), B: "boda grua", C: "espia"},
    )
    played: set[Progress] = set()
    moves: list[Move] = [move for move in base.legal(A) if move.verb == "jugarProgreso"]
    for move in moves[:: max(1, len(moves) // 150)] + moves[-30:]:
        match = deepcopy(base)
        match.play(A, move)
        assert match.outcome is None
        played.add(move.card)  # type: ignore[attr-defined]
    assert len(moves) > 100
    assert len(played) > 15


# Decks


def dealt(generation: int | None) -> State:
    return Match(GAME, "decks", range(4), {"version": "aventureros"}, generation).state


@pytest.mark.parametrize(
    ("generation", "decks"), [(4, LEGACY_DECKS), (1, LEGACY_DECKS), (5, DECKS), (None, DECKS)]
)
def test_tables_of_the_first_generations_have_the_legacy_decks(generation: int | None, decks: Decks):
    saga = saga_of(dealt(generation))
    for discipline in DISCIPLINES:
        pile = saga.decks[discipline.at]
        assert {card: pile.count(card) for card in decks[discipline]} == dict(decks[discipline])
        assert len(pile) == sum(decks[discipline].values())


def test_the_decks_are_shuffled_the_same_way_by_the_same_seed():
    assert saga_of(dealt(None)).decks == saga_of(dealt(None)).decks
    for pile in saga_of(dealt(None)).decks:
        assert any(one.at > other.at for one, other in pairwise(pile))


def test_the_basic_version_is_dealt_alike_in_every_generation():
    one, other = (Match(GAME, "decks", range(4), None, generation).state for generation in (1, 6))
    assert one == other


# Legacy cards


def test_a_fair_gives_two_basic_resources_of_choice():
    match = ventured(progress={A: "feria feria"})
    match.play(A, "jugarProgreso feria trigo,lana")
    assert told(match)[1:] == [TookPlenty(A, all_of("trigo lana"))]
    match.play(A, "jugarProgreso feria piedra*2")
    assert held(match, A) == all_of("trigo lana piedra*2")
    assert news(match, None) == news(match, A)


def test_a_fair_gives_neither_goods_nor_another_number():
    match = ventured(progress={A: "feria"})
    for wrong in ("hierbas*2", "lana", "lana*3", "", "lana,trigo"):
        assert "two basic resources" in refused(match, A, f"jugarProgreso feria {wrong}".strip()).msgid


def test_contraband_takes_a_random_card_from_a_chosen_rival_and_only_the_two_know_which():
    match = ventured(hands={B: "moneda"}, progress={A: "contrabando contrabando"})
    for wrong in (A, C):
        assert "holds cards" in refused(match, A, f"jugarProgreso contrabando {wrong}").msgid
    match.play(A, f"jugarProgreso contrabando {B}")
    assert held(match, A) == all_of("moneda")
    assert isinstance(told(match)[-1], Stole)
    assert news(match, B)[-1] == told(match)[-1]
    for reader in (C, None):
        assert news(match, reader)[-1] == Stole(A, B, None)


def test_an_emissary_moves_the_dragon_and_is_no_mercenary():
    match = ventured(progress={A: "emisario"})
    assert "alone" in refused(match, A, "jugarProgreso emisario 3").msgid
    match.play(A, "jugarProgreso emisario")
    assert asked(match) == "MoveDragon"
    match.play(A, "moverDragon 3")
    assert (match.state.mercenaries, asked(match)) == ([0] * 4, "TakeTurn")
    for reader in (A, B, None):
        assert match.view(reader).dragon == 3  # type: ignore[attr-defined]


def test_a_levy_activates_one_resting_adventurer():
    match = ventured(adventurers={A: {N: "2", SE: "1 active"}, B: {at(0, 2, "s"): "1"}}, progress={A: "leva"})
    assert lines(match, A, "jugarProgreso") == [f"leva {N}"]
    assert "yours that rests" in refused(match, A, f"jugarProgreso leva {SE}").msgid
    match.play(A, f"jugarProgreso leva {N}")
    assert told(match)[1:] == [Activated(A, N, paid=False)]


def test_a_scholar_is_a_point_in_hand_that_nobody_sees_and_counts_as_a_card():
    match = ventured(phase="roll", levels={B: "religion 5"}, progress={B: "erudito"}, decks="erudito")
    assert scores(match)[B] == 1
    throw(match, 8, 6, red=2)
    assert scores(match)[B] == 2
    assert ProgressDrawn(B, Discipline.RELIGION, None) in news(match, A)
    assert saga_seen(match, A).revealed[B] == ()
    full = ventured(phase="roll", levels={B: "religion 5"}, progress={B: "erudito " * 4}, decks="erudito")
    throw(full, 8, 6, red=2)
    assert len(tale(full).progress[B]) == 4


def test_a_scholar_is_not_taken_by_a_spy_and_one_who_finds_nothing_else_takes_nothing():
    match = ventured(progress={A: "espia espia", B: "erudito erudito", C: "erudito leva"})
    match.play(A, f"jugarProgreso espia {C}")
    assert lines(match, A, "elegir") == ["leva"]
    match.play(A, "azar")
    assert holds(match, C) == "erudito"
    match.play(A, f"jugarProgreso espia {B}")
    assert told(match)[-1] == LookedInto(A, B, progress=True)
    assert (asked(match), lines(match, A, "elegir")) == ("TakeProgress", ["-"])
    match.play(A, "elegir -")
    assert (holds(match, B), told(match)) == ("erudito erudito", [])
    assert level(match, A, Discipline.CROWN) == 0


def test_a_scholar_may_win():
    match = ventured(
        phase="roll", camps={B: [N]}, levels={B: "religion 5"}, decks="erudito", goal=5, defences=[0, 3]
    )
    throw(match, 8, 6, red=2)
    assert match.outcome is not None
    assert match.outcome.winners == (B,)


def test_a_basic_position_has_no_saga():
    assert drawn().state.saga is None

"""rules/natrak.md, 2.8, 14 and 17: the special window, players away, and taking back."""

from games.core.checks import digest, playout, read_record, replay, write_record
from games.core.match import Match
from games.core.model import Window
from games.natrak import GAME
from games.natrak.components import Scroll
from games.natrak.events import Left, Returned, TurnBegan, TurnSkipped, WindowOpened
from tests.games.natrak.board import (
    A,
    B,
    C,
    D,
    E,
    F,
    M,
    asked,
    at,
    drawn,
    hand,
    hex_at,
    lines,
    number_of,
    of,
    refused,
    roll,
    told,
    way,
)
from tests.games.natrak.test_route import WALK

COST = "lana trigo piedra"


def system(match: M, line: str) -> None:
    """The portal says so."""
    match.play(None, line, by="system")


def ended(match: M) -> M:
    """After the active seat has ended its turn."""
    match.play(match.waiting[0], "terminarTurno")
    return match


# The special window


def test_scenario_103_after_the_fifth_turn_the_player_of_the_second_may_build():
    match = ended(drawn(seats=6, turn=5))
    assert (asked(match), match.waiting) == ("BuildOutOfTurn", (B,))
    assert match.stack[-1].window == Window(30, always=True)
    assert WindowOpened(B) in told(match)
    match.play(B, "cerrarVentana")
    assert (asked(match), match.waiting, match.state.turn) == ("RollDice", (F,), 6)
    for turn in (1, 2, 3):
        match = ended(drawn(seats=6, turn=turn))
        assert (asked(match), match.state.turn) == ("RollDice", turn + 1)
    match = ended(drawn(seats=6, turn=4))
    assert match.waiting == (A,)
    match = ended(drawn(seats=4, turn=5))
    assert asked(match) == "RollDice"


def test_scenario_104_the_window_needs_five_present_all_the_time():
    match = ended(drawn(seats=5, turn=5, absent=[A]))
    assert asked(match) == "RollDice"
    match = ended(drawn(seats=6, turn=5, absent=[D]))
    assert (asked(match), match.waiting) == ("BuildOutOfTurn", (B,))
    system(match, "ausente 4")
    assert (asked(match), match.waiting) == ("RollDice", (F,))


def test_a_window_of_who_is_away_is_left_out_and_closes_when_its_owner_leaves():
    match = ended(drawn(seats=6, turn=5, absent=[B]))
    assert asked(match) == "RollDice"
    match = ended(drawn(seats=6, turn=5))
    system(match, "ausente 1")
    assert (asked(match), match.waiting) == ("RollDice", (F,))


def test_a_window_opens_after_a_skipped_turn_too():
    match = ended(drawn(seats=6, turn=5))
    system(match, "ausente 5")
    match.play(B, "cerrarVentana")
    assert TurnSkipped(F) in told(match)
    assert (asked(match), match.waiting, match.state.turn) == ("BuildOutOfTurn", (C,), 6)


def test_scenario_105_in_the_window_its_owner_builds_and_buys_and_nobody_does_anything_else():
    walk = [at(0, 0, corner, 6) for corner in ("n", "ne", "se", "s")]
    match = ended(
        drawn(
            seats=6,
            turn=5,
            hands={B: "madera*2 arcilla*2 lana*6 trigo*4 piedra*4", A: "lana*4"},
            scrolls={B: "mercenario caminos"},
            roads={B: way(*walk[:3], seats=6)},
            camps={B: [walk[0]]},
        )
    )
    for line in (
        "cambiarGremio lana madera",
        "ofrecer - lana madera",
        "lanzar mercenario",
        "lanzar caminos",
        "terminarTurno",
        f"moverDragon {hex_at(1, 0, 6)}",
        "tirar",
    ):
        refused(match, B, line)
    for seat in (A, E):
        for line in ("construirCamino 3", "cambiarGremio lana madera", "cerrarVentana", "terminarTurno"):
            assert refused(match, seat, line).msgid == "It is not your decision now."
    match.play(B, f"construirCamino {way(*walk[2:4], seats=6)[0]}")
    match.play(B, f"construirCampamento {walk[2]}")
    match.play(B, f"mejorarCiudad {walk[0]}")
    match.play(B, "comprarPergamino")
    assert match.undoable(B) == []
    refused(match, B, f"takeback {match.ply - 3}")
    match.play(B, "cerrarVentana")
    assert (match.waiting, match.state.turn) == ((F,), 6)


def test_windows_are_skipped_by_an_order_that_looks_like_an_answer_and_can_be_withdrawn():
    match = drawn(seats=6, turn=5)
    (order,) = lines(match, B, "saltarVentanas")
    assert order.endswith(" si")
    match.play(B, f"saltarVentanas {order}")
    assert lines(match, B, "saltarVentanas")[0].endswith(" no")
    match.play(E, "terminarTurno")
    assert match.standing is not None
    match.play(*match.standing)
    assert (match.waiting, match.state.turn) == ((F,), 6)
    assert match.story[-1].by == "seat"
    assert [seat for seat, skips in enumerate(match.state.skips) if skips] == [B]
    refused(match, A, f"saltarVentanas {order}")
    match.play(B, f"saltarVentanas {lines(match, B, 'saltarVentanas')[0]}")
    assert not any(match.state.skips)


# Players away


def test_scenario_106_who_is_away_is_skipped_without_a_roll_or_ends_the_turn_with_defaults():
    match = drawn(phase="roll", camps={B: [WALK[0]]})
    system(match, "ausente 0")
    assert told(match)[:2] == [Left(A), TurnSkipped(A)]
    assert (asked(match), match.waiting, match.state.turn, sum(match.state.sums)) == ("RollDice", (B,), 6, 0)
    match = drawn(phase="roll", hands={A: "lana*9", B: "lana*9"}, camps={B: [WALK[0]]})
    roll(match, 7)
    system(match, "ausente 0")
    assert (asked(match), match.waiting, sum(hand(match, A))) == ("DiscardHalf", (B,), 9)
    match.play(B, "descartar lana*4")
    assert (sum(hand(match, A)), sum(hand(match, B))) == (5, 5)
    assert (asked(match), match.waiting) == ("RollDice", (B,))


def test_at_the_start_of_the_turn_of_who_is_away_it_is_skipped_at_once():
    match = drawn(absent=[B, C])
    match.play(A, "terminarTurno")
    assert [event for event in told(match) if isinstance(event, (TurnBegan, TurnSkipped))] == [
        TurnBegan(B, 6), TurnSkipped(B), TurnBegan(C, 7), TurnSkipped(C), TurnBegan(D, 8),
    ]  # fmt: skip
    assert match.waiting == (D,)


def test_scenario_107_with_nobody_present_nothing_goes_on_until_somebody_is_back():
    match = drawn(phase="roll")
    for seat in (B, C, D):
        system(match, f"ausente {seat}")
    assert match.waiting == (A,)
    system(match, "ausente 0")
    assert (asked(match), match.waiting, match.state.turn) == ("RollDice", (A,), 5)
    system(match, "presente 2")
    assert (asked(match), match.waiting, match.state.turn) == ("RollDice", (C,), 7)
    assert told(match)[0] == Returned(C)


def test_who_comes_back_in_time_plays_on():
    match = drawn(phase="roll")
    for seat in (0, 1, 2, 3):
        system(match, f"ausente {seat}")
    system(match, "presente 0")
    assert (asked(match), match.waiting, match.state.turn) == ("RollDice", (A,), 9)
    assert match.state.absent == [B, C, D]
    system(match, "presente 0")
    assert told(match) == []
    roll(match, 8)
    match.play(A, "terminarTurno")
    assert (asked(match), match.waiting, match.state.turn) == ("RollDice", (A,), 13)


def test_who_owes_a_discard_and_is_away_has_it_chosen_at_once():
    match = drawn(phase="roll", hands={B: "lana*8", C: "lana*8"}, absent=[C])
    roll(match, 7)
    assert match.waiting == (B,)
    system(match, "ausente 1")
    assert (asked(match), sum(hand(match, B)), sum(hand(match, C))) == ("MoveDragon", 4, 4)


def test_who_is_away_is_robbed_all_the_same_and_loses_hand_and_counter_offer():
    match = drawn(
        hands={A: "lana", B: "piedra", C: "piedra"}, scrolls={A: "mercenario"}, camps={B: [WALK[0]]}
    )
    match.play(A, "ofrecer - lana piedra")
    offer = number_of(match)
    match.play(B, f"levantarMano {offer}")
    match.play(B, f"contraofertar {offer} piedra madera")
    system(match, "ausente 1")
    assert match.state.trade is not None
    assert (match.state.trade.raised, match.state.trade.counters) == ([], {})
    assert len(match.offers) == 1
    assert match.legal(B) == []
    refused(match, B, f"levantarMano {offer}")
    match.play(A, f"retirar {offer}")
    assert "is away" in refused(match, A, f"ofrecer {B} lana piedra").msgid
    match.play(A, "lanzar mercenario")
    (cell,) = [line for line in lines(match, A, "moverDragon") if line.endswith(f" {B}")]
    match.play(A, f"moverDragon {cell}")
    assert hand(match, A) == of("lana piedra")


def test_only_the_portal_says_who_is_away():
    match = drawn()
    for seat in (A, B):
        refused(match, seat, "ausente 0")
        refused(match, seat, "presente 0")


# Taking back


def test_scenario_108_building_and_exchanging_are_taken_back_exactly_but_not_past_a_scroll():
    match = drawn(roads={A: way(*WALK[:3])}, hands={A: f"madera*9 arcilla {COST}"}, camps={A: [WALK[0]]})
    before = digest(match)
    match.play(A, f"construirCamino {way(*WALK[2:4])[0]}")
    between = digest(match)
    match.play(A, "cambiarGremio madera lana")
    assert match.undoable(A) == [2, 1]
    match.play(A, "takeback 2")
    assert digest(match) == between
    match.play(A, "takeback 1")
    assert digest(match) == before
    match.play(A, f"construirCamino {way(*WALK[2:4])[0]}")
    match.play(A, "comprarPergamino")
    match.play(A, "cambiarGremio madera lana")
    assert match.undoable(A) == [7]
    refused(match, A, "takeback 5")
    refused(match, A, "takeback 6")


def test_only_the_active_seat_takes_back_and_only_in_its_main_phase():
    match = drawn(seats=6, turn=5, hands={E: "madera", B: "lana"})
    match.play(B, f"saltarVentanas {lines(match, B, 'saltarVentanas')[0]}")
    assert match.undoable(B) == []
    match.play(E, "ofrecer - madera lana")
    for line in ("levantarMano", "noMeInteresa"):
        match.play(B, f"{line} {number_of(match)}")
        assert match.undoable(B) == []
    match.play(B, f"contraofertar {number_of(match)} lana madera*2")
    assert match.undoable(B) == []
    match = drawn(hands={A: "lana*8", B: "lana*8"}, phase="roll")
    roll(match, 7)
    match.play(B, "descartar lana*4")
    assert match.undoable(B) == []
    match.play(A, "descartar lana*4")
    assert match.undoable(A) == []


def test_another_players_answer_and_the_end_of_the_phase_end_taking_back():
    match = drawn(roads={A: way(*WALK[:3])}, hands={A: "madera*2 arcilla", B: "lana"})
    match.play(A, f"construirCamino {way(*WALK[2:4])[0]}")
    match.play(A, "ofrecer - madera lana")
    match.play(B, f"noMeInteresa {number_of(match)}")
    assert match.undoable(A) == []
    match = drawn(seats=6, turn=7, roads={A: [0]}, hands={A: "madera*2 arcilla*2"})
    match.play(A, match.legal(A)[0])
    match.play(A, "terminarTurno")
    assert match.waiting == (D,)
    assert match.undoable(A) == []


def test_scenario_109_a_replay_gives_the_same_state_and_deck():
    match: M = playout(GAME, "replay", 4, {"goal": "6"}).match
    again: M = replay(read_record(write_record(match)), {"natrak": GAME})
    assert again.state == match.state
    assert again.state.deck == match.state.deck
    assert again.events == match.events
    fresh = Match(GAME, "replay", match.order, match.options)
    assert sorted(scroll.at for scroll in fresh.state.deck) == sorted(
        scroll.at for scroll in fresh.state.board.island.plan.deck
    )
    assert fresh.state.deck.count(Scroll.GLORY) == 5

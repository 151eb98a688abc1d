"""rules/natrak.md, 7: the roll, production, and what a seven brings."""

from games.core.model import Window
from games.core.rng import Rng
from games.natrak.components import SMALL, Terrain
from games.natrak.dragon import quiet_hex
from games.natrak.events import (
    Discarded,
    DragonMoved,
    NothingToSteal,
    Produced,
    Rolled,
    SevenSpared,
    Stole,
)
from tests.games.natrak.board import (
    A,
    B,
    C,
    D,
    asked,
    at,
    drawn,
    hand,
    hex_at,
    lines,
    of,
    refused,
    roll,
    told,
)

N, S = at(0, 0, "n"), at(0, 0, "s")


def test_scenario_013_a_city_yields_two_of_the_hexs_resource():
    match = drawn(terrain={(0, 0): "pradera 9", (1, -1): "bosque 9"}, cities={A: [N, S]}, phase="roll")
    roll(match, 9)
    assert hand(match, A) == of("lana*4 madera*2")


def test_scenario_014_a_camp_between_two_hexes_of_one_number_is_paid_for_both():
    match = drawn(terrain={(0, 0): "labranza 5", (0, -1): "labranza 5"}, camps={A: [N]}, phase="roll")
    roll(match, 5)
    assert hand(match, A) == of("trigo*2")
    assert Produced(A, of("trigo*2")) in told(match)


def test_scenario_015_the_dragon_dries_its_hex_and_not_the_corner():
    match = drawn(
        terrain={(0, 0): "labranza 5", (0, -1): "mina 5"}, camps={A: [N]}, dragon=(0, 0), phase="roll"
    )
    roll(match, 5)
    assert hand(match, A) == of("piedra")


def test_scenario_016_who_is_away_is_not_paid():
    match = drawn(terrain={(0, 0): "mina 8"}, camps={A: [N], B: [S]}, phase="roll", absent=[B])
    roll(match, 8)
    assert (hand(match, A), hand(match, B)) == (of("piedra"), of(""))


def test_the_dice_are_counted_by_sum_and_by_face():
    match = drawn(phase="roll")
    roll(match, 9)
    rolled = told(match)[0]
    assert isinstance(rolled, Rolled)
    state = match.state
    assert (state.sums[9], state.reds[rolled.red], state.whites[rolled.white]) == (1, 1, 1)
    assert (sum(state.sums), sum(state.reds), sum(state.whites)) == (1, 1, 1)
    refused(match, A, "tirar")


def test_a_seven_in_the_first_round_does_nothing():
    match = drawn(hands={A: "lana*9", B: "lana*9"}, camps={A: [N], B: [S]}, turn=2, phase="roll")
    roll(match, 7)
    assert SevenSpared() in told(match)
    assert (asked(match), match.waiting) == ("TakeTurn", (B,))


def test_scenario_018_a_seven_after_the_first_round_makes_discard_and_moves_the_dragon():
    match = drawn(hands={A: "lana*9"}, turn=5, phase="roll")
    roll(match, 7)
    assert asked(match) == "DiscardHalf"
    match.play(A, "descartar lana*4")
    assert (asked(match), match.waiting) == ("MoveDragon", (A,))


def test_scenario_019_with_more_than_seven_cards_half_of_them_goes_rounded_down():
    match = drawn(
        hands={A: "lana*7", B: "lana*8", C: "lana*5 piedra*4", D: "madera*13"},
        phase="roll",
        scrolls={A: "gloria"},
    )
    roll(match, 7)
    assert match.waiting == (B, C, D)
    refused(match, A, "descartar lana*3")
    assert refused(match, B, "descartar lana*3").params == {"n": 4}
    refused(match, B, "descartar lana*5")
    refused(match, C, "descartar lana*2 piedra")
    refused(match, C, "descartar piedra*5")
    match.play(D, "descartar madera*6")
    assert refused(match, D, "descartar madera*6").msgid.startswith("You have answered for good")
    assert hand(match, D) == of("madera*13")
    match.play(B, "descartar lana*4")
    match.play(C, "descartar lana,piedra*3")
    assert [hand(match, seat) for seat in (A, B, C, D)] == [
        of("lana*7"), of("lana*4"), of("lana*4 piedra"), of("madera*7"),
    ]  # fmt: skip
    assert told(match)[:3] == [
        Discarded(B, 4, of("lana*4")),
        Discarded(C, 4, of("lana piedra*3")),
        Discarded(D, 6, of("madera*6")),
    ]
    assert told(match)[0].seen_by(A) == Discarded(B, 4, None)


def test_discards_are_settled_in_turn_order_from_the_active_seat():
    match = drawn(hands={A: "lana*8", B: "lana*8", D: "lana*8"}, turn=6, phase="roll")
    roll(match, 7)
    assert match.waiting == (B, D, A)


def test_scenario_021_twenty_cards_lose_ten_once():
    match = drawn(hands={B: "lana*20"}, phase="roll")
    roll(match, 7)
    match.play(B, "descartar lana*10")
    assert (sum(hand(match, B)), asked(match)) == (10, "MoveDragon")


def test_scrolls_do_not_count_as_cards_in_hand():
    match = drawn(hands={B: "lana*6"}, scrolls={B: "gloria gloria gloria caminos"}, phase="roll")
    roll(match, 7)
    assert asked(match) == "MoveDragon"


def test_scenario_023_for_who_says_nothing_chance_discards_and_only_then_the_dragon_moves():
    match = drawn(hands={B: "lana*8 piedra*4", C: "lana*8"}, phase="roll")
    roll(match, 7)
    assert match.stack[-1].window == Window(45, always=True)
    match.play(C, "descartar lana*4")
    assert asked(match) == "DiscardHalf"
    match.play(B, match.default(B), by="clock")
    assert match.story[-1].move is not None
    assert match.story[-1].move.verb == "azar"
    assert (sum(hand(match, B)), asked(match)) == (6, "MoveDragon")
    assert match.stack[-1].window == Window(25, always=False)


def test_scenario_024_the_dragon_moves_to_another_hex_of_the_island():
    match = drawn(dragon=(0, 0), phase="roll")
    roll(match, 7)
    assert "must move" in refused(match, A, f"moverDragon {hex_at(0, 0)}").msgid
    for nowhere in (-1, 19, 400):
        refused(match, A, f"moverDragon {nowhere}")
    refused(match, A, "tirar")
    refused(match, A, "terminarTurno")
    match.play(A, f"moverDragon {hex_at(1, 0)}")
    assert match.state.board.terrain[match.state.board.dragon] is Terrain.MOOR
    assert told(match) == [DragonMoved(A, hex_at(1, 0), None)]
    assert asked(match) == "TakeTurn"


def test_scenario_025_only_a_neighbour_can_be_robbed_and_an_empty_hand_gives_nothing():
    match = drawn(camps={A: [N], B: [S], C: [at(1, 1, "s")]}, dragon=(-2, 0), hands={C: "lana"}, phase="roll")
    roll(match, 7)
    here = hex_at(0, 0)
    assert "rob yourself" in refused(match, A, f"moverDragon {here} {A}").msgid
    refused(match, A, f"moverDragon {here} {C}")
    refused(match, A, f"moverDragon {here} 7")
    assert [line for line in lines(match, A, "moverDragon") if line.split()[0] == str(here)] == [
        str(here), f"{here} {B}",
    ]  # fmt: skip
    match.play(A, f"moverDragon {here} {B}")
    assert told(match) == [DragonMoved(A, here, B), NothingToSteal(A, B)]
    assert asked(match) == "TakeTurn"


def test_a_theft_moves_one_card_and_only_the_two_know_which():
    match = drawn(camps={B: [S]}, dragon=(-2, 0), hands={B: "lana*2 piedra"}, phase="roll")
    roll(match, 7)
    match.play(A, f"moverDragon {hex_at(0, 0)} {B}")
    assert (sum(hand(match, A)), sum(hand(match, B))) == (1, 2)
    stole = told(match)[-1]
    assert isinstance(stole, Stole)
    assert stole.material is not None
    assert hand(match, A)[stole.material.at] == 1
    assert stole.seen_by(A) == stole.seen_by(B) == stole
    assert stole.seen_by(C) == stole.seen_by(None) == Stole(A, B, None)


def test_every_card_of_the_victim_is_as_likely():
    stolen = []
    for n in range(60):
        match = drawn(camps={B: [S]}, dragon=(-2, 0), hands={B: "lana*2 piedra"}, phase="roll")
        roll(match, 7)
        match.seed = f"theft {n}"
        match.play(A, f"moverDragon {hex_at(0, 0)} {B}")
        stolen.append(hand(match, A))
    assert 25 < stolen.count(of("lana")) < 55


def test_scenario_026_an_old_mercenary_may_go_before_the_roll_which_stays_to_be_made():
    match = drawn(scrolls={A: "mercenario caminos"}, phase="roll", roads={A: [0]})
    match.play(A, "lanzar mercenario")
    assert asked(match) == "MoveDragon"
    match.play(A, match.legal(A)[0])
    assert (asked(match), lines(match, A, "lanzar")) == ("RollDice", [])
    roll(match, 8)
    assert (asked(match), lines(match, A, "lanzar")) == ("TakeTurn", [])
    assert "One scroll a turn" in refused(match, A, "lanzar caminos").msgid


def test_before_the_roll_only_a_mercenary_is_launched_and_nothing_is_built():
    match = drawn(scrolls={A: "caminos"}, hands={A: "lana trigo piedra"}, phase="roll", roads={A: [0]})
    for line in ("lanzar caminos", "comprarPergamino", "terminarTurno", "lanzar mercenario", "tirar x"):
        refused(match, A, line)


def test_scenario_029_when_the_clock_rolls_a_seven_the_dragon_is_put_aside_and_the_turn_ends():
    match = drawn(
        terrain=dict.fromkeys(((0, 0), (1, 0)), "mina 8"),
        camps={B: [S]},
        dragon=(0, 0),
        hands={A: "lana*8", B: "lana*3"},
        phase="roll",
    )
    assert match.default(A).verb == "tirar"
    roll(match, 7, "tirar pasar")
    assert match.waiting == (A,)
    match.play(A, match.default(A), by="clock")
    assert (sum(hand(match, A)), sum(hand(match, B))) == (4, 3)
    assert match.state.board.dragon == hex_at(0, -2)
    assert (asked(match), match.waiting, match.state.turn) == ("RollDice", (B,), 6)
    assert not match.state.forfeited


def test_the_dragon_is_put_aside_where_it_disturbs_least():
    match = drawn(
        terrain=dict.fromkeys(SMALL.hexes, "mina 8")
        | {(0, 2): "mina 6", (-1, 2): "mina 2", (-2, 2): "mina 12"},
        camps={B: [at(-1, 2, "s")], C: [at(0, 2, "s")]},
        cities={D: [at(-2, 2, "sw")]},
        dragon=(0, 0),
    )
    busy = match.state.board
    busy.owner = [C for _ in busy.owner]
    assert quiet_hex(match.state) == hex_at(-1, 2)
    busy.city[at(-2, 2, "sw")] = True
    busy.dragon = hex_at(-1, 2)
    assert quiet_hex(match.state) == hex_at(-2, 2)
    assert match.stack[-1].default(match.state, A, Rng("x", 0)).verb == "terminarTurno"

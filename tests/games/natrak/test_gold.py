"""rules/natrak.md, 10.3: gold and its redemption."""

import pytest

from games.core.model import IllegalMove
from games.natrak.components import Material
from games.natrak.events import Redeemed
from games.natrak.gold import ChangeGold
from tests.games.natrak.board import A, B, C, M, hand, lines, refused, seen, told
from tests.games.natrak.sailing import LANDING, PASSAGE, QUAY, at, nine, sailed
from tests.games.natrak.ventures import throw

ISLE = (4, 0)


def invitation(match: M, seat: int) -> ChangeGold:
    """The seat's open invitation."""
    found = [o for o in match.offers.values() if isinstance(o, ChangeGold) and o.seat == seat]
    assert len(found) == 1
    return found[0]


def holding(**more: object) -> M:
    """B holds two pieces of gold, A one, in A's main phase."""
    return sailed(**{"hands": {A: "oro", B: "oro*2", C: "lana"}, **more})  # type: ignore[arg-type]


def test_scenario_064_gold_is_redeemed_in_a_rival_s_main_phase_and_not_before_its_roll():
    match = sailed(camps={B: [LANDING]}, terrain={ISLE: "oro 8"}, phase="roll")
    throw(match, 8, 6)
    number = invitation(match, B).number
    match.play(B, f"canjearOro {number} piedra")
    assert hand(match, B) == nine("piedra")
    assert told(match) == [Redeemed(B, Material.STONE)]
    early = holding(phase="roll")
    assert not [o for o in early.offers.values() if isinstance(o, ChangeGold)]
    assert lines(early, B, "canjearOro") == []


def test_gold_can_not_be_redeemed_before_the_next_roll_though_the_invitation_stays_open():
    match = holding()
    number = invitation(match, B).number
    match.play(A, "terminarTurno")
    assert lines(match, B, "canjearOro") == []
    assert "has to wait" in refused(match, B, f"canjearOro {number} lana").msgid
    throw(match, 4, 6)
    assert invitation(match, B).number == number
    match.play(B, f"canjearOro {number} lana")


def test_gold_is_redeemed_one_at_a_time_for_a_basic_resource():
    match = holding()
    number = invitation(match, B).number
    assert lines(match, B, "canjearOro") == [
        f"{number} {word}" for word in ["madera", "arcilla", "trigo", "lana", "piedra"]
    ]
    for word in ("hierbas", "oro", "moneda"):
        assert "basic resources" in refused(match, B, f"canjearOro {number} {word}").msgid
    match.play(B, f"canjearOro {number} lana")
    assert hand(match, B) == nine("lana oro")
    match.play(B, f"canjearOro {number} lana")
    assert hand(match, B) == nine("lana*2")
    assert not [o for o in match.offers.values() if isinstance(o, ChangeGold) and o.seat == B]


def test_who_holds_no_gold_has_no_invitation():
    match = holding()
    assert lines(match, C, "canjearOro") == []
    refused(match, C, f"canjearOro {invitation(match, B).number} lana")


def test_under_the_dragon_the_invitation_rests():
    match = holding(scrolls={A: "mercenario"})
    number = invitation(match, B).number
    match.play(A, "lanzar mercenario")
    assert lines(match, B, "canjearOro") == []
    assert "has to wait" in refused(match, B, f"canjearOro {number} lana").msgid


def test_one_s_own_redemption_can_be_taken_back_and_a_rival_s_ends_the_taking_back():
    match = holding(camps={A: [QUAY]}, ships={A: PASSAGE[:1]})
    match.play(A, f"canjearOro {invitation(match, A).number} lana")
    assert match.undoable(A) == [1]
    match.play(A, "takeback 1")
    assert hand(match, A) == nine("oro")
    match.play(A, f"canjearOro {invitation(match, A).number} lana")
    match.play(B, f"canjearOro {invitation(match, B).number} lana")
    assert (match.undoable(A), match.undoable(B)) == ([], [])


def test_out_of_turn_only_the_window_s_owner_redeems():
    match = sailed(seats=6, kraken=(0, -5), hands={B: "oro", C: "oro"}, turn=5)
    match.play(4, "terminarTurno")
    assert [line.split()[1] for line in lines(match, B, "canjearOro")]
    assert lines(match, C, "canjearOro") == []
    refused(match, C, f"canjearOro {invitation(match, C).number} lana")
    match.play(B, f"canjearOro {invitation(match, B).number} lana")
    assert match.undoable(B) == []


def test_who_is_away_redeems_nothing():
    match = holding()
    number = invitation(match, B).number
    match.play(None, f"ausente {B}", by="system")
    assert lines(match, B, "canjearOro") == []
    assert "counted as away" in refused(match, B, f"canjearOro {number} lana").msgid


def test_gold_is_neither_exchanged_at_the_guild_nor_offered():
    match = sailed(hands={A: "oro*8 lana*8", B: "oro*2 madera"})
    for line in (
        "cambiarGremio oro lana",
        "cambiarGremio lana oro",
        "ofrecer - oro madera",
        "ofrecer - lana oro",
        "ofrecer 1 lana,oro*2 madera",
    ):
        assert "never traded" in refused(match, A, line).msgid
    assert not [line for line in lines(match, A, "cambiarGremio") if "oro" in line.split()]
    assert not [line for line in lines(match, A, "ofrecer") if "oro" in line.split()]
    match.play(A, "ofrecer - lana madera")
    number = match.state.trade.number  # type: ignore[union-attr]
    assert "never traded" in refused(match, B, f"contraofertar {number} oro lana").msgid


def test_scenario_022_gold_counts_for_the_limit_of_a_seven_and_may_be_discarded():
    match = sailed(
        hands={A: "lana*6 oro*2"}, scrolls={A: "caminos caminos gloria mercenario abundancia"}, phase="roll"
    )
    throw(match, 7, 6)
    assert match.waiting == (A,)
    with pytest.raises(IllegalMove):
        match.play(A, "descartar lana*3")
    match.play(A, "descartar lana*2,oro*2")
    assert hand(match, A) == nine("lana*4")


def test_gold_can_be_stolen_given_and_taken_by_cards():
    match = sailed(hands={B: "oro"}, camps={B: [at(0, 0, "n")]}, dragon=(2, 0), scrolls={A: "mercenario"})
    match.play(A, "lanzar mercenario")
    match.play(A, f"moverDragon {hexed(match, (0, 0))} {B}")
    assert hand(match, A) == nine("oro")
    wedding = sailed(hands={B: "oro*2 lana"}, camps={B: [at(0, 0, "n")]}, progress={A: "boda"})
    wedding.play(A, "jugarProgreso boda")
    wedding.play(B, "dar oro*2")
    assert hand(wedding, A) == nine("oro*2")
    assert lines(wedding, A, "canjearOro")


def hexed(match: M, cell: tuple[int, int]) -> int:
    return match.state.board.island.hexes.index(cell)


def test_monopolies_and_the_harbour_take_no_gold():
    match = sailed(hands={A: "lana", B: "oro*3", C: "moneda"}, progress={A: "puertoComercial"})
    match.play(A, "jugarProgreso puertoComercial lana")
    assert (hand(match, A), hand(match, B), hand(match, C)) == (nine("moneda"), nine("oro*3"), nine("lana"))


def test_rivals_see_how_many_cards_and_not_how_much_gold():
    match = holding()
    assert seen(match, A).hand_sizes[B] == 2
    assert (seen(match, None).hand, seen(match, B).hand) == ((), nine("oro*2"))

"""Option Escape from Drakon's Lair (rules/drakon.md): four coins and a key or vortex chamber."""

import pytest

from games.drakon.components import Hero
from tests.games.drakon.board import drawn


@pytest.mark.parametrize("kind", ["key", "vortex"])
def test_who_enters_a_key_or_vortex_with_four_coins_has_escaped(kind):
    match = drawn(f"{kind} start@0", escape=True, hands=["blank^", "blank^"], coins=[4, 0])
    match.play(0, "go -1,0")
    assert match.outcome is not None
    assert match.outcome.winners == (0,)
    assert match.outcome.reason == "escape"


def test_three_coins_are_not_enough():
    match = drawn("key start@0", escape=True, hands=["blank^", "blank^"], coins=[3, 0])
    match.play(0, "go -1,0")
    assert match.outcome is None


def test_the_fifth_coin_does_not_win():
    match = drawn("gold^ start@0", escape=True, hands=["blank^", "blank^"], coins=[4, 0])
    match.play(0, "go -1,0")
    assert match.outcome is None
    assert match.state.coins[0] == 5


def test_scenario_18_the_fourth_coin_on_a_key_does_not_win_entering_it_again_does():
    match = drawn("key@0 gold< start@1", escape=True, hands=["blank^", "blank^"], coins=[3, 0])
    match.state.coins[0] = 4  # it came while the hero stood there
    match.play(0, "go -1,0")
    assert match.waiting == (1,), "the match goes on"
    match.play(1, match.default(1))
    match.play(0, "go -2,0")
    assert match.outcome is not None
    assert match.outcome.reason == "escape"


def test_passing_through_in_a_gale_is_no_escape():
    match = drawn("blank^ key blank<v gale<v@0 start", escape=True, hands=["orb^", "orb<v"], coins=[4, 0])
    match.play(0, "go -4,0")
    assert match.outcome is None


def test_an_orb_can_carry_somebody_to_freedom():
    match = drawn("key blank<v@1 start@0 orb^", escape=True, hands=["gold^", "gold^"], coins=[0, 4])
    match.play(0, "go 1,0")
    assert match.outcome is not None, "the orb had one way only, and it led out"
    assert match.outcome.winners == (1,)


def test_a_push_can_too():
    match = drawn(
        "vortex blank<v@01 start",
        escape=True,
        powers=[Hero.BARBARIAN, Hero.DWARF],
        hands=["gold^", "gold^"],
        coins=[0, 4],
    )
    match.play(0, "push 1 -2,0")
    assert match.outcome is not None
    assert match.outcome.winners == (1,)


def test_a_dead_end_still_counts_coins():
    match = drawn("blank^@01 start", escape=True, hands=["gold^", ""], coins=[2, 4])
    match.state.hands[0] = []
    match.state.pile = []
    match.stack.clear()
    match.game.advance(match)
    assert match.outcome is not None
    assert match.outcome.winners == (1,)
    assert match.outcome.reason == "dead_end"

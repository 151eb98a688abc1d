"""rules/drako.md, Defence: what is blocked, what is asked, and the standing order."""

from games.drako.components import Figure
from games.drako.events import Blocked
from tests.games.drako.board import (
    asked,
    choices,
    drawn,
    drive,
    hand,
    kinds,
    news,
    play,
    refused,
    standing_order,
    wounds,
)

BESIDE = ".  .  .   .  b  u  .   .  .  D  .  .   .  .  .  .   .  .  m"
ROW = "D  b  u   .  .  .  .   .  .  .  .  .   .  .  .  .   .  .  m"
"""Brald and Urpen in the fire's line to the east."""
ALL_IN_ROW = ".  .  .   .  .  .  .   D  b  u  m  .   .  .  .  .   .  .  ."


def test_scenario_06_of_two_strikes_one_is_blocked_and_one_hits():
    match = drawn(BESIDE, dragon="D14 D12 D13", dwarves="W01 W14", turn="dwarves")
    match.play(1, "attack2 W01 2")
    assert (asked(match), match.waiting) == ("Defend", (0,))
    assert choices(match, 0) == ["block -", "block D14", "block D14 D12", "block D12", "block D12 D14"]
    assert "no such strike" in refused(match, 0, "block - D14").msgid, "the two strikes are alike"
    match.play(0, "block D12")
    assert news(match)[0] == Blocked(0, "D12", Figure.DRAGON)
    assert wounds(match) == "armour 1"
    assert (hand(match, 0), match.state.gone[0]) == ("D14 D13", ["D12"])
    assert (match.waiting, match.state.actions) == ((1,), 1), (
        "a block costs no action and nothing is refilled"
    )


def test_two_cards_block_two_strikes():
    match = drawn(BESIDE, dragon="D14 D12", dwarves="W01 W14", turn="dwarves")
    play(match, "attack2 W01 2", "block D14 D12")
    assert (wounds(match), hand(match, 0)) == ("", "")


def test_scenario_09_a_block_stops_an_attack_whole():
    match = drawn(BESIDE, dragon="D01 D13", dwarves="W13 W02")
    play(match, "attack D01 brald", "block W13")
    assert (wounds(match), hand(match, 1)) == ("", "W02")
    assert (match.waiting, match.state.actions) == ((0,), 1)


def test_scenario_20_fire_on_three_against_two_shields():
    match = drawn(ALL_IN_ROW, dragon="D06 D13", dwarves="W14 W14 W02")
    match.play(0, "fire D06 e")
    assert "block W14 W14" in choices(match, 1)
    assert "don't hold" in refused(match, 1, "block W14 W14 W14").msgid
    match.play(1, "block W14 - W14")
    assert (wounds(match), hand(match, 1)) == ("urpen 2", "W02")


def test_the_cards_of_a_block_are_shields_from_hand():
    match = drawn(ROW, dragon="D06 D13", dwarves="W14 W02")
    match.play(0, "fire D06 e")
    assert "Only a card with a shield" in refused(match, 1, "block W02").msgid
    assert "don't hold" in refused(match, 1, "block W13").msgid
    assert "don't hold" in refused(match, 1, "block D14").msgid
    assert "no such strike" in refused(match, 1, "block - - W14").msgid
    assert "You are attacked" in refused(match, 1, "draw").msgid
    assert "not your decision" in refused(match, 0, "block -").msgid


def test_every_assignment_of_shields_is_listed():
    match = drawn(ROW, dragon="D06 D13", dwarves="W14 W05")
    match.play(0, "fire D06 e")
    assert choices(match, 1) == [
        "block -",
        "block - W14",
        "block - W05",
        "block W14",
        "block W14 W05",
        "block W05",
        "block W05 W14",
    ]


def test_what_comes_unblocked_is_not_told_as_an_answer():
    match = drawn(BESIDE, dragon="D01 D13", dwarves="W13 W02")
    play(match, "attack D01 brald", "block -")
    assert kinds(news(match)) == ["Wounded"]
    assert match.undoable(1) == match.undoable(0) == []


def test_scenario_23_an_empty_hand_is_not_asked():
    match = drawn(BESIDE, dragon="D01 D13", dwarves="")
    match.play(0, "attack D01 brald")
    assert kinds(news(match)) == ["Played", "Attacked", "Wounded"]
    assert (asked(match), match.waiting, wounds(match)) == ("TakeAction", (0,), "brald 3")


# Standing orders


def test_the_order_never_to_block_answers_for_its_seat():
    match = drawn(BESIDE, dragon="D01 D02", dwarves="W13 W02")
    standing_order(match, 1, "never")
    assert match.waiting == (0,)
    match.play(0, "attack D01 brald")
    drive(match)
    assert (wounds(match), hand(match, 1), match.waiting) == ("brald 3", "W13 W02", (0,))
    standing_order(match, 1, "ask")
    match.play(0, "attack D02 brald")
    assert (match.standing, match.waiting) == (None, (1,))


def test_while_asked_one_may_still_give_the_order():
    match = drawn(BESIDE, dragon="D01 D02", dwarves="W13 W02")
    match.play(0, "attack D01 brald")
    standing_order(match, 1, "never")
    drive(match)
    assert wounds(match) == "brald 3"


def test_either_answer_is_always_open_so_that_sending_one_tells_nothing():
    match = drawn(BESIDE, dragon="D01 D02", dwarves="W13 W02")
    for seat in (0, 1):
        for answer in ("ask", "never", "never", "ask"):
            standing_order(match, seat, answer)
            assert news(match) == []
            assert [move.verb for move in match.legal(seat)].count("order") == 2
    assert "not your decision" in refused(match, 0, f"order {[*match.offers][1]} never").msgid

"""rules/drakon.md, Chambers that move coins: gold, well, due, start, steal; and the win by five."""

import pytest

from games.drakon.events import Found, HoardEmpty, Loss, Lost, Moved, NoEffect, Stole, TookStartCoin
from tests.games.drakon.board import M, drawn, kinds, news, refused, verbs


def bank(match: M) -> tuple[list[int], int, int]:
    """Coins of the seats, on the start, in the hoard."""
    return match.state.coins, match.state.start_coins, match.state.hoard


def test_gold_gives_a_coin_from_the_hoard():
    match = drawn("start gold^")
    match.play(0, "go 1,0")
    assert bank(match) == ([1, 0], 0, 27)
    assert kinds(news(match))[:2] == ["Moved", "Found"]


def test_staying_in_a_chamber_does_not_repeat_it():
    match = drawn("start gold^", hands=["key", "key"])
    match.play(0, "go 1,0")
    match.play(1, f"place {match.state.hands[1][0]} 0,1 0")
    match.play(0, f"place {match.state.hands[0][0]} 0,-1 0")
    assert match.state.coins == [1, 0]


def test_a_chamber_acts_again_on_a_later_turn():
    match = drawn("start gold^ key@0", hands=["", "key vortex"], pile="")
    match.play(0, "go 1,0")
    assert match.state.coins == [1, 0]
    match.play(1, f"place {match.state.hands[1][0]} 1,-1 0")
    match.play(0, "go 1,-1")
    match.play(1, f"place {match.state.hands[1][0]} 0,1 0")
    match.play(0, "go 1,0")
    assert match.state.coins == [2, 0]


def test_scenario_19_gold_gives_nothing_after_the_28th_coin_until_one_comes_back_through_a_well():
    match = drawn(
        "start gold>v well^> gold^", seats=3, coins=[1, 1, 0], hoard=1, hands=["key", "vortex", "key"]
    )
    match.play(0, "go 1,0")
    assert bank(match) == ([2, 1, 0], 0, 0)
    match.play(1, "go 1,0")
    assert bank(match) == ([2, 1, 0], 0, 0)
    assert isinstance(news(match)[-1], HoardEmpty)
    match.play(2, f"place {match.state.hands[2][0]} 0,1 0")
    match.play(0, "go 2,0")
    assert bank(match) == ([1, 1, 0], 0, 1)
    match.play(1, f"place {match.state.hands[1][0]} 0,-1 0")
    match.play(2, "go 1,0")
    assert bank(match) == ([1, 1, 1], 0, 0)


def test_a_well_takes_a_coin_back_into_the_hoard():
    match = drawn("start well^>", coins=[2])
    match.play(0, "go 1,0")
    assert bank(match) == ([1, 0], 0, 27)
    assert kinds(news(match))[:2] == ["Moved", "Lost"]


@pytest.mark.parametrize("kind", ["well", "due"])
def test_who_has_no_coin_pays_none(kind: str):
    match = drawn(f"start {kind}^>", coins=[0, 3])
    match.play(0, "go 1,0")
    assert bank(match) == ([0, 3], 0, 25)
    assert [type(event) for event in news(match)[:2]] == [Moved, NoEffect]


def test_scenario_14_due_puts_a_coin_on_the_start_which_entering_offers_and_declining_leaves():
    match = drawn("key@1 start due^>", coins=[2, 0], hands=["key", "key"])
    match.play(0, "go 1,0")
    assert bank(match) == ([1, 0], 1, 26)
    assert news(match)[1] == Lost(0, Loss.START)
    match.play(1, "go 0,0")
    assert list(match.waiting) == [1]
    assert verbs(match, 1) == {"take", "leave"}
    match.play(1, "leave")
    assert bank(match) == ([1, 0], 1, 26)
    assert list(match.waiting) == [0]


def test_taking_from_the_start_takes_one_coin():
    match = drawn("key@0 start", start_coins=2, hands=["", "key"])
    match.play(0, "go 0,0")
    match.play(0, "take")
    assert bank(match) == ([1, 0], 1, 26)
    assert TookStartCoin(0) in news(match)


def test_a_start_without_coins_asks_nothing():
    match = drawn("key@0 start", hands=["", "key"])
    match.play(0, "go 0,0")
    assert list(match.waiting) == [1]
    assert kinds(news(match)) == ["Moved"]


def test_standing_on_the_start_while_a_coin_falls_offers_nothing():
    match = drawn("start due^>", coins=[1], hands=["", "key"])
    match.play(0, "go 1,0")
    assert list(match.waiting) == [1]
    assert verbs(match, 1) == {"place", "go"}
    refused(match, 1, "take")


# Stealing: left is who plays next, right who played before


@pytest.mark.parametrize(
    ("kind", "order", "coins"),
    [
        ("steal_left", (0, 1, 2), [1, 1, 2]),
        ("steal_right", (0, 1, 2), [1, 2, 1]),
        ("steal_left", (0, 2, 1), [1, 2, 1]),
        ("steal_right", (0, 2, 1), [1, 1, 2]),
    ],
)
def test_scenario_05_left_takes_from_the_next_seat_and_right_from_the_previous(kind, order, coins):
    match = drawn(f"start {kind}>", coins=[0, 2, 2], order=order)
    match.play(0, "go 1,0")
    assert match.state.coins == coins
    penniless = drawn(f"start {kind}>", coins=[3, 0, 0], order=order)
    penniless.play(0, "go 1,0")
    assert penniless.state.coins == [3, 0, 0]
    assert [type(event) for event in news(penniless)[:2]] == [Moved, NoEffect]


@pytest.mark.parametrize("kind", ["steal_left", "steal_right"])
def test_with_two_players_both_sides_are_the_opponent(kind: str):
    match = drawn(f"start {kind}>", coins=[0, 1])
    match.play(0, "go 1,0")
    assert match.state.coins == [1, 0]
    assert Stole(0, 1) in news(match)


# The win


def test_the_fifth_coin_wins_at_once():
    match = drawn("start gold^", coins=[4, 4], hands=["key"] * 2)
    match.play(0, "go 1,0")
    assert match.outcome is not None
    assert (match.outcome.winners, match.outcome.reason) == ((0,), "coins")
    assert match.waiting == ()
    assert kinds(news(match)) == ["Moved", "Found"]


def test_a_stolen_or_found_on_the_start_fifth_coin_wins_too():
    thief = drawn("start steal_left>", coins=[4, 1])
    thief.play(0, "go 1,0")
    finder = drawn("key@0 start", coins=[4], start_coins=1)
    finder.play(0, "go 0,0")
    finder.play(0, "take")
    for match in (thief, finder):
        assert match.outcome is not None
        assert match.outcome.winners == (0,)


def test_four_coins_do_not_win():
    match = drawn("start gold^", coins=[3], hands=["key"] * 2)
    match.play(0, "go 1,0")
    assert match.outcome is None
    assert Found(0) in news(match)

"""rules/drakon.md, Set-up."""

import pytest

from games.core.match import Match
from games.drakon import GAME
from games.drakon.components import START
from games.drakon.state import Laid


@pytest.mark.parametrize("seats", range(2, 7))
def test_the_start_lies_in_the_middle_with_all_heroes_on_it_and_four_chambers_go_to_each_hand(seats: int):
    match = Match(GAME, "set-up", range(seats))
    state = match.state
    assert state.board == {(0, 0): Laid(START, 0)}
    assert state.heroes == [(0, 0)] * seats
    assert [len(hand) for hand in state.hands] == [4] * seats
    assert len(state.pile) == 63 - 4 * seats
    assert sorted(sum(state.hands, state.pile)) == list(range(1, 64))
    assert (state.coins, state.hoard, state.start_coins) == ([0] * seats, 28, 0)


def test_the_deck_is_shuffled_by_the_seed():
    hands = [Match(GAME, seed, (0, 1)).state.hands for seed in ("a", "b", "a")]
    assert hands[0] == hands[2] != hands[1]


def test_the_first_of_the_drawn_order_plays_first_and_play_goes_on_in_that_order():
    match = Match(GAME, "order", (2, 0, 1))
    turns = []
    for _ in range(6):
        (seat,) = match.waiting
        turns.append(seat)
        match.play(seat, next(move for move in match.legal(seat) if move.verb == "place"))
    assert turns == [2, 0, 1, 2, 0, 1]


@pytest.mark.parametrize("seats", [1, 7])
def test_two_to_six_play(seats: int):
    with pytest.raises(ValueError, match="order"):
        Match(GAME, "set-up", range(seats))

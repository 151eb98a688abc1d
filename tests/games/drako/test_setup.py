"""rules/drako.md, Set-up: hands, the exchange, the dwarves' places, who is the dragon."""

import pytest

from games.core.match import Match
from games.core.words import gettext_noop
from games.drako import GAME
from games.drako.components import FIRST_PLACES, LAIR, Figure
from games.drako.events import Exchanged, Kept
from tests.games.drako.board import M, asked, at, choices, hand, news, play, refused


def begun(order: tuple[int, int] = (0, 1), **options: str) -> M:
    return Match(GAME, "begun", order, options)


def test_both_sides_hold_four_cards_of_their_own_deck():
    match = begun()
    assert [len(cards) for cards in match.state.hands] == [4, 4]
    assert [len(cards) for cards in match.state.decks] == [34, 34]
    assert {card[0] for card in match.state.hands[0] + match.state.decks[0]} == {"D"}
    assert {card[0] for card in match.state.hands[1] + match.state.decks[1]} == {"W"}


def test_the_first_of_the_order_is_the_dragon():
    match = begun((1, 0))
    assert match.waiting == (1,)
    assert {card[0] for card in match.state.hands[1]} == {"D"}


def test_in_a_first_game_everybody_has_a_place():
    match = begun()
    assert match.state.figures == {Figure.DRAGON: LAIR, **FIRST_PLACES}
    assert asked(match) == "TakeAction"


def test_scenario_05_a_dwarf_next_to_the_dragon_is_refused():
    match = begun(places="free")
    assert (asked(match), match.waiting) == ("PlaceDwarves", (1,))
    assert "doesn't touch the dragon" in refused(match, 1, "place brald 1,0").msgid
    assert "empty hex" in refused(match, 1, "place brald 0,0").msgid
    assert "empty hex" in refused(match, 1, "place brald 0,3").msgid
    match.play(1, "place brald 0,2")
    assert at(match, "b") == (0, 2)
    assert "empty hex" in refused(match, 1, "place urpen 0,2").msgid
    assert "stands already" in refused(match, 1, "place brald 2,0").msgid
    assert "stands already" in refused(match, 1, "place dragon 2,0").msgid
    assert "First place" in refused(match, 1, "draw").msgid
    play(match, "place morin 2,0", "place urpen -2,0")
    assert (asked(match), match.waiting) == ("TakeAction", (0,))


def test_placed_dwarves_can_be_taken_back_one_by_one():
    match = begun(places="free")
    play(match, "place brald 0,2", "place urpen 2,0")
    assert match.undoable(1) == [2, 1]
    match.play(1, "takeback 2")
    assert (at(match, "b"), at(match, "u")) == ((0, 2), None)


def test_scenario_18_the_opening_hands_can_be_exchanged_once_the_dragon_first():
    match = begun(exchange="on", places="free")
    before = [list(cards) for cards in match.state.hands]
    assert (asked(match), match.waiting, choices(match, 0)) == ("ExchangeHand", (0,), ["keep", "exchange"])
    assert refused(match, 0, "draw").msgid == gettext_noop(
        "First decide: keep your opening hand, or exchange it."
    )
    match.play(0, "exchange")
    assert news(match) == [Exchanged(0)]
    assert match.state.hands[0] != before[0]
    assert (len(match.state.hands[0]), len(match.state.decks[0])) == (4, 34)
    new = hand(match, 0)
    assert (asked(match), match.waiting) == ("ExchangeHand", (1,)), "the new hand stands"
    match.play(1, "keep")
    assert news(match) == [Kept(1)]
    assert match.state.hands[1] == before[1]
    assert asked(match) == "PlaceDwarves", "the dwarves are placed after the hand is seen"
    play(match, "place brald 0,2", "place morin 2,0", "place urpen -2,0")
    assert hand(match, 0) == new


# Sides


@pytest.mark.parametrize(
    ("sides", "portraits", "order"),
    [
        ("chosen", {0: "dwarves", 1: "dragon"}, (1, 0)),
        ("chosen", {0: "dragon", 1: "dwarves"}, (0, 1)),
        ("drawn", {0: "", 1: ""}, None),
        ("chosen", {0: "dragon", 1: ""}, None),
    ],
)
def test_chosen_sides_decide_who_is_the_dragon(
    sides: str, portraits: dict[int, str], order: tuple[int, int] | None
):
    assert GAME.roles({"sides": sides}, portraits) == order


def test_sides_can_be_chosen_only_where_they_are_not_drawn():
    assert list(GAME.portraits({"sides": "chosen"})) == ["dragon", "dwarves"]
    assert GAME.portraits({"sides": "drawn"}) == GAME.portraits({}) == {}

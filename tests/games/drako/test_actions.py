"""rules/drako.md, Actions: how many, drawing, discarding, playing for nothing, running out."""

from games.core.match import Match
from games.drako import GAME
from games.drako.events import DeckEmptied, Discarded, Drew, Passed, Played
from tests.games.drako.board import (
    FAR,
    asked,
    at,
    choices,
    drawn,
    ended,
    hand,
    kinds,
    news,
    play,
    refused,
)


def test_scenario_02_one_action_then_two_and_no_early_end():
    match = Match(GAME, "turns", (0, 1))
    assert (match.turn.seat, match.state.actions) == (0, 1)
    assert "can't end your turn yet" in refused(match, 0, "end").msgid
    match.play(0, "draw")
    for seat in (1, 0, 1):
        assert (match.turn.seat, match.state.actions) == (seat, 2)
        match.play(seat, f"nothing {match.state.hands[seat][0]}")
        assert (match.turn.seat, match.state.actions) == (seat, 1)
        assert "can't end your turn yet" in refused(match, seat, "end").msgid
        match.play(seat, f"nothing {match.state.hands[seat][0]}")
        if seat == 1:
            match.play(1, "end")


def test_scenario_03_eight_cards_are_discarded_down_to_six_at_once():
    match = drawn(FAR, dragon="D01 D02 D03 D04 D06 D07")
    match.play(0, "draw")
    assert (asked(match), match.waiting, match.state.actions) == ("DiscardDown", (0,), 1)
    drew = match.state.hands[0][-2:]
    assert "over six" in refused(match, 0, "draw").msgid
    assert "down to six" in refused(match, 0, "discard D01").msgid
    assert "down to six" in refused(match, 0, "discard D01 D01").msgid
    assert "down to six" in refused(match, 0, "discard D01 W01").msgid
    match.play(0, "discard D03 D01")
    assert news(match) == [Discarded(0, ("D03", "D01"))]
    assert hand(match, 0) == " ".join(["D02", "D04", "D06", "D07", *drew])
    assert match.state.gone[0] == ["D03", "D01"]
    assert asked(match) == "TakeAction"
    empty = drawn(FAR, dragon="D01 D02", decks=(0, None))
    assert "deck is empty" in refused(empty, 0, "draw").msgid
    assert "draw" not in choices(empty, 0)


def test_from_seven_cards_one_goes():
    match = drawn(FAR, dwarves="W01 W02 W03 W04 W05", turn="dwarves")
    match.play(1, "draw")
    assert "down to six" in refused(match, 1, "discard W01 W02").msgid
    match.play(1, "discard W05")
    assert len(match.state.hands[1]) == 6


def test_six_cards_are_not_too_many():
    match = drawn(FAR, dwarves="W01 W02 W03 W04", turn="dwarves")
    match.play(1, "draw")
    assert (asked(match), len(match.state.hands[1])) == ("TakeAction", 6)


def test_the_last_two_cards_of_a_deck():
    match = drawn(FAR, dragon="D01", decks=(2, None))
    match.play(0, "draw")
    assert kinds(news(match)) == ["Drew", "DeckEmptied"]
    assert news(match)[1] == DeckEmptied(0)
    assert len(match.state.hands[0]) == 3


def test_what_is_drawn_can_not_be_put_back():
    match = drawn(FAR, dragon="D01 D05")
    match.play(0, "move D05 dragon 1,0")
    assert match.undoable(0) == [1]
    match.play(0, "draw")
    assert match.undoable(0) == []


def test_any_card_can_be_played_for_nothing():
    match = drawn(FAR, dragon="D13 D14")
    match.play(0, "nothing D14")
    assert news(match) == [Played(0, "D14", None)]
    assert (asked(match), match.waiting, hand(match, 0)) == ("TakeAction", (0,), "D13")
    match.play(0, "nothing D13")
    assert match.turn.seat == 1
    assert at(match, "D") == (0, 0)


def test_a_card_that_is_not_held_or_lacks_the_symbol_is_refused():
    match = drawn(FAR, dragon="D01")
    assert "don't hold" in refused(match, 0, "nothing D02").msgid
    assert "don't hold" in refused(match, 0, "nothing W02").msgid
    assert "no such symbol" in refused(match, 0, "move D01 dragon 1,0").msgid
    assert "It is your action" in refused(match, 0, "stay").msgid


def test_of_equal_cards_one_is_played():
    match = drawn(FAR, dragon="D02 D13 D02")
    match.play(0, "nothing D02")
    assert hand(match, 0) == "D02 D13"


def test_who_can_only_draw_draws_unasked():
    match = drawn(FAR, dragon="D01", decks=(None, 4), dwarves="")
    play(match, "nothing D01")
    assert kinds(news(match)) == ["Played", "Drew", "Drew"]
    assert [event.seat for event in news(match) if isinstance(event, Drew)] == [0, 1]
    assert (match.turn.seat, match.state.actions, hand(match, 1) != "") == (1, 1, True)


def test_scenario_16_the_dragon_without_cards_passes_to_the_end():
    match = drawn(FAR, dragon="D13", decks=(0, 0), dwarves="W02 W05 W06", turn="dragon")
    match.play(0, "nothing D13")
    assert news(match)[-1] == Passed(0), "running out after the first action loses the second"
    assert (match.turn.seat, match.state.actions) == (1, 2)
    play(match, "nothing W02", "nothing W05")
    assert news(match)[-1] == Passed(0)
    assert match.waiting == (1,)
    match.play(1, "nothing W06")
    assert ended(match) == ("dwarves_out_of_cards", (0,))

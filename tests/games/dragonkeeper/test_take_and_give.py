"""rules/dragonkeeper.md, A turn: take in direction 1, give in direction 2."""

from games.core.match import Match
from games.dragonkeeper import GAME
from games.dragonkeeper.events import Gained, Gave, StockEmpty, Took
from tests.games.dragonkeeper.board import (
    asked,
    choices,
    drawn,
    kinds,
    lies_at,
    news,
    play,
    refused,
    stack,
    stacks,
    word,
)


def test_scenario_02_the_dragon_jumps_a_gap_in_the_row_but_keeps_to_it():
    match = drawn(
        """
        .   b1  .   y3  .
        @   .   .   r4  p2
        .   .   .   g2  .
        .   .   .   g1  y1
        """
    )
    assert choices(match, 0) == ["take 3,1", "take 4,1"]
    assert "row" in refused(match, 0, "take 3,0").msgid
    match.play(0, "take 3,1")
    assert stacks(match, 0) == "r4"
    assert match.state.dragon == (3, 1)
    assert lies_at(match, (3, 1)) == "."


def test_the_dragon_gives_along_the_column_and_jumps_gaps_there():
    match = drawn(
        """
        .   .   .   y3  .
        @   .   .   r4  p2
        .   .   .   .   .
        .   r2  .   g1  y1
        """
    )
    match.play(0, "take 3,1")
    assert choices(match, 0) == ["give 3,0", "give 3,3"]
    assert "column" in refused(match, 0, "give 4,1").msgid
    match.play(0, "give 3,3")
    assert match.state.dragon == (3, 3)
    assert stacks(match, 1) == "g1"
    assert stacks(match, 0) == "r4"


def test_a_tile_covers_the_stack_of_its_colour():
    match = drawn("@ b4 y1 .\n. b3 y3 p1\n. b1 . .\n. r3 y2 r4", stacks=["b1 b5", "b2 r2"])
    play(match, "take 1,0", "give 1,1")
    assert stack(match, 0, "blue") == ["b1", "b5", "b4"]
    assert stack(match, 1, "blue") == ["b2", "b3"]
    assert stack(match, 1, "red") == ["r2"]


def test_scenario_03_a_gift_of_three_brings_a_treasure_a_gift_of_two_none():
    level = "@ b1 y1 .\n. y3 g1 g2\n. y2 r2 g1\n. r3 r4 p2"
    match = drawn(level)
    play(match, "take 1,0", "give 1,1")
    assert match.state.treasure == [5, 4]
    assert match.state.stock == 15
    assert Gained(0) in news(match)
    match = drawn(level)
    play(match, "take 1,0", "give 1,2")
    assert match.state.treasure == [4, 4]
    assert match.state.stock == 16
    assert "Gained" not in kinds(news(match))


def test_scenario_04_the_gift_goes_to_the_previous_player_still_in_the_game():
    level = "@ b1 y1 .\n. y3 g1 g2\n. y2 r2 g1\n. r3 r4 p2"
    match = drawn(level, order=[2, 0, 3, 1])
    play(match, "take 1,0", "give 1,1")
    assert stacks(match, 1) == "y3", "with the last in order the previous of the first"
    match = drawn(level, order=[2, 0, 3, 1], out=[1])
    play(match, "take 1,0", "give 1,1")
    assert stacks(match, 3) == "y3", "the eliminated neighbour is skipped"
    match = drawn(level)
    play(match, "take 1,0", "give 1,1")
    assert stacks(match, 1) == "y3", "at two it is the opponent"


def test_turns_go_clockwise_and_skip_the_eliminated():
    level = "@ b1 y1 .\n. y3 g1 g2\n. y2 r2 g1\n. r3 r4 p2"
    match = drawn(level, order=[2, 0, 3, 1], out=[0])
    play(match, "take 1,0", "give 1,2")
    assert match.turn.seat == 3


def test_scenario_23_the_first_take_may_be_the_centre_tile_or_leave_it_for_later():
    match = Match(GAME, "centre", range(2))
    assert "take 2,2" in choices(match, 0)
    match.play(0, "take 2,2")
    assert stacks(match, 0) == "stairs1"
    assert match.state.dragon == (2, 2)
    assert [word for word in choices(match, 0) if word.startswith("give 2,")] == choices(match, 0)

    match = drawn(
        """
        .   .   .   .   .
        b1  .   .   .   b2
        y1  .   @stairs1 . y2
        g1  p1  .   .   g2
        """
    )
    play(match, "take 0,2", "give 0,3")
    assert lies_at(match, (2, 2)) == "stairs1"
    match = drawn("b1 . . . .\n@ . stairs1 . y2\ng1 . b2 . .")
    match.play(0, "take 2,1")
    assert "stairs1" in stacks(match, 0)


def test_a_move_without_an_alternative_is_made_unasked():
    match = drawn("@ b1 y2\n. y1 .\n. r2 r3\n. . g1")
    play(match, "take 1,0", "give 1,2")
    # The row offers Bo one tile only, and the gift has two to choose from.
    assert kinds(news(match)) == ["Gave", "Took"]
    assert stacks(match, 1) == "r2 r3"
    assert asked(match) == "GiveTile"
    assert match.turn.seat == 1
    assert choices(match, 1) == ["give 2,0", "give 2,3"]


def test_events_tell_who_took_and_gave_what_and_where():
    match = drawn("@ b1 y2 .\n. y3 r2 r3\n. r2 r3 .\n. r4 g1 y1", stock=0)
    match.play(0, "take 1,0")
    (took,) = news(match)
    assert isinstance(took, Took)
    assert (took.seat, word(took.tile), took.cell, took.passage) == (0, "b1", (1, 0), False)
    match.play(0, "give 1,1")
    gave, empty = news(match)[:2]
    assert isinstance(gave, Gave)
    assert (gave.seat, gave.to, word(gave.tile), gave.cell) == (0, 1, "y3", (1, 1))
    assert empty == StockEmpty(0)
    assert match.state.treasure == [4, 4]


def test_take_and_give_can_be_taken_back_until_the_turn_passes():
    match = drawn("@ b1passage y2\n. y3 r2\n. r2 r3\n. r4 g1")
    match.play(0, "take 1,0")
    assert match.undoable(0) == [1]
    match.play(0, "give 1,1")
    assert asked(match) == "UsePassage"
    assert match.undoable(0) == [2, 1]
    match.play(0, "decline")
    assert match.undoable(0) == []

"""rules/dragonkeeper.md, Actions: passage, exchange, trap; only for the tile the active player took with the dragon."""

from games.dragonkeeper.components import Action
from games.dragonkeeper.events import Declined, Exchanged, LevelEnded, Trapped
from tests.games.dragonkeeper.board import (
    asked,
    choices,
    drawn,
    kinds,
    lies_at,
    news,
    play,
    stack,
    stacks,
    word,
)

PASSAGE = """
    @   b1passage  r2  .   .
    b2  y2         .   g4trap  p3exchange
    .   g1         g1passage  r3  r4
    .   .          p1  y1  y3
"""


def test_a_passage_takes_once_more_after_the_gift():
    match = drawn(PASSAGE, stacks=["b3"])
    play(match, "take 1,0", "give 1,1")
    assert asked(match) == "UsePassage"
    assert choices(match, 0) == ["passage 0,1", "passage 3,1", "passage 4,1", "decline"]
    match.play(0, "passage 3,1")
    assert stack(match, 0, "blue") == ["b3"], "the passage is discarded"
    assert stack(match, 0, "green") == ["g4trap"]
    assert match.state.dragon == (3, 1)
    assert match.state.last_taker == 0


def test_scenario_10_no_second_passage_but_the_second_tile_may_act():
    # The second tile is a passage too: no third take.
    match = drawn(PASSAGE)
    play(match, "take 1,0", "give 1,2", "passage 2,2")
    assert stack(match, 0, "green") == ["g1passage"]
    assert match.turn.seat == 1
    # Its trap works,
    match = drawn(PASSAGE)
    play(match, "take 1,0", "give 1,1", "passage 3,1")
    assert asked(match) == "UseTrap"
    match.play(0, "trap 4,3")
    assert stacks(match, 0) == "y3"
    assert match.state.dragon == (3, 1)
    # and so does its exchange.
    match = drawn(PASSAGE, stacks=["", "r5"])
    play(match, "take 1,0", "give 1,1", "passage 4,1")
    assert asked(match) == "UseExchange"
    match.play(0, "exchange 1 red")
    assert stacks(match, 0) == "r5"
    assert stacks(match, 1) == "y2 p3exchange"
    # A passage obtained by a trap does nothing.
    match = drawn("@ g4trap r2\n. y2 b1passage r3 r4\n. g1 r3 y1 y2")
    play(match, "take 1,0", "trap 2,1", "give 1,1")
    assert stack(match, 0, "blue") == ["b1passage"]
    assert match.turn.seat == 1


def test_a_passage_obtained_by_an_exchange_or_given_does_nothing():
    match = drawn("@ p3exchange r2\n. y2 b1\n. g1 r3\n. . y1", stacks=["", "b1passage"])
    play(match, "take 1,0", "exchange 1 blue", "give 1,1")
    assert match.turn.seat == 1
    match = drawn("@ p1 r2\n. b1passage b1\n. g4trap r3\n. p3exchange y1\n. r4 y2", stacks=["r2", "r3"])
    play(match, "take 1,0", "give 1,1")
    assert match.turn.seat == 1
    assert asked(match) == "GiveTile", "the only tile of the row was taken unasked"


def test_a_given_trap_or_exchange_does_not_act():
    for given in ("give 1,2", "give 1,3"):
        match = drawn(
            "@ p1 r2\n. b1passage b1\n. g4trap r3 y1\n. p3exchange y2 y3\n. r4 y2", stacks=["r2", "r3"]
        )
        play(match, "take 1,0", given)
        assert asked(match) == "TakeTile"
        assert match.turn.seat == 1


def test_a_passage_without_a_tile_in_the_row_is_not_offered_and_costs_nothing():
    match = drawn("@ b1passage r2\n. y2 .\n. g1 g2\n. . y1", stacks=["", "r3"])
    play(match, "take 1,0", "give 1,1")
    assert stack(match, 0, "blue") == ["b1passage"]
    assert LevelEnded(1, 1, giving=False) in news(match), "and the next player has nothing to take"


def test_a_declined_passage_stays():
    match = drawn(PASSAGE)
    play(match, "take 1,0", "give 1,1", "decline")
    assert stack(match, 0, "blue") == ["b1passage"]
    assert news(match)[0] == Declined(0, Action.PASSAGE)
    assert match.turn.seat == 1


def test_scenario_11_an_exchange_gets_only_the_top_of_a_stack_whose_action_rests():
    match = drawn(
        "@ p3exchange r2\n. y2 b1\n. g1 r3\n. . y1",
        stacks=["p1", "b5 b4trap r6 r2", "y1passage"],
        seats=3,
    )
    match.play(0, "take 1,0")
    assert choices(match, 0) == [
        "exchange 1 blue",
        "exchange 1 red",
        "exchange 2 yellow",
        "decline",
    ]
    match.play(0, "exchange 1 blue")
    assert stack(match, 0, "blue") == ["b4trap"]
    assert stack(match, 0, "purple") == ["p1"]
    assert stack(match, 1, "blue") == ["b5"]
    assert stack(match, 1, "purple") == ["p3exchange"]
    assert asked(match) == "GiveTile", "the trap does not act"
    (event,) = news(match)
    assert isinstance(event, Exchanged)
    assert (word(event.tile), word(event.got)) == ("p3exchange", "b4trap")


def test_an_exchange_may_swap_within_one_colour():
    match = drawn("@ p3exchange r2\n. y2 b1\n. g1 r3\n. . y1", stacks=["p1", "p2 p5"])
    play(match, "take 1,0", "exchange 1 purple")
    assert stack(match, 0, "purple") == ["p1", "p5"]
    assert stack(match, 1, "purple") == ["p2", "p3exchange"]


def test_an_exchange_is_not_offered_when_no_opponent_in_the_game_has_a_tile():
    match = drawn("@ p3exchange r2\n. y2 b1\n. g1 r3\n. . y1", stacks=["b2 r3"], seats=3)
    match.play(0, "take 1,0")
    assert asked(match) == "GiveTile"
    match = drawn("@ p3exchange r2\n. y2 b1\n. g1 r3\n. . y1", stacks=["b2", "", "r4"], seats=3, out=[1])
    match.play(0, "take 1,0")
    assert choices(match, 0) == ["exchange 2 red", "decline"]


def test_scenario_12_a_trap_leaves_the_dragon_where_it_is():
    match = drawn("@ g4trap r2\n. y2 b5\n. g1 r3\n. . y1", stacks=["b1 g2"])
    match.play(0, "take 1,0")
    assert choices(match, 0)[0] == "trap 2,0"
    match.play(0, "trap 2,1")
    assert match.state.dragon == (1, 0)
    assert stack(match, 0, "blue") == ["b1", "b5"]
    assert stack(match, 0, "green") == ["g2"], "the trap is discarded"
    assert lies_at(match, (2, 1)) == "."
    assert choices(match, 0) == ["give 1,1", "give 1,2"], "in the trap's column"
    (event,) = news(match)
    assert isinstance(event, Trapped)
    assert (event.seat, word(event.trap), word(event.tile), event.cell) == (0, "g4trap", "b5", (2, 1))


def test_a_trapped_tile_does_not_act_and_is_no_take():
    match = drawn("@ g4trap r2\n. y2 p3exchange\n. g1 r3\n. . y1", stacks=["", "b1"], last_taker=1)
    play(match, "take 1,0", "trap 2,1")
    assert asked(match) == "GiveTile"
    assert match.state.last_taker == 0


def test_a_trap_is_not_offered_on_an_empty_grid():
    match = drawn("@ g4trap", stacks=["", "r2"])
    assert kinds(match.events)[:4] == ["LevelBegan", "Took", "LevelEnded", "Counted"]
    assert "g4trap" in stacks(match, 0)


def test_scenario_18_a_trap_that_empties_the_column_ends_the_level_and_a_passage_then_stays():
    match = drawn("@ g4trap r2\n. y2 .\n. . r3")
    play(match, "take 1,0", "trap 1,1")
    assert LevelEnded(1, 0, giving=True) in news(match)
    assert stacks(match, 0) == "y2"
    match = drawn("@ b1passage r2\n. . y2")
    match.play(0, "take 1,0")
    assert LevelEnded(1, 0, giving=True) in news(match)
    assert stack(match, 0, "blue") == ["b1passage"]


def test_a_trap_after_a_passage_may_empty_the_next_players_row():
    match = drawn("@ b1passage r2\n. y2 g4trap r3\n. g1 .")
    play(match, "take 1,0", "give 1,1", "passage 2,1", "trap 3,1")
    assert LevelEnded(1, 1, giving=False) in news(match)


def test_release_and_stairs_ask_nothing():
    for tile in ("y2release", "stairs1"):
        match = drawn(f"@ {tile} r2\n. y2 b5\n. g1 r3\n. . y1", stacks=["", "b1"])
        match.play(0, "take 1,0")
        assert asked(match) == "GiveTile"
        match.play(0, "give 1,1")
        assert match.turn.seat == 1

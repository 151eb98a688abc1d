"""rules/dragonkeeper.md, Level end: what is paid, who is out, who begins."""

import pytest

from games.core.match import Match
from games.dragonkeeper import GAME
from games.dragonkeeper.components import CENTRE, Colour
from games.dragonkeeper.events import Counted, Eliminated, LevelBegan, LevelEnded, Paid, Start, Weighed
from games.dragonkeeper.levels import due
from tests.games.dragonkeeper.board import M, asked, drawn, kinds, news, play, refused, stacks

SPARE = ["r2", "r2", "r2", "r3", "r3", "r3", "r3", "r4", "r4"]


def with_left(count: int, **more: object) -> M:
    """Seat 0 is about to take a tile under which nothing lies, so many tiles being left then, and takes it."""
    rows = [["@", "b1", "y1"] + ["."] * 2]
    cells = [".", ".", ".", ".", "."]
    rows += [list(cells) for _ in range(4)]
    spare = SPARE[: count - 1]
    spots = [(x, y) for y in range(1, 5) for x in (0, 2, 3, 4)]
    for tile, (x, y) in zip(spare, spots, strict=False):
        rows[y][x] = tile
    picture = "\n".join(" ".join(row) for row in rows)
    if not count:
        picture = "@ b1"
    match = drawn(picture, **more)  # type: ignore[arg-type]
    if count:
        match.play(0, "take 1,0")
    return match


def test_scenario_05_an_empty_column_after_the_take_ends_the_level_at_once():
    match = drawn("@ r5 y1\n. . r3", stacks=["", "b1"], treasure=[4, 4, 4], seats=3)
    match.play(0, "take 1,0")
    assert kinds(news(match))[:3] == ["Took", "LevelEnded", "Counted"]
    assert LevelEnded(1, 0, giving=True) in news(match)
    assert match.state.treasure == [2, 3, 3], "two tiles left cost one, the last take one more"
    assert stacks(match, 2) == "", "no gift"
    assert "Gained" not in kinds(news(match))
    assert match.state.level == 2


def test_an_empty_row_ends_the_level_as_the_turn_begins():
    match = drawn("@ b1 y1\n. y2 g1\n. r3 .", stacks=["", "b2"])
    play(match, "take 1,0", "give 1,2")
    assert LevelEnded(1, 1, giving=False) in news(match)
    assert match.state.treasure == [4 + 1 - 1 - 1, 3], "a gift of 3, and seat 0 took last"


@pytest.mark.parametrize(("left", "each"), [(0, 0), (1, 1), (5, 1), (6, 2), (8, 2), (9, 3), (24, 3)])
def test_scenario_06_the_tiles_left_set_the_fee(left: int, each: int):
    assert due(left) == each
    if left > 9:
        return
    match = with_left(left, seats=3)
    assert Counted(left, each) in match.events
    assert match.state.treasure == [4 - each - 1, 4 - each, 4 - each]
    assert match.state.stock == 12 + 3 * each + 1


def test_scenario_07_owing_three_with_two_is_the_end_owing_two_with_two_is_not():
    match = with_left(9, treasure=[4, 2, 3], seats=3)
    assert match.state.out == [1]
    assert Eliminated(1, owed=3, had=2) in match.events
    assert match.state.treasure == [0, 0, 0]
    assert match.state.stock == 24
    match = with_left(6, treasure=[4, 2, 3], seats=3)
    assert match.state.out == []
    assert match.state.treasure == [1, 0, 1]
    assert Paid(1, 2, last=False, left=0) in match.events


def test_the_last_taker_needs_one_more():
    match = with_left(6, treasure=[2, 2, 2], seats=3)
    assert match.state.out == [0]
    assert Eliminated(0, owed=3, had=2) in match.events


def test_scenario_08_all_eliminated_is_everybodys_defeat_all_but_one_that_ones_win():
    match = with_left(9, treasure=[3, 2, 0], seats=3)
    assert match.outcome is not None
    assert (match.outcome.winners, match.outcome.reason) == ((), "all_eliminated")
    assert match.waiting == ()
    match = with_left(9, treasure=[3, 3, 2], seats=3)
    assert match.outcome is not None
    assert (match.outcome.winners, match.outcome.reason) == ((1,), "sole_survivor")
    assert match.state.level == 1
    assert match.state.revealed


def test_who_is_out_loses_tiles_treasure_turns_and_gifts():
    match = with_left(9, treasure=[4, 2, 3], stacks=["b2", "y2 g1", "p1"], seats=3)
    assert stacks(match, 1) == ""
    assert match.state.order == (0, 1, 2)
    assert match.turn.seat == 0, "nobody has the stairs, seat 0 took last"
    assert "not your decision" in refused(match, 1, "take 2,2").msgid
    match.play(0, match.legal(0)[0])
    while match.turn.seat == 0:
        match.play(0, match.default(0))
    assert match.turn.seat == 2
    assert stacks(match, 1) == ""


def test_scenario_09_the_holder_of_the_levels_stairs_begins_the_next():
    def start(match: M) -> LevelBegan:
        (began,) = [event for event in news(match) if isinstance(event, LevelBegan)]
        return began

    match = with_left(4, stacks=["g2", "b2", "y2 stairs1 g3"], seats=3)
    assert start(match) == LevelBegan(2, 2, Start.STAIRS)
    assert match.waiting == (2,)
    # Passed on by an exchange it counts for its holder.
    match = drawn("@ y3exchange y1\n. . g1", stacks=["b1", "b2 stairs1", ""], seats=3)
    match.play(0, "take 1,0")
    match.play(0, "exchange 1 red")
    assert start(match) == LevelBegan(2, 0, Start.STAIRS)
    # So does one that was given.
    match = drawn("@ b1 y1\n. y2 .\n. stairs1 .", seats=3, last_taker=1)
    play(match, "take 1,0", "give 1,2")
    assert start(match) == LevelBegan(2, 2, Start.STAIRS)
    # The stairs of level 1 say nothing about level 3.
    match = with_left(4, stacks=["", "stairs1", ""], seats=3, level=2)
    assert start(match) == LevelBegan(3, 0, Start.LAST_TAKE)
    match = with_left(4, stacks=["", "stairs1", "stairs2"], seats=3, level=2)
    assert start(match) == LevelBegan(3, 2, Start.STAIRS)


def test_stairs_left_on_the_grid_leave_the_start_to_the_last_taker():
    match = drawn("@ b1 y1\n. . stairs1", seats=3, last_taker=2)
    match.play(0, "take 1,0")
    assert LevelBegan(2, 0, Start.LAST_TAKE) in news(match)


def test_scenario_21_in_place_of_an_eliminated_stairs_holder_the_next_survivor_begins():
    match = with_left(9, treasure=[4, 3, 2, 3], stacks=["", "", "stairs1", ""], seats=4)
    assert match.state.out == [2]
    assert LevelBegan(2, 3, Start.NEXT) in news(match)
    match = with_left(9, treasure=[4, 3, 0, 0], stacks=["", "", "stairs1", ""], seats=4)
    assert match.state.out == [2, 3]
    assert LevelBegan(2, 0, Start.NEXT) in news(match)


def test_an_eliminated_last_taker_leaves_the_start_to_the_next_survivor():
    match = with_left(9, treasure=[3, 3, 3], seats=3)
    assert match.state.out == [0]
    assert LevelBegan(2, 1, Start.NEXT) in news(match)


def test_the_next_level_begins_with_the_dragon_in_the_middle_and_no_way_back():
    match = with_left(3, seats=3)
    assert match.state.dragon == CENTRE
    assert len(match.state.grid) == 25
    assert match.state.trail == [CENTRE]
    assert match.undoable(0) == []
    assert match.story[-1].barrier


def test_scenario_19_payment_refills_an_empty_stock_and_an_empty_stock_pays_nothing():
    match = drawn("@ b1 y1 .\n. y3 r3 r4\n. y2 . r2", stock=0)
    play(match, "take 1,0", "give 1,1")
    assert match.state.treasure == [4, 4]
    assert "StockEmpty" in kinds(news(match))
    match = with_left(4, stock=0)
    assert match.state.stock == 3


def test_scenario_20_elimination_after_level_three_comes_before_the_tribute():
    match = with_left(9, treasure=[4, 2, 3], stacks=["b2", "y2 g1", "p1"], seats=3, level=3)
    assert match.state.out == [1]
    assert asked(match) == "PayTribute"
    assert match.waiting == (0, 2)
    assert "not your decision" in refused(match, 1, "tribute yellow -").msgid
    match = with_left(9, treasure=[4, 2, 2], stacks=["b2", "y2 g1", "p1"], seats=3, level=3)
    assert match.outcome is not None
    assert (match.outcome.winners, match.outcome.reason) == ((0,), "sole_survivor")


def test_everybody_alone_is_told_what_their_tiles_are_worth_so_far():
    match = with_left(4, stacks=["y2 g3", "y4 y2 b1"], guilds="yellow blue")
    weighed = [event for event in news(match) if isinstance(event, Weighed)]
    assert weighed == [Weighed(0, 3 + 1 - 2), Weighed(1, 6 - 1)]
    assert [event.seen_by(0) for event in weighed] == [weighed[0], None]
    assert [event.seen_by(None) for event in weighed] == [None, None]


def test_a_level_can_be_cleared_to_the_last_tile():
    match = drawn("@ b1\n. y4", stacks=["", "r2"], treasure=[1, 0])
    assert Counted(0, 0) in match.events
    assert match.state.out == []
    assert match.state.treasure == [1 + 1 - 1, 0]


def test_a_level_ends_in_a_fresh_match_too():
    match = Match(GAME, "ends", range(3))
    while match.state.level == 1:
        match.play(match.waiting[0], match.default(match.waiting[0]))
    assert match.state.dragon == CENTRE
    assert Colour.RED not in match.state.guilds

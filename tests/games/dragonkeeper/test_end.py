"""rules/dragonkeeper.md, End of the game: tribute, releases, scores."""

import pytest

from games.dragonkeeper.components import Colour
from games.dragonkeeper.events import Freed, Revealed, Scored, Tributed
from tests.games.dragonkeeper.board import (
    M,
    asked,
    at_the_tribute,
    choices,
    drawn,
    held,
    kinds,
    news,
    play,
    refused,
    stacks,
    word,
)


def scores(match: M) -> list[int]:
    """Everybody's total, in turn order."""
    return [one.total for one in match.state.reckonings]


def test_everybody_is_asked_at_once_and_may_answer_in_any_order_and_change_it():
    match = at_the_tribute("y1 y2 g5", "r2 b2", "b1 b1")
    assert asked(match) == "PayTribute"
    assert list(match.waiting) == [0, 1, 2]
    match.play(2, "tribute blue -")
    assert list(match.waiting) == [0, 1]
    match.play(1, "tribute red -")
    match.play(1, "tribute blue -")
    match.play(0, "tribute yellow -")
    assert match.outcome is not None
    assert stacks(match, 1) == "r2"


def test_even_without_a_choice_a_seat_is_asked():
    match = at_the_tribute("y1 y2 g5", "")
    assert match.waiting == (0, 1)
    assert choices(match, 0) == ["tribute yellow -"]
    assert choices(match, 1) == ["tribute - -"]


def test_nothing_is_told_before_the_last_answer_and_then_everything_in_order():
    match = at_the_tribute("y1 y2 g5 b3", "b1 b2release b5 y3", guilds="blue yellow")
    match.play(0, "tribute yellow -")
    assert news(match) == []
    assert not match.state.revealed
    match.play(1, "tribute blue -")
    assert news(match) == [
        Revealed(0, Colour.BLUE),
        Revealed(1, Colour.YELLOW),
        Tributed(0, Colour.YELLOW, 2),
        Tributed(1, Colour.BLUE, 3),
        Scored(0, others=5, own=3, bonus=0, total=2),
        Scored(1, others=0, own=3, bonus=0, total=-3),
    ]
    assert match.outcome is not None
    assert (match.outcome.winners, match.outcome.reason) == ((0,), "scores")
    assert match.story[-1].barrier


def test_the_highest_stack_goes_red_like_any_other():
    match = at_the_tribute("r6 r5 r4 b1 b2", "y1")
    assert choices(match, 0) == ["tribute red -"]
    assert "highest" in refused(match, 0, "tribute blue -").msgid
    assert "highest" in refused(match, 0, "tribute - -").msgid


def test_scenario_13_an_own_guild_on_top_costs_a_second_stack_and_ties_are_the_players_choice():
    match = at_the_tribute("b1 b2 b3 y4 y5 g1", "r2", guilds="blue green")
    assert choices(match, 0) == ["tribute blue,yellow -"]
    assert "highest" in refused(match, 0, "tribute blue -").msgid
    play(match, "tribute blue,yellow -", "tribute red -")
    assert stacks(match, 0) == "g1"
    assert scores(match) == [1, 0]

    match = at_the_tribute("b1 b2 y4 y5 g1 p3", "r2", guilds="blue green")
    assert choices(match, 0) == ["tribute blue,yellow -", "tribute yellow -"]
    match.play(0, "tribute yellow -")
    match.play(1, "tribute red -")
    assert stacks(match, 0) == "b1 b2 g1 p3"
    assert scores(match)[0] == 4 - 3

    match = at_the_tribute("b1 b2 y4 g1 p3", "r2", guilds="blue green")
    assert choices(match, 0) == [f"tribute blue,{other} -" for other in ("yellow", "green", "purple")]


def test_only_the_own_guilds_stack_means_just_that_one():
    match = at_the_tribute("b1 b2", "r2", guilds="blue green")
    assert choices(match, 0) == ["tribute blue -"]


def test_scenario_14_a_release_frees_an_own_tile_and_is_lost_in_a_discarded_stack():
    match = at_the_tribute("y1 y2release g5 b3 b4", "r2", guilds="green blue")
    three = held(match, 0, "b3")
    release, five = held(match, 0, "y2release"), held(match, 0, "g5")
    assert choices(match, 0) == [f"tribute blue {release},{five}", "tribute blue -", "tribute yellow -"]
    assert "release" in refused(match, 0, f"tribute yellow {release},{five}").msgid
    assert "release" in refused(match, 0, f"tribute blue {release},{three}").msgid
    play(match, f"tribute blue {release},{five}", "tribute red -")
    assert stacks(match, 0) == "y1"
    assert Freed(0, release, five) in news(match)
    assert scores(match) == [1, 0]

    match = at_the_tribute("y1 y2release g5 b3 b4", "r2", guilds="green blue")
    play(match, "tribute blue -", "tribute red -")
    assert scores(match) == [1 + 2 - 5, 0]


def test_a_release_of_the_own_guild_leaves_as_well_but_needs_another_tile():
    match = at_the_tribute("g2release g4 b3 b4 b1", "r2", guilds="green blue")
    release, four = held(match, 0, "g2release"), held(match, 0, "g4")
    assert choices(match, 0) == [f"tribute blue {release},{four}", "tribute blue -"]
    play(match, f"tribute blue {release},{four}", "tribute red -")
    assert stacks(match, 0) == ""
    assert scores(match) == [0, 0]
    match = at_the_tribute("g2release b3 b4 b1", "r2", guilds="green blue")
    release = held(match, 0, "g2release")
    assert choices(match, 0) == ["tribute blue -"]
    assert "release" in refused(match, 0, f"tribute blue {release},{release}").msgid


def test_two_releases_free_two_tiles_but_never_one_twice():
    match = at_the_tribute("y2release p2release g4 g5 b3 b4 b1", "r2", guilds="green blue")
    yellow, purple = held(match, 0, "y2release"), held(match, 0, "p2release")
    four, five = held(match, 0, "g4"), held(match, 0, "g5")
    assert f"tribute blue {yellow},{five},{purple},{four}" in choices(match, 0)
    assert "release" in refused(match, 0, f"tribute blue {yellow},{five},{purple},{five}").msgid
    assert "release" in refused(match, 0, f"tribute blue {yellow},{five},{yellow},{four}").msgid
    assert "release" in refused(match, 0, f"tribute blue {yellow},{five},{purple}").msgid
    # The same pairs in another order are the same answer.
    play(match, f"tribute blue {purple},{four},{yellow},{five}", "tribute red -")
    assert stacks(match, 0) == ""


def test_scenario_17_a_release_that_was_given_works():
    match = drawn(
        "@ b1 y1\n. y2release .\n. r2 .",
        level=3,
        stacks=["p1", "b2 b3 g1 g3 r4"],
        guilds="purple blue",
    )
    play(match, "take 1,0", "give 1,1")
    # Nothing is left in seat 1's row: the level ends.
    assert asked(match) == "PayTribute"
    release, three = held(match, 1, "y2release"), held(match, 1, "b3")
    match.play(1, f"tribute green {release},{three}")
    match.play(0, "tribute blue -")
    assert Freed(1, release, three) in news(match)
    assert stacks(match, 1) == "b2 r4"
    assert scores(match)[1] == 4 - 2


def test_the_highest_total_wins_and_ties_share():
    match = at_the_tribute("y1 y2 g5", "p1 p2 r5", "b1", guilds="blue green purple")
    play(match, "tribute yellow -", "tribute purple -", "tribute blue -")
    assert scores(match) == [5, 5, 0]
    assert match.outcome is not None
    assert match.outcome.winners == (0, 1)


def test_the_eliminated_do_not_score():
    match = at_the_tribute("y1 y2 b5", "", "b1", guilds="blue green purple", out=[1])
    play(match, "tribute yellow -", "tribute blue -")
    assert [one.seat for one in match.state.reckonings] == [0, 2]
    assert match.outcome is not None
    assert match.outcome.winners == (2,), "nothing is more than minus five"
    assert kinds(news(match)).count("Revealed") == 3


@pytest.mark.parametrize("bonus", [False, True])
def test_treasure_counts_nothing_unless_the_table_plays_with_it(bonus: bool):
    match = at_the_tribute(
        "y1 y2 g5", "p1 p2 r5", "b1 r2", guilds="blue green purple", treasure=[4, 3, 2], bonus=bonus
    )
    assert match.state.treasure == [3, 3, 2], "seat 0 took last"
    play(match, "tribute yellow -", "tribute purple -", "tribute blue -")
    assert [one.bonus for one in match.state.reckonings] == ([2, 2, 0] if bonus else [0, 0, 0])
    assert scores(match) == ([7, 7, 2] if bonus else [5, 5, 2])


def test_the_final_reckoning_says_what_was_paid_freed_and_kept():
    match = at_the_tribute("y1 y2 g2release b3 p4", "r2", guilds="blue green")
    release, three = held(match, 0, "g2release"), held(match, 0, "b3")
    play(match, f"tribute yellow {release},{three}", "tribute red -")
    one, other = match.state.reckonings
    assert one.paid == ((Colour.YELLOW, 2),)
    assert [(word(a), word(b)) for a, b in one.frees] == [("g2release", "b3")]
    assert [word(tile) for tile in one.kept] == ["p4"]
    assert (one.others, one.own, one.total) == (4, 0, 4)
    assert other.kept == ()

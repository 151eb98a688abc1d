"""rules/dragonkeeper.md, Default when time runs out."""

from copy import deepcopy

import pytest

from games.core import notation
from games.core.checks import playout
from games.core.rng import Rng
from games.dragonkeeper import GAME
from games.dragonkeeper.components import GUILDS
from tests.games.dragonkeeper.board import M, asked, at_the_tribute, drawn, held
from tests.games.twins import redealt


def answer_of_the_clock(match: M, seat: int | None = None) -> str:
    """What the clock would play for the awaited seat."""
    return notation.write(match.default(match.waiting[0] if seat is None else seat))


def test_the_highest_value_is_taken_the_leftmost_of_equals():
    match = drawn("b2 @ y5 r5 g4\n. . r2 r3 .")
    assert answer_of_the_clock(match) == "take 2,0"


def test_the_lowest_value_is_given_the_topmost_of_equals():
    match = drawn("@ b4 y5 r5\n. y2 . .\n. r2 . .\n. r3 . .")
    match.play(0, "take 1,0")
    assert answer_of_the_clock(match) == "give 1,1"


def test_scenario_22_a_default_take_is_the_same_for_all_four_guilds():
    match = drawn("b2 @ y5 r5 g5\n. . r2 r3 .", stacks=["b3", "g2"])
    for guild in GUILDS:
        twin = deepcopy(match)
        twin.state.guilds[0] = guild
        twin.state.guilds[1] = GUILDS[GUILDS.index(guild) - 1]
        assert answer_of_the_clock(twin) == "take 2,0"
        twin.play(0, "take 2,0")


def test_actions_are_not_used():
    for tile, others in (("b1passage", "give 1,1"), ("p3exchange", ""), ("g4trap", "")):
        match = drawn(f"@ {tile} r2 .\n. y2 b5 r3\n. g1 r3 .\n. . y1 .", stacks=["", "b2"])
        match.play(0, "take 1,0")
        if others:
            match.play(0, others)
        assert asked(match) in ("UsePassage", "UseExchange", "UseTrap")
        assert answer_of_the_clock(match) == "decline"


@pytest.mark.parametrize(
    ("stacks", "answer"),
    [
        ("y1 y2 g5 g1 b3", "yellow"),
        ("", "-"),
        ("b4 b5 y3", "blue,yellow"),
        # Blue and yellow tie: blue (−9) and then yellow (5) are worth −4 together, yellow alone 5.
        ("b4 b5 y3 y2", "blue,yellow"),
        # Blue (−2) goes with the one of the next highest that is worth less.
        ("b1 b1 y3 y4 g1 g2", "blue,green"),
    ],
)
def test_the_dragon_gets_what_is_worth_least_to_its_player(stacks: str, answer: str):
    """The guild is blue; a stack of it costs the next one as well, whose worth counts too."""
    match = at_the_tribute(stacks, "r2")
    assert answer_of_the_clock(match, 0) == f"tribute {answer} -"


def test_releases_go_to_the_highest_tiles_of_the_own_guild():
    match = at_the_tribute("y2release g2release b3 b1 b5 r2 r3 r4 r4", "r2")
    yellow, green = held(match, 0, "y2release"), held(match, 0, "g2release")
    five, three = held(match, 0, "b5"), held(match, 0, "b3")
    assert answer_of_the_clock(match, 0) == f"tribute red {yellow},{five},{green},{three}"


def test_a_release_is_not_wasted_on_a_tile_that_costs_less_than_itself():
    match = at_the_tribute("y2release b1 r2 r3", "r2")
    assert answer_of_the_clock(match, 0) == "tribute red -"
    match = at_the_tribute("b2release b1 r2 r3 r4", "r2")
    release, one = held(match, 0, "b2release"), held(match, 0, "b1")
    assert answer_of_the_clock(match, 0) == f"tribute red {release},{one}"


def test_a_default_never_depends_on_what_its_seat_cannot_know_nor_in_a_turn_on_its_guild():
    def look(match: M) -> None:
        for seat in match.waiting:
            reader = seat if asked(match) == "PayTribute" else None
            twin = redealt(match, reader, Rng("default", match.ply))
            assert match.stack[-1].default(twin, seat, Rng("x", 0)) == match.default(seat)

    for seats in (2, 3, 4):
        playout(GAME, "defaults", seats, watch=look)

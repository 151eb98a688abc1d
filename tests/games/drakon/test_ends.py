"""rules/drakon.md, Win: dead end and stalemate; skipped turns."""

import pytest

from games import GAMES
from games.core.checks import digest, playout, read_record, replay, write_record
from games.drakon import GAME
from games.drakon.events import Skipped, Warned
from tests.games.drakon.board import M, drawn, holds, kinds, news, place


def loop(**more: object) -> M:
    """A square to go round and round: gold, then a well."""
    return drawn(
        """
        start  gold>   blankv
        .      blank^  well<v
        """,
        **more,  # type: ignore[arg-type]
    )


def circle(match: M, most: int = 5000) -> None:
    """Everybody goes on along the only way, until the end."""
    while match.outcome is None and match.ply < most:
        (seat,) = match.waiting
        match.play(seat, match.legal(seat)[0])


def test_scenario_04_stuck_with_an_empty_hand_is_skipped_and_when_all_are_the_most_coins_win():
    match = drawn("start blank^@1 gold^", hands=["key vortex"], pile="", coins=[1, 1])
    place(match, 0, "key", (0, 1), "")
    assert news(match)[-1] == Skipped(1)
    assert list(match.waiting) == [0]
    assert match.turn.number == 3
    place(match, 0, "vortex", (-1, 0), "")
    assert list(match.waiting) == [0]
    match.play(0, "go 1,0")
    assert match.outcome is not None
    assert (match.outcome.winners, match.outcome.reason) == ((0, 1), "dead_end")
    unequal = drawn("start blank^@1", pile="", coins=[1, 2])
    unequal.play(0, "go 1,0")
    assert unequal.outcome is not None
    assert (unequal.outcome.winners, unequal.outcome.reason) == ((1,), "dead_end")


def test_who_holds_a_chamber_or_has_a_way_is_not_skipped():
    match = drawn("start blank^@1", hands=["key", "vortex"], pile="")
    place(match, 0, "key", (0, 1), "")
    assert list(match.waiting) == [1]
    match = drawn("start blank^>@1 gold^", hands=["key"], pile="")
    place(match, 0, "key", (0, 1), "")
    assert list(match.waiting) == [1]


def test_a_skip_is_told_and_asks_nothing():
    match = drawn("start blank^@1", hands=["key vortex", "", "orb^"], seats=3, pile="")
    place(match, 0, "key", (0, 1), "")
    assert kinds(news(match)) == ["Placed", "Skipped"]
    assert list(match.waiting) == [2]


def test_scenario_21_a_gold_well_loop_with_empty_hands_ends_by_the_guard():
    match = loop(pile="")
    circle(match)
    assert match.outcome is not None
    assert match.outcome.reason == "stalemate"
    assert match.state.quiet == 12 * 2
    assert [event for event in match.events if isinstance(event, Warned)] == [Warned(3, quiet=True)]
    most = max(match.state.coins)
    assert match.outcome.winners == tuple(seat for seat in (0, 1) if match.state.coins[seat] == most)


def test_the_guard_counts_turns_and_warns_three_rounds_before():
    match = loop(pile="", coins=[0, 0], hoard=0)
    told_at = None
    while match.outcome is None:
        (seat,) = match.waiting
        match.play(seat, match.legal(seat)[0])
        if any(isinstance(event, Warned) for event in news(match)):
            told_at = match.state.turns
    assert told_at == 9 * 2
    assert match.state.turns == 12 * 2


def test_skipped_turns_count_for_the_guard():
    match = drawn(
        """
        start    gold>@0  blankv@1
        .        rotate^  well<v
        .        .        .
        """,
        pile="",
        hoard=0,
        seats=3,
    )
    circle(match)
    assert match.outcome is not None
    assert match.state.turns == 12 * 3


@pytest.mark.parametrize("what", ["place", "shift", "destroy", "rotate", "coin"])
def test_something_new_restarts_the_guard(what: str):
    match = {
        "place": lambda: drawn("start", hands=["key", "vortex"]),
        "shift": lambda: drawn("start shift^> blank^", hands=["key", "vortex"]),
        "destroy": lambda: drawn("start destroy^> blank^", hands=["", "vortex"]),
        "rotate": lambda: drawn("start rotate^> blank^", hands=["", "vortex"]),
        "coin": lambda: drawn("start gold^>", hands=["", "vortex"]),
    }[what]()
    match.state.quiet = 20
    if what == "place":
        place(match, 0, "key", (1, 0), "")
    else:
        match.play(0, "go 1,0")
    if what == "shift":
        match.play(0, f"shift 2,0 {holds(match, 0, 'key')} 0")
    if what == "rotate":
        match.play(0, "rotate 2,0 1")
    assert list(match.waiting) == [1]
    assert match.state.quiet == 0


def test_a_coin_regained_is_nothing_new():
    match = drawn("start gold^>", hands=["", "vortex"])
    match.state.richest[0] = 1
    match.state.quiet = 7
    match.play(0, "go 1,0")
    assert match.state.coins[0] == 1
    assert match.state.quiet == 8


def test_after_two_hundred_rounds_the_match_ends_whatever_happens():
    match = drawn("start", hands=["key gold^", "vortex blank^"])
    match.state.turns = 200 * 2 - 2
    place(match, 0, "gold", (1, 0), "^")
    assert list(match.waiting) == [1]
    place(match, 1, "vortex", (0, 1), "")
    assert match.outcome is not None
    assert (match.outcome.winners, match.outcome.reason) == ((0, 1), "stalemate")


def test_the_last_round_is_warned_of_three_rounds_before():
    match = drawn("start", hands=["key", "vortex"])
    match.state.turns = 197 * 2 - 1
    place(match, 0, "key", (1, 0), "")
    assert Warned(3, quiet=False) in news(match)


@pytest.mark.parametrize("seats", range(2, 7))
def test_scenario_20_a_game_of_random_legal_moves_ends_and_replays(seats: int):
    for n in range(5):
        match = playout(GAME, f"scenario 20, {n}", seats).match
        assert match.outcome is not None
        assert match.outcome.reason in ("coins", "dead_end", "stalemate")
        assert digest(replay(read_record(write_record(match)), GAMES)) == digest(match)
        assert sum(match.state.coins) + match.state.start_coins + match.state.hoard == 28
        laid = [chamber.chamber for chamber in match.state.board.values()]
        assert sorted(sum(match.state.hands, match.state.pile + laid)) == list(range(64))


def test_resigning_at_two_gives_the_other_the_win_and_at_three_the_match_goes_on():
    two, three = drawn("start", hands=["key"]), drawn("start", hands=["key"], seats=3)
    for match in (two, three):
        match.play(None, "resign 0", by="system")
    assert two.outcome is not None
    assert (two.outcome.winners, two.outcome.reason) == ((1,), "resigned")
    assert three.outcome is None
    assert list(three.waiting) == [0]

"""Whole matches: random legal play ends and repeats, and each way to end is on record."""

from pathlib import Path

import pytest

from games.core.checks import compare, digest, playout, read_record, replay, write_record
from games.core.match import Match
from games.core.model import Resign
from games.dragonkeeper import GAME
from games.dragonkeeper.components import TILES, TREASURE
from games.dragonkeeper.events import Counted
from games.dragonkeeper.state import tiles_of
from tests.games.dragonkeeper.board import M

RECORDS = Path(__file__).parents[2] / "records" / GAME.slug
GAMES = {GAME.slug: GAME}


def record(name: str) -> M:
    """A record, played through."""
    source = read_record((RECORDS / f"{name}.txt").read_text())
    match = replay(source, GAMES)
    assert compare(match, source.head) == []
    return match


@pytest.mark.parametrize("bonus", ["on", "off"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_scenario_16_random_play_ends_and_replays_from_seed_and_moves(seats: int, bonus: str):
    for seed in range(5):
        match = playout(GAME, f"scenario {seed}", seats, {"treasure_bonus": bonus}).match
        assert match.outcome is not None
        again = replay(read_record(write_record(match)), GAMES)
        assert digest(again) == digest(match)
        assert again.events == match.events


def test_no_tile_is_ever_twice_in_the_game_and_no_treasure_gets_lost():
    def look(match: M) -> None:
        state = match.state
        assert sum(state.treasure) + state.stock == TREASURE
        assert min(*state.treasure, state.stock) >= 0
        tiles = [tile for stacks in state.stacks for tile in tiles_of(stacks)]
        tiles += [*state.grid.values(), *(tile for level in state.later for tile in level)]
        assert len(set(tiles)) == len(tiles) <= len(TILES)
        for stacks in state.stacks:
            for colour, pile in stacks.items():
                assert all(TILES[tile].colour is colour for tile in pile)

    for seats in (2, 3, 4):
        for seed in range(6):
            playout(GAME, f"tiles {seed}", seats, watch=look)


def test_a_win_of_one_and_a_shared_win_are_on_record():
    for name, winners in (("scores", 1), ("scores_shared", 2), ("scores_with_treasure", 1)):
        match = record(name)
        assert match.outcome is not None
        assert match.outcome.reason == "scores"
        assert len(match.outcome.winners) == winners


def test_a_sole_survivor_and_everybodys_defeat_are_on_record():
    match = record("sole_survivor")
    assert match.outcome is not None
    assert (len(match.outcome.winners), match.outcome.reason) == (1, "sole_survivor")
    match = record("all_eliminated")
    assert match.outcome is not None
    assert (match.outcome.winners, match.outcome.reason) == ((), "all_eliminated")


def test_a_level_cleared_to_the_last_tile_is_on_record():
    assert any(isinstance(event, Counted) and event.left == 0 for event in record("level_cleared").events)


def test_at_two_a_resignation_ends_the_match_and_shows_the_guilds():
    match = record("resigned")
    assert match.outcome is not None
    assert match.outcome.reason == "resigned"
    assert match.state.revealed
    match = Match(GAME, "resign", range(3))
    match.play(None, Resign(1), by="system")
    assert match.outcome is None
    assert not match.state.revealed

"""rules/dragonkeeper.md, Components and set-up."""

from collections import Counter

import pytest

from games.core.match import Match
from games.dragonkeeper import GAME
from games.dragonkeeper.components import CELLS, CENTRE, GUILDS, STAIRS, TILES, Action, Colour
from games.dragonkeeper.events import LevelBegan, Start


def test_seventy_five_tiles_fifteen_of_each_colour():
    assert Counter(tile.colour for tile in TILES) == dict.fromkeys(Colour, 15)
    assert [tile.id for tile in TILES] == list(range(75))


@pytest.mark.parametrize("colour", Colour)
def test_the_values_of_a_colour(colour: Colour):
    tiles = [tile for tile in TILES if tile.colour is colour]
    values = Counter(tile.value for tile in tiles)
    if colour is Colour.RED:
        assert values == {1: 2, 2: 3, 3: 4, 4: 3, 5: 2, 6: 1}
        assert sum(tile.value for tile in tiles) == 48
    else:
        assert values == {1: 5, 2: 4, 3: 3, 4: 2, 5: 1}
        assert sum(tile.value for tile in tiles) == 35


@pytest.mark.parametrize("guild", GUILDS)
def test_every_guild_has_one_of_each_action(guild: Colour):
    actions = {tile.action: tile.value for tile in TILES if tile.colour is guild and tile.action}
    assert actions == {Action.PASSAGE: 1, Action.RELEASE: 2, Action.EXCHANGE: 3, Action.TRAP: 4}
    assert sum(tile.action is not None for tile in TILES if tile.colour is guild) == 4


def test_the_stairs_are_red_ones():
    assert [(TILES[t].colour, TILES[t].value) for t in STAIRS] == [(Colour.RED, 1)] * 2
    assert [tile.action for tile in TILES if tile.colour is Colour.RED and tile.action] == [Action.STAIRS] * 2


def test_scenario_01_twenty_five_tiles_a_level_the_stairs_in_the_middle_of_two():
    for seed in range(20):
        state = Match(GAME, f"set-up {seed}", range(3)).state
        levels = [[state.grid[cell] for cell in CELLS], *state.later]
        assert [len(level) for level in levels] == [25, 25, 25]
        assert sorted(tile for level in levels for tile in level) == list(range(75))
        middle = [level[CELLS.index(CENTRE)] for level in levels]
        assert middle[:2] == list(STAIRS)
        assert TILES[middle[2]].action is not Action.STAIRS


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_everybody_begins_with_four_treasure_and_a_guild_of_their_own(seats: int):
    state = Match(GAME, "set-up", range(seats)).state
    assert state.treasure == [4] * seats
    assert state.stock == 24 - 4 * seats
    assert len(set(state.guilds)) == seats
    assert set(state.guilds) <= set(GUILDS)
    assert not any(tiles for stacks in state.stacks for tiles in stacks.values())


def test_guilds_and_levels_follow_the_seed():
    states = [Match(GAME, f"set-up {seed}", range(4)).state for seed in range(40)]
    assert {state.guilds[0] for state in states} == set(GUILDS)
    assert len({tuple(state.later[1]) for state in states}) == 40


def test_the_first_of_the_drawn_order_begins_with_the_dragon_in_the_middle():
    match = Match(GAME, "set-up", [2, 0, 1])
    assert match.waiting == (2,)
    assert match.state.dragon == CENTRE
    assert match.events == [LevelBegan(1, 2, Start.DRAWN)]

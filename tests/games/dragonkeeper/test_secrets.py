"""rules/dragonkeeper.md: original guilds, levels to come and sealed answers stay hidden until their time."""

from copy import deepcopy

from games.core.checks import canonical, playout
from games.core.match import Match
from games.core.rng import Rng
from games.dragonkeeper import GAME
from games.dragonkeeper.components import GUILDS, STAIRS, Colour
from games.dragonkeeper.events import Revealed, Weighed
from games.dragonkeeper.view import View
from tests.games.dragonkeeper.board import M, at_the_tribute, drawn, news, play, word
from tests.games.twins import redealt


def view(match: M, seat: int | None) -> View:
    seen = match.view(seat)
    assert isinstance(seen, View)
    return seen


def told(match: M, reader: int | None) -> list[object]:
    """The log as this reader has it."""
    return [event.seen_by(reader) for event in match.events]


def test_scenario_15_no_view_log_or_question_tells_a_guild_or_a_level_before_its_time():
    compared = 0

    def look(match: M) -> None:
        nonlocal compared
        if match.outcome is not None:
            return
        for reader in (None, *match.order):
            twin = redealt(match, reader, Rng("secrets", match.ply))
            assert match.game.view(twin, reader) == match.view(reader)
            assert set(view(match, reader).guilds) == ({reader} if reader is not None else set())
            for event in told(match, reader):
                assert not isinstance(event, Revealed)
                assert not isinstance(event, Weighed) or event.seat == reader
            if reader is not None:
                for prompt in match.prompts_for(reader):
                    asked = list(prompt.options(twin, reader)), prompt.default(twin, reader, Rng("", 0))
                    open_ = list(prompt.options(match.state, reader)), match.default(reader)
                    assert reader not in match.waiting or asked == open_
            compared += canonical(twin) != canonical(match.state)

    for seats in (2, 3, 4):
        for seed in range(3):
            playout(GAME, f"secrets {seed}", seats, watch=look)
    assert compared > 500


def test_a_hidden_level_is_in_nobodys_view():
    match = Match(GAME, "hidden", range(2))
    for reader in (None, 0, 1):
        assert set(view(match, reader).grid.values()) == set(match.state.grid.values())
        text = canonical(view(match, reader))
        for level in match.state.later:
            assert canonical(level) not in text
            assert canonical(level[:3])[1:-1] not in text


def test_of_others_stacks_one_sees_top_and_height_of_the_own_ones_everything():
    match = drawn("@ b1 y1\n. r4 .", stacks=["b2 b5 y3", "r6 r2 r3", ""], seats=3)
    for reader in (None, 0, 1, 2):
        seen = view(match, reader)
        assert [{c.value: word(t) for c, t in tops.items()} for tops in seen.tops] == [
            {"blue": "b5", "yellow": "y3"},
            {"red": "r3"},
            {},
        ]
        assert [{c.value: n for c, n in heights.items()} for heights in seen.heights] == [
            {"blue": 2, "yellow": 1},
            {"red": 3},
            {},
        ]
    assert [word(tile) for tile in view(match, 0).stacks[Colour.BLUE]] == ["b2", "b5"]
    assert not any(view(match, 2).stacks.values())
    assert view(match, None).stacks == {}


def test_treasure_is_public_the_own_guild_is_known_to_its_seat_alone():
    match = drawn("@ b1 y1\n. r4 .", guilds="green blue purple", treasure=[1, 5, 2], seats=3)
    for reader in (None, 0, 1, 2):
        assert view(match, reader).treasure == (1, 5, 2)
        assert view(match, reader).stock == 16
    assert view(match, 1).guilds == {1: Colour.BLUE}
    assert view(match, None).guilds == {}


def test_a_sealed_tribute_shows_nowhere_until_all_have_answered():
    match = at_the_tribute("y1 y2 g1 g5", "r2 r3 p1 p2", "b1", guilds="blue green purple")
    before = [(canonical(view(match, r)), told(match, r)) for r in (None, 0, 1, 2)]
    asked = [match.legal(seat) for seat in (1, 2)]
    other = deepcopy(match)
    match.play(0, "tribute yellow -")
    other.play(0, "tribute green -")
    assert [(canonical(view(match, r)), told(match, r)) for r in (None, 0, 1, 2)] == before
    assert [(canonical(view(other, r)), told(other, r)) for r in (None, 0, 1, 2)] == before
    assert [match.legal(seat) for seat in (1, 2)] == asked
    assert [match.default(seat) for seat in (1, 2)] == [other.default(seat) for seat in (1, 2)]
    play(match, "tribute red -", "tribute blue -")
    assert view(match, None).guilds == {0: Colour.BLUE, 1: Colour.GREEN, 2: Colour.PURPLE}


def test_the_eliminated_keep_their_guild_to_the_end():
    match = at_the_tribute("y1 y2", "", "b1", guilds="blue green purple", out=[1])
    assert view(match, 0).guilds == {0: Colour.BLUE}
    twins = [redealt(match, 0, Rng("out", n)).guilds[1] for n in range(60)]
    assert set(twins) == set(GUILDS) - {Colour.BLUE}
    play(match, "tribute yellow -", "tribute blue -")
    assert view(match, 0).guilds[1] is Colour.GREEN


def test_a_redeal_moves_guilds_and_levels_and_nothing_else():
    match = Match(GAME, "redeal", [1, 0, 2])
    before = canonical(match.state)
    seen: set[tuple[Colour, ...]] = set()
    for n in range(200):
        twin = redealt(match, 1, Rng("redeal", n))
        assert twin.guilds[1] is match.state.guilds[1]
        assert len(set(twin.guilds)) == 3, "each guild belongs to one player at most"
        seen.add(tuple(twin.guilds))
        assert twin.later != match.state.later
        assert [len(level) for level in twin.later] == [25, 25]
        assert twin.later[0][12] == STAIRS[1], "where the stairs of level 2 lie is known"
        assert {*twin.later[0], *twin.later[1]} == {*match.state.later[0], *match.state.later[1]}
        twin.later, twin.guilds = match.state.later, match.state.guilds
        assert canonical(twin) == canonical(match.state)
    assert len(seen) == 3 * 2, "the unused guild is unknown too"
    assert canonical(match.state) == before


def test_at_the_end_guilds_are_open_and_unplayed_levels_stay_closed():
    match = drawn("@ b1 y1\n. . r2", treasure=[0, 4], guilds="green blue")
    match.play(0, "take 1,0")
    assert match.outcome is not None
    assert [event for event in news(match) if isinstance(event, Revealed)] == [
        Revealed(0, Colour.GREEN),
        Revealed(1, Colour.BLUE),
    ]
    twin = redealt(match, None, Rng("end", 0))
    assert twin.guilds == match.state.guilds
    assert twin.later != match.state.later
    assert match.game.view(twin, None) == match.view(None)


def test_a_view_shares_nothing_with_the_state():
    match = drawn("@ b1 y1 .\n. y3 r3 r4\n. y2 . r2", stacks=["b2"])
    seen, before = view(match, 0), canonical(view(match, 0))
    play(match, "take 1,0", "give 1,1")
    assert canonical(seen) == before

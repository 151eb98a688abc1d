"""rules/drakon.md, What a player sees."""

from games.core.checks import canonical
from games.core.rng import Rng
from games.drakon.events import Drew, Robbed
from games.drakon.view import View
from tests.games.drakon.board import M, drawn, news, place
from tests.games.twins import redealt


def view(match: M, seat: int | None) -> View:
    seen = match.view(seat)
    assert isinstance(seen, View)
    return seen


def test_a_seat_sees_its_own_hand_and_of_others_the_size():
    match = drawn("start", hands=["gold^ key", "orb^", "well^> due^v key"], seats=3)
    for seat in range(3):
        assert view(match, seat).hand == tuple(match.state.hands[seat])
        assert view(match, seat).hand_sizes == (2, 1, 3)
    assert view(match, None).hand == ()
    assert view(match, None).hand_sizes == (2, 1, 3)


def test_of_the_pile_only_the_size_is_seen():
    match = drawn("start", hands=["key"], pile="gold^ orb^ well^>")
    for reader in (None, 0, 1):
        assert view(match, reader).pile == 3
        text = canonical(view(match, reader))
        twin = redealt(match, reader, Rng("pile", 1))
        assert canonical(match.game.view(twin, reader)) == text


def test_what_was_drawn_is_known_to_the_drawer_alone():
    match = drawn("start", hands=["key", "vortex"], pile="gold^ orb^")
    place(match, 0, "key", (1, 0), "")
    (drew,) = [event for event in news(match) if isinstance(event, Drew)]
    assert drew.chamber == match.state.hands[0][0]
    assert drew.seen_by(0) == drew
    assert [drew.seen_by(reader) for reader in (1, None)] == [Drew(0, None)] * 2


def test_map_and_coins_and_the_reach_of_every_hero_are_public():
    match = drawn("start wind^>@1 gold^> well^>", coins=[1, 2], start_coins=1)
    for reader in (None, 0, 1):
        seen = view(match, reader)
        assert seen.board == match.state.board
        assert seen.heroes == ((0, 0), (1, 0))
        assert (seen.coins, seen.start_coins, seen.hoard) == ((1, 2), 1, 24)
        assert seen.ways[1] == {(3, 0): ((1, 0), (2, 0), (3, 0))}


def test_a_view_shares_nothing_with_the_state():
    match = drawn("start gold^", hands=["key", "vortex"])
    seen, before = view(match, 0), canonical(view(match, 0))
    match.play(0, "go 1,0")
    place(match, 1, "vortex", (0, 1), "")
    assert canonical(seen) == before


def test_a_redeal_keeps_sizes_the_own_hand_and_all_that_is_open_and_moves_the_rest():
    match = drawn("start gold^", hands=["key", "vortex orb^", "due^v"], seats=3)
    before = canonical(match.state)
    twin = redealt(match, 1, Rng("redeal", 0))
    assert canonical(match.state) == before
    assert twin.hands[1] == match.state.hands[1]
    assert list(map(len, twin.hands)) == [1, 2, 1]
    assert twin.board == match.state.board
    assert sorted(sum(twin.hands, twin.pile)) == sorted(sum(match.state.hands, match.state.pile))
    assert (
        twin.hands[0] + twin.hands[2] + twin.pile
        != match.state.hands[0] + match.state.hands[2] + match.state.pile
    )


def test_who_robbed_and_was_robbed_know_the_chamber():
    match = drawn("start map^>", hands=["", "gold^"], seats=3)
    match.play(0, "go 1,0")
    (event,) = [event for event in news(match) if isinstance(event, Robbed)]
    assert [event.seen_by(reader) for reader in (0, 1)] == [event] * 2
    assert [event.seen_by(reader) for reader in (2, None)] == [Robbed(0, 1, None)] * 2

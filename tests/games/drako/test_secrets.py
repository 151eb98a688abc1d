"""rules/drako.md, What a player sees: hands, decks, standing orders, and whether a shield is held."""

from copy import deepcopy

from games.core.checks import canonical, digest
from games.core.match import Match
from games.core.rng import Rng
from games.drako import GAME
from games.drako.events import Drew
from games.drako.view import View
from tests.games.drako.board import FAR, M, drawn, drive, news, play, standing_order
from tests.games.twins import redealt

BESIDE = ".  .  .   .  b  u  .   .  .  D  .  .   .  .  .  .   .  .  m"


def view(match: M, seat: int | None) -> View:
    seen = match.view(seat)
    assert isinstance(seen, View)
    return seen


def outside(match: M, reader: int | None) -> object:
    """All that a reader can see and do: view, log, who is awaited for what, own choices, take-backs."""
    return (
        match.view(reader),
        [event.seen_by(reader) for event in match.events],
        match.waiting,
        [(type(prompt).__name__, prompt.number) for prompt in match.prompts_for(reader)],
        match.legal(reader) if reader is not None else [],
        (type(match.stack[-1]).__name__, match.stack[-1].number),
        match.ply,
        match.undoable(reader) if reader is not None else [],
    )


def alike(one: M, other: M, *readers: int | None) -> bool:
    return all(outside(one, reader) == outside(other, reader) for reader in readers)


def test_a_seat_sees_its_own_hand_and_of_the_other_the_size():
    match = drawn(FAR, dragon="D01 D13", dwarves="W02 W05 W06")
    assert view(match, 0).hand == ("D01", "D13")
    assert view(match, 1).hand == ("W02", "W05", "W06")
    assert view(match, None).hand == ()
    for reader in (None, 0, 1):
        assert view(match, reader).hand_sizes == (2, 3)
        assert view(match, reader).deck_sizes == (36, 35)


def test_what_was_drawn_is_known_to_the_drawer_alone():
    match = drawn(FAR, dragon="D01", dwarves="W02 W05 W06")
    match.play(0, "draw")
    (drew,) = news(match)
    assert drew == Drew(0, tuple(match.state.hands[0][-2:]))
    assert drew.seen_by(0) == drew
    assert [drew.seen_by(reader) for reader in (1, None)] == [Drew(0, None)] * 2


def test_what_was_played_and_discarded_is_known_to_all():
    match = drawn(FAR, dragon="D01 D02 D03 D04 D06 D07")
    play(match, "draw", "discard D01 D02", "nothing D03")
    for reader in (None, 0, 1):
        assert view(match, reader).gone == (("D01", "D02", "D03"), ())


def test_scenario_17_the_defender_without_a_shield_is_asked_as_one_with():
    with_shield = drawn(BESIDE, dragon="D01 D02", dwarves="W13 W02")
    without = drawn(BESIDE, dragon="D01 D02", dwarves="W02 W02")
    for match in (with_shield, without):
        match.play(0, "attack D01 brald")
        assert match.waiting == (1,)
    assert alike(with_shield, without, 0, None)
    for match in (with_shield, without):
        match.play(1, "block -")
    assert alike(with_shield, without, 0, None)
    for match in (with_shield, without):
        standing_order(match, 1, "never")
        match.play(0, "attack D02 brald")
        drive(match)
        assert match.waiting == (1,), "the turn is the dwarves'"
    assert alike(with_shield, without, 0, None)


def test_an_answer_by_standing_order_looks_like_one_given_by_hand():
    by_order = drawn(BESIDE, dragon="D01 D02", dwarves="W13 W02")
    by_hand = drawn(BESIDE, dragon="D01 D02", dwarves="W13 W02")
    standing_order(by_order, 1, "never")
    standing_order(by_hand, 1, "ask")
    assert alike(by_order, by_hand, 0, None), "what is ordered is secret, and re-sending it is a cover"
    for match in (by_order, by_hand):
        match.play(0, "attack D01 brald")
        assert alike(by_order, by_hand, 0, None) or match is by_order
    drive(by_order)
    by_hand.play(1, "block -")
    assert alike(by_order, by_hand, 0, None)
    assert [(e.seat, e.by, e.events) for e in by_order.story[1:]] == [
        (e.seat, e.by, e.events) for e in by_hand.story[1:]
    ]
    assert [e.move for e in by_order.story[2:]] == [e.move for e in by_hand.story[2:]]


def test_the_dragons_standing_order_is_as_secret():
    by_order = drawn(BESIDE, dragon="D14 D13", dwarves="W01 W02", turn="dwarves")
    by_hand = drawn(BESIDE, dragon="D14 D13", dwarves="W01 W02", turn="dwarves")
    standing_order(by_order, 0, "never")
    standing_order(by_hand, 0, "ask")
    for match in (by_order, by_hand):
        match.play(1, "attack2 W01 2")
    drive(by_order)
    by_hand.play(0, "block -")
    assert alike(by_order, by_hand, 1, None)


def test_an_order_is_shown_to_its_seat_alone():
    match = drawn(BESIDE, dragon="D14 D13", dwarves="W01 W02")
    before = [canonical(view(match, reader)) for reader in (0, None)]
    standing_order(match, 1, "never")
    assert view(match, 1).never
    assert [canonical(view(match, reader)) for reader in (0, None)] == before
    assert all(event.seen_by(0) is not None for event in match.events)


def test_a_redeal_shuffles_cards_and_orders_and_nothing_else():
    match = Match(GAME, "redeal", (1, 0))
    play(match, "draw", "draw", "draw")
    before = digest(match)
    orders = set()
    for n in range(40):
        twin = redealt(match, 1, Rng("redeal", n))
        orders.add(twin.never[0])
        assert twin.hands[1] == match.state.hands[1]
        assert twin.hands[0] != match.state.hands[0] or twin.decks[0] != match.state.decks[0]
        assert sorted(twin.hands[0] + twin.decks[0]) == sorted(match.state.hands[0] + match.state.decks[0])
        assert sorted(twin.decks[1]) == sorted(match.state.decks[1])
        assert not twin.never[1]
        twin.hands, twin.decks, twin.never = match.state.hands, match.state.decks, match.state.never
        assert canonical(twin) == canonical(match.state)
    assert orders == {False, True}
    assert digest(match) == before


def test_a_view_shares_nothing_with_the_state():
    match = drawn(FAR, dragon="D13 D01", dwarves="W02")
    seen, before = view(match, 0), canonical(view(match, 0))
    deepcopy(match)
    play(match, "move D13 dragon 0,1", "draw")
    assert canonical(seen) == before

"""Every chamber acts on the hero that enters it, however it came there, and its owner decides and pays.

(rules/drakon.md, Chambers: "Effects happen on entering, by any means other than passing through".)
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from games.core.model import Seat
from games.drakon.components import Hero, Kind
from tests.games.drakon.board import M, drawn, verbs

ENTERED = {
    Kind.BLANK: "blank^",
    Kind.SHIFT: "shift^",
    Kind.DESTROY: "destroy^",
    Kind.DUE: "due^v",
    Kind.MAP: "map^v",
    Kind.GOLD: "gold^",
    Kind.GALE: "gale^<",
    Kind.WIND: "wind^v",
    Kind.KEY: "key",
    Kind.ORB: "orb^",
    Kind.ROTATE: "rotate^",
    Kind.STEAL_LEFT: "steal_left^",
    Kind.STEAL_RIGHT: "steal_right^",
    Kind.VORTEX: "vortex",
    Kind.WELL: "well^v",
}
"""The chamber at the end of the way, drawn so that no arrow of it faces whoever comes from the east."""

SOUTH = "\n {0} blank>v blank>v"
"""A second row, so that there is something to destroy and somewhere to go."""


def scene(top: str, *, pad: int = 1, more: str = "", powers: tuple[Hero, ...] = ()) -> M:
    """Both seats hold a coin and a chamber.

    `pad` is how many cells lie west of the second row, `more` goes on in the east of it.
    """
    return drawn(
        top + SOUTH.format(" ".join(["."] * pad)) + f" {more}",
        hands=["steal_left<v>", "steal_right<v>"],
        coins=[1, 1],
        powers=powers,
    )


def by_own_move(kind: Kind) -> tuple[M, Seat]:
    match = scene(f"{ENTERED[kind]} blank<v@0 start@1")
    match.play(0, "go -2,0")
    return match, 0


def by_orb(kind: Kind) -> tuple[M, Seat]:
    # Two chambers beside the first orb: a second orb must have somewhere to send its hero.
    match = scene(f"{ENTERED[kind]} blank<v@1 start@0 orb>v gold^", more="blank>v")
    match.play(0, "go 1,0")
    if "send" in verbs(match, 0):
        match.play(0, "send 1 -2,0")
    return match, 1


def by_push(kind: Kind) -> tuple[M, Seat]:
    match = scene(f"{ENTERED[kind]} blank<v@01 start", powers=(Hero.BARBARIAN, Hero.DWARF))
    match.play(0, "push 1 -2,0")
    return match, 1


def by_stride(kind: Kind) -> tuple[M, Seat]:
    match = scene(f"{ENTERED[kind]} blank<v@0 start@1", powers=(Hero.AMAZON, Hero.DWARF))
    match.play(0, "stride -2,0")
    return match, 0


def by_gale(kind: Kind) -> tuple[M, Seat]:
    match = scene(f"{ENTERED[kind]} blank<v blank<v gale^<v@0 start@1", pad=3)
    match.play(0, "go -4,0")
    return match, 0


def by_vortex(kind: Kind) -> tuple[M, Seat]:
    match = scene(f"{ENTERED[kind]} vortex@0 start@1")
    match.play(0, "go -2,0")
    return match, 0


def by_walk(kind: Kind) -> tuple[M, Seat]:
    match = scene(f"{ENTERED[kind]} blank^v@0 start@1", powers=(Hero.WIZARD, Hero.DWARF))
    match.play(0, "walk -2,0")
    return match, 0


WAYS: list[Callable[[Kind], tuple[M, Seat]]] = [
    by_own_move,
    by_orb,
    by_push,
    by_stride,
    by_gale,
    by_vortex,
    by_walk,
]


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
@pytest.mark.parametrize("kind", list(ENTERED), ids=lambda kind: kind.value)
def test_a_chamber_acts_on_who_enters_it(kind, way):
    match, owner = way(kind)
    state, other = match.state, 1 - owner
    coins = (state.coins[owner], state.coins[other])
    hands = (len(state.hands[owner]), len(state.hands[other]))
    asked = {Kind.SHIFT: {"shift"}, Kind.DESTROY: {"destroy"}, Kind.ROTATE: {"rotate"}, Kind.ORB: {"send"}}
    if kind in asked:
        assert match.waiting == (owner,), "the hero's owner decides"
        assert verbs(match, owner) == asked[kind]
    elif kind is Kind.GOLD:
        assert coins == (2, 1)
    elif kind is Kind.DUE:
        assert coins == (0, 1)
        assert state.start_coins == 1
    elif kind is Kind.WELL:
        assert coins == (0, 1)
        assert state.hoard == 28 - 1
    elif kind in (Kind.STEAL_LEFT, Kind.STEAL_RIGHT):
        assert coins == (2, 0)
    elif kind is Kind.MAP:
        assert hands == (2, 0) or (way is by_push and hands == (1, 1)), "the Barbarian takes one back"
    else:
        assert coins == (1, 1)
        assert not match.outcome


def from_key() -> tuple[M, Seat]:
    match = start_scene("key@0 start@1")
    match.play(0, "go 0,0")
    return match, 0


def from_vortex() -> tuple[M, Seat]:
    match = start_scene("vortex@0 start@1")
    match.play(0, "go 0,0")
    return match, 0


def from_key_by_orb() -> tuple[M, Seat]:
    match = start_scene("well^v key@1 start@0 orb>")
    match.play(0, "go 1,0")
    match.play(0, "send 1 0,0")
    return match, 1


def from_key_by_stride() -> tuple[M, Seat]:
    match = start_scene("key@0 start@1", powers=(Hero.AMAZON, Hero.DWARF))
    match.play(0, "stride 0,0")
    return match, 0


def through_the_wall() -> tuple[M, Seat]:
    match = start_scene("blank^@0 start@1", powers=(Hero.WIZARD, Hero.DWARF))
    match.play(0, "walk 0,0")
    return match, 0


def start_scene(top: str, powers: tuple[Hero, ...] = ()) -> M:
    return drawn(top, hands=["gold^", "gold^"], start_coins=1, powers=powers)


STARTS = [from_key, from_vortex, from_key_by_orb, from_key_by_stride, through_the_wall]
"""Nothing else leads there: the start's four arrows let no neighbour point at it."""


@pytest.mark.parametrize("way", STARTS, ids=lambda way: way.__name__)
def test_the_start_offers_its_coin_to_who_enters_it(way):
    match, owner = way()
    assert match.waiting == (owner,)
    assert verbs(match, owner) == {"take", "leave"}
    match.play(owner, "take")
    assert match.state.coins[owner] == 1

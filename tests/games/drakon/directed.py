"""What random matches of Drakon hardly ever reach, on purpose."""

from __future__ import annotations

from collections.abc import Callable

from games.core.match import Match
from games.core.model import Seat
from games.drakon.state import State
from tests.games.drakon.board import drawn

SEEDS: list[tuple[str, int, dict[str, str]]] = [
    ("s27", 5, {}),
    ("s68", 5, {}),
    ("s4", 4, {}),
    ("s0", 6, {}),
    ("s2", 3, {}),
    ("s1", 3, {}),
    ("h8", 6, {"heroes": "on"}),
    ("h15", 6, {"heroes": "on"}),
]
"""Coins left and taken at the start, a hand robbed, a chamber shifted, a stalemate, a win by coins, powers used."""


def empty_hoard() -> Match[State]:
    """Gold where no coin is left."""
    match = drawn("start gold^>", hoard=0, hands=["blank^"])
    match.play(0, "go 1,0")
    return match


def nothing_fits() -> Match[State]:
    """A shift with a three-arrowed hand, where the only free chamber is pointed at from two sides."""
    match = drawn(
        """
        start     shift>v
        blank>@1  blank>v
        """,
        hands=["blank^>v"],
    )
    match.play(0, "go 1,0")
    match.play(0, "nothing")
    return match


DIRECTED: list[Callable[[], Match[State]]] = [empty_hoard, nothing_fits]


def hides(state: State, seat: Seat | None) -> bool:
    """Whether two hidden chambers could be swapped unseen."""
    hidden = len(state.pile) + sum(len(hand) for owner, hand in enumerate(state.hands) if owner != seat)
    return hidden > 1

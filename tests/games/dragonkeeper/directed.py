"""What random matches of Dragonkeeper hardly ever reach, on purpose; and what a state hides."""

from __future__ import annotations

from collections.abc import Callable

from games.core.match import Match
from games.core.model import Seat
from games.dragonkeeper.state import State
from tests.games.dragonkeeper.board import drawn, play

SEEDS: list[tuple[str, int, dict[str, str]]] = [("more 0", 2, {}), ("more 9", 4, {}), ("more 3", 4, {})]
"""Actions left unused, and everybody's defeat."""


def empty_stock() -> Match[State]:
    """A generous gift when no treasure is left."""
    match = drawn("@ b1 y1 .\n. y3 r3 r4\n. y2 . r2", stock=0)
    play(match, "take 1,0", "give 1,1")
    return match


DIRECTED: list[Callable[[], Match[State]]] = [empty_stock]


def hides(state: State, seat: Seat | None) -> bool:
    """Whether there is a level to come. (The guilds are hidden too, but few: a twin may have the same ones.)"""
    return bool(state.later)

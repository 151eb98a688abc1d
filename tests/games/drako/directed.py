"""What random matches of Drako hardly ever reach, on purpose; and what a state hides."""

from __future__ import annotations

from collections.abc import Callable

from games.core.match import Match
from games.core.model import Seat
from games.drako.state import State
from tests.games.drako.board import FAR, drawn

SEEDS: list[tuple[str, int, dict[str, str]]] = [("k151", 2, {"exchange": "on"})]
"""A hand exchanged, and one over its limit."""


def no_cards_left() -> Match[State]:
    """The dragon runs out of cards first."""
    match = drawn(FAR, dragon="D13", decks=(0, None), dwarves="W02")
    match.play(0, "nothing D13")
    return match


DIRECTED: list[Callable[[], Match[State]]] = [no_cards_left]


def hides(state: State, seat: Seat | None) -> bool:
    """Whether enough cards are hidden from a reader that a twin will be another position."""
    return any(
        len(state.decks[owner]) + (len(state.hands[owner]) if owner != seat else 0) > 6
        for owner in state.order
    )

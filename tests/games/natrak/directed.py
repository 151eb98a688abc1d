"""What playouts of Natrak hardly or never reach, for the tests that every game shares."""

from __future__ import annotations

from collections.abc import Callable

from games.core.match import Match
from games.core.model import Seat
from games.core.rng import Rng
from games.natrak import GAME
from games.natrak.components import HAND_LIMIT
from games.natrak.dragon import DiscardHalf
from games.natrak.state import State
from tests.games.natrak.eager import eager

M = Match[State]

SEEDS: list[tuple[str, int, dict[str, str]]] = [
    ("goblins 11", 5, {"version": "aventureros", "goal": "11"}),
    ("gold 108", 3, {"version": "completo", "goal": "7"}),
]
"""Playouts, by seed, number of seats and options, known to reach what is rare."""


def players_come_and_go(options: dict[str, str] | None = None) -> M:
    """Players leave in the middle of their turn, before it and while they owe a discard, and come back."""
    match, rng = Match(GAME, "come and go", (0, 1, 2, 3), options), Rng("come and go", 0)
    while match.ply < 900 and match.outcome is None:
        seat = rng.choice(match.waiting)
        top = match.stack[-1]
        if isinstance(top, DiscardHalf) and rng.below(2):
            match.play(seat, top.default(match.state, seat, rng), by="clock")
        elif match.state.turn and rng.below(12) == 0:
            who = rng.below(4)
            match.play(None, f"{'presente' if who in match.state.absent else 'ausente'} {who}", by="system")
        elif rng.below(9) == 0:
            match.play(seat, match.default(seat), by="clock")
        else:
            match.play(seat, rng.choice(match.legal(seat) or [top.sample(match.state, seat, rng)]))
    return match


def metropolises_rise() -> M:
    """Players who like to build claim metropolises, which random ones never come to."""
    return eager("metropolises 10", 4, goal="16")


def drakkars_sail() -> M:
    """Such players settle islands, change gold and set the kraken on each other."""
    return eager("voyage 28", 3, version="completo", goal="9")


DIRECTED: list[Callable[[], M]] = [players_come_and_go, metropolises_rise, drakkars_sail]
"""Matches played to reach what playouts do not."""


def hides(state: State, reader: Seat | None) -> bool:
    """Whether anything could be otherwise: rivals with different cards among them, or scrolls left to shuffle."""
    rivals = [seat for seat in state.order if seat != reader]
    hands = [state.hands[seat] for seat in rivals]
    kinds = {at for hand in hands for at, n in enumerate(hand) if n}
    return len(state.deck) > 2 or (sum(map(sum, hands)) > HAND_LIMIT and len(kinds) > 1)

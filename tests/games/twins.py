"""Twins of a match: the same for all that one seat can know, and otherwise in everything else."""

from __future__ import annotations

from typing import TypeVar

from games.core.match import Match
from games.core.model import Seat
from games.core.rng import Rng

S = TypeVar("S")


def redealt(match: Match[S], seat: Seat | None, rng: Rng) -> S:
    """The state of a twin in which everything is shuffled that this seat (None: a spectator) cannot know."""
    return match.game.redeal(match.state, seat, rng)

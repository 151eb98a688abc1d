"""Playing progress cards (rules/natrak.md, 12.4). What each does stands with its discipline."""

from __future__ import annotations

from collections.abc import Mapping

from games.core.model import IllegalMove, Move, Seat
from games.core.words import gettext_noop
from games.natrak.alchemy import ALCHEMY
from games.natrak.card_rules import Rule
from games.natrak.components import POINT_CARDS, Progress
from games.natrak.crown import CROWN
from games.natrak.events import ProgressPlayed
from games.natrak.legacy import LEGACY
from games.natrak.moves import PlayProgress
from games.natrak.religion import RELIGION
from games.natrak.scoring import M
from games.natrak.state import State, saga_of

RULES: Mapping[Progress, Rule] = {**ALCHEMY, **CROWN, **RELIGION, **LEGACY}
"""Every card that is played; those worth a point only count."""


def plays(state: State, seat: Seat) -> list[Move]:
    """Every way in which the active seat can play its cards, any number a turn."""
    found: list[Move] = []
    for card in dict.fromkeys(saga_of(state).progress[seat]):
        if card in RULES:
            found += RULES[card].ways(state, seat)
    return found


def check_play(state: State, seat: Seat, move: PlayProgress) -> None:
    """Raise IllegalMove unless the active seat can play the card so."""
    if move.card in (*POINT_CARDS, Progress.SCHOLAR):
        raise IllegalMove(gettext_noop("That card is never played: it counts a point where it is."))
    if move.card not in saga_of(state).progress[seat]:
        raise IllegalMove(gettext_noop("You don't hold that card: choose one of yours."))
    rule = RULES[move.card]
    if move not in rule.ways(state, seat):
        raise IllegalMove(rule.refusal)


def play_progress(match: M, seat: Seat, move: PlayProgress) -> None:
    """The card is spent for good, then it does what it says."""
    match.no_way_back()
    saga_of(match.state).progress[seat].remove(move.card)
    match.tell(ProgressPlayed(seat, move.card))
    RULES[move.card].deed(match, seat, move)

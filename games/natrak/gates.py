"""The gates of the disciplines: who draws a progress card (rules/natrak.md, 12.3)."""

from __future__ import annotations

from games.core.model import Seat
from games.natrak.components import MOST_PROGRESS, POINT_CARDS, Discipline
from games.natrak.events import GateOpened, ProgressDrawn, ProgressRevealed
from games.natrak.saga import Saga
from games.natrak.scoring import M, check_victory
from games.natrak.state import saga_of


def open_gate(match: M, discipline: Discipline, red: int) -> None:
    """Who is present and far enough for the red die draws, in the order of sitting (D37), while the deck lasts."""
    state, saga = match.state, saga_of(match.state)
    match.tell(GateOpened(discipline))
    for seat in sorted(state.order):
        if seat not in state.absent and _draws(saga, seat, discipline, red):
            draw(match, seat, discipline)
    check_victory(match)


def _draws(saga: Saga, seat: Seat, discipline: Discipline, red: int) -> bool:
    level = saga.level(seat, discipline)
    full = len(saga.progress[seat]) >= MOST_PROGRESS
    return 1 <= level >= red - 1 and not full and bool(saga.decks[discipline.at])


def draw(match: M, seat: Seat, discipline: Discipline) -> None:
    """The top card into the hand; one that is worth a point lies open at once (D38)."""
    saga = saga_of(match.state)
    card = saga.decks[discipline.at].pop()
    if card in POINT_CARDS:
        saga.revealed[seat].append(card)
        match.tell(ProgressRevealed(seat, card))
    else:
        saga.hold(seat, card)
        match.tell(ProgressDrawn(seat, discipline, card))

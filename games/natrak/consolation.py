"""Religion's consolation for a roll that brought nothing (rules/natrak.md, 7.3).

It is an invitation beside the stack. It stays open until the seat's own next roll is due, and then chance chooses: that
is long enough for who plays over days, and nobody waits for it (D18, D62).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from games.core.model import IllegalMove, Move, Prompt, Seat
from games.core.words import gettext_noop
from games.natrak.components import EFFECT_FROM, MATERIALS, Discipline, Material
from games.natrak.events import ConsolationOwed, Consoled
from games.natrak.moves import Console
from games.natrak.scoring import M
from games.natrak.state import State, saga_of
from games.natrak.trade import MainPhase


def owe(match: M, paid: Collection[Seat]) -> None:
    """Everybody present with the third level of Religion whom the roll brought nothing may choose a card."""
    state, saga = match.state, saga_of(match.state)
    for seat in state.order:
        far = saga.level(seat, Discipline.RELIGION) >= EFFECT_FROM
        if far and seat not in paid and seat not in state.absent:
            saga.owed[seat] += 1
            match.tell(ConsolationOwed(seat))
            match.offer(Consolation(seat))


def console(match: M, prompt: Consolation, seat: Seat, material: Material) -> None:
    """One card, and the invitation is over."""
    state = match.state
    saga_of(state).owed[seat] -= 1
    state.hands[seat][material.at] += 1
    match.withdraw(prompt)
    match.tell(Consoled(seat, material))


def overdue(match: M, seat: Seat) -> None:
    """The seat's next roll is due: chance chooses what it has not."""
    for prompt in list(match.offers.values()):
        if isinstance(prompt, Consolation) and seat in prompt.seats:
            console(match, prompt, seat, match.rng.choice(MATERIALS))


class Consolation(Prompt[State]):
    """Choose a basic resource, in anybody's main phase."""

    def rests(self, top: Prompt[State]) -> bool:
        return not isinstance(top, MainPhase)

    def options(self, state: State, seat: Seat) -> Iterable[Move]:
        return [] if seat in state.absent else [Console(self.number, material) for material in MATERIALS]

    def check(self, state: State, seat: Seat, move: Move) -> None:
        if seat in state.absent:
            raise IllegalMove(gettext_noop("You are counted as away: come back to the table first."))
        if not isinstance(move, Console) or move.material not in MATERIALS:
            raise IllegalMove(gettext_noop("Choose one of the five basic resources."))

    def answer(self, match: M, seat: Seat, move: Move) -> None:
        assert isinstance(move, Console)
        match.no_way_back()
        console(match, self, seat, move.material)

"""Gold, which is changed one for one into basic resources (rules/natrak.md, 10.3).

It is an invitation beside the stack, open as long as a seat holds gold: in anybody's main phase, and in a special
window for its owner alone (D26). Nobody waits for it.
"""

from __future__ import annotations

from collections.abc import Iterable

from games.core.model import IllegalMove, Move, Prompt, Seat
from games.core.words import gettext_noop
from games.natrak.components import MATERIALS, Material
from games.natrak.events import Redeemed
from games.natrak.moves import Redeem
from games.natrak.scoring import M
from games.natrak.state import State
from games.natrak.trade import MainPhase


def invite(match: M) -> None:
    """Whoever holds gold has an invitation, and nobody else."""
    state = match.state
    open_ = {prompt.seat: prompt for prompt in match.offers.values() if isinstance(prompt, ChangeGold)}
    for seat in state.order:
        holds = gold_of(state, seat) > 0
        if holds and seat not in open_:
            match.offer(ChangeGold(seat))
        elif not holds and seat in open_:
            match.withdraw(open_[seat])


def gold_of(state: State, seat: Seat) -> int:
    """How much gold a seat holds; none in the versions without the sea."""
    hand = state.hands[seat]
    return hand[Material.GOLD.at] if len(hand) > Material.GOLD.at else 0


class OwnPhase(Prompt[State]):
    """A question during which its own seat alone may change gold; the special window is the only one."""


class ChangeGold(Prompt[State]):
    """Change a piece of gold for a basic resource."""

    def __init__(self, seat: Seat) -> None:
        super().__init__(seat)
        self.seat = seat

    def rests(self, top: Prompt[State]) -> bool:
        return not (isinstance(top, MainPhase) or (isinstance(top, OwnPhase) and top.seats == self.seats))

    def options(self, state: State, seat: Seat) -> Iterable[Move]:
        if seat in state.absent or not gold_of(state, seat):
            return []
        return [Redeem(self.number, material) for material in MATERIALS]

    def check(self, state: State, seat: Seat, move: Move) -> None:
        if seat in state.absent:
            raise IllegalMove(gettext_noop("You are counted as away: come back to the table first."))
        if not isinstance(move, Redeem) or move.material not in MATERIALS:
            raise IllegalMove(gettext_noop("Choose one of the five basic resources."))

    def answer(self, match: M, seat: Seat, move: Move) -> None:
        """One piece; in one's own main phase it can be taken back."""
        assert isinstance(move, Redeem)
        state = match.state
        if not isinstance(match.stack[-1], MainPhase) or seat != state.active:
            match.no_way_back()
        hand = state.hands[seat]
        hand[Material.GOLD.at] -= 1
        hand[move.material.at] += 1
        match.tell(Redeemed(seat, move.material))

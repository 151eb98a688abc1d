"""The small changes everything else is made of: coins and chambers changing hands."""

from __future__ import annotations

from collections.abc import Iterable

from games.core.grids import Cell
from games.core.match import Match
from games.core.model import Move, Prompt, Seat
from games.core.rng import Rng
from games.drakon.components import COINS_TO_WIN, Hero
from games.drakon.events import Drew, Found, Loss, Lost, PileEmptied, Refused, Robbed, Spent, Stole
from games.drakon.moves import LetGo, Refuse
from games.drakon.state import Laid, State, has_power

M = Match[State]


def draw(match: M, seat: Seat) -> None:
    """Take the top chamber of the pile into hand, if there is one."""
    state = match.state
    if not state.pile:
        return
    match.no_way_back()
    chamber = state.pile.pop()
    state.hands[seat].append(chamber)
    match.tell(Drew(seat, chamber))
    if not state.pile:
        match.tell(PileEmptied())


def take_random_chamber(match: M, seat: Seat, victim: Seat) -> None:
    """A random chamber goes from hand to hand, if there is one."""
    hands = match.state.hands
    if hands[victim]:
        chamber = match.rng.choice(hands[victim])
        hands[victim].remove(chamber)
        hands[seat].append(chamber)
        match.tell(Robbed(seat, victim, chamber))


def lay(state: State, cell: Cell, chamber: int, facing: int) -> None:
    """Put a chamber on the table. Something new happened."""
    state.board[cell] = Laid(chamber, facing)
    state.fresh = True


def find_coin(match: M, seat: Seat) -> None:
    """A coin from the hoard, which is known to hold one."""
    match.state.hoard -= 1
    match.tell(Found(seat))
    gain(match, seat)


def gain(match: M, seat: Seat) -> None:
    """One coin more; the fifth wins at once, on anybody's turn (rules/drakon.md, The ends)."""
    state = match.state
    state.coins[seat] += 1
    if state.coins[seat] > state.richest[seat]:
        state.richest[seat] = state.coins[seat]
        state.fresh = True
    if state.coins[seat] >= COINS_TO_WIN and not state.escape:
        match.finish(seat, reason="coins")


def lose(match: M, seat: Seat, to: Seat | Loss) -> None:
    """A coin, known to be there, is about to go: to another seat, onto the start chamber, back into the hoard.

    A Knight with an unspent power is asked first (rules/drakon.md, Heroes: Knight).
    """
    if has_power(match.state, seat, Hero.KNIGHT):
        match.ask(KeepCoin(seat, to))
    else:
        _hand_over(match, seat, to)


def _hand_over(match: M, seat: Seat, to: Seat | Loss) -> None:
    state = match.state
    state.coins[seat] -= 1
    if isinstance(to, Loss):
        match.tell(Lost(seat, to))
        if to is Loss.START:
            state.start_coins += 1
        else:
            state.hoard += 1
    else:
        match.tell(Stole(to, seat))
        gain(match, to)


def spend(match: M, seat: Seat) -> None:
    """The seat's power is used up."""
    match.state.unspent[seat] = False
    match.tell(Spent(seat, match.state.dealt[seat]))


class KeepCoin(Prompt[State]):
    """Knight: cancel the loss of one coin? Asked before it moves, on anybody's turn."""

    def __init__(self, seat: Seat, to: Seat | Loss) -> None:
        super().__init__(seat)
        self.seat = seat
        self.to = to

    def options(self, state: State, seat: Seat) -> Iterable[Move]:
        return Refuse(), LetGo()

    def default(self, state: State, seat: Seat, rng: Rng) -> Move:
        return Refuse()

    def answer(self, match: M, seat: Seat, move: Move) -> None:
        if isinstance(move, Refuse):
            spend(match, seat)
            match.tell(Refused(seat))
        else:
            _hand_over(match, seat, self.to)

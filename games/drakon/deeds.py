"""The small changes everything else is made of: coins and chambers changing hands."""

from __future__ import annotations

from games.core.grids import Cell
from games.core.match import Match
from games.core.model import Seat
from games.drakon.components import COINS_TO_WIN
from games.drakon.events import Drew, Found, Loss, Lost, PileEmptied, Stole
from games.drakon.state import Laid, State

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
    """One coin more; the fifth wins at once, on anybody's turn (rules/drakon.md, Win)."""
    state = match.state
    state.coins[seat] += 1
    if state.coins[seat] > state.richest[seat]:
        state.richest[seat] = state.coins[seat]
        state.fresh = True
    if state.coins[seat] >= COINS_TO_WIN:
        match.finish(seat, reason="coins")


def steal(match: M, seat: Seat, victim: Seat) -> None:
    """One coin from the victim, who is known to hold one."""
    match.state.coins[victim] -= 1
    match.tell(Stole(seat, victim))
    gain(match, seat)


def lose(match: M, seat: Seat, to: Loss) -> None:
    """One coin, known to be there, onto the start chamber or back into the hoard."""
    state = match.state
    state.coins[seat] -= 1
    if to is Loss.START:
        state.start_coins += 1
    else:
        state.hoard += 1
    match.tell(Lost(seat, to))

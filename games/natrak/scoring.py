"""The two awards and the victory (rules/natrak.md, 9)."""

from __future__ import annotations

from games.core.match import Match
from games.core.model import Seat
from games.natrak.board import NOBODY
from games.natrak.components import COMPANY_LEAST, ROUTE_LEAST
from games.natrak.events import CompanyAwarded, RouteAwarded
from games.natrak.state import State, points

M = Match[State]


def pieces_changed(match: M) -> None:
    """After every change on the island: whose the caravan route is, and whether somebody has won."""
    award_route(match)
    check_victory(match)


def award_route(match: M) -> None:
    """The holder keeps it on a tie; else the only seat with the longest; else nobody (rules/natrak.md, 9.1)."""
    state = match.state
    lengths = state.board.lengths
    longest = max(lengths)
    holder = state.route
    if longest < ROUTE_LEAST:
        best = NOBODY
    elif holder != NOBODY and lengths[holder] == longest:
        best = holder
    else:
        best = lengths.index(longest) if lengths.count(longest) == 1 else NOBODY
    if best != holder:
        state.route = best
        match.tell(RouteAwarded(None if best == NOBODY else best, longest))


def award_company(match: M, seat: Seat) -> None:
    """A seat has launched one mercenary more: three at least, and strictly more than the holder (9.2)."""
    state = match.state
    launched = state.mercenaries
    enough = launched[seat] >= COMPANY_LEAST
    if (
        enough
        and seat != state.company
        and (state.company == NOBODY or launched[seat] > launched[state.company])
    ):
        state.company = seat
        match.tell(CompanyAwarded(seat, launched[seat]))


def check_victory(match: M) -> None:
    """Whoever has reached the goal has won, on anybody's turn.

    Of several at once the one with most points, then the active one, then the next in turn order (D24).
    """
    state = match.state
    reached = [seat for seat in state.order if points(state, seat) >= state.goal]
    if reached:
        first = state.order.index(state.active)
        winner = max(
            reached,
            key=lambda seat: (points(state, seat), -((state.order.index(seat) - first) % state.seats)),
        )
        state.trade = None  # an offer does not outlive the victory (10.4)
        match.finish(winner, reason="goal")

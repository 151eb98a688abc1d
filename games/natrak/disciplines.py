"""The three disciplines and their metropolises (rules/natrak.md, 12.1, 12.2)."""

from __future__ import annotations

from functools import cache

from games.core.model import IllegalMove, Move, Seat
from games.core.words import gettext_noop
from games.natrak.board import NOBODY
from games.natrak.components import (
    DISCIPLINES,
    GOOD_FOR,
    METROPOLIS_FROM,
    TOP_DISCIPLINE,
    Discipline,
)
from games.natrak.events import MetropolisClaimed, MetropolisPlaced, Raised
from games.natrak.moves import PlaceMetropolis, Raise
from games.natrak.scoring import M, check_victory
from games.natrak.state import State, saga_of

RAISES = tuple(map(Raise, DISCIPLINES))
place = cache(PlaceMetropolis)
"""The moves, each made once."""


def price(state: State, seat: Seat, discipline: Discipline) -> int:
    """How many of the discipline's good the next level costs; a Crane makes one level cheaper by one (D22)."""
    saga = saga_of(state)
    reduced = saga.cranes > 0 and seat == state.active
    return saga.level(seat, discipline) + (0 if reduced else 1)


def pending(state: State, seat: Seat) -> Discipline | None:
    """The discipline whose metropolis the seat has claimed but not yet placed."""
    saga, fortresses = saga_of(state), state.board.fortresses
    for discipline in DISCIPLINES:
        if saga.metropolis[discipline.at] == seat and fortresses[discipline.at] == NOBODY:
            return discipline
    return None


def sites(state: State, seat: Seat) -> list[int]:
    """The seat's cities that are no fortresses, by number."""
    return sorted(vertex for vertex in state.board.cities[seat] if vertex not in state.board.fortresses)


def claims(state: State, seat: Seat, discipline: Discipline) -> bool:
    """Whether the next level brings the seat the metropolis: nobody's from the fourth on, a rival's only if higher."""
    saga = saga_of(state)
    level, holder = saga.level(seat, discipline) + 1, saga.metropolis[discipline.at]
    if level < METROPOLIS_FROM or holder == seat:
        return False
    return holder == NOBODY or level > saga.level(holder, discipline)


def studies(state: State, seat: Seat) -> list[Move]:
    """The levels the seat can rise, or where it can place the metropolis that waits."""
    if pending(state, seat) is not None:
        return [place(vertex) for vertex in sites(state, seat)]
    return [move for move in RAISES if _can_raise(state, seat, move.discipline)]


def _can_raise(state: State, seat: Seat, discipline: Discipline) -> bool:
    if state.hands[seat][GOOD_FOR[discipline].at] < price(state, seat, discipline):
        return False
    if saga_of(state).level(seat, discipline) >= TOP_DISCIPLINE or not state.board.cities[seat]:
        return False
    return not claims(state, seat, discipline) or bool(sites(state, seat))


def check_study(state: State, seat: Seat, move: Raise | PlaceMetropolis) -> None:
    """Raise IllegalMove unless the seat can do that now."""
    waits = pending(state, seat) is not None
    if isinstance(move, PlaceMetropolis):
        if not waits:
            raise IllegalMove(
                gettext_noop(
                    "No metropolis of yours waits to be placed: rise to level 4 of a discipline first."
                )
            )
        if move.vertex not in sites(state, seat):
            raise IllegalMove(
                gettext_noop("A metropolis goes on a city of yours that has none: choose a marked one.")
            )
        return
    if waits:
        raise IllegalMove(gettext_noop("First place your metropolis: choose one of your cities."))
    if saga_of(state).level(seat, move.discipline) >= TOP_DISCIPLINE:
        raise IllegalMove(gettext_noop("You are at the highest level of that discipline: rise in another."))
    if not state.board.cities[seat]:
        raise IllegalMove(gettext_noop("You need a city to rise in a discipline: build one first."))
    if state.hands[seat][GOOD_FOR[move.discipline].at] < price(state, seat, move.discipline):
        raise IllegalMove(
            gettext_noop("You don't hold enough of the good that this discipline costs: trade for it first.")
        )
    if claims(state, seat, move.discipline) and not sites(state, seat):
        raise IllegalMove(
            gettext_noop(
                "This level brings a metropolis, and you have no city left for one: build one first."
            )
        )


def study(match: M, seat: Seat, move: Raise | PlaceMetropolis) -> None:
    """Rise by a level, or place the metropolis."""
    match.no_way_back()
    if isinstance(move, PlaceMetropolis):
        _settle(match, seat, move.vertex)
    else:
        _rise(match, seat, move.discipline)


def _rise(match: M, seat: Seat, discipline: Discipline) -> None:
    saga = saga_of(match.state)
    cost, claiming = price(match.state, seat, discipline), claims(match.state, seat, discipline)
    match.state.hands[seat][GOOD_FOR[discipline].at] -= cost
    saga.cranes = max(0, saga.cranes - 1)
    saga.levels[seat][discipline.at] += 1
    match.tell(Raised(seat, discipline, saga.level(seat, discipline), cost))
    if claiming:
        _claim(match, seat, discipline)


def _claim(match: M, seat: Seat, discipline: Discipline) -> None:
    """The points count at once (D34); the loser's city is no fortress any more."""
    saga = saga_of(match.state)
    loser = saga.metropolis[discipline.at]
    saga.metropolis[discipline.at] = seat
    match.state.board.fortresses[discipline.at] = NOBODY
    match.tell(MetropolisClaimed(seat, discipline, None if loser == NOBODY else loser))
    check_victory(match)


def _settle(match: M, seat: Seat, vertex: int) -> None:
    discipline = pending(match.state, seat)
    assert discipline is not None
    match.state.board.fortresses[discipline.at] = vertex
    match.tell(MetropolisPlaced(seat, discipline, vertex))


def settle_pending(match: M, seat: Seat) -> None:
    """A metropolis that still waits when its owner may not act any more goes on the first city (D36)."""
    if match.state.saga is not None and pending(match.state, seat) is not None:
        _settle(match, seat, sites(match.state, seat)[0])

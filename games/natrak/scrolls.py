"""Launching scrolls (rules/natrak.md, 11)."""

from __future__ import annotations

from itertools import combinations_with_replacement

from games.core.model import IllegalMove, Move, Seat
from games.core.seats import others
from games.core.words import gettext_noop
from games.natrak.components import FREE_ROADS, KINDS, MATERIALS, PLENTY, Piece, Scroll, cards, counted
from games.natrak.dragon import ask_dragon
from games.natrak.events import FreeRoads, GaveAll, Launched, TookPlenty
from games.natrak.moves import Launch
from games.natrak.scoring import M, award_company, check_victory
from games.natrak.state import State, gain

MERCENARY, ROADS = Launch(Scroll.MERCENARY), Launch(Scroll.ROADS)
PLENTIES = tuple(
    Launch(Scroll.PLENTY, cards([pair.count(material) for material in MATERIALS]))
    for pair in combinations_with_replacement(MATERIALS, PLENTY)
)
MONOPOLIES = tuple(Launch(Scroll.MONOPOLY, (material.value,)) for material in MATERIALS)


def ready(state: State, seat: Seat, scroll: Scroll) -> bool:
    """Whether the seat may launch that scroll: one a turn, none bought this turn, counted by kind."""
    return not state.launched and state.scrolls[seat][scroll.at] > state.fresh[scroll.at]


def launches(state: State, seat: Seat) -> list[Move]:
    """What the active seat can launch in its main phase."""
    found: list[Move] = []
    if state.launched:
        return found
    if ready(state, seat, Scroll.MERCENARY):
        found.append(MERCENARY)
    if ready(state, seat, Scroll.ROADS) and free_roads(state, seat):
        found.append(ROADS)
    if ready(state, seat, Scroll.PLENTY):
        found += PLENTIES
    if ready(state, seat, Scroll.MONOPOLY):
        found += MONOPOLIES
    return found


def free_roads(state: State, seat: Seat) -> int:
    """How many free roads a card would give; none where there is no place for one (D33)."""
    left = state.board.left(seat, Piece.ROAD) - state.free_roads
    return min(FREE_ROADS, left) if state.board.road_spots(seat) else 0


def check_launch(state: State, seat: Seat, move: Launch) -> None:
    """Raise IllegalMove unless the active seat can launch that now."""
    if move.scroll is Scroll.GLORY:
        raise IllegalMove(gettext_noop("A Glory is never launched: it counts a point where it is."))
    if not state.scrolls[seat][move.scroll.at]:
        raise IllegalMove(gettext_noop("You don't hold that scroll: choose one of yours."))
    if state.launched:
        raise IllegalMove(gettext_noop("One scroll a turn: the next one on your next turn."))
    if not ready(state, seat, move.scroll):
        raise IllegalMove(gettext_noop("A scroll bought this turn can be launched from your next turn on."))
    wanted = counted(move.cards)
    match move.scroll:
        case Scroll.ROADS if not free_roads(state, seat):
            raise IllegalMove(gettext_noop("You have no road left, or no place for one: keep the scroll."))
        case Scroll.PLENTY if sum(wanted) != PLENTY:
            raise IllegalMove(gettext_noop("Choose two basic resources to take."))
        case Scroll.MONOPOLY if sum(wanted) != 1:
            raise IllegalMove(gettext_noop("Name one of the five basic resources."))
        case Scroll.MERCENARY | Scroll.ROADS if move.cards:
            raise IllegalMove(gettext_noop("That scroll needs no cards named."))


def launch(match: M, seat: Seat, move: Launch) -> None:
    """Spend the scroll and do what it says. A mercenary asks for the dragon last, on top of what goes on after."""
    match.no_way_back()
    state = match.state
    state.scrolls[seat][move.scroll.at] -= 1
    state.launched = True
    match.tell(Launched(seat, move.scroll))
    match move.scroll:
        case Scroll.MERCENARY:
            state.mercenaries[seat] += 1
            ask_dragon(match, seat)
            award_company(match, seat)
            check_victory(match)
        case Scroll.ROADS:
            grant_roads(match, seat)
        case Scroll.PLENTY:
            wanted = counted(move.cards)
            gain(state.hands[seat], wanted)
            match.tell(TookPlenty(seat, wanted))
        case Scroll.MONOPOLY:
            _monopoly(match, seat, counted(move.cards).index(1))


def grant_roads(match: M, seat: Seat) -> None:
    """Free roads for this turn."""
    free = free_roads(match.state, seat)
    match.state.free_roads += free
    match.tell(FreeRoads(seat, free))


def _monopoly(match: M, seat: Seat, at: int) -> None:
    """Every rival gives all of one material, which may be nothing."""
    for rival in others(match.order, seat):
        levy(match, rival, seat, at, match.state.hands[rival][at])


def levy(match: M, rival: Seat, seat: Seat, at: int, most: int) -> None:
    """A rival gives so many cards of a material, or those it has."""
    hands = match.state.hands
    n = min(most, hands[rival][at])
    hands[rival][at] -= n
    hands[seat][at] += n
    match.tell(GaveAll(rival, seat, KINDS[at], n))

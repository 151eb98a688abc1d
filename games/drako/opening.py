"""Before the first turn: the opening hands and the dwarves' places (rules/drako.md, Set-up)."""

from __future__ import annotations

from collections.abc import Iterable

from games.core.hexes import distance
from games.core.model import IllegalMove, Move, Prompt, Seat
from games.core.rng import Rng
from games.core.words import gettext_noop
from games.drako.components import DWARVES, FIRST_PLACES, HAND, LAIR, VALLEY, Figure
from games.drako.deeds import M
from games.drako.events import Exchanged, Kept, Placed
from games.drako.moves import Exchange, Keep, Place
from games.drako.state import State


class ExchangeHand(Prompt[State]):
    """Swap the whole opening hand, once?"""

    def options(self, state: State, seat: Seat) -> Iterable[Move]:
        return [Keep(), Exchange()]

    def default(self, state: State, seat: Seat, rng: Rng) -> Move:
        return Keep()

    def check(self, state: State, seat: Seat, move: Move) -> None:
        if not isinstance(move, (Keep, Exchange)):
            raise IllegalMove(gettext_noop("First decide: keep your opening hand, or exchange it."))

    def answer(self, match: M, seat: Seat, move: Move) -> None:
        if isinstance(move, Keep):
            match.tell(Kept(seat))
            return
        deck, hand = match.state.decks[seat], match.state.hands[seat]
        deck += hand
        match.rng.shuffle(deck)
        hand[:] = [deck.pop() for _ in range(HAND)]
        match.tell(Exchanged(seat))


class PlaceDwarves(Prompt[State]):
    """The three dwarves, one after the other in any order, on hexes that don't touch the dragon's."""

    def surface(self, match: M) -> bool:
        return bool(_waiting(match.state))

    def options(self, state: State, seat: Seat) -> Iterable[Move]:
        free = [cell for cell in VALLEY if distance(cell, LAIR) > 1 and cell not in state.figures.values()]
        return [Place(dwarf, cell) for dwarf in _waiting(state) for cell in free]

    def default(self, state: State, seat: Seat, rng: Rng) -> Move:
        """The first dwarf's place of the first game, or another such place if that is taken."""
        dwarf = _waiting(state)[0]
        places = [FIRST_PLACES[dwarf], *FIRST_PLACES.values()]
        return Place(dwarf, next(cell for cell in places if cell not in state.figures.values()))

    def check(self, state: State, seat: Seat, move: Move) -> None:
        if not isinstance(move, Place):
            raise IllegalMove(gettext_noop("First place your dwarves: choose one, then its hex."))
        if move.dwarf not in _waiting(state):
            raise IllegalMove(gettext_noop("That figure stands already: place another dwarf."))
        if move.cell not in VALLEY or move.cell in state.figures.values():
            raise IllegalMove(gettext_noop("Choose an empty hex of the valley."))
        if distance(move.cell, LAIR) == 1:
            raise IllegalMove(
                gettext_noop("Dwarves begin at a distance: choose a hex that doesn't touch the dragon's.")
            )

    def answer(self, match: M, seat: Seat, move: Move) -> None:
        assert isinstance(move, Place)
        match.ask(PlaceDwarves(seat))
        match.state.figures[move.dwarf] = move.cell
        match.tell(Placed(seat, move.dwarf, move.cell))


def _waiting(state: State) -> list[Figure]:
    """The dwarves that have no place yet."""
    return [dwarf for dwarf in DWARVES if dwarf not in state.figures]

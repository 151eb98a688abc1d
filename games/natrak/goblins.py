"""The event die, the goblins' march and their attack (rules/natrak.md, 7.2, 15.1, 15.2)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from games.core.model import IllegalMove, Move, Prompt, Seat, Window
from games.core.rng import Rng
from games.core.seats import others
from games.core.words import gettext_noop
from games.natrak.components import CHOICE_SECONDS, DISCIPLINES, GOBLIN_FACES, MARCH
from games.natrak.disciplines import sites
from games.natrak.events import (
    Defended,
    FortressesHeld,
    GoblinsAttacked,
    GoblinsMarched,
    NoBooty,
    Pillaged,
)
from games.natrak.gates import open_gate
from games.natrak.moves import Pillage
from games.natrak.scoring import M, check_victory
from games.natrak.state import State, saga_of

pillage = cache(Pillage)


def event_die(match: M, face: int, red: int) -> None:
    """The goblins take a step, or a discipline's gate opens; also on a seven and in the first round (D17)."""
    saga = saga_of(match.state)
    saga.faces[face] += 1
    saga.event = face
    if face > GOBLIN_FACES:
        open_gate(match, DISCIPLINES[face - GOBLIN_FACES - 1], red)
        return
    saga.march += 1
    match.tell(GoblinsMarched(saga.march))
    if saga.march == MARCH:
        attack(match)


def contribution(state: State, seat: Seat) -> int:
    """What a seat gives to the defence: the levels of its active adventurers, nothing while it is absent."""
    if seat in state.absent:
        return 0
    adventurers = state.board.adventurers.values()
    return sum(one.level for one in adventurers if one.seat == seat and one.active)


def attack(match: M) -> None:
    """All cities against all active levels; then the goblins are gone and every adventurer rests."""
    state = match.state
    gave = {seat: contribution(state, seat) for seat in _from_active(match)}
    strength, defence = sum(map(len, state.board.cities)), sum(gave.values())
    match.tell(GoblinsAttacked(strength, defence))
    saga_of(state).march = 0
    for adventurer in state.board.adventurers.values():
        adventurer.active = False
    if not strength:
        match.tell(NoBooty())
    elif defence >= strength:
        _repelled(match, gave)
    else:
        _lost(match, gave)


def _from_active(match: M) -> list[Seat]:
    """All seats in turn order, the active one first."""
    active = match.state.active
    return [active, *others(match.state.order, active)]


def _repelled(match: M, gave: dict[Seat, int]) -> None:
    """Everybody who gave most has a point, also where several tie."""
    most = max(gave.values())
    for seat, level in gave.items():
        if level == most:
            saga_of(match.state).defences[seat] += 1
            match.tell(Defended(seat, level))
    check_victory(match)


def _lost(match: M, gave: dict[Seat, int]) -> None:
    """Everybody with a city who gave least loses one that is no fortress; who has several of those chooses."""
    state = match.state
    least = min(level for seat, level in gave.items() if state.board.cities[seat])
    choosing = []
    for seat, level in gave.items():
        if level > least or not state.board.cities[seat]:
            continue
        eligible = sites(state, seat)
        if not eligible:
            match.tell(FortressesHeld(seat))
        elif len(eligible) == 1:
            plunder(match, seat, eligible[0])
        else:
            choosing.append(seat)
    if choosing:
        match.ask(PillageCity(*choosing))


def plunder(match: M, seat: Seat, vertex: int) -> None:
    """A city becomes a camp again and its wall is destroyed."""
    match.tell(Pillaged(seat, vertex, vertex in match.state.board.walls))
    match.state.board.pillage(vertex)


class PillageCity(Prompt[State]):
    """Which city each loses: sealed, final, and settled when the last is in."""

    window = Window(CHOICE_SECONDS, always=False)
    final = True

    def surface(self, match: M) -> bool:
        """Who is away loses the first (D16)."""
        for seat in self.seats:
            if match.state.away(seat):
                self.answers.setdefault(seat, self._first(match.state, seat))
        if len(self.answers) < len(self.seats):
            return True
        self.settle(match)
        return False

    def _first(self, state: State, seat: Seat) -> Move:
        return pillage(sites(state, seat)[0])

    def options(self, state: State, seat: Seat) -> Iterable[Move]:
        return () if seat in self.answers else [pillage(vertex) for vertex in sites(state, seat)]

    def default(self, state: State, seat: Seat, rng: Rng) -> Move:
        return self._first(state, seat)

    def check(self, state: State, seat: Seat, move: Move) -> None:
        if not isinstance(move, Pillage):
            raise IllegalMove(gettext_noop("First choose the city that the goblins pillage."))
        if move.vertex not in sites(state, seat):
            raise IllegalMove(gettext_noop("They pillage a city of yours that is no fortress: choose one."))

    def answer(self, match: M, seat: Seat, move: Move) -> None:
        assert isinstance(move, Pillage)
        plunder(match, seat, move.vertex)

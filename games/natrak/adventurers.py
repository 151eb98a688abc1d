"""Walls and adventurers: planting, activating, promoting, moving, expelling (rules/natrak.md, 8, 15.3)."""

from __future__ import annotations

from functools import cache

from games.core.model import IllegalMove, Move, Seat
from games.core.words import gettext_noop
from games.natrak.board import NOBODY, Adventurer
from games.natrak.components import (
    ACTIVATION_COST,
    ADVENTURER_COST,
    CROWN_NEEDED,
    EFFECT_FROM,
    PROMOTION_COST,
    TOP_LEVEL,
    WALL_COST,
    WALLS,
    Discipline,
)
from games.natrak.dragon import ask_dragon
from games.natrak.events import Activated, Displaced, Expelled, Planted, Promoted, Walked, Walled
from games.natrak.moves import Activate, BuildWall, Expel, Plant, Promote, Walk
from games.natrak.scoring import M, pieces_changed
from games.natrak.state import State, check_cost, covers, pay, saga_of

wall, plant, activate, promote, walk, expel = map(cache, (BuildWall, Plant, Activate, Promote, Walk, Expel))
"""The moves by the numbers of their vertices, each made once."""


# In the main phase and in the special window


def improvements(state: State, seat: Seat) -> list[Move]:
    """The walls and adventurers that the seat can build, activate and promote now."""
    board, hand, found = state.board, state.hands[seat], list[Move]()
    if covers(hand, WALL_COST) or saga_of(state).free_walls:
        found += map(wall, board.wall_spots(seat))
    if covers(hand, ADVENTURER_COST) and board.can_plant(seat):
        found += map(plant, board.plant_spots(seat))
    mine = board.adventurers_of(seat)
    if covers(hand, ACTIVATION_COST):
        found += [activate(vertex) for vertex in mine if not board.adventurers[vertex].active]
    if covers(hand, PROMOTION_COST) or saga_of(state).free_promotions:
        found += [promote(vertex) for vertex in mine if can_rise(state, board.adventurers[vertex])]
    return found


def can_rise(state: State, adventurer: Adventurer) -> bool:
    """Once a turn each (D14), to level 3 only with the Crown's third level."""
    return not adventurer.promoted and adventurer.level < highest(state, adventurer.seat)


def highest(state: State, seat: Seat) -> int:
    """The level to which the seat may promote."""
    crowned = saga_of(state).level(seat, Discipline.CROWN) >= EFFECT_FROM
    return TOP_LEVEL if crowned else CROWN_NEEDED - 1


def check_improvement(state: State, seat: Seat, move: BuildWall | Plant | Activate | Promote) -> None:
    """Raise IllegalMove unless the seat can do that."""
    match move:
        case BuildWall(vertex):
            _check_wall(state, seat, vertex)
        case Plant(vertex):
            check_cost(state.hands[seat], ADVENTURER_COST)
            if not state.board.can_plant(seat):
                raise IllegalMove(
                    gettext_noop("All your adventurers are on the board already: activate or promote one.")
                )
            if vertex not in state.board.plant_spots(seat):
                raise IllegalMove(
                    gettext_noop("An adventurer needs a free corner at a road of yours: choose a marked one.")
                )
        case Activate(vertex):
            check_cost(state.hands[seat], ACTIVATION_COST)
            if own_adventurer(state, seat, vertex).active:
                raise IllegalMove(gettext_noop("That adventurer is active already: choose one that rests."))
        case Promote(vertex):
            _check_promotion(state, seat, own_adventurer(state, seat, vertex))


def _check_wall(state: State, seat: Seat, vertex: int) -> None:
    if not saga_of(state).free_walls:
        check_cost(state.hands[seat], WALL_COST)
    if state.board.walls_of(seat) >= WALLS:
        raise IllegalMove(gettext_noop("Three walls are all you have: build something else."))
    if vertex not in state.board.wall_spots(seat):
        raise IllegalMove(gettext_noop("A wall goes around a city of yours that has none: choose one."))


def own_adventurer(state: State, seat: Seat, vertex: int) -> Adventurer:
    """The seat's adventurer on that vertex, or IllegalMove."""
    adventurer = state.board.adventurers.get(vertex)
    if adventurer is None or adventurer.seat != seat:
        raise IllegalMove(gettext_noop("Choose an adventurer of yours."))
    return adventurer


def _check_promotion(state: State, seat: Seat, adventurer: Adventurer) -> None:
    if not saga_of(state).free_promotions:
        check_cost(state.hands[seat], PROMOTION_COST)
    if adventurer.promoted:
        raise IllegalMove(gettext_noop("Once a turn is enough for one adventurer: promote another."))
    if adventurer.level == TOP_LEVEL:
        raise IllegalMove(gettext_noop("That adventurer is of the highest level already: promote another."))
    if adventurer.level >= highest(state, seat):
        raise IllegalMove(gettext_noop("For level 3 you first need level 3 of the Crown."))


def improve(match: M, seat: Seat, move: BuildWall | Plant | Activate | Promote) -> None:
    """Pay, unless a card has paid already, and do it."""
    state, board = match.state, match.state.board
    match move:
        case BuildWall(vertex):
            match.tell(Walled(seat, vertex, _pays_for_wall(state, seat)))
            board.walls.append(vertex)
        case Plant(vertex):
            pay(state.hands[seat], ADVENTURER_COST)
            match.tell(Planted(seat, vertex, 1, paid=True))
            board.put_adventurer(vertex, Adventurer(seat))
            pieces_changed(match)
        case Activate(vertex):
            pay(state.hands[seat], ACTIVATION_COST)
            rouse(match, seat, vertex, paid=True)
        case Promote(vertex):
            paid = _pays_for_promotion(state, seat)
            adventurer = board.adventurers[vertex]
            adventurer.level += 1
            adventurer.promoted = True
            match.tell(Promoted(seat, vertex, adventurer.level, paid))


def _pays_for_wall(state: State, seat: Seat) -> bool:
    saga = saga_of(state)
    if saga.free_walls:
        saga.free_walls -= 1
        return False
    pay(state.hands[seat], WALL_COST)
    return True


def _pays_for_promotion(state: State, seat: Seat) -> bool:
    saga = saga_of(state)
    if saga.free_promotions:
        saga.free_promotions -= 1
        return False
    pay(state.hands[seat], PROMOTION_COST)
    return True


def rouse(match: M, seat: Seat, vertex: int, *, paid: bool) -> None:
    """A resting adventurer is active now."""
    match.state.board.adventurers[vertex].active = True
    match.tell(Activated(seat, vertex, paid))


# In the main phase only


def actions(state: State, seat: Seat) -> list[Move]:
    """Where the seat's active adventurers can go, and who of them can expel the dragon or the kraken."""
    board, found = state.board, list[Move]()
    for vertex in board.adventurers_of(seat):
        if board.adventurers[vertex].active:
            found += [walk(vertex, end) for end in board.walks(vertex) if _yields(state, vertex, end)]
            if scares(state, vertex):
                found.append(expel(vertex))
    return found


def scares(state: State, vertex: int) -> bool:
    """Whether the dragon, or the kraken, is on a hex around a vertex."""
    board = state.board
    return board.dragon in board.island.touching[vertex] or (
        board.sea is not None and board.sea.kraken in board.island.touching[vertex]
    )


def _yields(state: State, start: int, end: int) -> bool:
    """Whether the end of the way is free, or a weaker adventurer's."""
    adventurers = state.board.adventurers
    return end not in adventurers or adventurers[end].level < adventurers[start].level


def check_action(state: State, seat: Seat, move: Walk | Expel) -> None:
    """Raise IllegalMove unless that adventurer can do that."""
    start = move.start if isinstance(move, Walk) else move.vertex
    if not own_adventurer(state, seat, start).active:
        raise IllegalMove(gettext_noop("That adventurer rests: activate it first."))
    if isinstance(move, Expel):
        if not scares(state, start):
            raise IllegalMove(
                gettext_noop("The dragon is not beside that adventurer: choose one at its hex.")
                if state.board.sea is None
                else gettext_noop(
                    "Neither the dragon nor the kraken is beside that adventurer: choose another one."
                )
            )
    elif move.end not in state.board.walks(start):
        raise IllegalMove(
            gettext_noop("It goes along your roads to a corner without building, past nothing of a rival's.")
        )
    elif not _yields(state, start, move.end):
        raise IllegalMove(
            gettext_noop("Only an adventurer of a lower level makes way: choose another corner.")
        )


def act(match: M, seat: Seat, move: Walk | Expel) -> None:
    """The adventurer moves or expels, and rests."""
    match.no_way_back()
    board = match.state.board
    if isinstance(move, Expel):
        board.adventurers[move.vertex].active = False
        match.tell(Expelled(seat, move.vertex, board.sea is not None))
        ask_dragon(match, seat)
        return
    adventurer = board.take_adventurer(move.start)
    loser = board.take_adventurer(move.end) if move.end in board.adventurers else None
    adventurer.active = False
    board.put_adventurer(move.end, adventurer)
    match.tell(Walked(seat, move.start, move.end))
    if loser is not None:
        relocate(match, loser, move.end)
    pieces_changed(match)


def relocate(match: M, loser: Adventurer, start: int) -> None:
    """The displaced one keeps level and status on the nearest free vertex of its net, or leaves the board (D55)."""
    board = match.state.board
    ashore = board.island.ashore
    free = [end for end in board.ways_from(start, loser.seat) if board.stands[end] == NOBODY and ashore[end]]
    free += board.plant_spots(loser.seat)
    end = free[0] if free else None
    if end is not None:
        board.put_adventurer(end, loser)
    match.tell(Displaced(loser.seat, start, end))

"""A position of Natrak drawn by what lies and stands where.

    match = drawn(
        terrain={(0, 0): "bosque 8"},
        camps={A: [at(0, 0, "n")]},
        roads={A: way(at(0, 0, "n"), at(0, 0, "ne"))},
        hands={A: "madera arcilla*2"},
    )

A, B, C... sit in turn order. Unless said, everything is moor without tokens, hands are empty, and A is in the main
phase of the first turn after the first round. The match is a real one: moves can be taken back and replayed.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy

import pytest

from games.core import notation
from games.core.checks import digest
from games.core.hexes import Cell, Direction, beyond
from games.core.match import Match
from games.core.model import Event, IllegalMove, Seat
from games.core.rng import Rng
from games.core.words import Text
from games.natrak import Natrak, turn
from games.natrak.board import NOBODY, Board
from games.natrak.components import (
    BY_WORD,
    HELD,
    MATERIALS,
    SCROLLS,
    WINDOW_SEATS,
    Counts,
    Scroll,
    Terrain,
    Version,
    counted,
)
from games.natrak.island import corners, island_for
from games.natrak.sea import Sea
from games.natrak.state import State, Trade, no_counts, points
from games.natrak.turn import BuildOutOfTurn, RollDice, TakeTurn, WindowOrder
from games.natrak.view import View

M = Match[State]
A, B, C, D, E, F = range(6)
CORNERS = ("ne", "n", "nw", "sw", "s", "se")
"""As `corners` lists them."""
NAMES = {scroll.value: scroll for scroll in SCROLLS}


def at(q: int, r: int, corner: str, seats: int = 4, *, sea: bool = False) -> int:
    """The vertex at a corner of a hex."""
    return island_for(seats, sea).vertices.index(corners((q, r))[CORNERS.index(corner)])


def side(q: int, r: int, direction: str, seats: int = 4, *, sea: bool = False) -> int:
    """The edge at a side of a hex."""
    edge = tuple(sorted(((q, r), beyond((q, r), Direction(direction)))))
    return island_for(seats, sea).edges.index(edge)


def hex_at(q: int, r: int, seats: int = 4, *, sea: bool = False) -> int:
    """A hex's number."""
    return island_for(seats, sea).hexes.index((q, r))


def way(*vertices: int, seats: int = 4, sea: bool = False) -> list[int]:
    """The edges along a row of neighbouring vertices."""
    ends = island_for(seats, sea).ends
    return [ends.index(tuple(sorted(pair))) for pair in itertools.pairwise(vertices)]


def around(q: int, r: int, *names: str, seats: int = 4, sea: bool = False) -> list[int]:
    """The edges from corner to corner of one hex."""
    return way(*(at(q, r, name, seats, sea=sea) for name in names), seats=seats, sea=sea)


def of(words: str, kinds: int = len(MATERIALS)) -> Counts:
    """ "madera arcilla*2" as counts."""
    return counted(tuple(words.split()), kinds)


class Drawn(Natrak):
    """The game, from a given position on."""

    def __init__(self, state: State, phase: str) -> None:
        self.first = state
        self.phase = phase

    def setup(self, match: M, order: tuple[Seat, ...], options: Mapping[str, str]) -> State:
        if len(order) >= WINDOW_SEATS:
            for seat in order:
                match.offer(WindowOrder(seat))
        return deepcopy(self.first)

    def advance(self, match: M) -> None:
        if match.turn.number:
            turn.advance(match)
            return
        state = match.state
        match.begin_turn(state.active)
        if state.seats >= WINDOW_SEATS and state.turn > 3:
            match.ask(BuildOutOfTurn(turn.window_owner(state)))
        match.ask(TakeTurn(state.active))
        if self.phase == "roll":
            match.ask(RollDice(state.active))


def drawn(
    *,
    seats: int = 4,
    terrain: Mapping[Cell, str] | None = None,
    dragon: Cell | None = None,
    ports: Mapping[int, str] | None = None,
    camps: Mapping[Seat, Sequence[int]] | None = None,
    cities: Mapping[Seat, Sequence[int]] | None = None,
    roads: Mapping[Seat, Sequence[int]] | None = None,
    hands: Mapping[Seat, str] | None = None,
    scrolls: Mapping[Seat, str] | None = None,
    fresh: str = "",
    deck: str = "caminos",
    mercenaries: Sequence[int] = (),
    route: Seat = NOBODY,
    company: Seat = NOBODY,
    goal: int = 10,
    turn: int | None = None,
    phase: str = "main",
    absent: Sequence[Seat] = (),
    seed: str = "drawn",
    version: Version = Version.BASICO,
    sea: Sea | None = None,
    dress: Callable[[State], None] | None = None,
) -> M:
    """The match at that position.

    `terrain` says what a hex is and its token, `ports` the kinds of ports by their place in the plan. With a `sea` the
    map is the archipelago. `dress` may add to the state before the match is made of it.
    """
    kinds = HELD[version]
    board = _board(seats, terrain or {}, dragon, ports or {}, camps or {}, cities or {}, roads or {}, sea)
    state = State(
        order=tuple(range(seats)),
        version=version,
        goal=goal,
        board=board,
        hands=no_counts(kinds, seats),
        scrolls=no_counts(SCROLLS, seats),
        deck=[NAMES[word] for word in deck.split()][::-1],
        mercenaries=[*mercenaries, *[0] * (seats - len(mercenaries))],
        skips=[False] * seats,
        route=route,
        company=company,
        turn=seats + 1 if turn is None else turn,
        absent=list(absent),
    )
    for seat, words in (hands or {}).items():
        state.hands[seat][:] = of(words, len(kinds))
    for seat, words in (scrolls or {}).items():
        for word in words.split():
            state.scrolls[seat][NAMES[word].at] += 1
    for word in fresh.split():
        state.fresh[NAMES[word].at] += 1
    if dress is not None:
        dress(state)
    return Match(Drawn(state, phase), seed, range(seats), {"goal": str(goal), "version": version.value})


def _board(
    seats: int,
    terrain: Mapping[Cell, str],
    dragon: Cell | None,
    ports: Mapping[int, str],
    camps: Mapping[Seat, Sequence[int]],
    cities: Mapping[Seat, Sequence[int]],
    roads: Mapping[Seat, Sequence[int]],
    sea: Sea | None,
) -> Board:
    island = island_for(seats, sea is not None)
    kinds, tokens = [Terrain.MOOR if land else Terrain.SEA for land in island.land], [0] * len(island.hexes)
    for cell, words in terrain.items():
        kind, _, token = words.partition(" ")
        kinds[island.hexes.index(cell)] = Terrain(kind)
        tokens[island.hexes.index(cell)] = int(token or 0)
    owner, city = [NOBODY] * len(island.vertices), [False] * len(island.vertices)
    for buildings, is_city in ((camps, False), (cities, True)):
        for seat, vertices in buildings.items():
            for vertex in vertices:
                owner[vertex], city[vertex] = seat, is_city
    road = [NOBODY] * len(island.edges)
    for seat, edges in roads.items():
        for edge in edges:
            road[edge] = seat
    return Board(
        seats=seats,
        terrain=kinds,
        token=tokens,
        ports=[BY_WORD.get(ports.get(n, "")) for n in range(len(island.ports))],
        dragon=island.land.index(True) if dragon is None else island.hexes.index(dragon),
        owner=owner,
        city=city,
        road=road,
        sea=sea,
    )


def rolling(match: M, number: int) -> M:
    """The same match, whose next move rolls that number."""
    for n in range(10_000):
        rng = Rng(f"roll {n}", match.ply + 1)
        if 2 + rng.below(6) + rng.below(6) == number:
            match.seed = f"roll {n}"
            return match
    raise LookupError(number)


def roll(match: M, number: int, line: str = "tirar") -> None:
    """The awaited seat rolls that number."""
    rolling(match, number).play(match.waiting[0], line)


def hand(match: M, seat: Seat) -> Counts:
    """What a seat holds."""
    return tuple(match.state.hands[seat])


def asked(match: M) -> str:
    """The name of the question on top."""
    return type(match.stack[-1]).__name__


def told(match: M) -> list[Event]:
    """What the last move did."""
    return match.story[-1].events


def refused(match: M, seat: Seat, line: str) -> Text:
    """The move is refused and changes nothing; the sentence."""
    before = digest(match), match.ply
    with pytest.raises(IllegalMove) as refusal:
        match.play(seat, line)
    assert (digest(match), match.ply) == before
    return refusal.value.text


def lines(match: M, seat: Seat, verb: str) -> list[str]:
    """What a seat's legal moves with this verb say after it."""
    written = [notation.write(move) for move in match.legal(seat)]
    return [line.partition(" ")[2] for line in written if line.split()[0] == verb]


def live(match: M) -> Trade:
    """The live offer."""
    assert match.state.trade is not None
    return match.state.trade


def number_of(match: M) -> int:
    """The live offer's number."""
    return live(match).number


def seen(match: M, seat: Seat | None) -> View:
    """What a seat may know."""
    view = match.view(seat)
    assert isinstance(view, View)
    return view


def scores(match: M) -> list[int]:
    """Everybody's points."""
    return [points(match.state, seat) for seat in range(match.state.seats)]


def has(match: M, seat: Seat, scroll: Scroll) -> int:
    """How many of a scroll a seat holds."""
    return match.state.scrolls[seat][scroll.at]

"""The position: the island, everybody's cards, and what the turn has brought so far."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from operator import ge

from games.core.model import IllegalMove, Seat
from games.core.words import gettext_noop
from games.natrak.board import NOBODY, Board
from games.natrak.components import (
    AWARD_POINTS,
    CAMP_POINTS,
    CITY_POINTS,
    COLONY_POINTS,
    GLORY_POINTS,
    METROPOLIS_POINTS,
    SCROLLS,
    TRADED,
    Counts,
    Progress,
    Scroll,
    Version,
)
from games.natrak.saga import Saga
from games.natrak.sea import Sea


@dataclass
class Counter:
    """A rival's counter-offer: `number` is its own, `give` what the rival gives and `want` what it asks for."""

    number: int
    give: Counts
    want: Counts


@dataclass
class Trade:
    """The live offer: `give` is what its owner gives, `to` the only seat it is meant for (None: everybody)."""

    number: int
    owner: Seat
    to: Seat | None
    give: Counts
    want: Counts
    raised: list[Seat] = field(default_factory=list)
    declined: list[Seat] = field(default_factory=list)
    counters: dict[Seat, Counter] = field(default_factory=dict)
    answered: bool = False


def no_counts(kinds: Sequence[object], seats: int) -> list[list[int]]:
    """A list of zeros for every seat."""
    return [[0] * len(kinds) for _ in range(seats)]


@dataclass
class State:
    """Everything there is, hidden things too. Lists with one item a seat are indexed by seat number.

    `hands` count materials and `scrolls` scrolls, `fresh` the scrolls the active seat bought this turn. `deck` is
    drawn from its end. `mercenaries` were launched so far; `route` and `company` are the holders of the two awards.
    `turn` counts turns from 1, skipped ones too; 0 is the foundation. Of this turn: whether a scroll was `launched`,
    how many `free_roads` are left, and whether it is `forfeited` (the clock rolled the dice). `absent` are the seats
    whose players are away, `skips` those who never want to build out of turn. `sums` counts the rolls by their sum,
    `reds` and `whites` by the face of each die; `dice` is the last roll, red and white. `saga` is what the version with
    adventurers adds.
    """

    order: tuple[Seat, ...]
    version: Version
    goal: int
    board: Board
    hands: list[list[int]]
    scrolls: list[list[int]]
    deck: list[Scroll]
    mercenaries: list[int]
    skips: list[bool]
    fresh: list[int] = field(default_factory=lambda: [0] * len(SCROLLS))
    route: Seat = NOBODY
    company: Seat = NOBODY
    turn: int = 0
    launched: bool = False
    free_roads: int = 0
    forfeited: bool = False
    trade: Trade | None = None
    absent: list[Seat] = field(default_factory=list)
    sums: list[int] = field(default_factory=lambda: [0] * 13)
    reds: list[int] = field(default_factory=lambda: [0] * 7)
    whites: list[int] = field(default_factory=lambda: [0] * 7)
    dice: tuple[int, int] | None = None
    saga: Saga | None = None

    @property
    def kinds(self) -> int:
        """How many kinds of cards a hand may hold: goods where there are adventurers, gold where there is a sea."""
        return len(self.hands[0])

    @property
    def traded(self) -> int:
        """How many of those kinds are traded: all but gold."""
        return min(self.kinds, len(TRADED))

    @property
    def seats(self) -> int:
        return len(self.order)

    @property
    def active(self) -> Seat:
        """Whose turn it is; before the first turn the first of the order."""
        return self.order[(self.turn - 1) % len(self.order)] if self.turn else self.order[0]

    def away(self, seat: Seat) -> bool:
        """Whether the match goes on without this seat: it is absent, and somebody else is not (D7)."""
        return seat in self.absent and len(self.absent) < len(self.order)


def saga_of(state: State) -> Saga:
    """The saga of a match that has one."""
    assert state.saga is not None
    return state.saga


def sea_of(state: State) -> Sea:
    """The sea of a match that has one."""
    assert state.board.sea is not None
    return state.board.sea


# Points (rules/natrak.md, 9)


def points(state: State, seat: Seat) -> int:
    """The score that everybody sees, Glories and Scholars in it; it also decides the match."""
    board = state.board
    told = 0 if state.saga is None else _saga_points(state.saga, seat)
    settled = 0 if board.sea is None else len(board.sea.colonies[seat]) * COLONY_POINTS
    return (
        told
        + settled
        + (
            len(board.camps[seat]) * CAMP_POINTS
            + len(board.cities[seat]) * CITY_POINTS
            + ((state.route == seat) + (state.company == seat)) * AWARD_POINTS
            + state.scrolls[seat][Scroll.GLORY.at] * GLORY_POINTS
        )
    )


def _saga_points(saga: Saga, seat: Seat) -> int:
    """Metropolises, defences, the Merchant, and cards worth a point each."""
    return (
        saga.metropolis.count(seat) * METROPOLIS_POINTS
        + saga.defences[seat]
        + (saga.trader == seat)
        + len(saga.revealed[seat])
        + saga.progress[seat].count(Progress.SCHOLAR)
    )


# Hands


def covers(hand: Sequence[int], cost: Counts) -> bool:
    """Whether a hand holds all of it."""
    return all(map(ge, hand, cost))


def check_cost(hand: Sequence[int], cost: Counts) -> None:
    """Raise what somebody reads who can't pay for a thing."""
    if not covers(hand, cost):
        raise IllegalMove(gettext_noop("You can't pay for that: look at the costs, or trade first."))


def pay(hand: list[int], cost: Counts) -> None:
    """Take cards out of a hand."""
    for at, n in enumerate(cost):
        hand[at] -= n


def gain(hand: list[int], got: Sequence[int]) -> None:
    """Put cards into a hand."""
    for at, n in enumerate(got):
        hand[at] += n


def nth_card(hand: Sequence[int], number: int) -> int:
    """The kind of the card at a place, counted through the hand from 0."""
    for at, held in enumerate(hand):
        if number < held:
            return at
        number -= held
    raise IndexError(number)

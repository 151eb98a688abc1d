"""What a progress card is to the rules: the ways to play it, what it does, and why it can't be played otherwise."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache

from games.core.model import Move, Prompt, Seat, Window
from games.core.rng import Rng
from games.core.seats import others
from games.natrak.components import CHOICE_SECONDS, MATERIALS, Material, Progress
from games.natrak.moves import AtRandom, PlayProgress
from games.natrak.scoring import M
from games.natrak.state import State, points

Ways = Callable[[State, Seat], list[Move]]
Deed = Callable[[M, Seat, PlayProgress], None]


@dataclass(frozen=True, slots=True)
class Rule:
    """`ways` lists every way to play the card now, none where it could do nothing at all (D33).

    It looks at public facts and at the player's own hand only. `deed` carries one of them out when the card is spent.
    `refusal` is the sentence for any other way, marked for translation where it is written.
    """

    ways: Ways
    deed: Deed
    refusal: str


@cache
def playing(card: Progress, first: str = "", second: str = "") -> PlayProgress:
    """The move, made once: legal lists are asked for at every step."""
    return PlayProgress(card, first, second)


def on_each(card: Progress, targets: Iterable[int]) -> list[Move]:
    """The card on each of these hexes, vertices, edges or seats."""
    return [playing(card, str(target)) for target in targets]


def naming(card: Progress, materials: Sequence[Material]) -> list[Move]:
    """The card with one of these materials named."""
    return [playing(card, material.value) for material in materials]


def at_once(card: Progress, possible: bool) -> list[Move]:
    """The card alone, as long as it does anything."""
    return [playing(card)] if possible else []


def any_basic(card: Progress) -> Ways:
    """The ways of a card that names any basic resource."""
    return lambda state, seat: naming(card, MATERIALS)


def richer(state: State, seat: Seat, cards: int, *, equal: bool = False) -> list[Seat]:
    """The rivals with more points (or as many) who hold so many cards at least."""
    least = points(state, seat) + (0 if equal else 1)
    return [
        rival
        for rival in others(state.order, seat)
        if sum(state.hands[rival]) >= cards and points(state, rival) >= least
    ]


def around(state: State, seat: Seat, *materials: Material) -> list[int]:
    """The hexes that give one of these materials and touch a building of the seat."""
    board = state.board
    return [
        cell
        for cell, made in enumerate(board.yields)
        if made in materials and any(board.owner[vertex] == seat for vertex in board.island.corners[cell])
    ]


class LookAndTake(Prompt[State]):
    """The second step of a card that shows what a rival holds: its player takes some of it."""

    window = Window(CHOICE_SECONDS, always=False)

    def __init__(self, seat: Seat, rival: Seat) -> None:
        super().__init__(seat)
        self.seat = seat
        self.rival = rival

    def surface(self, match: M) -> bool:
        """For who is away chance chooses (D16)."""
        if not match.state.away(self.seat):
            return True
        self.answer(match, self.seat, AtRandom())
        return False

    def default(self, state: State, seat: Seat, rng: Rng) -> Move:
        return AtRandom()

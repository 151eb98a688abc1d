"""What one seat, or a spectator, may know."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from games.core.hexes import Cell
from games.core.model import Seat
from games.drako.components import Area, Figure
from games.drako.state import Attack, State


@dataclass(frozen=True)
class View:
    """Public facts, and the reader's own hand and standing order (none for a spectator).

    `order` is (dragon, dwarves). `gone` are the cards played and discarded, by seat.
    """

    seat: Seat | None
    order: tuple[Seat, ...]
    figures: Mapping[Figure, Cell]
    wounds: Mapping[Area, int]
    netted: bool
    fury: bool
    acting: Seat | None
    actions: int
    attack: Attack | None
    deck_sizes: tuple[int, ...]
    hand_sizes: tuple[int, ...]
    gone: tuple[tuple[str, ...], ...]
    hand: tuple[str, ...]
    never: bool


def view(state: State, seat: Seat | None) -> View:
    """The position as this seat may see it."""
    return View(
        seat=seat,
        order=state.order,
        figures=dict(state.figures),
        wounds=dict(state.wounds),
        netted=state.netted,
        fury=state.fury_is_left(),
        acting=state.acting,
        actions=state.actions,
        attack=state.attack,
        deck_sizes=tuple(map(len, state.decks)),
        hand_sizes=tuple(map(len, state.hands)),
        gone=tuple(map(tuple, state.gone)),
        hand=() if seat is None else tuple(state.hands[seat]),
        never=seat is not None and state.never[seat],
    )

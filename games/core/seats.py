"""Seats in turn order: who comes after whom, to the left and to the right."""

from __future__ import annotations

from collections.abc import Sequence

from games.core.model import Seat


def after(order: Sequence[Seat], seat: Seat, steps: int = 1) -> Seat:
    """The seat that many places further in turn order (clockwise, to the left); negative steps go the other way."""
    return order[(order.index(seat) + steps) % len(order)]


def others(order: Sequence[Seat], seat: Seat) -> list[Seat]:
    """Everybody else, in turn order from the next seat on."""
    at = order.index(seat)
    return [*order[at + 1 :], *order[:at]]

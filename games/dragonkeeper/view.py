"""What one seat, or a spectator, may know."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from games.core.grids import Cell
from games.core.model import Seat
from games.dragonkeeper.components import Colour
from games.dragonkeeper.state import Reckoning, State, neighbour


@dataclass(frozen=True)
class View:
    """Public facts, the reader's own stacks in full, and the reader's own guild.

    Of every seat's stacks all see the top tile and the height (`tops`, `heights`: by colour, empty stacks left out).
    `recipient` gets what the reader gives. `guilds` are those the reader may know: at the end everybody's.
    """

    seat: Seat | None
    order: tuple[Seat, ...]
    level: int
    grid: Mapping[Cell, int]
    dragon: Cell
    trail: tuple[Cell, ...]
    tops: tuple[Mapping[Colour, int], ...]
    heights: tuple[Mapping[Colour, int], ...]
    stacks: Mapping[Colour, tuple[int, ...]]
    treasure: tuple[int, ...]
    stock: int
    out: tuple[Seat, ...]
    recipient: Seat | None
    guilds: Mapping[Seat, Colour]
    bonus: bool
    reckonings: tuple[Reckoning, ...]


def view(state: State, seat: Seat | None) -> View:
    """The position as this seat may see it."""
    knows = [s for s in state.order if state.revealed or s == seat]
    return View(
        seat=seat,
        order=state.order,
        level=state.level,
        grid=dict(state.grid),
        dragon=state.dragon,
        trail=tuple(state.trail),
        tops=tuple({colour: tiles[-1] for colour, tiles in s.items() if tiles} for s in state.stacks),
        heights=tuple({colour: len(tiles) for colour, tiles in s.items() if tiles} for s in state.stacks),
        stacks={} if seat is None else {c: tuple(tiles) for c, tiles in state.stacks[seat].items()},
        treasure=tuple(state.treasure),
        stock=state.stock,
        out=tuple(state.out),
        recipient=None if seat is None or seat in state.out else neighbour(state, seat),
        guilds={s: state.guilds[s] for s in knows},
        bonus=state.bonus,
        reckonings=state.reckonings,
    )

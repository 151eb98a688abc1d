"""The rulebook: set-up, giving up, and what each reader may not know."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy

from games.core.model import Seat
from games.core.rng import Rng
from games.core.seats import others
from games.dragonkeeper.components import (
    CELLS,
    CENTRE,
    GUILDS,
    LEVELS,
    STAIRS,
    TILES,
    TREASURE,
    TREASURE_EACH,
)
from games.dragonkeeper.levels import M
from games.dragonkeeper.state import State, no_stacks
from games.dragonkeeper.tribute import reveal

MIDDLE = CELLS.index(CENTRE)


def setup(match: M, order: tuple[Seat, ...], options: Mapping[str, str]) -> State:
    """All but the stairs shuffled into three levels, the stairs in the middle of the first two; secret guilds dealt."""
    pile = [tile.id for tile in TILES if tile.id not in STAIRS]
    match.rng.shuffle(pile)
    guilds = list(GUILDS)
    match.rng.shuffle(guilds)
    return State(
        order=order,
        later=_levels(pile),
        guilds=guilds[: len(order)],
        stacks=[no_stacks() for _ in order],
        treasure=[TREASURE_EACH for _ in order],
        stock=TREASURE - TREASURE_EACH * len(order),
        bonus=options["treasure_bonus"] == "on",
    )


def _levels(pile: list[int]) -> list[list[int]]:
    """The levels to come, as many as the pile has tiles for, from the last one up."""
    levels: list[list[int]] = []
    while pile:
        stairs = [] if not levels else [STAIRS[LEVELS - 1 - len(levels)]]
        taken = [pile.pop() for _ in range(len(CELLS) - len(stairs))]
        levels.insert(0, [*taken[:MIDDLE], *stairs, *taken[MIDDLE:]])
    return levels


def resign(match: M, seat: Seat) -> None:
    """At two seats the other wins; at more the match goes on with the seat's defaults, which the portal plays."""
    if len(match.order) == 2:
        reveal(match)
        match.finish(*others(match.order, seat), reason="resigned")


def redeal(state: State, seat: Seat | None, rng: Rng) -> State:
    """Shuffle the levels to come, and the guilds of all seats but this one with those that nobody has.

    Each guild belongs to one player at most, so the reader's own is nobody else's. At the end nothing is hidden but
    levels that were never played.
    """
    twin = deepcopy(state)
    pile = [tile for level in twin.later for tile in level if tile not in STAIRS]
    rng.shuffle(pile)
    twin.later = _levels(pile)
    if not state.revealed:
        known = None if seat is None else state.guilds[seat]
        guilds = [guild for guild in GUILDS if guild is not known]
        rng.shuffle(guilds)
        twin.guilds = [state.guilds[s] if s == seat else guilds.pop() for s in range(len(state.guilds))]
    return twin

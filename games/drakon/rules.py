"""The rulebook: set-up, the flow of turns, and what each reader may know."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy

from games.core.model import Seat
from games.core.rng import Rng
from games.core.seats import others
from games.drakon.components import CHAMBERS, COINS, HAND, START, Hero
from games.drakon.deeds import M
from games.drakon.state import CENTRE, Laid, State


def setup(match: M, order: tuple[Seat, ...], options: Mapping[str, str]) -> State:
    """Start in the middle with all heroes on it; 63 chambers shuffled, four to each hand, the rest the pile."""
    dealt = _deal_heroes(match, order) if options["heroes"] == "on" else ()
    pile = [chamber.id for chamber in CHAMBERS if chamber.id != START]
    match.rng.shuffle(pile)
    hands = [[pile.pop() for _ in range(HAND)] for _ in order]
    return State(
        order=order,
        board={CENTRE: Laid(START, 0)},
        heroes=[CENTRE for _ in order],
        hands=hands,
        pile=pile,
        coins=[0 for _ in order],
        hoard=COINS,
        dealt=dealt,
        unspent=[True for _ in dealt],
        escape=options["escape"] == "on",
        richest=[0 for _ in order],
    )


def _deal_heroes(match: M, order: tuple[Seat, ...]) -> tuple[Hero, ...]:
    """Heroes!: one at random to each seat."""
    heroes = list(Hero)
    match.rng.shuffle(heroes)
    return tuple(heroes[: len(order)])


def resign(match: M, seat: Seat) -> None:
    """At two seats the other wins; at more the match goes on with the seat's defaults, which the portal plays."""
    if len(match.order) == 2:
        match.finish(*others(match.order, seat), reason="resigned")


def redeal(state: State, seat: Seat | None, rng: Rng) -> State:
    """Shuffle together the pile and every hand but this seat's; all sizes stay."""
    twin = deepcopy(state)
    hidden = [hand for owner, hand in enumerate(twin.hands) if owner != seat] + [twin.pile]
    pool = [chamber for chambers in hidden for chamber in chambers]
    rng.shuffle(pool)
    for chambers in hidden:
        chambers[:] = [pool.pop() for _ in chambers]
    return twin

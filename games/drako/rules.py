"""The rulebook: set-up, giving up, and what each reader may not know."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy

from games.core.model import Seat
from games.core.rng import Rng
from games.core.seats import others
from games.drako.components import DRAGON_CARDS, DWARF_CARDS, FIRST_PLACES, HAND, LAIR, Figure, deck
from games.drako.deeds import M
from games.drako.defence import StandingOrder
from games.drako.opening import ExchangeHand, PlaceDwarves
from games.drako.state import State

SIDES: tuple[str, str] = ("dragon", "dwarves")
"""The portraits of the two sides, in turn order."""


def roles(options: Mapping[str, str], portraits: Mapping[Seat, str]) -> tuple[Seat, ...] | None:
    """With chosen sides the dragon's seat and the dwarves'; None where the draw decides."""
    if options.get("sides") != "chosen" or sorted(portraits.values()) != sorted(SIDES):
        return None
    return tuple(sorted(portraits, key=lambda seat: SIDES.index(portraits[seat])))


def setup(match: M, order: tuple[Seat, ...], options: Mapping[str, str]) -> State:
    """Both decks shuffled, four cards each; the dragon in the middle, the dwarves on their places or to be placed."""
    decks: list[list[str]] = [[], []]
    for seat, cards in zip(order, (DRAGON_CARDS, DWARF_CARDS), strict=True):
        decks[seat] = deck(cards)
        match.rng.shuffle(decks[seat])
    hands = [[pile.pop() for _ in range(HAND)] for pile in decks]
    figures = {Figure.DRAGON: LAIR}
    for seat in sorted(order):
        match.offer(StandingOrder(seat))
    if options["places"] == "free":
        match.ask(PlaceDwarves(order[1]))
    else:
        figures |= FIRST_PLACES
    if options["exchange"] == "on":
        match.ask(ExchangeHand(order[1]))
        match.ask(ExchangeHand(order[0]))
    return State(order=order, decks=decks, hands=hands, figures=figures)


def resign(match: M, seat: Seat) -> None:
    """The other side wins."""
    match.finish(*others(match.order, seat), reason="resigned")


def redeal(state: State, seat: Seat | None, rng: Rng) -> State:
    """Shuffle the decks, an opponent's together with the hand, and toss a coin for an opponent's standing order.

    What was played and discarded is public and stays.
    """
    twin = deepcopy(state)
    for owner in state.order:
        hand, pile = twin.hands[owner], twin.decks[owner]
        if owner == seat:
            rng.shuffle(pile)
            continue
        cards = hand + pile
        rng.shuffle(cards)
        hand[:], pile[:] = cards[: len(hand)], cards[len(hand) :]
        twin.never[owner] = rng.below(2) == 1
    return twin

"""The small changes everything else is made of: cards drawn and spent, wounds, deaths."""

from __future__ import annotations

from games.core.match import Match
from games.core.model import Seat
from games.drako.components import DRAWN, DWARVES, Area, Figure, Part, Symbol
from games.drako.events import DeckEmptied, Died, Drew, Lost, Played, Wounded
from games.drako.state import State

M = Match[State]


def draw(match: M, seat: Seat) -> None:
    """Take the top two cards of the deck into hand."""
    deck = match.state.decks[seat]
    match.no_way_back()
    cards = tuple(deck.pop() for _ in range(DRAWN))
    match.state.hands[seat] += cards
    match.tell(Drew(seat, cards))
    if not deck:
        match.tell(DeckEmptied(seat))


def spend(state: State, seat: Seat, card: str) -> None:
    """A card leaves the hand and the game: of equal ones the last received."""
    hand = state.hands[seat]
    del hand[len(hand) - 1 - hand[::-1].index(card)]
    state.gone[seat].append(card)


def play(match: M, seat: Seat, card: str, symbol: Symbol | None) -> None:
    """Spend a card as an action, for a symbol or for nothing."""
    match.state.actions -= 1
    spend(match.state, seat, card)
    match.tell(Played(seat, card, symbol))


def wound(match: M, area: Area, wounds: int) -> int:
    """Fill spaces of an area, as many as there are; returns how many wounds did not fit."""
    state = match.state
    fits = min(wounds, state.free(area))
    if fits:
        state.wounds[area] += fits
        match.tell(Wounded(area, fits))
        if isinstance(area, Part) and area is not Part.ARMOUR and not state.can(area):
            match.tell(Lost(area))
    return wounds - fits


def wound_dwarf(match: M, dwarf: Figure, wounds: int) -> None:
    """Wounds on a dwarf, who dies of the last; with the last dwarf the dragon wins (rules/drako.md, Wounds)."""
    state = match.state
    wound(match, dwarf, wounds)
    if not state.lives(dwarf):
        del state.figures[dwarf]
        match.tell(Died(dwarf))
    if not any(state.lives(other) for other in DWARVES):
        match.finish(state.dragon, reason="dwarves_dead")


def dragon_dies_if_full(match: M) -> None:
    """Every space full: the dwarves win at once."""
    state = match.state
    if not (state.can(Part.ARMOUR) or state.open_parts()):
        del state.figures[Figure.DRAGON]
        match.tell(Died(Figure.DRAGON))
        match.finish(state.dwarves, reason="dragon_dead")

"""The progress cards of Religion: building for less, and more to build with (rules/natrak.md, 12.5)."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

from games.core.model import Move, Seat
from games.core.words import gettext_noop
from games.natrak.adventurers import can_rise
from games.natrak.card_rules import Deed, Rule, Ways, around, at_once, playing
from games.natrak.components import (
    BOUNTY,
    FIXED_TOKENS,
    FREE_PROMOTIONS,
    TOP_DISCIPLINE,
    Material,
    Piece,
    Progress,
)
from games.natrak.events import DiceSet, TokensSwapped, TookPlenty
from games.natrak.moves import PlayProgress
from games.natrak.scoring import M
from games.natrak.scrolls import free_roads, grant_roads
from games.natrak.state import State, gain, saga_of

# Alchemist

FACES = [(str(red), str(white)) for red in range(1, 7) for white in range(1, 7)]


def _alchemist_ways(state: State, seat: Seat) -> list[Move]:
    """Any two faces, unless an Alchemist has set the next roll already (D44)."""
    if saga_of(state).fixed[seat] is not None:
        return []
    return [playing(Progress.ALCHEMIST, red, white) for red, white in FACES]


def _alchemist(match: M, seat: Seat, move: PlayProgress) -> None:
    red, white = int(move.first), int(move.second)
    saga_of(match.state).fixed[seat] = (red, white)
    match.tell(DiceSet(seat, red, white))


# Credits for this turn (D22)


def _crane_ways(state: State, seat: Seat) -> list[Move]:
    return at_once(Progress.CRANE, min(saga_of(state).levels[seat]) < TOP_DISCIPLINE)


def _crane(match: M, seat: Seat, move: PlayProgress) -> None:
    saga_of(match.state).cranes += 1


def _smith_ways(state: State, seat: Seat) -> list[Move]:
    board = state.board
    rising = (can_rise(state, board.adventurers[vertex]) for vertex in board.adventurers_of(seat))
    return at_once(Progress.SMITH, any(rising))


def _smith(match: M, seat: Seat, move: PlayProgress) -> None:
    saga_of(match.state).free_promotions += FREE_PROMOTIONS


def _engineering_ways(state: State, seat: Seat) -> list[Move]:
    free = saga_of(state).free_walls
    return at_once(Progress.ENGINEERING, not free and bool(state.board.wall_spots(seat)))


def _engineering(match: M, seat: Seat, move: PlayProgress) -> None:
    saga_of(match.state).free_walls += 1


def _road_ways(state: State, seat: Seat) -> list[Move]:
    return at_once(Progress.ROAD_ENGINEERING, free_roads(state, seat) > 0)


def _roads(match: M, seat: Seat, move: PlayProgress) -> None:
    grant_roads(match, seat)


def _medicine_ways(state: State, seat: Seat) -> list[Move]:
    possible = min(state.board.left(seat, Piece.CITY), len(state.board.camps[seat]))
    return at_once(Progress.MEDICINE, possible > saga_of(state).medicines)


def _medicine(match: M, seat: Seat, move: PlayProgress) -> None:
    saga_of(match.state).medicines += 1


# Inventor


def _inventor_ways(state: State, seat: Seat) -> list[Move]:
    """Two different tokens that lie open, none of those that stay where they are."""
    board, token = state.board, state.board.token
    loose = [
        cell
        for cell, number in enumerate(token)
        if number and number not in FIXED_TOKENS and not board.fogged(cell)
    ]
    return [
        playing(Progress.INVENTOR, str(one), str(other))
        for one, other in combinations(loose, 2)
        if token[one] != token[other]
    ]


def _inventor(match: M, seat: Seat, move: PlayProgress) -> None:
    match.state.board.swap_tokens(int(move.first), int(move.second))
    match.tell(TokensSwapped(seat, int(move.first), int(move.second)))


# Irrigation and Mining


def _bounty_ways(card: Progress, material: Material) -> Ways:
    return lambda state, seat: at_once(card, bool(around(state, seat, material)))


def _bounty(material: Material) -> Deed:
    """Two cards for every hex of the kind at an own building, dragon or not, camp or city (D45)."""

    def deed(match: M, seat: Seat, move: PlayProgress) -> None:
        n = BOUNTY * len(around(match.state, seat, material))
        got = [n if at == material.at else 0 for at in range(match.state.kinds)]
        gain(match.state.hands[seat], got)
        match.tell(TookPlenty(seat, tuple(got)))

    return deed


RELIGION: Mapping[Progress, Rule] = {
    Progress.ALCHEMIST: Rule(
        _alchemist_ways,
        _alchemist,
        gettext_noop("Set both dice, from 1 to 6; one Alchemist for a roll is enough."),
    ),
    Progress.CRANE: Rule(
        _crane_ways, _crane, gettext_noop("You are at the top of every discipline: keep the Crane.")
    ),
    Progress.SMITH: Rule(
        _smith_ways, _smith, gettext_noop("None of your adventurers can be promoted now: keep the Smith.")
    ),
    Progress.ENGINEERING: Rule(
        _engineering_ways,
        _engineering,
        gettext_noop("You have no wall left, or no city without one: keep the card."),
    ),
    Progress.ROAD_ENGINEERING: Rule(
        _road_ways, _roads, gettext_noop("You have no road left, or no place for one: keep the card.")
    ),
    Progress.INVENTOR: Rule(
        _inventor_ways,
        _inventor,
        gettext_noop("Choose two different number tokens, none of them 2, 6, 8 or 12."),
    ),
    Progress.IRRIGATION: Rule(
        _bounty_ways(Progress.IRRIGATION, Material.WHEAT),
        _bounty(Material.WHEAT),
        gettext_noop("No building of yours touches farmland: keep the card."),
    ),
    Progress.MEDICINE: Rule(
        _medicine_ways,
        _medicine,
        gettext_noop("You have no city left, or no camp to make one of: keep the card."),
    ),
    Progress.MINING: Rule(
        _bounty_ways(Progress.MINING, Material.STONE),
        _bounty(Material.STONE),
        gettext_noop("No building of yours touches a mine: keep the card."),
    ),
}

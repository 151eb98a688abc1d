"""The progress cards that only the decks of the first generations have (rules/natrak.md, 12.6)."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations_with_replacement

from games.core.model import Move, Seat
from games.core.seats import others
from games.core.words import gettext_noop
from games.natrak.adventurers import rouse
from games.natrak.card_rules import Rule, at_once, on_each, playing
from games.natrak.components import FAIR, MATERIALS, Progress, cards, counted
from games.natrak.crown import levy_ways
from games.natrak.dragon import ask_dragon, steal
from games.natrak.events import TookPlenty
from games.natrak.moves import PlayProgress
from games.natrak.scoring import M
from games.natrak.state import State, gain

BUNDLES = [
    ",".join(cards([pair.count(material) for material in MATERIALS]))
    for pair in combinations_with_replacement(MATERIALS, FAIR)
]


def _fair_ways(state: State, seat: Seat) -> list[Move]:
    """Two basic resources of choice (D48)."""
    return [playing(Progress.FAIR, bundle) for bundle in BUNDLES]


def _fair(match: M, seat: Seat, move: PlayProgress) -> None:
    got = counted(tuple(move.first.split(",")), match.state.kinds)
    gain(match.state.hands[seat], got)
    match.tell(TookPlenty(seat, got))


def _contraband_ways(state: State, seat: Seat) -> list[Move]:
    """A rival with cards (D48)."""
    return on_each(
        Progress.CONTRABAND, (rival for rival in others(state.order, seat) if any(state.hands[rival]))
    )


def _contraband(match: M, seat: Seat, move: PlayProgress) -> None:
    steal(match, seat, int(move.first))


def _emissary_ways(state: State, seat: Seat) -> list[Move]:
    return at_once(Progress.EMISSARY, True)


def _emissary(match: M, seat: Seat, move: PlayProgress) -> None:
    ask_dragon(match, seat)


def _levy(match: M, seat: Seat, move: PlayProgress) -> None:
    rouse(match, seat, int(move.first), paid=False)


LEGACY: Mapping[Progress, Rule] = {
    Progress.FAIR: Rule(_fair_ways, _fair, gettext_noop("Choose two basic resources to take.")),
    Progress.CONTRABAND: Rule(_contraband_ways, _contraband, gettext_noop("Choose a rival who holds cards.")),
    Progress.EMISSARY: Rule(
        _emissary_ways, _emissary, gettext_noop("The Emissary needs nothing named: play it alone.")
    ),
    Progress.LEVY: Rule(levy_ways, _levy, gettext_noop("Choose an adventurer of yours that rests.")),
}

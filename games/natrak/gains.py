"""What events brought a seat: its cards gained and lost, and the sentence that says so."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from games.core.model import Event, Seat
from games.core.words import Text, gettext_noop, text
from games.natrak.components import KINDS, Counts, Material
from games.natrak.events import (
    Consoled,
    Discarded,
    Discovered,
    Exchanged,
    Gave,
    GaveAll,
    HarbourTraded,
    Produced,
    Redeemed,
    Started,
    Stole,
    TookPlenty,
    Traded,
)
from games.natrak.names import cards_name


def balance(events: Iterable[Event], seat: Seat, kinds: int) -> Counts:
    """How many cards more (or fewer) of each of so many kinds the seat holds by these events; not what it paid."""
    sums = [0] * kinds
    for event in events:
        for at, n in zip(range(kinds), _change(event, seat), strict=False):
            sums[at] += n
    return tuple(sums)


def _change(event: Event, seat: Seat) -> Iterator[int]:
    match event:
        case Produced(who, cards) | Started(who, cards) | TookPlenty(who, cards) if who == seat:
            yield from cards
        case Discarded(who, _, tuple(cards)) if who == seat:
            yield from (-n for n in cards)
        case Gave(giver, taker, _, tuple(cards)) if seat in (giver, taker):
            yield from (n if taker == seat else -n for n in cards)
        case Consoled(who, material) | Discovered(who, _, material) if who == seat:
            yield from _one(material, 1)
        case Redeemed(who, material) if who == seat:
            yield from (a - b for a, b in zip(_one(material, 1), _one(Material.GOLD, 1), strict=True))
        case HarbourTraded(who, rival, material, Material() as good) if seat in (who, rival):
            sign = 1 if who == seat else -1
            yield from (sign * (a - b) for a, b in zip(_one(good, 1), _one(material, 1), strict=True))
        case Traded(who, rival, give, got) if seat in (who, rival):
            sign = 1 if who == seat else -1
            yield from (sign * (gets - gives) for gives, gets in zip(give, got, strict=True))
        case Stole(thief, victim, Material() as material) if seat in (thief, victim):
            yield from _one(material, 1 if thief == seat else -1)
        case GaveAll(giver, taker, material, n) if seat in (giver, taker):
            yield from _one(material, n if taker == seat else -n)
        case Exchanged(who, give, n, get) if who == seat:
            yield from (a - n * b for a, b in zip(_one(get, 1), _one(give, 1), strict=True))


def _one(material: Material, n: int) -> Counts:
    """So many cards of one material and none of the others."""
    return tuple(n if material is other else 0 for other in KINDS)


def said(change: Counts) -> Text | None:
    """The change in a sentence; None if there is none."""
    gained = tuple(max(n, 0) for n in change)
    lost = tuple(max(-n, 0) for n in change)
    if any(gained) and any(lost):
        return text(
            gettext_noop("You gained {gained} and lost {lost}."),
            gained=cards_name(gained),
            lost=cards_name(lost),
        )
    if any(gained):
        return text(gettext_noop("You gained {gained}."), gained=cards_name(gained))
    if any(lost):
        return text(gettext_noop("You lost {lost}."), lost=cards_name(lost))
    return None

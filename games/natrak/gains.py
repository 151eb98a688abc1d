"""What events brought a seat: its cards gained and lost, and the sentence that says so."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from games.core.model import Event, Seat
from games.core.words import Text, gettext_noop, text
from games.natrak.components import MATERIALS, Counts, Material
from games.natrak.events import (
    Discarded,
    Exchanged,
    GaveAll,
    Produced,
    Started,
    Stole,
    TookPlenty,
    Traded,
)
from games.natrak.words import cards_name


def balance(events: Iterable[Event], seat: Seat) -> Counts:
    """How many cards more (or fewer) of each material the seat holds by these events; what it paid is left out."""
    sums = [0] * len(MATERIALS)
    for event in events:
        for at, n in enumerate(_change(event, seat)):
            sums[at] += n
    return tuple(sums)


def _change(event: Event, seat: Seat) -> Iterator[int]:
    match event:
        case Produced(who, cards) | Started(who, cards) | TookPlenty(who, cards) if who == seat:
            yield from cards
        case Discarded(who, _, tuple(cards)) if who == seat:
            yield from (-n for n in cards)
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
    return tuple(n if material is other else 0 for other in MATERIALS)


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

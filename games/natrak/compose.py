"""Moves put together card by card on the page: discards, gifts, cards taken from a hand one sees, offers.

A selection is the text of such a move as far as it goes: "ofrecer - lana*2 -" gives two wool and asks for nothing yet.
Every link leads to the text with one card more or less, so the page needs no memory.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from games.core.choosing import Choices
from games.core.model import IllegalMove, Move
from games.natrak.components import MASTER_TAKES, TRADED, WEDDING_GIFT, Counts, cards, counted
from games.natrak.moves import AtRandom, Choose, Discard, Give, MakeCounter, Publish
from games.natrak.view import View


def no_cards(view: View) -> Counts:
    """None of each material there is."""
    return (0,) * len(view.hand)


@dataclass(frozen=True)
class Draft:
    """A move in the making. `head` is what comes before the cards: the verb, whom it is for or what it answers.

    What is discarded, given or taken has one side, `give`.
    """

    head: tuple[str, ...]
    give: Counts
    want: Counts

    @property
    def verb(self) -> str:
        return self.head[0]

    def text(self) -> str:
        """The selection."""
        sides = [self.give] if self.verb in ONE_SIDE else [self.give, self.want]
        return " ".join([*self.head, *(",".join(cards(side)) or "-" for side in sides)])

    def with_card(self, side: str, at: int, more: int) -> Draft:
        """The draft with so many cards more of a material on a side ("give" or "want")."""
        counts = list(self.give if side == "give" else self.want)
        counts[at] = max(0, counts[at] + more)
        return replace(self, give=tuple(counts)) if side == "give" else replace(self, want=tuple(counts))

    def whole(self, view: View) -> Move | None:
        """The move, if it is one the reader could make."""
        assert view.seat is not None
        held = all(n <= has for n, has in zip(self.give, pile(view, self.verb), strict=True))
        if self.verb in ONE_SIDE:
            enough = held and sum(self.give) == due(view, self.verb)
            return ONE_SIDE[self.verb](cards(self.give)) if enough else None
        both = any(self.give) and any(self.want)
        crossed = any(one and other for one, other in zip(self.give, self.want, strict=True))
        if not held or not both or crossed:
            return None
        if self.verb == Publish.verb:
            to = () if self.head[1] == "-" else (int(self.head[1]),)
            return Publish(to, cards(self.give), cards(self.want))
        return MakeCounter(int(self.head[1]), cards(self.give), cards(self.want))

    def held(self, view: View) -> Draft:
        """The draft without cards that are no longer held."""
        most = pile(view, self.verb)
        return replace(self, give=tuple(min(n, has) for n, has in zip(self.give, most, strict=True)))


def pile(view: View, verb: str) -> Counts:
    """The hand that the cards come from: somebody else's while the reader looks into it, else the reader's own."""
    return view.saga.shown_hand if view.saga is not None and verb == Choose.verb else view.hand


def due(view: View, verb: str) -> int:
    """How many cards are to be discarded, given or taken."""
    held = sum(pile(view, verb))
    return (
        held // 2 if verb == Discard.verb else min(WEDDING_GIFT if verb == Give.verb else MASTER_TAKES, held)
    )


def fresh(view: View, choices: Choices) -> Draft | None:
    """A draft with no cards in it yet, if the reader can put a move together now."""
    none = no_cards(view)
    if view.saga is not None and view.saga.shown_hand:
        return Draft((Choose.verb,), none, none)
    if AtRandom.verb in choices:
        gift = any(pick.startswith(f"{Give.verb} ") for pick in choices.after(""))
        return Draft((Give.verb if gift else Discard.verb,), none, none)
    if Publish.verb in choices:
        return Draft((Publish.verb, "-"), none, none)
    if MakeCounter.verb in choices and view.offer is not None:
        return Draft((MakeCounter.verb, str(view.offer.number)), none, none)
    return None


ONE_SIDE: Mapping[str, type[Discard | Give | Choose]] = {
    Discard.verb: Discard,
    Give.verb: Give,
    Choose.verb: Choose,
}
HEADS = {**dict.fromkeys(ONE_SIDE, 1), Publish.verb: 2, MakeCounter.verb: 2}
UNLISTED = (Publish.verb, MakeCounter.verb)
"""There are too many of these to list: they are only put together."""


def read(picked: str, view: View) -> Draft | None:
    """The draft that a selection is, or None if it is something else."""
    words = picked.split()
    length = HEADS.get(words[0], 0) if words else 0
    sides = 1 if length == 1 else 2
    if not length or not length <= len(words) <= length + sides:
        return None
    if length == 2 and not (words[1] == "-" and words[0] == Publish.verb) and not words[1].isdecimal():
        return None
    try:
        counts = [
            counted(() if word == "-" else tuple(word.split(",")), len(view.hand)) for word in words[length:]
        ]
    except IllegalMove:
        return None
    if sides == 2 and any(any(side[len(TRADED) :]) for side in counts):
        return None  # gold is no part of an offer
    give, want = [*counts, no_cards(view), no_cards(view)][:2]
    return Draft(tuple(words[:length]), give, want)

"""Moves put together card by card on the page: discards, offers and counter-offers.

A selection is the text of such a move as far as it goes: "ofrecer - lana*2 -" gives two wool and asks for nothing yet.
Every link leads to the text with one card more or less, so the page needs no memory.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from games.core.choosing import Choices
from games.core.model import IllegalMove, Move
from games.natrak.components import Counts, cards, counted
from games.natrak.moves import AtRandom, Discard, MakeCounter, Publish
from games.natrak.view import View


def no_cards(view: View) -> Counts:
    """None of each material there is."""
    return (0,) * len(view.hand)


@dataclass(frozen=True)
class Draft:
    """A move in the making. `head` is what comes before the cards: the verb, whom it is for or what it answers.

    A discard has one side, `give`.
    """

    head: tuple[str, ...]
    give: Counts
    want: Counts

    @property
    def verb(self) -> str:
        return self.head[0]

    def text(self) -> str:
        """The selection."""
        sides = [self.give] if self.verb == Discard.verb else [self.give, self.want]
        return " ".join([*self.head, *(",".join(cards(side)) or "-" for side in sides)])

    def with_card(self, side: str, at: int, more: int) -> Draft:
        """The draft with so many cards more of a material on a side ("give" or "want")."""
        counts = list(self.give if side == "give" else self.want)
        counts[at] = max(0, counts[at] + more)
        return replace(self, give=tuple(counts)) if side == "give" else replace(self, want=tuple(counts))

    def whole(self, view: View) -> Move | None:
        """The move, if it is one the reader could make."""
        assert view.seat is not None
        held = all(n <= has for n, has in zip(self.give, view.hand, strict=True))
        if self.verb == Discard.verb:
            return Discard(cards(self.give)) if held and sum(self.give) == due(view) else None
        both = any(self.give) and any(self.want)
        crossed = any(one and other for one, other in zip(self.give, self.want, strict=True))
        if not held or not both or crossed:
            return None
        if self.verb == Publish.verb:
            to = () if self.head[1] == "-" else (int(self.head[1]),)
            return Publish(to, cards(self.give), cards(self.want))
        return MakeCounter(int(self.head[1]), cards(self.give), cards(self.want))

    def held(self, view: View) -> Draft:
        """The draft without what the reader gives of cards no longer held."""
        return replace(self, give=tuple(min(n, has) for n, has in zip(self.give, view.hand, strict=True)))


def due(view: View) -> int:
    """How many cards a seven takes from the reader."""
    return sum(view.hand) // 2


def fresh(view: View, choices: Choices) -> Draft | None:
    """A draft with no cards in it yet, if the reader can put a move together now."""
    none = no_cards(view)
    if AtRandom.verb in choices:
        return Draft((Discard.verb,), none, none)
    if Publish.verb in choices:
        return Draft((Publish.verb, "-"), none, none)
    if MakeCounter.verb in choices and view.offer is not None:
        return Draft((MakeCounter.verb, str(view.offer.number)), none, none)
    return None


HEADS = {Discard.verb: 1, Publish.verb: 2, MakeCounter.verb: 2}


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
    give, want = [*counts, no_cards(view), no_cards(view)][:2]
    return Draft(tuple(words[:length]), give, want)

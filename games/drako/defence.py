"""Attacks, and what answers them: blocks, standing orders, wounds (rules/drako.md, Defence; Wounds)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from games.core.model import IllegalMove, Move, Prompt, Seat
from games.core.rng import Rng
from games.core.words import gettext_noop
from games.drako.components import ABILITIES, Figure, Kind, Part, Symbol
from games.drako.deeds import M, dragon_dies_if_full, spend, wound, wound_dwarf
from games.drako.events import Attacked, Blocked
from games.drako.moves import UNBLOCKED, Answer, Block, Order, Wound
from games.drako.state import Attack, State, defences, has


def attack(match: M, seat: Seat, symbol: Symbol, targets: tuple[Figure, ...]) -> None:
    """Declare an attack and ask the defender."""
    match.state.attack = Attack(symbol, targets)
    match.tell(Attacked(symbol, targets))
    match.ask(Defend(match.state.other(seat)))


class Defend(Prompt[State]):
    """Which strikes do you block, and with which cards? All at once, before any wound.

    Asked without a defence card too, since not asking would tell; not with an empty hand, which everybody sees.
    """

    def __init__(self, seat: Seat) -> None:
        super().__init__(seat)
        self.seat = seat

    def surface(self, match: M) -> bool:
        if not match.state.hands[self.seat]:
            resolve(match, self.seat, ())
            return False
        return True

    def options(self, state: State, seat: Seat) -> Iterable[Move]:
        return [Block(*cards) for cards in _answers(state, seat)]

    def default(self, state: State, seat: Seat, rng: Rng) -> Move:
        return Block(UNBLOCKED)

    def standing(self, state: State, seat: Seat) -> Move | None:
        return Block(UNBLOCKED) if state.never[seat] else None

    def check(self, state: State, seat: Seat, move: Move) -> None:
        if not isinstance(move, Block):
            raise IllegalMove(gettext_noop("You are attacked: block with a defence card, or let it come."))
        cards = Counter(card for card in move.cards if card != UNBLOCKED)
        if any(state.hands[seat].count(card) < n for card, n in cards.items()):
            raise IllegalMove(gettext_noop("You don't hold that card: choose one from your hand."))
        if not all(has(card, Kind.DEFENCE) for card in cards):
            raise IllegalMove(
                gettext_noop("Only a card with a shield blocks: choose one, or let the attack come.")
            )
        if move not in self.options(state, seat):
            raise IllegalMove(gettext_noop("There is no such strike to block: choose one that is marked."))

    def answer(self, match: M, seat: Seat, move: Move) -> None:
        assert isinstance(move, Block)
        match.no_way_back()
        resolve(match, seat, move.cards)


def _answers(state: State, seat: Seat) -> Iterator[tuple[str, ...]]:
    """A card or none for every strike. The strikes of a two-dwarf attack are alike: those blocked come first."""
    assert state.attack is not None
    targets = state.attack.targets
    alike = len(set(targets)) < len(targets)
    held = Counter(state.hands[seat])
    found: list[tuple[str, ...]] = [()]
    for _ in targets:
        found = [
            (*before, card)
            for before in found
            for card in (UNBLOCKED, *defences(state.hands[seat]))
            if card == UNBLOCKED or before.count(card) < held[card]
        ]
    for cards in found:
        if not (alike and UNBLOCKED in cards[:-1] and cards[-1] != UNBLOCKED):
            yield cards


def resolve(match: M, seat: Seat, cards: tuple[str, ...]) -> None:
    """The attack on a seat ends: what is blocked is stopped whole, the rest wounds."""
    state = match.state
    attack = state.attack
    assert attack is not None
    state.attack = None
    hit: list[Figure] = []
    for number, target in enumerate(attack.targets):
        card = cards[number] if number < len(cards) else UNBLOCKED
        if card == UNBLOCKED:
            hit.append(target)
        else:
            spend(state, seat, card)
            match.tell(Blocked(seat, card, target))
    if seat == state.dragon:
        wound_dragon(match, attack.symbol.value * len(hit))
    else:
        for dwarf in hit:
            wound_dwarf(match, dwarf, attack.symbol.value)


def wound_dragon(match: M, wounds: int) -> None:
    """The armour first; what is left the dwarf player places, unless there is nothing to choose."""
    state = match.state
    left = wound(match, Part.ARMOUR, wounds)
    parts = state.open_parts()
    if left >= sum(state.free(part) for part in parts) or len(parts) == 1:
        for part in parts:
            left = wound(match, part, left)
        dragon_dies_if_full(match)
    elif left:
        match.ask(PlaceWounds(state.dwarves, left))


class PlaceWounds(Prompt[State]):
    """Where on the dragon do these wounds go? Asked only where there is a choice; everybody sees whether there is."""

    def __init__(self, seat: Seat, wounds: int) -> None:
        super().__init__(seat)
        self.wounds = wounds

    def options(self, state: State, seat: Seat) -> Iterable[Move]:
        parts = state.open_parts()
        if self.wounds == 1:
            return [Wound(part) for part in parts]
        return [
            Wound(first, second.value)
            for first in parts
            for second in parts
            if first is not second or state.free(first) > 1
        ]

    def default(self, state: State, seat: Seat, rng: Rng) -> Move:
        """The first parts in order, each filled before the next."""
        parts = state.open_parts()
        spaces = [part for part in parts for _ in range(state.free(part))]
        return Wound(spaces[0]) if self.wounds == 1 else Wound(spaces[0], spaces[1].value)

    def check(self, state: State, seat: Seat, move: Move) -> None:
        if not isinstance(move, Wound):
            raise IllegalMove(gettext_noop("The dragon is hit: choose where the wounds go."))
        if move not in self.options(state, seat):
            raise IllegalMove(
                gettext_noop("Place every wound on flight, movement or fire, where a space is free.")
            )

    def answer(self, match: M, seat: Seat, move: Move) -> None:
        assert isinstance(move, Wound)
        places = [move.first, *([Part(move.second)] if move.second else [])]
        for part in ABILITIES:
            if part in places:
                wound(match, part, places.count(part))


class StandingOrder(Prompt[State]):
    """The private invitation to answer every question for blocks with "no"; it stays open, to be changed.

    Both answers are always open, so that sending one tells nobody anything.
    """

    def options(self, state: State, seat: Seat) -> Iterable[Move]:
        return [Order(self.number, answer) for answer in Answer]

    def default(self, state: State, seat: Seat, rng: Rng) -> Move:
        return Order(self.number, Answer.ASK)

    def answer(self, match: M, seat: Seat, move: Move) -> None:
        assert isinstance(move, Order)
        match.state.never[seat] = move.answer is Answer.NEVER

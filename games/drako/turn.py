"""A turn and its actions: draw two, or play a card for a symbol (rules/drako.md, Actions to Fury)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from games.core.hexes import Direction, reading_order
from games.core.model import IllegalMove, Move, Prompt, Seat
from games.core.rng import Rng
from games.core.words import gettext_noop
from games.drako.components import (
    ACTIONS,
    CARDS,
    DWARVES,
    ESCAPE_ACTIONS,
    FIRST_ACTIONS,
    MOST_CARDS,
    Figure,
    Kind,
    Part,
    Symbol,
)
from games.drako.deeds import M, draw, play, spend, wound_dwarf
from games.drako.defence import attack
from games.drako.events import Discarded, Escaped, Flew, Moved, Netted, Passed, Raged
from games.drako.moves import (
    Breathe,
    Discard,
    Draw,
    EndTurn,
    Escape,
    Fly,
    Follow,
    PlayForNothing,
    Rage,
    Shoot,
    Stay,
    Strike,
    StrikeTogether,
    ThrowNet,
    Walk,
)
from games.drako.refusals import refuse_action
from games.drako.state import State, beside_dragon, burnt, landings, line_of_sight, reach


def advance(match: M) -> None:
    """The turn is over, or the set-up: the other side's turn begins, the dragon's first with one action."""
    state = match.state
    before = match.turn.seat
    seat = state.dragon if before is None else state.other(before)
    match.begin_turn(seat)
    state.acting = seat
    state.actions = FIRST_ACTIONS if before is None else ACTIONS
    if seat == state.dwarves:
        match.ask(RageOrEnd(seat))
    match.ask(TakeAction(seat))


# What can be done (rules/drako.md, Actions)


def uses(state: State, seat: Seat, card: str) -> Iterator[Move]:
    """What a card of this seat can be played for, "nothing" last."""
    for symbol in CARDS[card].symbols:
        yield from (_dragon_uses if seat == state.dragon else _dwarf_uses)(state, card, symbol)
    yield PlayForNothing(card)


def _dwarf_uses(state: State, card: str, symbol: Symbol) -> Iterator[Move]:
    match symbol.kind:
        case Kind.MOVE | Kind.MOVE2:
            yield from (move for dwarf in DWARVES for move in _walks(state, card, dwarf, symbol.value))
        case Kind.ATTACK if beside_dragon(state.figures):
            yield Strike(card, Figure.DRAGON)
        case Kind.ATTACK2:
            yield from (StrikeTogether(card, n + 1) for n in range(min(2, len(beside_dragon(state.figures)))))
        case Kind.CROSSBOW if line_of_sight(state.figures) is not None:
            yield Shoot(card)
        case Kind.NET if Figure.URPEN in state.figures and not state.netted:
            yield ThrowNet(card)


def _dragon_uses(state: State, card: str, symbol: Symbol) -> Iterator[Move]:
    match symbol.kind:
        case Kind.MOVE if state.can(Part.MOVEMENT) and not state.netted:
            yield from _walks(state, card, Figure.DRAGON, symbol.value)
        case Kind.FLIGHT if state.can(Part.FLIGHT) and not state.netted:
            yield from (Fly(card, cell) for cell in landings(state.figures))
        case Kind.ATTACK:
            yield from (Strike(card, dwarf) for dwarf in beside_dragon(state.figures))
        case Kind.FIRE if state.can(Part.FIRE):
            yield from (Breathe(card, way) for way in Direction if burnt(state.figures, way))


def _walks(state: State, card: str, figure: Figure, steps: int) -> Iterator[Move]:
    if figure in state.figures:
        for cell in sorted(reach(state.figures, figure, steps), key=reading_order):
            yield Walk(card, figure, cell)


def must_draw(state: State, seat: Seat) -> bool:
    """Whether drawing is all there is to do, which everybody sees."""
    return not (
        state.hands[seat]
        or (seat == state.dragon and may_escape(state))
        or (seat == state.dwarves and state.fury_is_left())
    )


def may_escape(state: State) -> bool:
    """Netted, and both actions of the turn still to come."""
    return state.netted and state.actions == ESCAPE_ACTIONS


class TakeAction(Prompt[State]):
    """One action: draw two, or play a card. Asked again until none is left.

    Nothing is asked of who has no cards, and what can only be drawn is drawn.
    """

    def __init__(self, seat: Seat) -> None:
        super().__init__(seat)
        self.seat = seat

    def surface(self, match: M) -> bool:
        state = match.state
        if state.out_of_cards(state.dwarves):
            match.finish(state.dragon, reason="dwarves_out_of_cards")
        elif state.actions and state.out_of_cards(self.seat):
            state.actions = 0
            match.tell(Passed(self.seat))
        elif state.actions and must_draw(state, self.seat):
            self.answer(match, self.seat, Draw())
        else:
            return state.actions > 0
        return False

    def options(self, state: State, seat: Seat) -> Iterable[Move]:
        found: list[Move] = [Draw()] if state.decks[seat] else []
        if seat == state.dragon and may_escape(state):
            found.append(Escape())
        for card in dict.fromkeys(state.hands[seat]):
            found += uses(state, seat, card)
        if seat == state.dwarves and state.fury_is_left():
            found.append(Rage())
        return found

    def default(self, state: State, seat: Seat, rng: Rng) -> Move:
        return Draw() if state.decks[seat] else PlayForNothing(state.hands[seat][-1])

    def check(self, state: State, seat: Seat, move: Move) -> None:
        if move not in self.options(state, seat):
            refuse_action(state, seat, move)

    def answer(self, match: M, seat: Seat, move: Move) -> None:
        match.ask(TakeAction(seat))
        state = match.state
        match move:
            case Draw():
                state.actions -= 1
                draw(match, seat)
                match.ask(DiscardDown(seat))
            case Escape():
                state.actions -= ESCAPE_ACTIONS
                state.netted = False
                match.tell(Escaped())
            case Rage():
                rage(match, seat)
            case _:
                _play(match, seat, move)


def _play(match: M, seat: Seat, move: Move) -> None:
    """Play a card for what the move says."""
    state = match.state
    match move:
        case PlayForNothing(card):
            play(match, seat, card, None)
        case Walk(card, figure, cell):
            symbol = _walk_symbol(card)
            way = reach(state.figures, figure, symbol.value)[cell]
            play(match, seat, card, symbol)
            state.figures[figure] = cell
            match.tell(Moved(figure, way))
            if symbol.kind is Kind.MOVE2:
                match.ask(MoveSecond(seat, figure, symbol.value))
        case Fly(card, cell):
            play(match, seat, card, CARDS[card].symbol(Kind.FLIGHT))
            match.tell(Flew((state.figures[Figure.DRAGON], cell)))
            state.figures[Figure.DRAGON] = cell
        case ThrowNet(card):
            play(match, seat, card, CARDS[card].symbol(Kind.NET))
            state.netted = True
            match.tell(Netted())
        case Strike(card, target):
            _attack(match, seat, card, Kind.ATTACK, (target,))
        case StrikeTogether(card, dwarves):
            _attack(match, seat, card, Kind.ATTACK2, (Figure.DRAGON,) * dwarves)
        case Shoot(card):
            _attack(match, seat, card, Kind.CROSSBOW, (Figure.DRAGON,))
        case Breathe(card, direction):
            _attack(match, seat, card, Kind.FIRE, tuple(burnt(state.figures, direction)))


def _walk_symbol(card: str) -> Symbol:
    symbol = CARDS[card].symbol(Kind.MOVE) or CARDS[card].symbol(Kind.MOVE2)
    assert symbol is not None
    return symbol


def _attack(match: M, seat: Seat, card: str, kind: Kind, targets: tuple[Figure, ...]) -> None:
    symbol = CARDS[card].symbol(kind)
    assert symbol is not None
    play(match, seat, card, symbol)
    attack(match, seat, symbol, targets)


class MoveSecond(Prompt[State]):
    """Does a second dwarf move too? Not asked where none can, which everybody sees."""

    def __init__(self, seat: Seat, first: Figure, steps: int) -> None:
        super().__init__(seat)
        self.first = first
        self.steps = steps

    def surface(self, match: M) -> bool:
        return bool(self.follows(match.state))

    def follows(self, state: State) -> list[Move]:
        """Where another dwarf can go."""
        return [
            Follow(dwarf, cell)
            for dwarf in DWARVES
            if dwarf in state.figures and dwarf is not self.first
            for cell in sorted(reach(state.figures, dwarf, self.steps), key=reading_order)
        ]

    def options(self, state: State, seat: Seat) -> Iterable[Move]:
        return [*self.follows(state), Stay()]

    def default(self, state: State, seat: Seat, rng: Rng) -> Move:
        return Stay()

    def check(self, state: State, seat: Seat, move: Move) -> None:
        if not isinstance(move, (Follow, Stay)):
            raise IllegalMove(gettext_noop("Move a second dwarf, or let the others stay."))
        if isinstance(move, Follow) and move.dwarf is self.first:
            raise IllegalMove(gettext_noop("That dwarf has moved: move another one, or let them stay."))
        if move not in self.options(state, seat):
            raise IllegalMove(gettext_noop("That dwarf can't get there: choose one of the lit hexes."))

    def answer(self, match: M, seat: Seat, move: Move) -> None:
        if isinstance(move, Follow):
            way = reach(match.state.figures, move.dwarf, self.steps)[move.cell]
            match.state.figures[move.dwarf] = move.cell
            match.tell(Moved(move.dwarf, way))


class DiscardDown(Prompt[State]):
    """Over six cards: which ones go? Not asked with six or fewer, which everybody sees."""

    def __init__(self, seat: Seat) -> None:
        super().__init__(seat)
        self.seat = seat

    def surface(self, match: M) -> bool:
        return self.excess(match.state) > 0

    def excess(self, state: State) -> int:
        """How many cards are too many."""
        return len(state.hands[self.seat]) - MOST_CARDS

    def options(self, state: State, seat: Seat) -> Iterable[Move]:
        hand = state.hands[seat]
        kinds = list(dict.fromkeys(hand))
        if self.excess(state) == 1:
            return [Discard(card) for card in kinds]
        return [Discard(one, two) for one in kinds for two in kinds if one != two or hand.count(one) > 1]

    def default(self, state: State, seat: Seat, rng: Rng) -> Move:
        return Discard(*state.hands[seat][: self.excess(state)])

    def check(self, state: State, seat: Seat, move: Move) -> None:
        if not isinstance(move, Discard):
            raise IllegalMove(gettext_noop("Your hand is over six cards: choose what to discard."))
        if move not in self.options(state, seat):
            raise IllegalMove(gettext_noop("Discard down to six cards, from your own hand."))

    def answer(self, match: M, seat: Seat, move: Move) -> None:
        assert isinstance(move, Discard)
        match.no_way_back()
        cards = tuple(card for card in (move.first, move.second) if card)
        for card in cards:
            spend(match.state, seat, card)
        match.tell(Discarded(seat, cards))


# Fury (rules/drako.md, Fury)


def rage(match: M, seat: Seat) -> None:
    """A wound on Brald, one action more, and Fury is used up."""
    state = match.state
    state.fury = False
    state.actions += 1
    match.tell(Raged(seat))
    wound_dwarf(match, Figure.BRALD, 1)


class RageOrEnd(Prompt[State]):
    """The actions are used up: Fury for one more, or the end of the turn? Not asked once Fury is gone."""

    def surface(self, match: M) -> bool:
        return match.state.fury_is_left()

    def options(self, state: State, seat: Seat) -> Iterable[Move]:
        return [EndTurn(), Rage()]

    def default(self, state: State, seat: Seat, rng: Rng) -> Move:
        return EndTurn()

    def check(self, state: State, seat: Seat, move: Move) -> None:
        if not isinstance(move, (EndTurn, Rage)):
            raise IllegalMove(gettext_noop("You have had your actions: end your turn, or use Fury."))

    def answer(self, match: M, seat: Seat, move: Move) -> None:
        if isinstance(move, Rage):
            match.ask(TakeAction(seat))
            rage(match, seat)

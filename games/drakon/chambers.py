"""Entering a chamber, and what each kind does (rules/drakon.md, Chambers).

The seat that owns the hero makes every choice, by its own left and right, and gains or loses. Effects are compulsory
where a legal choice exists and pass silently where none does; a choice of one is made without asking.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from games.core.grids import Cell, reading_order
from games.core.model import IllegalMove, Move, Prompt, Seat
from games.core.rng import Rng
from games.core.seats import after, others
from games.core.words import Who, gettext_noop
from games.drakon.components import CHAMBERS, COINS_TO_ESCAPE, Kind
from games.drakon.deeds import M, find_coin, gain, lay, lose, take_random_chamber
from games.drakon.events import (
    Cause,
    Destroyed,
    HoardEmpty,
    LeftStartCoin,
    Loss,
    Moved,
    NoEffect,
    NothingFitted,
    Rotated,
    Shifted,
    TookStartCoin,
)
from games.drakon.moves import Destroy, LeaveCoin, NothingFits, Rob, Rotate, Send, Shift, TakeCoin
from games.drakon.state import Laid, State, fits, unoccupied, ways_out

QUARTERS = (1, 2, 3)
"""90, 180 or 270 degrees."""


def enter(match: M, seat: Seat, way: tuple[Cell, ...], *, mover: Seat, cause: Cause) -> None:
    """The seat's hero ends its way in a chamber, which acts unless it did so on this hero this turn."""
    state, cell = match.state, way[-1]
    state.heroes[seat] = cell
    chamber = state.board[cell].chamber
    match.tell(Moved(seat, mover, way, chamber, cause))
    if _escapes(state, seat):
        match.finish(seat, reason="escape")
        return
    if (seat, chamber) in state.acted:
        match.tell(NoEffect(seat, chamber))
        return
    state.acted.append((seat, chamber))
    EFFECTS[CHAMBERS[chamber].kind](match, seat)


def _escapes(state: State, seat: Seat) -> bool:
    """Option Escape: who enters a key or vortex chamber with four coins is out, however it came there."""
    way_out = state.board[state.heroes[seat]].kind in (Kind.KEY, Kind.VORTEX)
    return state.escape and way_out and state.coins[seat] >= COINS_TO_ESCAPE


class ChamberPrompt(Prompt[State]):
    """A choice that a chamber asks of the owner of the hero in it."""

    def __init__(self, seat: Seat, chamber: int) -> None:
        super().__init__(seat)
        self.seat = seat
        self.chamber = chamber

    def surface(self, match: M) -> bool:
        """Nothing to choose: no effect. One choice only: made at once. (What is possible here is public.)"""
        choices = list(self.options(match.state, self.seat))
        if len(choices) == 1:
            self.answer(match, self.seat, choices[0])
        elif not choices:
            match.tell(NoEffect(self.seat, self.chamber))
        return len(choices) > 1

    def default(self, state: State, seat: Seat, rng: Rng) -> Move:
        """The first choice in fixed order; none of them costs the owner a coin or a chamber."""
        return next(iter(self.options(state, seat)))


def ask(kind: type[ChamberPrompt]) -> Callable[[M, Seat], None]:
    """The effect of a chamber that asks a question."""

    def effect(match: M, seat: Seat) -> None:
        match.ask(kind(seat, match.state.board[match.state.heroes[seat]].chamber))

    return effect


def no_effect(match: M, seat: Seat) -> None:
    """Blank; and gale, wind, key and vortex, which matter only when the hero leaves."""


def gold(match: M, seat: Seat) -> None:
    """A coin from the hoard, if any is left."""
    if match.state.hoard:
        find_coin(match, seat)
    else:
        match.tell(HoardEmpty(seat))


def due(match: M, seat: Seat) -> None:
    """One of your coins, if any, onto the start chamber."""
    _pay(match, seat, Loss.START)


def well(match: M, seat: Seat) -> None:
    """One of your coins, if any, back into the hoard."""
    _pay(match, seat, Loss.HOARD)


def _pay(match: M, seat: Seat, to: Loss) -> None:
    if match.state.coins[seat]:
        lose(match, seat, to)
    else:
        _nothing(match, seat)


def steal_left(match: M, seat: Seat) -> None:
    """A coin from the next seat in turn order, if it has one."""
    _steal_from(match, seat, after(match.order, seat))


def steal_right(match: M, seat: Seat) -> None:
    """A coin from the previous seat in turn order, if it has one."""
    _steal_from(match, seat, after(match.order, seat, -1))


def _steal_from(match: M, seat: Seat, victim: Seat) -> None:
    if match.state.coins[victim]:
        lose(match, victim, to=seat)
    else:
        _nothing(match, seat)


def _nothing(match: M, seat: Seat) -> None:
    match.tell(NoEffect(seat, match.state.board[match.state.heroes[seat]].chamber))


class TakeStartCoin(ChamberPrompt):
    """start: you may take one coin lying there."""

    def options(self, state: State, seat: Seat) -> Iterable[Move]:
        return (TakeCoin(), LeaveCoin()) if state.start_coins else ()

    def surface(self, match: M) -> bool:
        return match.state.start_coins > 0

    def answer(self, match: M, seat: Seat, move: Move) -> None:
        if isinstance(move, TakeCoin):
            match.state.start_coins -= 1
            match.tell(TookStartCoin(seat))
            gain(match, seat)
        else:
            match.tell(LeftStartCoin(seat))


class ShiftChamber(ChamberPrompt):
    """shift: replace a chamber with no hero in it (never start) by one from hand, any legal orientation.

    Whether anything fits is known to the hand's owner alone, so the question is asked whenever there are a hand and a
    chamber to replace; "nothing fits" is an answer when it is true.
    """

    def surface(self, match: M) -> bool:
        possible = bool(match.state.hands[self.seat] and unoccupied(match.state))
        if not possible:
            match.tell(NoEffect(self.seat, self.chamber))
        return possible

    def options(self, state: State, seat: Seat) -> Iterable[Move]:
        found = [
            Shift(cell, chamber, facing)
            for cell in sorted(unoccupied(state), key=reading_order)
            for chamber in state.hands[seat]
            for facing in CHAMBERS[chamber].facings
            if fits(state.board, cell, CHAMBERS[chamber], facing)
        ]
        return found or [NothingFits()]

    def check(self, state: State, seat: Seat, move: Move) -> None:
        if isinstance(move, Shift) and move.cell in unoccupied(state) and move.chamber in state.hands[seat]:
            if move.facing in range(4) and fits(state.board, move.cell, CHAMBERS[move.chamber], move.facing):
                return
            raise IllegalMove(gettext_noop("An arrow would face a neighbour's arrow: turn the chamber."))
        if isinstance(move, Shift):
            raise IllegalMove(
                gettext_noop("Choose a chamber of your hand and one in play without heroes, not the start.")
            )
        super().check(state, seat, move)

    def answer(self, match: M, seat: Seat, move: Move) -> None:
        if not isinstance(move, Shift):
            match.tell(NothingFitted(seat))
            return
        state = match.state
        old = state.board[move.cell].chamber
        hand = state.hands[seat]
        hand[hand.index(move.chamber)] = old
        lay(state, move.cell, move.chamber, move.facing)
        match.tell(Shifted(seat, move.cell, old, move.chamber, move.facing))


class DestroyChamber(ChamberPrompt):
    """destroy: a chamber with no hero in it (never start) goes to the bottom of the pile, face down."""

    def options(self, state: State, seat: Seat) -> Iterable[Move]:
        return [Destroy(cell) for cell in sorted(unoccupied(state), key=reading_order)]

    def check(self, state: State, seat: Seat, move: Move) -> None:
        if isinstance(move, Destroy) and move.cell not in unoccupied(state):
            raise IllegalMove(
                gettext_noop(
                    "Choose another chamber: the start and chambers with heroes stay where they are."
                )
            )
        super().check(state, seat, move)

    def answer(self, match: M, seat: Seat, move: Move) -> None:
        assert isinstance(move, Destroy)
        state = match.state
        chamber = state.board.pop(move.cell).chamber
        state.pile.insert(0, chamber)
        state.fresh = True
        match.tell(Destroyed(seat, move.cell, chamber))


class RobHand(ChamberPrompt):
    """map: choose an opponent who holds chambers; a random one moves to your hand."""

    def options(self, state: State, seat: Seat) -> Iterable[Move]:
        return [Rob(other) for other in others(state.order, seat) if state.hands[other]]

    def check(self, state: State, seat: Seat, move: Move) -> None:
        if isinstance(move, Rob) and move not in self.options(state, seat):
            raise IllegalMove(gettext_noop("Choose an opponent who has chambers in hand."))
        super().check(state, seat, move)

    def answer(self, match: M, seat: Seat, move: Move) -> None:
        assert isinstance(move, Rob)
        take_random_chamber(match, seat, move.seat)


class MindControl(ChamberPrompt):
    """orb: move an opponent's hero as if its owner chose; the owner then resolves the chamber."""

    def options(self, state: State, seat: Seat) -> Iterable[Move]:
        return [
            Send(other, cell)
            for other in others(state.order, seat)
            for cell in sorted(ways_out(state.board, state.heroes[other]), key=reading_order)
        ]

    def check(self, state: State, seat: Seat, move: Move) -> None:
        if isinstance(move, Send) and move not in self.options(state, seat):
            if move.seat == seat or move.seat not in state.order:
                raise IllegalMove(gettext_noop("The orb moves an opponent's hero: choose one."))
            raise IllegalMove(
                gettext_noop("{who}'s hero can't go there: choose a marked chamber."), who=Who(move.seat)
            )
        super().check(state, seat, move)

    def default(self, state: State, seat: Seat, rng: Rng) -> Move:
        """The first push in fixed order that lets nobody take a coin or a chamber from the seat; else the first."""
        sends = [move for move in self.options(state, seat) if isinstance(move, Send)]
        return next((send for send in sends if not _harms(state, seat, send)), sends[0])

    def answer(self, match: M, seat: Seat, move: Move) -> None:
        assert isinstance(move, Send)
        way = ways_out(match.state.board, match.state.heroes[move.seat])[move.cell]
        enter(match, move.seat, way, mover=seat, cause=Cause.ORB)


def _harms(state: State, seat: Seat, send: Send) -> bool:
    """Whether the moved hero would take a coin or a chamber from the seat that moves it."""
    kind = state.board[send.cell].kind
    if kind is Kind.MAP:
        return bool(state.hands[seat])
    neighbour = {Kind.STEAL_LEFT: 1, Kind.STEAL_RIGHT: -1}.get(kind)
    return (
        neighbour is not None and state.coins[seat] > 0 and after(state.order, send.seat, neighbour) == seat
    )


def can_rotate(state: State, cell: Cell, quarters: int) -> bool:
    """Whether, turned so, no arrow of the chamber faces a neighbour's."""
    laid = state.board[cell]
    return fits(state.board, cell, CHAMBERS[laid.chamber], (laid.facing + quarters) % 4)


class RotateChamber(ChamberPrompt):
    """rotate: turn any chamber in play by 90, 180 or 270 degrees, start and occupied ones too."""

    def options(self, state: State, seat: Seat) -> Iterable[Move]:
        return [
            Rotate(cell, quarters)
            for cell in sorted(state.board, key=reading_order)
            for quarters in QUARTERS
            if can_rotate(state, cell, quarters)
        ]

    def check(self, state: State, seat: Seat, move: Move) -> None:
        if isinstance(move, Rotate) and move not in self.options(state, seat):
            if move.cell in state.board and move.quarters in QUARTERS:
                raise IllegalMove(
                    gettext_noop(
                        "An arrow would face a neighbour's arrow: turn it another way or choose another chamber."
                    )
                )
            raise IllegalMove(
                gettext_noop("Choose a chamber in play and turn it once, twice or three times.")
            )
        super().check(state, seat, move)

    def answer(self, match: M, seat: Seat, move: Move) -> None:
        assert isinstance(move, Rotate)
        state = match.state
        before = state.board[move.cell]
        after_ = Laid(before.chamber, (before.facing + move.quarters) % 4)
        state.board[move.cell] = after_
        state.fresh = state.fresh or before.arrows != after_.arrows
        match.tell(Rotated(seat, move.cell, after_.chamber, after_.facing))


EFFECTS: Mapping[Kind, Callable[[M, Seat], None]] = {
    Kind.BLANK: no_effect,
    Kind.SHIFT: ask(ShiftChamber),
    Kind.DESTROY: ask(DestroyChamber),
    Kind.DUE: due,
    Kind.MAP: ask(RobHand),
    Kind.GOLD: gold,
    Kind.GALE: no_effect,
    Kind.WIND: no_effect,
    Kind.KEY: no_effect,
    Kind.ORB: ask(MindControl),
    Kind.ROTATE: ask(RotateChamber),
    Kind.START: ask(TakeStartCoin),
    Kind.STEAL_LEFT: steal_left,
    Kind.STEAL_RIGHT: steal_right,
    Kind.VORTEX: no_effect,
    Kind.WELL: well,
}

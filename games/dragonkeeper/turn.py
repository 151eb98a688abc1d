"""A turn: take, act, give, slip through the passage (rules/dragonkeeper.md, A turn; Actions).

A move without an alternative is made unasked: what lies in the dragon's row and column is public.
"""

from __future__ import annotations

from collections.abc import Iterable

from games.core.grids import Cell, reading_order
from games.core.model import IllegalMove, Move, Prompt, Seat
from games.core.rng import Rng
from games.core.words import gettext_noop
from games.dragonkeeper.components import REWARDED_GIFT, TILES, Action, Colour
from games.dragonkeeper.events import (
    Declined,
    Exchanged,
    Gained,
    Gave,
    LevelEnded,
    Start,
    StockEmpty,
    Took,
    Trapped,
)
from games.dragonkeeper.levels import M, lay_open, pay, starter, still_starts
from games.dragonkeeper.moves import Decline, Exchange, Give, Passage, Take, Trap
from games.dragonkeeper.state import State, column, neighbour, put, row, survivor_after
from games.dragonkeeper.tribute import PayTribute, reveal


def advance(match: M) -> None:
    """The turn is over: the next survivor clockwise plays, at the very beginning the first of the drawn order."""
    if match.turn.seat is None:
        lay_open(match, match.order[0], Start.DRAWN)
        begin_turn(match, match.order[0])
    else:
        begin_turn(match, survivor_after(match.state, match.turn.seat))


def begin_turn(match: M, seat: Seat) -> None:
    """A seat's turn: the dragon sets out from where it stands."""
    match.state.trail = [match.state.dragon]
    match.begin_turn(seat)
    match.ask(TakeTile(seat))


def end_level(match: M, seat: Seat, *, giving: bool) -> None:
    """Nothing is left to take or to give: everybody pays, and the next level or the end begins."""
    state = match.state
    match.tell(LevelEnded(state.level, seat, giving))
    first, why = starter(state)
    pay(match)
    survivors = state.survivors
    if len(survivors) < 2:
        reveal(match)
        match.finish(*survivors, reason="sole_survivor" if survivors else "all_eliminated")
    elif state.later:
        first, why = still_starts(state, first, why)
        lay_open(match, first, why)
        begin_turn(match, first)
    else:
        match.ask(PayTribute(*survivors))


# Take


def take(match: M, seat: Seat, cell: Cell, *, passage: bool) -> int:
    """The dragon moves along its row, and the tile is the seat's; the level's last take so far. The tile's number."""
    state = match.state
    tile = _move_dragon(state, cell)
    put(state, seat, tile)
    state.last_taker = seat
    match.tell(Took(seat, tile, cell, passage))
    return tile


def _move_dragon(state: State, cell: Cell) -> int:
    """The tile the dragon went to, off the grid now."""
    state.dragon = cell
    state.trail.append(cell)
    return state.grid.pop(cell)


class TakeTile(Prompt[State]):
    """Move the dragon in direction 1 and keep the tile; without a tile in the row the level ends."""

    def __init__(self, seat: Seat) -> None:
        super().__init__(seat)
        self.seat = seat

    def surface(self, match: M) -> bool:
        cells = row(match.state.grid, match.state.dragon)
        if not cells:
            end_level(match, self.seat, giving=False)
        elif len(cells) == 1:
            self.answer(match, self.seat, Take(cells[0]))
        return len(cells) > 1

    def options(self, state: State, seat: Seat) -> Iterable[Move]:
        return [Take(cell) for cell in row(state.grid, state.dragon)]

    def default(self, state: State, seat: Seat, rng: Rng) -> Move:
        """The highest value, the first in the row of those that tie; the guild plays no part, it would show."""
        cells = row(state.grid, state.dragon)
        return Take(min(cells, key=lambda cell: (-_value(state, cell), reading_order(cell))))

    def check(self, state: State, seat: Seat, move: Move) -> None:
        if not isinstance(move, Take):
            raise IllegalMove(gettext_noop("It is your turn: take a tile from the dragon's row."))
        _check_cell(state, move.cell)
        if move.cell[1] != state.dragon[1]:
            raise IllegalMove(
                gettext_noop("To take, the dragon keeps to its row: choose one of the lit tiles.")
            )

    def answer(self, match: M, seat: Seat, move: Move) -> None:
        assert isinstance(move, Take)
        tile = take(match, seat, move.cell, passage=False)
        match.ask(GiveTile(seat, passage=tile if TILES[tile].action is Action.PASSAGE else None))
        act(match, seat, tile)


def act(match: M, seat: Seat, tile: int) -> None:
    """A taken tile's action that happens at once."""
    match TILES[tile].action:
        case Action.EXCHANGE:
            match.ask(UseExchange(seat, tile))
        case Action.TRAP:
            match.ask(UseTrap(seat, tile))


def _value(state: State, cell: Cell) -> int:
    return TILES[state.grid[cell]].value


def _check_cell(state: State, cell: Cell) -> None:
    if cell not in state.grid:
        raise IllegalMove(gettext_noop("No tile lies there: choose one of the lit tiles."))


# Give


class GiveTile(Prompt[State]):
    """Move the dragon in direction 2 and give the tile away; without a tile in the column the level ends.

    `passage` is the secret passage taken this turn, if one was: it may be used after the gift.
    """

    def __init__(self, seat: Seat, passage: int | None) -> None:
        super().__init__(seat)
        self.seat = seat
        self.passage = passage

    def surface(self, match: M) -> bool:
        cells = column(match.state.grid, match.state.dragon)
        if not cells:
            end_level(match, self.seat, giving=True)
        elif len(cells) == 1:
            self.answer(match, self.seat, Give(cells[0]))
        return len(cells) > 1

    def options(self, state: State, seat: Seat) -> Iterable[Move]:
        return [Give(cell) for cell in column(state.grid, state.dragon)]

    def default(self, state: State, seat: Seat, rng: Rng) -> Move:
        """The lowest value, the first in the column of those that tie."""
        cells = column(state.grid, state.dragon)
        return Give(min(cells, key=lambda cell: (_value(state, cell), reading_order(cell))))

    def check(self, state: State, seat: Seat, move: Move) -> None:
        if not isinstance(move, Give):
            raise IllegalMove(gettext_noop("Now give: choose a tile from the dragon's column."))
        _check_cell(state, move.cell)
        if move.cell[0] != state.dragon[0]:
            raise IllegalMove(
                gettext_noop("To give, the dragon keeps to its column: choose one of the lit tiles.")
            )

    def answer(self, match: M, seat: Seat, move: Move) -> None:
        assert isinstance(move, Give)
        state = match.state
        tile, to = _move_dragon(state, move.cell), neighbour(state, seat)
        put(state, to, tile)
        match.tell(Gave(seat, to, tile, move.cell))
        if TILES[tile].value >= REWARDED_GIFT:
            reward(match, seat)
        if self.passage is not None:
            match.ask(UsePassage(seat, self.passage))


def reward(match: M, seat: Seat) -> None:
    """A treasure for a generous gift, while the stock has one."""
    state = match.state
    if not state.stock:
        match.tell(StockEmpty(seat))
        return
    state.stock -= 1
    state.treasure[seat] += 1
    match.tell(Gained(seat))


# The actions of a taken tile (rules/dragonkeeper.md, Actions): each may be left unused


class ActionPrompt(Prompt[State]):
    """Use the action of the tile just taken? Not asked where it can do nothing, which everybody sees."""

    action: Action
    refusal: str

    def __init__(self, seat: Seat, tile: int) -> None:
        super().__init__(seat)
        self.seat = seat
        self.tile = tile

    def surface(self, match: M) -> bool:
        return bool(self.uses(match.state))

    def uses(self, state: State) -> list[Move]:
        """What the action could do now."""
        raise NotImplementedError

    def options(self, state: State, seat: Seat) -> Iterable[Move]:
        return [*self.uses(state), Decline()]

    def default(self, state: State, seat: Seat, rng: Rng) -> Move:
        return Decline()

    def check(self, state: State, seat: Seat, move: Move) -> None:
        if move not in self.options(state, seat):
            raise IllegalMove(self.refusal)

    def answer(self, match: M, seat: Seat, move: Move) -> None:
        if isinstance(move, Decline):
            match.tell(Declined(seat, self.action))
        else:
            self.use(match, seat, move)

    def use(self, match: M, seat: Seat, move: Move) -> None:
        """Carry the action out."""
        raise NotImplementedError

    def discard(self, state: State) -> None:
        """The tile leaves the game."""
        state.stacks[self.seat][TILES[self.tile].colour].remove(self.tile)


class UseExchange(ActionPrompt):
    """Swap the exchange for the top tile of an opponent's stack; the received tile's action doesn't happen."""

    action = Action.EXCHANGE
    refusal = gettext_noop("Choose the top tile of an opponent's stack, or leave the exchange unused.")

    def uses(self, state: State) -> list[Move]:
        opponents = [seat for seat in state.survivors if seat != self.seat]
        return [Exchange(o, colour) for o in opponents for colour in Colour if state.stacks[o][colour]]

    def use(self, match: M, seat: Seat, move: Move) -> None:
        assert isinstance(move, Exchange)
        state = match.state
        self.discard(state)
        got = state.stacks[move.seat][move.colour].pop()
        put(state, seat, got)
        put(state, move.seat, self.tile)
        match.tell(Exchanged(seat, move.seat, self.tile, got))


class UseTrap(ActionPrompt):
    """Discard the trap and take any tile of the level instead; the dragon stays, the tile's action doesn't happen."""

    action = Action.TRAP
    refusal = gettext_noop("Choose any tile of the level, or leave the trap unused.")

    def uses(self, state: State) -> list[Move]:
        return [Trap(cell) for cell in sorted(state.grid, key=reading_order)]

    def use(self, match: M, seat: Seat, move: Move) -> None:
        assert isinstance(move, Trap)
        state = match.state
        self.discard(state)
        tile = state.grid.pop(move.cell)
        put(state, seat, tile)
        match.tell(Trapped(seat, self.tile, tile, move.cell))


class UsePassage(ActionPrompt):
    """Discard the passage and take once more; that tile's action may be used, except another secret passage."""

    action = Action.PASSAGE
    refusal = gettext_noop("Choose a tile from the dragon's row, or leave the secret passage unused.")

    def uses(self, state: State) -> list[Move]:
        return [Passage(cell) for cell in row(state.grid, state.dragon)]

    def use(self, match: M, seat: Seat, move: Move) -> None:
        assert isinstance(move, Passage)
        self.discard(match.state)
        act(match, seat, take(match, seat, move.cell, passage=True))

"""A turn, whose it is, and the ends that come with the turns (rules/drakon.md, A turn; The ends)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from games.core.grids import Cell, neighbours, reading_order
from games.core.model import IllegalMove, Move, Prompt, Seat
from games.core.rng import Rng
from games.core.seats import after
from games.core.words import gettext_noop
from games.drakon.chambers import enter
from games.drakon.components import CHAMBERS, LAST_ROUND, QUIET_ROUNDS, WARNING_ROUNDS, Kind
from games.drakon.deeds import M, draw, lay
from games.drakon.events import Cause, Placed, Skipped, Warned
from games.drakon.moves import Bury, EndTurn, Filch, Go, Place, Push, Stride, Walk
from games.drakon.powers import HERO_OF, powers, powers_after, use_power
from games.drakon.state import State, arrows_into, fits, frontier, has_action, ways_out


def advance(match: M) -> None:
    """The turn is over. The next seat plays, or is skipped, unless the match ends."""
    state = match.state
    seat = match.order[0]
    if match.turn.seat is not None:
        _count_turn(match)
        seat = after(match.order, match.turn.seat)
    if match.outcome is not None:
        return
    state.acted.clear()
    state.fresh = False
    match.begin_turn(seat)
    if all(would_be_skipped(state, other) for other in match.order):
        finish_by_coins(match, "dead_end")
    else:
        match.ask(TakeTurn(seat))


def would_be_skipped(state: State, seat: Seat) -> bool:
    """An empty hand, nowhere to go, and no power that could do something."""
    return not has_action(state, seat) and not powers(state, seat)


def _count_turn(match: M) -> None:
    """The stalemate guard: so many rounds without anything new, or so many in all, end the match like a dead end."""
    state, seats = match.state, len(match.order)
    state.turns += 1
    state.quiet = 0 if state.fresh else state.quiet + 1
    if state.quiet >= QUIET_ROUNDS * seats or state.turns >= LAST_ROUND * seats:
        finish_by_coins(match, "stalemate")
    elif state.quiet == (QUIET_ROUNDS - WARNING_ROUNDS) * seats:
        match.tell(Warned(WARNING_ROUNDS, quiet=True))
    elif state.turns == (LAST_ROUND - WARNING_ROUNDS) * seats:
        match.tell(Warned(WARNING_ROUNDS, quiet=False))


def finish_by_coins(match: M, reason: str) -> None:
    """Most coins wins; ties share."""
    coins = match.state.coins
    match.finish(*(seat for seat in match.order if coins[seat] == max(coins)), reason=reason)


def placements(state: State, seat: Seat) -> Iterator[Place]:
    """Every chamber of the hand, on every cell beside the map, in every orientation that looks different and fits."""
    for cell in sorted(frontier(state.board), key=reading_order):
        pointing = arrows_into(state.board, cell)
        for number in state.hands[seat]:
            chamber = CHAMBERS[number]
            for facing in chamber.facings:
                if not chamber.arrows[facing] & pointing:
                    yield Place(number, cell, facing)


def steps(state: State, seat: Seat) -> list[Go]:
    """Where the seat's hero can go."""
    return [Go(cell) for cell in sorted(ways_out(state.board, state.heroes[seat]), key=reading_order)]


class TakeTurn(Prompt[State]):
    """Exactly one of: place a chamber and draw, or move the hero and resolve the chamber.

    With Heroes! a power may come first; who has no action but a usable power may use it or skip.
    """

    def __init__(self, seat: Seat) -> None:
        super().__init__(seat)
        self.seat = seat

    def surface(self, match: M) -> bool:
        skipped = would_be_skipped(match.state, self.seat)
        if skipped:
            match.tell(Skipped(self.seat))
        return not skipped

    def options(self, state: State, seat: Seat) -> Iterable[Move]:
        actions: list[Move] = [*steps(state, seat), *placements(state, seat)] or [EndTurn()]
        return actions + powers(state, seat)

    def default(self, state: State, seat: Seat, rng: Rng) -> Move:
        """What a cautious player does, never a power.

        The best step if one brings something, else a placement, else the least harm.
        """
        best = max(steps(state, seat), key=lambda go: _promise(state, seat, go.cell), default=None)
        place = next(placements(state, seat), None)
        if best is not None and (place is None or _promise(state, seat, best.cell) > 0):
            return best
        return place or EndTurn()

    def check(self, state: State, seat: Seat, move: Move) -> None:
        match move:
            case Place():
                _check_place(state, seat, move)
            case Go():
                _check_go(state, seat, move.cell)
            case EndTurn() if has_action(state, seat):
                raise IllegalMove(
                    gettext_noop("You can't skip your turn: place a chamber or move your hero.")
                )
            case EndTurn():
                pass
            case Walk() | Stride() | Push() | Filch() | Bury():
                _check_power(state, seat, move, powers(state, seat))
            case _:
                raise IllegalMove(gettext_noop("It is your turn: place a chamber or move your hero."))

    def answer(self, match: M, seat: Seat, move: Move) -> None:
        state = match.state
        if isinstance(move, (Place, Go, Walk)):
            match.ask(FinishTurn(seat))
        elif not isinstance(move, EndTurn):
            match.ask(TakeTurn(seat))
        if isinstance(move, Place):
            state.hands[seat].remove(move.chamber)
            lay(state, move.cell, move.chamber, move.facing)
            match.tell(Placed(seat, move.chamber, move.cell, move.facing))
            draw(match, seat)
        elif isinstance(move, Go):
            way = ways_out(state.board, state.heroes[seat])[move.cell]
            enter(match, seat, way, mover=seat, cause=Cause.OWN)
        elif isinstance(move, EndTurn):
            match.tell(Skipped(seat))
        else:
            use_power(match, seat, move)


class FinishTurn(Prompt[State]):
    """Heroes!: after the action, a power that can still be used, or the end of the turn. Not asked without one."""

    def __init__(self, seat: Seat) -> None:
        super().__init__(seat)
        self.seat = seat

    def surface(self, match: M) -> bool:
        return bool(powers_after(match.state, self.seat))

    def options(self, state: State, seat: Seat) -> Iterable[Move]:
        return [EndTurn(), *powers_after(state, seat)]

    def default(self, state: State, seat: Seat, rng: Rng) -> Move:
        return EndTurn()

    def check(self, state: State, seat: Seat, move: Move) -> None:
        if isinstance(move, (Place, Go)):
            raise IllegalMove(gettext_noop("You have had your action: use your power or end your turn."))
        if not isinstance(move, EndTurn):
            _check_power(state, seat, move, powers_after(state, seat))

    def answer(self, match: M, seat: Seat, move: Move) -> None:
        if not isinstance(move, EndTurn):
            use_power(match, seat, move)


def _check_power(state: State, seat: Seat, move: Move, possible: list[Move]) -> None:
    if move in possible:
        return
    if not state.dealt or HERO_OF.get(type(move)) is not state.dealt[seat]:
        raise IllegalMove(gettext_noop("That is not your hero's power: choose what is marked."))
    if not state.unspent[seat]:
        raise IllegalMove(
            gettext_noop("Your hero's power is used up: place a chamber, move, or end your turn.")
        )
    if possible:
        raise IllegalMove(gettext_noop("Your hero's power can't do that: choose what is marked."))
    raise IllegalMove(gettext_noop("Your hero's power would have no effect now, so it stays unused."))


def _check_place(state: State, seat: Seat, move: Place) -> None:
    if move.chamber not in state.hands[seat]:
        raise IllegalMove(gettext_noop("You don't hold that chamber: choose one from your hand."))
    if move.cell in state.board:
        raise IllegalMove(gettext_noop("There is a chamber already: choose an empty place."))
    if not any(cell in state.board for cell in neighbours(move.cell)):
        raise IllegalMove(gettext_noop("A chamber must touch one in play: choose a marked place."))
    if move.facing not in range(4):
        raise IllegalMove(gettext_noop("A chamber can be turned four ways: choose one of them."))
    if not fits(state.board, move.cell, CHAMBERS[move.chamber], move.facing):
        raise IllegalMove(gettext_noop("An arrow would face a neighbour's arrow: turn the chamber."))


def _check_go(state: State, seat: Seat, cell: Cell) -> None:
    ways = ways_out(state.board, state.heroes[seat])
    if cell in ways:
        return
    if not ways:
        raise IllegalMove(gettext_noop("Your hero can't leave this chamber now: place a chamber instead."))
    raise IllegalMove(gettext_noop("Your hero can't get there: choose a marked chamber."))


def _promise(state: State, seat: Seat, cell: Cell) -> int:
    """How much a step to a cell brings a cautious player: above zero is worth going, below costs something."""
    kind = state.board[cell].kind
    rivals = {Kind.STEAL_LEFT: 1, Kind.STEAL_RIGHT: -1}
    if kind is Kind.GOLD:
        return 2 if state.hoard else 0
    if kind is Kind.START:
        return 2 if state.start_coins else 0
    if kind in rivals:
        return 1 if state.coins[after(state.order, seat, rivals[kind])] else 0
    if kind in (Kind.DUE, Kind.WELL):
        return -1 if state.coins[seat] else 0
    return 0

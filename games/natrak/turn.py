"""A turn: the roll, the main phase, the end, and the special window of large tables (rules/natrak.md, 6, 7, 14)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from games.core.model import IllegalMove, Move, Prompt, Seat, Window
from games.core.rng import Rng
from games.core.words import gettext_noop
from games.natrak.adventurers import act, actions, check_action
from games.natrak.board import NOBODY
from games.natrak.building import build, builds, check_build
from games.natrak.components import (
    GOOD_BESIDE,
    SEVEN,
    WINDOW_SEATS,
    WINDOW_SECONDS,
    WINDOW_TURNS,
    Piece,
    Scroll,
)
from games.natrak.consolation import overdue, owe
from games.natrak.disciplines import pending, settle_pending
from games.natrak.dragon import seven
from games.natrak.events import Produced, Rolled, SevenSpared, TurnBegan, TurnSkipped, WindowOpened
from games.natrak.foundation import PlaceCamp, founder, second_piece
from games.natrak.goblins import event_die
from games.natrak.gold import OwnPhase, invite
from games.natrak.moves import (
    CloseWindow,
    EndTurn,
    Exchange,
    Expel,
    FoundCamp,
    FoundRoad,
    Launch,
    PlayProgress,
    Publish,
    Roll,
    Sail,
    SkipWindows,
    Walk,
)
from games.natrak.progress import check_play, play_progress, plays
from games.natrak.scoring import M
from games.natrak.scrolls import MERCENARY, check_launch, launch, launches, ready
from games.natrak.shipping import check_sailing, sail_ship, sailings
from games.natrak.state import State, gain
from games.natrak.trade import (
    MainPhase,
    check_exchange,
    check_publish,
    end_trade,
    exchange,
    exchanges,
    offers,
    publish,
)

ROLL, ROLL_AND_PASS, END, CLOSE = Roll(), Roll("pasar"), EndTurn(), CloseWindow()
PLACE_AND_END, PLACE_AND_CLOSE = EndTurn("colocar"), CloseWindow("colocar")
DIE = 6


def advance(match: M) -> None:
    """The next piece of the foundation, or the next turn with its special window behind it."""
    state = match.state
    seat = founder(state)
    if seat is not None:
        match.begin_turn(seat)
        match.ask(PlaceCamp(seat, second_piece(state) if state.board.camps[seat] else Piece.CAMP))
        return
    state.turn += 1
    match.begin_turn(state.active)
    match.tell(TurnBegan(state.active, state.turn))
    if state.seats >= WINDOW_SEATS and state.turn > WINDOW_TURNS:
        match.ask(BuildOutOfTurn(window_owner(state)))
    match.ask(TakeTurn(state.active))
    match.ask(RollDice(state.active))


def window_owner(state: State) -> Seat:
    """Who played three turns before (rules/natrak.md, 14)."""
    return state.order[(state.turn - 1 - WINDOW_TURNS) % state.seats]


class RollDice(Prompt[State]):
    """Roll; or launch an old mercenary first. Who is away is skipped without a roll (D6)."""

    def __init__(self, seat: Seat) -> None:
        super().__init__(seat)
        self.seat = seat

    def surface(self, match: M) -> bool:
        if match.state.saga is not None:
            overdue(match, self.seat)
        skipped = match.state.away(self.seat)
        if skipped:
            match.tell(TurnSkipped(self.seat))
        return not skipped

    def options(self, state: State, seat: Seat) -> Iterable[Move]:
        return [ROLL, MERCENARY] if ready(state, seat, Scroll.MERCENARY) else [ROLL]

    def default(self, state: State, seat: Seat, rng: Rng) -> Move:
        """Roll, so that the table produces, and pass (D64)."""
        return ROLL_AND_PASS

    def check(self, state: State, seat: Seat, move: Move) -> None:
        match move:
            case Roll("" | "pasar"):
                return
            case Launch(Scroll.MERCENARY):
                check_launch(state, seat, move)
            case _:
                raise IllegalMove(gettext_noop("First roll the dice."))

    def answer(self, match: M, seat: Seat, move: Move) -> None:
        if isinstance(move, Launch):
            match.ask(self)
            launch(match, seat, move)
            return
        assert isinstance(move, Roll)
        match.state.forfeited = bool(move.then)
        roll(match, seat)


def roll(match: M, seat: Seat) -> None:
    """Count the dice; the event die is settled first, with an attack and its pillage, then the sum (D17)."""
    state = match.state
    red, white = _thrown(match, seat)
    state.sums[red + white] += 1
    state.reds[red] += 1
    state.whites[white] += 1
    state.dice = (red, white)
    if state.saga is None:
        match.tell(Rolled(seat, red, white))
        harvest(match, seat, red + white)
        return
    event = 1 + match.rng.below(DIE)
    match.tell(Rolled(seat, red, white, event))
    match.ask(Harvest(seat, red + white))
    event_die(match, event, red)


def _thrown(match: M, seat: Seat) -> tuple[int, int]:
    """The red die and the white one: by chance, or as the seat's Alchemist has set them (D44)."""
    saga = match.state.saga
    fixed = saga.fixed[seat] if saga is not None else None
    if saga is None or fixed is None:
        return 1 + match.rng.below(DIE), 1 + match.rng.below(DIE)
    saga.fixed[seat] = None
    return fixed


class Harvest(Prompt[State]):
    """Nothing is asked: when the goblins are through, the sum of the dice counts."""

    def __init__(self, seat: Seat, number: int) -> None:
        super().__init__(seat)
        self.seat = seat
        self.sum = number

    def surface(self, match: M) -> bool:
        harvest(match, self.seat, self.sum)
        return False


def harvest(match: M, seat: Seat, number: int) -> None:
    """Production, or what a seven brings; in the first round it brings nothing (D19)."""
    state = match.state
    if number != SEVEN:
        produce(match, number)
    elif state.turn <= state.seats:
        match.tell(SevenSpared())
    else:
        seven(match, seat)


def produce(match: M, number: int) -> None:
    """Every hex with that token pays the buildings on its corners, but under the dragon, and nobody who is away.

    A city is paid two cards; where there are adventurers, the second is a good if the terrain makes one.
    """
    state, board = match.state, match.state.board
    goods = {} if state.saga is None else GOOD_BESIDE
    found: dict[Seat, list[int]] = {}
    for cell in board.hexes_of.get(number, ()):
        material = board.yields[cell]
        if cell == board.dragon or material is None:
            continue
        for vertex in board.island.corners[cell]:
            owner = board.owner[vertex]
            if owner != NOBODY and owner not in state.absent:
                got = found.setdefault(owner, [0] * state.kinds)
                got[material.at] += 1
                if board.city[vertex]:
                    got[goods.get(material, material).at] += 1
    for seat in state.order:
        if seat in found:
            gain(state.hands[seat], found[seat])
            match.tell(Produced(seat, tuple(found[seat])))
    if state.saga is not None:
        owe(match, found)


class TakeTurn(MainPhase):
    """The main phase: build, trade and launch in any order, until one ends the turn."""

    def __init__(self, seat: Seat) -> None:
        super().__init__(seat)
        self.seat = seat

    def surface(self, match: M) -> bool:
        """The turn is over at once for who is away, and where the clock rolled."""
        invite(match)
        if not (match.state.forfeited or match.state.away(self.seat)):
            return True
        end_turn(match)
        return False

    def options(self, state: State, seat: Seat) -> Iterable[Move]:
        found = [
            *builds(state, seat),
            *exchanges(state, seat),
            *launches(state, seat),
            *offers(state, seat),
        ]
        if state.saga is not None:
            found += actions(state, seat)
            found += plays(state, seat)
        found += sailings(state, seat)
        if not waits(state, seat):
            found.append(END)
        return found

    def default(self, state: State, seat: Seat, rng: Rng) -> Move:
        return PLACE_AND_END if waits(state, seat) else END

    def check(self, state: State, seat: Seat, move: Move) -> None:
        match move:
            case EndTurn(first):
                check_closing(state, seat, first)
            case Walk() | Expel() if state.saga is not None:
                check_action(state, seat, move)
            case Sail() if state.board.sea is not None:
                check_sailing(state, seat, move)
            case PlayProgress() if state.saga is not None:
                check_play(state, seat, move)
            case Exchange():
                check_exchange(state, seat, move)
            case Publish():
                check_publish(state, seat, move)
            case Launch():
                check_launch(state, seat, move)
            case _:
                check_build(state, seat, move)

    def answer(self, match: M, seat: Seat, move: Move) -> None:
        if isinstance(move, EndTurn):
            end_turn(match)
            return
        match.ask(self)
        match move:
            case Exchange():
                exchange(match, seat, move)
            case Publish():
                publish(match, seat, move)
            case Launch():
                launch(match, seat, move)
            case Walk() | Expel():
                act(match, seat, move)
            case Sail():
                sail_ship(match, seat, move)
            case PlayProgress():
                play_progress(match, seat, move)
            case _:
                build(match, seat, move)


def waits(state: State, seat: Seat) -> bool:
    """Whether a metropolis of the seat has yet to be placed: until then it can't end its turn or window."""
    return state.saga is not None and pending(state, seat) is not None


def check_closing(state: State, seat: Seat, first: str) -> None:
    """Raise IllegalMove unless the seat may end its turn, or window, this way."""
    waiting = waits(state, seat)
    if waiting and not first:
        raise IllegalMove(gettext_noop("First place your metropolis: choose one of your cities."))
    if first != ("colocar" if waiting else ""):
        raise IllegalMove(gettext_noop("That is not possible now."))


def end_turn(match: M) -> None:
    """Offers die, and what holds for this turn only is over (rules/natrak.md, 6, End of turn)."""
    match.no_way_back()
    end_trade(match)
    state = match.state
    settle_pending(match, state.active)
    over(state)
    state.free_roads = 0
    state.launched = False
    state.forfeited = False
    state.fresh = [0] * len(state.fresh)


def over(state: State) -> None:
    """A turn or window is over: adventurers may be promoted again, and credits of cards are lost."""
    if state.saga is not None:
        state.saga.turn_over()
        for adventurer in state.board.adventurers.values():
            adventurer.promoted = False
    if state.board.sea is not None:
        state.board.sea.turn_over()


class BuildOutOfTurn(OwnPhase):
    """The special window: the seat that played three turns before may build and buy, nothing else.

    It is off while fewer than five are present, at its opening and all the time, and for who is away (D50).
    """

    window = Window(WINDOW_SECONDS, always=True)

    def __init__(self, seat: Seat) -> None:
        super().__init__(seat)
        self.seat = seat

    def surface(self, match: M) -> bool:
        state = match.state
        present = state.seats - len(state.absent)
        if state.away(self.seat) or 0 < present < WINDOW_SEATS:
            self._close(match)
            return False
        invite(match)
        if not self.number:
            match.tell(WindowOpened(self.seat))
        return True

    def options(self, state: State, seat: Seat) -> Iterable[Move]:
        return [*builds(state, seat), *(() if waits(state, seat) else (CLOSE,))]

    def default(self, state: State, seat: Seat, rng: Rng) -> Move:
        return PLACE_AND_CLOSE if waits(state, seat) else CLOSE

    def standing(self, state: State, seat: Seat) -> Move | None:
        return self.default(state, seat, Rng("", 0)) if state.skips[seat] else None

    def check(self, state: State, seat: Seat, move: Move) -> None:
        if isinstance(move, (EndTurn, Exchange, Publish, Launch, Walk, Expel, PlayProgress, Sail)):
            raise IllegalMove(
                gettext_noop("Out of turn one only builds and buys: close the window when done.")
            )
        if isinstance(move, CloseWindow):
            check_closing(state, seat, move.first)
        else:
            check_build(state, seat, move)

    def answer(self, match: M, seat: Seat, move: Move) -> None:
        match.no_way_back()
        if isinstance(move, CloseWindow):
            self._close(match)
        else:
            match.ask(self)
            build(match, seat, move)

    def _close(self, match: M) -> None:
        settle_pending(match, self.seat)
        over(match.state)


class WindowOrder(Prompt[State]):
    """The private invitation to skip one's windows until further notice; it stays open, to be withdrawn."""

    def options(self, state: State, seat: Seat) -> Iterable[Move]:
        return [SkipWindows(self.number, "no" if state.skips[seat] else "si")]

    def answer(self, match: M, seat: Seat, move: Move) -> None:
        assert isinstance(move, SkipWindows)
        match.no_way_back()
        match.state.skips[seat] = move.skip == "si"


# Taking back


def may_rewind(match: M, dropped: Sequence[Move]) -> bool:
    """In the main phase of somebody's turn, and never what was put down in the foundation (17)."""
    principal = bool(match.stack) and isinstance(match.stack[-1], MainPhase)
    return principal and not any(isinstance(move, FoundCamp | FoundRoad) for move in dropped)

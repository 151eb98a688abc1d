"""The seven: discards, the dragon and the theft (rules/natrak.md, 7.4, 7.5)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations_with_replacement

from games.core.model import IllegalMove, Move, Prompt, Seat, Window
from games.core.rng import Rng
from games.core.words import gettext_noop
from games.natrak.board import Board
from games.natrak.components import (
    DISCARD_SECONDS,
    DRAGON_SECONDS,
    HAND_LIMIT,
    KINDS,
    PIPS,
    WALL_SHELTERS,
    Cards,
    Counts,
    Terrain,
    cards,
    counted,
)
from games.natrak.events import Discarded, DragonMoved, KrakenMoved, NothingToSteal, Stole
from games.natrak.moves import AtRandom, Discard, Give, SendDragon
from games.natrak.scoring import M
from games.natrak.state import State, covers, nth_card, pay

MOST_HEXES, MOST_SEATS = 100, 6
SENDS = tuple(
    tuple(SendDragon(cell, victim) for victim in range(-1, MOST_SEATS)) for cell in range(MOST_HEXES)
)
"""The moves by hex and victim (nobody first), made once."""


def seven(match: M, seat: Seat) -> None:
    """Everybody with too many cards discards half at the same time, then the active seat moves the dragon."""
    state = match.state
    first = state.order.index(seat)
    turn_order = [*state.order[first:], *state.order[:first]]
    heavy = [other for other in turn_order if sum(state.hands[other]) > hand_limit(state, other)]
    ask_dragon(match, seat)
    if heavy:
        match.ask(DiscardHalf(*heavy))


def hand_limit(state: State, seat: Seat) -> int:
    """So many cards one keeps when a seven comes: two more for every wall."""
    return HAND_LIMIT + WALL_SHELTERS * state.board.walls_of(seat)


class Owing(Prompt[State]):
    """Cards of their own choice that seats owe at the same time: sealed, final, and settled when the last is in.

    As it stands half of the hand, rounded down, is discarded.
    """

    window = Window(DISCARD_SECONDS, always=True)
    final = True

    def due(self, state: State, seat: Seat) -> int:
        """How many cards the seat owes."""
        return sum(state.hands[seat]) // 2

    def said(self, words: Cards) -> Discard | Give:
        """The answer that names these cards."""
        return Discard(words)

    def surface(self, match: M) -> bool:
        """Who is away has its cards chosen by chance (D16)."""
        for seat in self.seats:
            if match.state.away(seat):
                self.answers.setdefault(seat, AtRandom())
        if len(self.answers) < len(self.seats):
            return True
        self.settle(match)
        return False

    def options(self, state: State, seat: Seat) -> Iterable[Move]:
        """Chance alone is listed: there are too many ways to choose."""
        return () if seat in self.answers else (AtRandom(),)

    def sample(self, state: State, seat: Seat, rng: Rng) -> Move:
        return self.said(cards(drawn(state.hands[seat], self.due(state, seat), rng)))

    def default(self, state: State, seat: Seat, rng: Rng) -> Move:
        return AtRandom()

    def check(self, state: State, seat: Seat, move: Move) -> None:
        if isinstance(move, AtRandom):
            return
        if not isinstance(move, type(self.said(()))):
            raise IllegalMove(self.refusal())
        chosen, due = counted(move.cards, state.kinds), self.due(state, seat)
        if not covers(state.hands[seat], chosen):
            raise IllegalMove(gettext_noop("You don't hold those cards: choose from your hand."))
        if sum(chosen) != due:
            raise IllegalMove(self.wrong_number(), n=due)

    def refusal(self) -> str:
        """Said to who wants something else."""
        return gettext_noop("First discard half of your cards.")

    def wrong_number(self) -> str:
        """Said to who names another number than {n}."""
        return gettext_noop("Choose exactly {n} cards to discard.")

    def chosen(self, match: M, seat: Seat, move: Move) -> Counts:
        """The cards that leave the seat's hand, drawn now if chance is to choose."""
        hand = match.state.hands[seat]
        if isinstance(move, (Discard, Give)):
            return counted(move.cards, match.state.kinds)
        return drawn(hand, self.due(match.state, seat), match.rng)

    def answer(self, match: M, seat: Seat, move: Move) -> None:
        gone = self.chosen(match, seat, move)
        pay(match.state.hands[seat], gone)
        match.no_way_back()
        match.tell(Discarded(seat, sum(gone), gone))


class DiscardHalf(Owing):
    """Half of the hand, rounded down, of everybody over the limit when a seven comes."""


def drawn(hand: list[int], n: int, rng: Rng) -> Counts:
    """So many random cards of a hand."""
    left = list(hand)
    for _ in range(n):
        left[nth_card(left, rng.below(sum(left)))] -= 1
    return tuple(held - kept for held, kept in zip(hand, left, strict=True))


def selections(hand: Sequence[int], n: int) -> Iterator[Cards]:
    """Every way to take so many cards of a hand, in a fixed order."""
    kinds = [at for at, held in enumerate(hand) if held]
    for taken in combinations_with_replacement(kinds, n):
        chosen = tuple(taken.count(at) for at in range(len(hand)))
        if covers(hand, chosen):
            yield cards(chosen)


def ask_dragon(match: M, seat: Seat) -> None:
    """The seat moves the dragon, or where there is a sea perhaps the kraken."""
    match.ask(MoveDragon(seat) if match.state.board.sea is None else MoveBeast(seat))


class Haunt(Prompt[State]):
    """To another hex, and a card from somebody there, if one likes."""

    window = Window(DRAGON_SECONDS, always=False)

    def __init__(self, seat: Seat) -> None:
        super().__init__(seat)
        self.seat = seat

    def surface(self, match: M) -> bool:
        """A seat that is away, or whose turn the clock took over, has it moved out of the way."""
        state = match.state
        if not (state.forfeited or state.away(self.seat)):
            return True
        self.answer(match, self.seat, SENDS[quiet_hex(state)][0])
        return False

    def options(self, state: State, seat: Seat) -> Iterable[Move]:
        board = state.board
        found: list[Move] = []
        for cell in haunts(state):
            sends = SENDS[cell]
            found.append(sends[0])
            found += [sends[other + 1] for other in _victims(board, cell) if other != seat]
        return found

    def default(self, state: State, seat: Seat, rng: Rng) -> Move:
        return SENDS[quiet_hex(state)][0]

    def check(self, state: State, seat: Seat, move: Move) -> None:
        if not isinstance(move, SendDragon):
            raise IllegalMove(gettext_noop("First move the dragon to another hex."))
        board = state.board
        if not 0 <= move.hex < len(board.terrain):
            raise IllegalMove(gettext_noop("The dragon stays on the island: choose one of its hexes."))
        if move.hex == board.dragon:
            raise IllegalMove(gettext_noop("The dragon must move: choose another hex."))
        if board.fogged(move.hex):
            raise IllegalMove(gettext_noop("The dragon does not fly into the fog: choose another hex."))
        if board.sea is not None and move.hex == board.sea.kraken:
            raise IllegalMove(gettext_noop("The kraken must move: choose another hex."))
        if move.victim == seat:
            raise IllegalMove(gettext_noop("You can't rob yourself: choose a rival or nobody."))
        if move.victim != -1 and move.victim not in _victims(board, move.hex):
            raise IllegalMove(
                gettext_noop(
                    "You can rob only somebody who has a building on that hex: choose another or nobody."
                )
                if board.island.land[move.hex]
                else gettext_noop(
                    "You can rob only somebody who has a drakkar beside that hex: choose another or nobody."
                )
            )

    def answer(self, match: M, seat: Seat, move: Move) -> None:
        assert isinstance(move, SendDragon)
        match.no_way_back()
        board, victim = match.state.board, None if move.victim == -1 else move.victim
        if board.island.land[move.hex]:
            board.dragon = move.hex
            match.tell(DragonMoved(seat, move.hex, victim))
        else:
            board.send_kraken(move.hex)
            match.tell(KrakenMoved(seat, move.hex, victim))
        if move.victim != -1:
            steal(match, seat, move.victim)


class MoveDragon(Haunt):
    """The dragon robs who has a building on its hex."""


class MoveBeast(Haunt):
    """The same, but a hex of the sea moves the kraken instead, which robs who has a ship at its sides (7.5)."""


def lairs(state: State) -> list[int]:
    """Where the dragon may go: any other hex of land, but not into the fog."""
    board = state.board
    land = board.island.land
    return [
        cell for cell in range(len(land)) if land[cell] and cell != board.dragon and not board.fogged(cell)
    ]


def haunts(state: State) -> list[int]:
    """Where the dragon may go, or the kraken: any other hex of the sea."""
    board = state.board
    if board.sea is None:
        return lairs(state)
    land, kraken = board.island.land, board.sea.kraken
    return sorted([*lairs(state), *(cell for cell in range(len(land)) if not land[cell] and cell != kraken)])


def _victims(board: Board, cell: int) -> list[Seat]:
    return board.neighbours_of(cell) if board.island.land[cell] else board.sailors_at(cell)


def steal(match: M, seat: Seat, victim: Seat) -> None:
    """A random card of the victim's hand; an empty hand gives nothing."""
    hand = match.state.hands[victim]
    held = sum(hand)
    if not held:
        match.tell(NothingToSteal(seat, victim))
        return
    at = nth_card(hand, match.rng.below(held))
    hand[at] -= 1
    match.state.hands[seat][at] += 1
    match.tell(Stole(seat, victim, KINDS[at]))


def quiet_hex(state: State) -> int:
    """Where the dragon disturbs least: a moor, else the hex that produces least (D20); never the kraken."""
    board = state.board

    def disturbs(cell: int) -> int:
        weights = (
            1 + board.city[vertex] for vertex in board.island.corners[cell] if board.owner[vertex] != -1
        )
        return PIPS.get(board.token[cell], 0) * sum(weights)

    return min(lairs(state), key=lambda cell: (board.terrain[cell] is not Terrain.MOOR, disturbs(cell), cell))

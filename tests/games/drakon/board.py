'''A position of Drakon drawn as a map.

    drawn("""
        .      gold^>v   .
        start  wind<>    key@1
    """, coins=[0, 2], hands=["blank^", "orb^v gold>"])

A word is a chamber: its kind, the sides its arrows point to (`^>v<`), and after `@` the seats of the
heroes in it. `.` is an empty place. The start chamber, which has all four arrows, is written `start`, every
map has one, and it lies at (0, 0). Heroes that the map doesn't show stand on it. Chambers of a hand are
written the same way.

The chambers named are taken out of the deck. What is left of it is the pile, unless `pile` names that, top first.
'''

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest

from games.core.checks import digest
from games.core.grids import SIDES, Cell
from games.core.match import Match
from games.core.model import Event, IllegalMove, Seat
from games.core.words import Text
from games.drakon import GAME
from games.drakon.components import CHAMBERS, COINS, START, Hero, Kind
from games.drakon.state import Laid, State, fits
from games.drakon.turn import TakeTurn

M = Match[State]
ARROWS = dict(zip("^>v<", (1 << side for side in SIDES), strict=True))
KINDS = "|".join(kind.value for kind in Kind)
WORD = re.compile(rf"(?P<kind>{KINDS})(?P<arrows>[\^>v<]*)(?:@(?P<heroes>\d+))?(?![^ ])")


class Deck:
    """The chambers not yet used in a drawing."""

    def __init__(self) -> None:
        self.left = [chamber.id for chamber in CHAMBERS if chamber.id != START]

    def take(self, kind: str, arrows: str) -> Laid:
        """A chamber of that kind, turned so that its arrows are these."""
        wanted = sum(ARROWS[a] for a in arrows)
        if kind == "start":
            return Laid(START, 0)
        for number in self.left:
            chamber = CHAMBERS[number]
            if chamber.kind.value == kind and wanted in chamber.arrows:
                self.left.remove(number)
                return Laid(number, chamber.arrows.index(wanted))
        raise LookupError(f"no {kind} with arrows {arrows or 'none'} is left")

    def take_all(self, words: str) -> list[int]:
        """The chambers of a hand or pile."""
        return [self.take(kind, arrows).chamber for kind, arrows, _ in WORD.findall(words)]


def drawn(
    picture: str,
    *,
    hands: Sequence[str] = (),
    coins: Sequence[int] = (),
    seats: int = 2,
    start_coins: int = 0,
    hoard: int | None = None,
    pile: str | None = None,
    order: Sequence[Seat] | None = None,
    powers: Sequence[Hero] = (),
    escape: bool = False,
    seed: str = "drawn",
) -> M:
    """The match at the drawn position, in which the first of the order (seat 0) is to play.

    `powers` are the seats' heroes with the option Heroes!, one for each seat.
    """
    deck = Deck()
    board, heroes = _read_map(picture, deck)
    options = {"heroes": "on" if powers else "off", "escape": "on" if escape else "off"}
    match = Match(GAME, seed, order or range(seats), options)
    state = match.state
    state.dealt = tuple(powers)
    state.unspent = [True for _ in powers]
    seats = len(match.order)
    state.board = board
    state.heroes = [heroes.get(seat, (0, 0)) for seat in range(seats)]
    state.hands = [deck.take_all(hands[seat] if seat < len(hands) else "") for seat in range(seats)]
    state.pile = (deck.left if pile is None else deck.take_all(pile))[::-1]
    state.coins = [coins[seat] if seat < len(coins) else 0 for seat in range(seats)]
    state.richest = list(state.coins)
    state.start_coins = start_coins
    state.hoard = COINS - sum(state.coins) - start_coins if hoard is None else hoard
    return match


def _read_map(picture: str, deck: Deck) -> tuple[dict[Cell, Laid], dict[Seat, Cell]]:
    rows = [line.split() for line in picture.strip("\n").splitlines() if line.strip()]
    ((left, top),) = [
        (x, y) for y, row in enumerate(rows) for x, w in enumerate(row) if w.startswith("start")
    ]
    board: dict[Cell, Laid] = {}
    heroes: dict[Seat, Cell] = {}
    for y, row in enumerate(rows):
        for x, word in enumerate(row):
            if word == ".":
                continue
            found = WORD.fullmatch(word)
            assert found, word
            cell = x - left, y - top
            board[cell] = deck.take(found["kind"], found["arrows"])
            heroes |= {int(seat): cell for seat in found["heroes"] or ""}
    for cell, laid in board.items():
        assert fits(board, cell, CHAMBERS[laid.chamber], laid.facing), f"arrows face at {cell}"
    return board, heroes


# Reading a position


def word(match: M, cell: Cell) -> str:
    """The chamber in a cell as a drawing writes it, or "." """
    laid = match.state.board.get(cell)
    if laid is None:
        return "."
    return laid.kind.value + "".join(
        a for a, bit in ARROWS.items() if laid.arrows & bit and laid.chamber != START
    )


def hand(match: M, seat: Seat) -> list[str]:
    """The kinds of the chambers in a hand, in alphabetical order."""
    return sorted(CHAMBERS[number].kind.value for number in match.state.hands[seat])


def holds(match: M, seat: Seat, kind: str) -> int:
    """The number of the chamber of that kind in a hand."""
    (number,) = (n for n in match.state.hands[seat] if CHAMBERS[n].kind.value == kind)
    return number


def place(match: M, seat: Seat, kind: str, cell: Cell, arrows: str) -> None:
    """Place the chamber of that kind from hand, its arrows pointing so."""
    number = holds(match, seat, kind)
    facing = CHAMBERS[number].arrows.index(sum(ARROWS[a] for a in arrows))
    match.play(seat, f"place {number} {cell[0]},{cell[1]} {facing}")


def goals(match: M, seat: Seat) -> list[Cell]:
    """Where the seat's hero may go by its own choice now."""
    return sorted(move.cell for move in match.legal(seat) if move.verb == "go")  # type: ignore[attr-defined]


def verbs(match: M, seat: Seat) -> set[str]:
    """The kinds of move open to a seat."""
    return {move.verb for move in match.legal(seat)}


def kinds(events: Sequence[Event | None]) -> list[str]:
    """The kinds of events, in order."""
    return [type(event).__name__ for event in events]


def news(match: M) -> list[Event]:
    """What the last move did."""
    return match.story[-1].events


def refused(match: M, seat: Seat, move: str) -> Text:
    """Play a move that must be refused; the sentence, once it is sure that nothing has changed."""
    before = digest(match), match.ply, len(match.events)
    with pytest.raises(IllegalMove) as refusal:
        match.play(seat, move)
    assert (digest(match), match.ply, len(match.events)) == before
    return refusal.value.text


def conducts(match: M) -> TakeTurn:
    """The turn prompt on top."""
    prompt = match.stack[-1]
    assert isinstance(prompt, TakeTurn)
    return prompt

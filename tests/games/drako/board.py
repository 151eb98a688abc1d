'''A position of Drako drawn as the valley.

    drawn("""
           .  .  m
          .  .  .  .
         .  .  D  b  .
          u  .  .  .
           .  .  .
    """, dwarves="W02 W05", dragon="D14", turn="dwarves", wounds="armour 3, brald 5")

`D` is the dragon, `b` `u` `m` are the dwarves; who is not drawn is dead. Seat 0 is the dragon, seat 1 the dwarves. The
hands are the cards named, the last received last; the decks are dealt from the rest, so many cards as `decks` says,
else all of it. The side whose turn it is has two actions and has done nothing yet, unless `actions` says otherwise.
'''

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest

from games.core import notation
from games.core.checks import digest
from games.core.match import Match
from games.core.model import Event, IllegalMove, Seat, Turn
from games.core.words import Text
from games.drako import GAME
from games.drako.components import (
    DRAGON_CARDS,
    DWARF_CARDS,
    DWARVES,
    SPACES,
    VALLEY,
    Area,
    Figure,
    deck,
)
from games.drako.state import State
from games.drako.turn import RageOrEnd, TakeAction

M = Match[State]
DRAGON, DWARF_SIDE = 0, 1
LETTERS = {
    "D": Figure.DRAGON,
    **{dwarf.value[0]: dwarf for dwarf in DWARVES},
}
AREAS: dict[str, Area] = {area.value: area for area in SPACES}

FAR = """
    .  .  .
   .  .  .  .
  .  .  D  .  .
   .  .  .  .
    b  u  m
"""
"""All dwarves out of the dragon's reach, none in line with it but Brald and Morin."""


def drawn(
    picture: str,
    *,
    dragon: str = "",
    dwarves: str = "",
    turn: str = "dragon",
    decks: tuple[int | None, int | None] = (None, None),
    wounds: str = "",
    netted: bool = False,
    fury: bool = False,
    actions: int = 2,
    order: Sequence[Seat] = (0, 1),
) -> M:
    """The match at the drawn position; Fury is used up unless said otherwise."""
    match = Match(GAME, "drawn", order)
    state = match.state
    state.figures = read(picture)
    for seat, cards, hand, left in zip(
        order, (DRAGON_CARDS, DWARF_CARDS), (dragon, dwarves), decks, strict=True
    ):
        rest = deck(cards)
        for card in hand.split():
            rest.remove(card)
        state.hands[seat] = hand.split()
        state.decks[seat] = rest if left is None else rest[:left]
    state.wounds = dict.fromkeys(SPACES, 0)
    for dwarf in DWARVES:
        if dwarf not in state.figures:
            state.wounds[dwarf] = SPACES[dwarf]
    for name, number in re.findall(r"(\w+) (\d+)", wounds):
        state.wounds[AREAS[name]] = int(number)
    state.netted, state.fury, state.actions = netted, fury, actions
    seat = state.dragon if turn == "dragon" else state.dwarves
    state.acting = seat
    match.stack.clear()
    match.turn = Turn(2 if seat == state.dwarves else 3, seat)
    if seat == state.dwarves:
        match.ask(RageOrEnd(seat))
    match.ask(TakeAction(seat))
    match._go_on()
    return match


def read(picture: str) -> dict[Figure, tuple[int, int]]:
    """The figures of a drawing."""
    words = picture.split()
    assert len(words) == len(VALLEY)
    return {LETTERS[word]: cell for word, cell in zip(words, VALLEY, strict=True) if word != "."}


# Reading a position


def at(match: M, figure: str) -> tuple[int, int] | None:
    """Where a figure stands, by its letter; None if it is dead."""
    return match.state.figures.get(LETTERS[figure])


def wounds(match: M) -> str:
    """The wounds as `drawn` writes them: areas without any left out."""
    return ", ".join(f"{area.value} {n}" for area, n in match.state.wounds.items() if n)


def hand(match: M, seat: Seat) -> str:
    return " ".join(match.state.hands[seat])


def choices(match: M, seat: Seat) -> list[str]:
    """What a seat may say, as text; standing orders left out."""
    return [notation.write(move) for move in match.legal(seat) if move.verb != "order"]


def starting(match: M, seat: Seat, beginning: str) -> list[str]:
    """What a seat may say that begins so."""
    return [line for line in choices(match, seat) if line.startswith(beginning)]


def cells(match: M, seat: Seat, beginning: str) -> set[tuple[int, int]]:
    """The hexes at the end of what a seat may say that begins so."""
    ends = (line.rpartition(" ")[2].split(",") for line in starting(match, seat, beginning + " "))
    return {(int(q), int(r)) for q, r in ends}


def news(match: M) -> list[Event]:
    """What the last move did."""
    return match.story[-1].events


def kinds(events: Sequence[Event | None]) -> list[str]:
    """The kinds of events, in order."""
    return [type(event).__name__ for event in events]


def asked(match: M) -> str:
    """The question on top."""
    return type(match.stack[-1]).__name__


def refused(match: M, seat: Seat, move: str) -> Text:
    """Play a move that must be refused; the sentence, once it is sure that nothing has changed."""
    before = digest(match), match.ply, len(match.events)
    with pytest.raises(IllegalMove) as refusal:
        match.play(seat, move)
    assert (digest(match), match.ply, len(match.events)) == before
    return refusal.value.text


def play(match: M, *moves: str) -> None:
    """Play moves one after the other, each by whoever is awaited."""
    for move in moves:
        match.play(match.waiting[0], move)


def standing_order(match: M, seat: Seat, answer: str) -> None:
    """Give or withdraw the order never to block."""
    (line,) = [notation.write(m) for m in match.legal(seat) if notation.write(m).endswith(f" {answer}")]
    match.play(seat, line)


def drive(match: M) -> None:
    """Play the answers that standing orders give, as the portal does after every move."""
    while match.standing:
        match.play(*match.standing)


def ended(match: M) -> tuple[str, tuple[Seat, ...]] | None:
    """Reason and winners."""
    return (match.outcome.reason, match.outcome.winners) if match.outcome else None

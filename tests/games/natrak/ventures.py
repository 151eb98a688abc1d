"""Positions of the version with adventurers, drawn like those in `board`.

match = ventured(
    cities={A: [at(0, 0, "n")]},
    adventurers={B: {at(1, 0, "s"): "2 active"}},
    levels={A: "corona 3"},
    progress={A: "espia"},
)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.core.model import Event, Seat
from games.core.rng import Rng
from games.natrak.board import NOBODY, Adventurer
from games.natrak.components import (
    DISCIPLINE_BY_WORD,
    DISCIPLINE_OF,
    DISCIPLINES,
    PROGRESS_BY_WORD,
    TRADED,
    Counts,
    Discipline,
    Progress,
    Version,
)
from games.natrak.saga import Saga, begin_saga
from games.natrak.state import State, saga_of
from games.natrak.view import SagaView
from tests.games.natrak.board import M, drawn, of, seen


def cards_of(words: str) -> list[Progress]:
    """ "espia boda" as cards."""
    return [PROGRESS_BY_WORD[word] for word in words.split()]


def ventured(
    *,
    adventurers: Mapping[Seat, Mapping[int, str]] | None = None,
    walls: Sequence[int] = (),
    fortresses: Mapping[str, int] | None = None,
    levels: Mapping[Seat, str] | None = None,
    progress: Mapping[Seat, str] | None = None,
    decks: str = "",
    march: int = 0,
    defences: Sequence[int] = (),
    merchant: tuple[int, Seat] = (NOBODY, NOBODY),
    goal: int = 13,
    version: Version = Version.AVENTUREROS,
    **more: Any,
) -> M:
    """The match at that position; what is not said is as in `drawn`.

    Adventurers are said by their level and whether they are active, levels of disciplines as "corona 3 religion 1".
    `fortresses` are by discipline, and belong to whose city it is. `decks` names the progress cards left, the next one
    first.
    """

    def dress(state: State) -> None:
        board = state.board
        saga = state.saga = begin_saga(state.seats, {d: {} for d in DISCIPLINES}, Rng("", 0))
        for seat, standing in (adventurers or {}).items():
            for vertex, words in standing.items():
                board.put_adventurer(vertex, Adventurer(seat, int(words.split()[0]), "active" in words))
        board.walls = [*walls]
        board.fortresses = [NOBODY] * len(DISCIPLINES)
        for word, vertex in (fortresses or {}).items():
            at = DISCIPLINE_BY_WORD[word].at
            board.fortresses[at], saga.metropolis[at] = vertex, board.owner[vertex]
        for seat, words in (levels or {}).items():
            said = words.split()
            for name, level in zip(said[::2], said[1::2], strict=True):
                saga.levels[seat][DISCIPLINE_BY_WORD[name].at] = int(level)
        for seat, words in (progress or {}).items():
            for card in cards_of(words):
                saga.hold(seat, card)
        for card in reversed(cards_of(decks)):
            saga.decks[DISCIPLINE_OF[card].at].append(card)
        saga.march = march
        saga.defences = [*defences, *[0] * (state.seats - len(defences))]
        saga.merchant, saga.trader = merchant

    return drawn(goal=goal, version=version, dress=dress, **more)


def throw(match: M, number: int, event: int, *, red: int | None = None, line: str = "tirar") -> None:
    """The awaited seat rolls that number, with that face of the event die (and of the red one)."""
    for n in range(100_000):
        rng = Rng(f"throw {n}", match.ply + 1)
        first, second, third = (1 + rng.below(6) for _ in range(3))
        if (first + second, third) == (number, event) and red in (None, first):
            match.seed = f"throw {n}"
            match.play(match.waiting[0], line)
            return
    raise LookupError(number)


def tale(match: M) -> Saga:
    """The match's saga."""
    return saga_of(match.state)


def held(match: M, seat: Seat) -> Counts:
    """What a seat holds, goods too."""
    return tuple(match.state.hands[seat])


def all_of(words: str) -> Counts:
    """ "madera hierbas*2" as counts of the version with adventurers."""
    return of(words, len(TRADED))


def level(match: M, seat: Seat, discipline: Discipline) -> int:
    return tale(match).level(seat, discipline)


def holds(match: M, seat: Seat) -> str:
    """The progress cards of a seat, as words."""
    return " ".join(card.value for card in tale(match).progress[seat])


def saga_seen(match: M, seat: Seat | None) -> SagaView:
    """What a reader may know of the saga."""
    saga = seen(match, seat).saga
    assert saga is not None
    return saga


def news(match: M, reader: Seat | None) -> list[Event | None]:
    """What the last move did, as a reader is told."""
    return [event.seen_by(reader) for event in match.story[-1].events]

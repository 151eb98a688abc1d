"""A game without rules: enough of one that the match can be seen at work."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from typing import ClassVar, Generic, TypeVar

from games.core.choosing import Choices
from games.core.match import Match
from games.core.model import (
    Event,
    IllegalMove,
    Move,
    Option,
    Pen,
    Picture,
    Presence,
    Prompt,
    Seat,
    SystemMove,
)
from games.core.rng import Rng
from games.core.seats import after, others
from games.core.words import Text, text

S = TypeVar("S")


class Toy(Generic[S]):
    """What every game must say and no toy cares about."""

    slug = "toy"
    title = tagline = length = text("Toy")
    seats = range(2, 5)
    generation = 2
    options: tuple[Option, ...] = ()
    moves: tuple[type[Move], ...] = ()
    reasons: Mapping[str, Text] = {}
    presence: Presence | None = None

    def portraits(self, options: Mapping[str, str]) -> Mapping[str, Text]:
        return {}

    def roles(self, options: Mapping[str, str], portraits: Mapping[Seat, str]) -> tuple[Seat, ...] | None:
        return None

    def resign(self, match: Match[S], seat: Seat) -> None:
        if len(match.order) == 2:
            match.finish(*others(match.order, seat), reason="resigned")

    def system(self, match: Match[S], move: SystemMove) -> None:
        pass

    def may_rewind(self, match: Match[S], dropped: Sequence[Move]) -> bool:
        return True

    def view(self, state: S, seat: Seat | None) -> object:
        return None

    def redeal(self, state: S, seat: Seat | None, rng: Rng) -> S:
        return deepcopy(state)

    def tell(self, event: Event) -> Text:
        return text("something")

    def ask(self, prompt: Prompt[S], seat: Seat) -> Text:
        return text("what?")

    def awaits(self, prompt: Prompt[S], seat: Seat) -> Text:
        return text("what?")

    def draw(self, view: object, choices: Choices, picked: str, pen: Pen) -> Picture:
        raise NotImplementedError


# The talk: each turn a seat says things until it has said enough.


@dataclass(frozen=True)
class Say(Move):
    """Add a word to the talk; the turn goes on."""

    verb: ClassVar[str] = "say"
    word: str


@dataclass(frozen=True)
class Roll(Move):
    """Add a random number; the turn goes on."""

    verb: ClassVar[str] = "roll"


@dataclass(frozen=True)
class Enough(Move):
    """End the turn."""

    verb: ClassVar[str] = "enough"


@dataclass(frozen=True)
class Quiz(Move):
    """Everybody is asked at once; before that, the mover's left neighbour alone."""

    verb: ClassVar[str] = "quiz"


@dataclass(frozen=True)
class Reply(Move):
    """An answer to a question."""

    verb: ClassVar[str] = "reply"
    word: str


@dataclass(frozen=True)
class Invite(Move):
    """Open an invitation to everybody else."""

    verb: ClassVar[str] = "invite"


@dataclass(frozen=True)
class Join(Move):
    """Accept an invitation."""

    verb: ClassVar[str] = "join"
    offer: int


@dataclass(frozen=True)
class Hush(Move):
    """A standing order: whether this seat leaves every quiz unanswered."""

    verb: ClassVar[str] = "hush"
    offer: int
    on: str


@dataclass(frozen=True)
class Win(Move):
    """End the match, and then go on asking."""

    verb: ClassVar[str] = "win"


@dataclass(frozen=True)
class Said(Event):
    seat: Seat
    word: str


@dataclass
class Talk:
    """What has been said, in order, and who wants to be left alone."""

    said: list[str] = field(default_factory=list)
    hushed: list[bool] = field(default_factory=list)


class Speak(Prompt[Talk]):
    """It is your turn."""

    def options(self, state: Talk, seat: Seat) -> Iterable[Move]:
        return [Say("yes"), Say("no"), Roll(), Quiz(), Invite(), Win(), Enough()]

    def check(self, state: Talk, seat: Seat, move: Move) -> None:
        if not isinstance(move, Say):
            super().check(state, seat, move)
        elif move.word in state.said:
            raise IllegalMove("{word} was said already: say something else.", word=move.word)

    def default(self, state: Talk, seat: Seat, rng: Rng) -> Move:
        return Say(f"default{rng.below(10**6)}")

    def answer(self, match: Match[Talk], seat: Seat, move: Move) -> None:
        if isinstance(move, Enough):
            return
        match.ask(self)
        match move:
            case Say(word):
                match.state.said.append(word)
                match.tell(Said(seat, word))
            case Roll():
                match.state.said.append(str(match.rng.below(10**6)))
            case Quiz():
                match.ask(Silent(seat))
                match.ask(Quizzed(*match.order))
                match.ask(Quizzed(after(match.order, seat)))
            case Invite():
                match.offer(Invitation(*others(match.order, seat)))
            case Win():
                match.finish(seat, reason="said so")
                match.ask(Quizzed(seat))
                match.offer(Invitation(seat))


class Quizzed(Prompt[Talk]):
    """A question; to several seats it is sealed."""

    def options(self, state: Talk, seat: Seat) -> Iterable[Move]:
        return [Reply("a"), Reply("b"), Reply("c")]

    def default(self, state: Talk, seat: Seat, rng: Rng) -> Move:
        return Reply("a")

    def standing(self, state: Talk, seat: Seat) -> Move | None:
        return Reply("c") if state.hushed[seat] else None

    def answer(self, match: Match[Talk], seat: Seat, move: Move) -> None:
        assert isinstance(move, Reply)
        match.state.said.append(f"{seat}:{move.word}")


class Silent(Quizzed):
    """A question that drops itself when it comes up, noting that it did."""

    def surface(self, match: Match[Talk]) -> bool:
        match.state.said.append("silence")
        return False


class Invitation(Prompt[Talk]):
    """Anybody invited may join, once; it rests while a quiz is on."""

    def rests(self, top: Prompt[Talk]) -> bool:
        return isinstance(top, Quizzed)

    def options(self, state: Talk, seat: Seat) -> Iterable[Move]:
        return [Join(self.number)]

    def answer(self, match: Match[Talk], seat: Seat, move: Move) -> None:
        match.withdraw(self)
        match.state.said.append(f"{seat} joins")


class Hushing(Prompt[Talk]):
    """The private, withdrawable standing order of one seat; it stays open."""

    def options(self, state: Talk, seat: Seat) -> Iterable[Move]:
        return [Hush(self.number, "no" if state.hushed[seat] else "yes")]

    def answer(self, match: Match[Talk], seat: Seat, move: Move) -> None:
        assert isinstance(move, Hush)
        match.state.hushed[seat] = move.on == "yes"


class Talking(Toy[Talk]):
    """Turns of any length; the state is what was said."""

    slug = "talking"
    moves: tuple[type[Move], ...] = (Say, Roll, Enough, Quiz, Reply, Invite, Join, Hush, Win)

    def setup(self, match: Match[Talk], order: tuple[Seat, ...], options: Mapping[str, str]) -> Talk:
        for seat in sorted(order):
            match.offer(Hushing(seat))
        return Talk(hushed=[False for _ in order])

    def advance(self, match: Match[Talk]) -> None:
        last = match.turn.seat
        seat = match.order[0] if last is None else after(match.order, last)
        match.begin_turn(seat)
        match.ask(Speak(seat))


def talking(*lines: tuple[Seat, str], order: Sequence[Seat] = (0, 1, 2)) -> Match[Talk]:
    """A talk among three in which these moves were made."""
    match = Match(Talking(), "seed", order)
    for seat, line in lines:
        match.play(seat, line)
    return match

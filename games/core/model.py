"""The words of the engine: seat, move, event, prompt, outcome, option, game.

A game is a rulebook without state. Its rules ask prompts through a `Match`; the portal delivers the questions and
brings the answers back. What a seat says is a `Move`, what happened is an `Event`, and who holds the `State` may
look while only who holds the `Match` may change it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, ClassVar, Generic, Protocol, TypeVar

from games.core.words import Say, Text, Who, gettext_noop

if TYPE_CHECKING:
    from games.core.choosing import Choices
    from games.core.match import Match
    from games.core.rng import Rng

Seat = int
"""A place at the table, 0 to n-1, numbered by sitting; the drawn turn order is another list."""

S = TypeVar("S")


class IllegalMove(Exception):
    """A refusal: one sentence for the player, saying what to do instead. Nothing has changed."""

    def __init__(self, msgid: str, /, **params: int | str | Who | Text) -> None:
        super().__init__(msgid)
        self.text = Text(msgid, params)


class StalePrompt(IllegalMove):
    """The answer names a question that is no longer open."""


class NotPossibleNow(IllegalMove):
    """The answer was rightly listed, but what another seat keeps hidden rules it out; only its own seat is told."""


class Move:
    """What a seat says: a frozen dataclass, one line of text both ways (see `notation`).

    `verb` is the first word of the line. A move that answers an offer carries the offer's number in a field
    called `offer`. Where `apart` is set, a page shows what the move could be only once its verb was chosen.
    """

    verb: ClassVar[str]
    apart: ClassVar[bool] = False


@dataclass(frozen=True)
class TakeBack(Move):
    """Drop every move from ply `to` on.

    `agreed` names the other seats that consented, in rising order; only the system may say so.
    """

    verb: ClassVar[str] = "takeback"
    to: int
    agreed: tuple[int, ...] = ()


@dataclass(frozen=True)
class SystemMove(Move):
    """What the portal does to a seat: it gave up, it is away. Stored and replayed like any other move.

    A game declares its own among its `moves` and carries them out in `Game.system`.
    """

    seat: int


@dataclass(frozen=True)
class Resign(SystemMove):
    """A seat gives the match up."""

    verb: ClassVar[str] = "resign"


Presence = tuple[type[SystemMove], type[SystemMove]]
"""The moves that say, at a live table, that a seat's player is away and that it is back."""


class SeatNews(StrEnum):
    """What may happen to a seat that is no business of the rules."""

    MOVED = "moved"
    """Taken back from another screen."""
    TIRED = "tired"
    """On autopilot: it let its time run out again and again."""
    AWAKE = "awake"
    """Its player is back."""
    LEFT = "left"
    """Its player gave the seat up; it plays by itself until somebody takes it over."""
    FREED = "freed"
    """The others freed it for somebody new."""
    UNSEATED = "unseated"
    """The moderators freed it for somebody new."""
    REPLACED = "replaced"
    """Somebody new has taken it over."""


@dataclass(frozen=True)
class Report(SystemMove):
    """News of a seat. It changes nothing but the log, where everybody reads it."""

    verb: ClassVar[str] = "report"
    what: SeatNews


CORE_MOVES: tuple[type[Move], ...] = (TakeBack, Resign, Report)


class Event:
    """What happened, as the log tells it; a frozen dataclass of facts, no sentences."""

    def seen_by(self, seat: Seat | None) -> Event | None:
        """What this seat (None: a spectator) may know: the event, a redacted copy, or nothing."""
        return self


@dataclass(frozen=True)
class TookBack(Event):
    """A seat took its moves from ply `to` on back."""

    seat: Seat
    to: int


@dataclass(frozen=True)
class Rewound(Event):
    """The moderators took back everything from ply `to` on."""

    to: int


@dataclass(frozen=True)
class Resigned(Event):
    """A seat gave the match up."""

    seat: Seat


@dataclass(frozen=True)
class Reported(Event):
    """News of a seat."""

    seat: Seat
    what: SeatNews


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match ended: several winners share the win, none is a defeat of all. `reason` is a machine name."""

    winners: tuple[Seat, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class Window:
    """A question with a time of its own at live tables: seconds, and whether it holds even where no clock runs.

    None: no time runs at all.
    """

    seconds: int | None
    always: bool


@dataclass(frozen=True, slots=True)
class Turn:
    """Whose turn it is, counted from 1; number 0 is before the first."""

    number: int
    seat: Seat | None


@dataclass(frozen=True, slots=True)
class Option:
    """A choice made when the table opens: machine name, machine choices, default, and their words.

    With `whole`, any whole number in that range may be chosen too; the choices are those offered ready-made. `unlisted`
    choices are played, from records say, but not offered. Where an option named earlier, `by`, decides the default,
    `defaults` has it by that option's value.
    """

    name: str
    choices: tuple[str, ...]
    default: str
    title: Text
    help: Text
    labels: Mapping[str, Text]
    whole: range | None = None
    unlisted: tuple[str, ...] = ()
    by: str = ""
    defaults: Mapping[str, str] = field(default_factory=dict)

    def default_beside(self, chosen: Mapping[str, str]) -> str:
        """The default beside what the options named earlier have."""
        return self.defaults.get(chosen.get(self.by, ""), self.default)

    def allows(self, value: str) -> bool:
        """Whether it can be played: what is offered, and what is not yet."""
        return value in self.unlisted or self.offers(value)

    def offers(self, value: str) -> bool:
        """Whether a table can be opened with it: a choice, or a number of the range as one writes it."""
        if value in self.choices:
            return True
        digits = value.isascii() and value.isdigit() and len(value) <= 9 and value == str(int(value))
        return self.whole is not None and digits and int(value) in self.whole


ON_OFF: Mapping[str, Text] = {"on": Text(gettext_noop("yes")), "off": Text(gettext_noop("no"))}


class Prompt(Generic[S]):
    """A question on the table: who owes an answer, what may be said, what happens when time runs out.

    On the stack, a prompt of several seats is sealed: answers come in any order, may be changed until all are in
    (unless they are `final`), and only then take effect. As an offer (beside the stack) each answer takes effect at
    once and nobody is awaited.
    `number` is given by the match when the question is first asked and kept while it stays open.
    """

    number: int = 0
    window: Window | None = None
    final: bool = False

    def __init__(self, *seats: Seat) -> None:
        self.seats = seats
        self.answers: dict[Seat, Move] = {}

    def surface(self, match: Match[S]) -> bool:
        """Called when the prompt comes on top, already popped; False drops it unasked (having done what is automatic).

        It may be called again while the question stays open, so it must not count on being called once.
        """
        return True

    def rests(self, top: Prompt[S]) -> bool:
        """As an offer: whether it stays open but can't be answered while `top` is the question on the stack."""
        return False

    def options(self, state: S, seat: Seat) -> Iterable[Move]:
        """Looks only: the moves this seat may make, complete where listing is cheap."""
        raise NotImplementedError

    def sample(self, state: S, seat: Seat, rng: Rng) -> Move:
        """A random legal move; override where `options` can't list them all."""
        return rng.choice(list(self.options(state, seat)))

    def default(self, state: S, seat: Seat, rng: Rng) -> Move:
        """What the clock answers; depends only on public facts and the seat's own secrets."""
        raise NotImplementedError

    def standing(self, state: S, seat: Seat) -> Move | None:
        """The answer that a standing order of this seat gives, or None. Played and stored as an ordinary move."""
        return None

    def check(self, state: S, seat: Seat, move: Move) -> None:
        """Raise IllegalMove with a sentence that helps; changes nothing."""
        if move not in self.options(state, seat):
            raise IllegalMove(gettext_noop("That is not possible now."))

    def answer(self, match: Match[S], seat: Seat, move: Move) -> None:
        """Carry out what one seat said. The prompt is off the stack by then."""
        raise NotImplementedError

    def settle(self, match: Match[S]) -> None:
        """Every seat has answered: carry the answers out, by default one after the other."""
        for seat in self.seats:
            if match.outcome is None:
                self.answer(match, seat, self.answers[seat])


@dataclass(frozen=True, slots=True)
class Sitter:
    """How a seat looks on the page: its player's name, colour and portrait (machine names)."""

    name: str
    colour: str
    portrait: str


@dataclass(frozen=True, slots=True)
class Button:
    """One thing that can be chosen next: `pick` is a longer prefix of a move's text, `label` its words."""

    pick: str
    label: str
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class Group:
    """Choices that belong together in the text form of the board."""

    title: str
    buttons: tuple[Button, ...]


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the board in words: a heading, and sentences."""

    title: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """Something to unfold beside the board: a machine name, a title, and markup."""

    name: str
    title: str
    inside: str


@dataclass(frozen=True, slots=True)
class Picture:
    """A view drawn for one reader: ready strings of HTML and SVG, and the same choices as a list.

    `faces` are the ids of the symbols that stand for the seats, "" for the seat's emblem alone.
    `bar` are the choices shown as buttons beside the question; `groups` is the text form of all choices; `move` is the
    complete move that the selection has arrived at and `preview` says what it will do; `shown` explains the board in
    words for who cannot see it. `picked` is the selection of a move that the game puts together itself, whose
    beginnings are no choices; `sheets` stand beside the board; `summary` sums up in sentences what `Pen.since` brought.
    `scores` count by seat what everybody can see of how a match goes, and `scored` says what they count.
    """

    board: str
    hand: str
    badges: Mapping[Seat, str]
    faces: Mapping[Seat, str]
    bar: tuple[Button, ...]
    groups: tuple[Group, ...]
    move: Move | None
    preview: str
    shown: tuple[Section, ...]
    picked: str = ""
    sheets: tuple[Sheet, ...] = ()
    summary: tuple[str, ...] = ()
    scores: Mapping[Seat, int] = field(default_factory=dict)
    scored: str = ""


@dataclass(frozen=True, slots=True)
class Pen:
    """What a drawing needs of the page: words in the reader's language, links for choices, how seats look.

    `news` are events to be marked on the board: what happened since the reader's last move, or one step of it. `since`
    are all of them whatever is marked; if there are none, those of the last move.
    """

    say: Say
    link: Callable[[str], str]
    sitters: Sequence[Sitter]
    news: Sequence[Event] = ()
    since: Sequence[Event] = ()


class Game(Protocol[S]):
    """A rulebook. The portal knows a game by this alone."""

    slug: str
    title: Text
    tagline: Text
    length: Text
    seats: range
    generation: int
    options: tuple[Option, ...]
    moves: tuple[type[Move], ...]
    reasons: Mapping[str, Text]
    presence: Presence | None
    """None: the others wait for whoever is away."""

    def portraits(self, options: Mapping[str, str]) -> Mapping[str, Text]:
        """The portraits players choose from when they sit: machine name and name; empty where the game has none."""

    def roles(self, options: Mapping[str, str], portraits: Mapping[Seat, str]) -> tuple[Seat, ...] | None:
        """The turn order that the players' own portraits decide (sides, say); None: it is drawn."""

    def setup(self, match: Match[S], order: tuple[Seat, ...], options: Mapping[str, str]) -> S:
        """The first position. `order` is the drawn turn order; chance comes from `match.rng`."""

    def advance(self, match: Match[S]) -> None:
        """The stack is empty: ask the next question, or finish."""

    def resign(self, match: Match[S], seat: Seat) -> None:
        """A seat gives up: at two seats the other wins."""

    def system(self, match: Match[S], move: SystemMove) -> None:
        """Carry out a system move of the game's own; one that says what is so already changes nothing."""

    def may_rewind(self, match: Match[S], dropped: Sequence[Move]) -> bool:
        """Whether the players may now agree to take these moves back."""

    def view(self, state: S, seat: Seat | None) -> object:
        """What one seat (None: a spectator) may know, built up from nothing."""

    def redeal(self, state: S, seat: Seat | None, rng: Rng) -> S:
        """A copy with everything shuffled that this seat cannot know."""

    def tell(self, event: Event) -> Text:
        """The log's sentence for an event of this game (already redacted for the reader)."""

    def ask(self, prompt: Prompt[S], seat: Seat) -> Text:
        """The question as its own seat reads it."""

    def awaits(self, prompt: Prompt[S], seat: Seat) -> Text:
        """The question as everybody else reads it: who is awaited, and for what."""

    def draw(self, view: object, choices: Choices, picked: str, pen: Pen) -> Picture:
        """The view with the choices on it, `picked` being the part of a move selected so far."""

"""One playing of a game: the fold over a seed, a turn order, options and a list of moves.

The stack of prompts is the only "what are we waiting for". Rules push what comes afterwards first and what interrupts
last; the match asks whatever is on top, brings each answer to its prompt, and when the stack is empty lets the game
advance. Moves are numbered by ply from 1; a ply is never used twice, so no chance repeats.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Generic, Literal, TypeVar

from games.core import notation
from games.core.model import (
    CORE_MOVES,
    Event,
    Game,
    IllegalMove,
    Move,
    Outcome,
    Prompt,
    Report,
    Reported,
    Resign,
    Resigned,
    Rewound,
    Seat,
    StalePrompt,
    SystemMove,
    TakeBack,
    TookBack,
    Turn,
)
from games.core.rng import Rng
from games.core.words import gettext_noop

S = TypeVar("S")
By = Literal["seat", "clock", "system", "staff"]
"""Who put the move in the list: the seat itself, the clock in its stead, the portal, or its moderators."""

NUMBERS_A_PLY = 100
"""Prompt numbers are ply * 100 + count, so that a number is never given to another question after a take-back."""

MOST_TAKE_BACKS = 100
"""Of one seat. Every one is stored and carried out again by every replay."""


@dataclass(slots=True)
class Entry:
    """A stored move and what it did. Entry 0 is the set-up and has no move."""

    ply: int
    seat: Seat | None
    move: Move | None
    by: By
    turn: int = 0
    events: list[Event] = field(default_factory=list)
    barrier: bool = False
    undone: bool = False


@dataclass(frozen=True, slots=True)
class Checkpoint(Generic[S]):
    """The position after a ply: state, stack, offers, who is away, turn. Never played on, only copied."""

    ply: int
    position: tuple[S, list[Prompt[S]], dict[int, Prompt[S]], set[Seat], Turn]


class Match(Generic[S]):
    """Plays moves and keeps the stack of prompts.

    `order` is the drawn turn order, a permutation of the seats. Raises ValueError for an option, a number of seats or a
    generation the game does not know.
    """

    state: S
    turn: Turn
    outcome: Outcome | None
    stack: list[Prompt[S]]
    offers: dict[int, Prompt[S]]
    absent: set[Seat]
    """The seats that the portal has said to be away, in games that ask for it."""

    def __init__(
        self,
        game: Game[S],
        seed: str,
        order: Sequence[Seat],
        options: Mapping[str, str] | None = None,
        generation: int | None = None,
    ) -> None:
        self.game = game
        self.seed = seed
        self.order = tuple(order)
        self.options = complete_options(game, options or {})
        self.generation = game.generation if generation is None else generation
        if sorted(self.order) != list(range(len(self.order))) or len(self.order) not in game.seats:
            raise ValueError(f"{game.slug} cannot be played in the order {self.order}")
        if not 1 <= self.generation <= game.generation:
            raise ValueError(f"{game.slug} has no generation {self.generation}")
        self.ply = 0
        self.story: list[Entry] = [Entry(0, None, None, "system")]
        self._checkpoint: Checkpoint[S] | None = None
        self._begin()

    # What the portal asks

    @property
    def waiting(self) -> tuple[Seat, ...]:
        """The seats that owe an answer, in the order of their prompt."""
        if not self.stack:
            return ()
        top = self.stack[-1]
        return tuple(seat for seat in top.seats if seat not in top.answers)

    def prompts_for(self, seat: Seat | None) -> list[Prompt[S]]:
        """The questions this seat may answer now: the one on top first, then offers."""
        found = [prompt for prompt in self.stack[-1:] if seat in prompt.seats]
        return found + [o for o in self.offers.values() if seat in o.seats and not o.rests(self.stack[-1])]

    def legal(self, seat: Seat) -> list[Move]:
        """Every move that the seat's open prompts list."""
        return [move for prompt in self.prompts_for(seat) for move in prompt.options(self.state, seat)]

    @property
    def standing(self) -> tuple[Seat, Move] | None:
        """The first answer that a standing order gives; whoever drives the match plays it as an ordinary move."""
        for seat in self.waiting:
            move = self.stack[-1].standing(self.state, seat)
            if move is not None:
                return seat, move
        return None

    def default(self, seat: Seat) -> Move:
        """What the clock answers for an awaited seat. Chance comes from a stream of its own."""
        return self.stack[-1].default(self.state, seat, Rng(self.seed, self.ply, "default"))

    def view(self, seat: Seat | None) -> object:
        """What this seat (None: a spectator) may know."""
        return self.game.view(self.state, seat)

    @property
    def events(self) -> list[Event]:
        """Everything that happened and was not taken back, unredacted."""
        return [event for entry in self.story if not entry.undone for event in entry.events]

    def undoable(self, seat: Seat) -> list[int]:
        """The plies this seat may take back alone, newest first.

        Free until something random or hidden was revealed, another seat acted, or the turn passed; and only
        MOST_TAKE_BACKS times a match.
        """
        own = (e for e in self.story if e.seat == seat and e.by != "staff")
        if sum(isinstance(e.move, TakeBack) for e in own) >= MOST_TAKE_BACKS:
            return []
        found: list[int] = []
        for entry in reversed(list(self._standing_entries())):
            if isinstance(entry.move, Report):
                continue  # no business of the rules
            mine = entry.seat == seat and entry.by == "seat" and not entry.barrier
            if self.outcome or not mine or entry.turn != self.turn.number:
                break
            found.append(entry.ply)
        return found

    def consent(self, ply: int) -> frozenset[Seat] | None:
        """The seats that must agree to a take-back to this ply; None where the rules know of none, or nobody could."""
        dropped = [entry.move for entry in self._vanishing(ply) if entry.move is not None]
        return self.concerned(ply) if self.game.may_rewind(self, dropped) else None

    def concerned(self, ply: int) -> frozenset[Seat] | None:
        """The seats that a take-back to this ply concerns: all whose moves vanish, past a barrier everybody.

        None where nothing can be taken back so far: something that the system did stands in between.
        """
        vanishing = self._vanishing(ply)
        if self.outcome or ply < 1 or not vanishing or any(e.by == "system" for e in vanishing):
            return None
        if any(entry.barrier for entry in vanishing):
            return frozenset(self.order)
        return frozenset(entry.seat for entry in vanishing if entry.seat is not None)

    # What changes it

    def play(
        self, seat: Seat | None, move: Move | str, *, prompt: int | None = None, by: By = "seat"
    ) -> None:
        """Play one move; `prompt` is the number of the question it answers, if the caller knows it.

        Raises IllegalMove with nothing changed. Any other exception leaves the match unusable.
        """
        if self.outcome is not None:
            raise IllegalMove(gettext_noop("The match is over."))
        if isinstance(move, str):
            move = notation.read(move, (*CORE_MOVES, *self.game.moves))
        if isinstance(move, TakeBack):
            self._take_back(seat, move, by)
        elif isinstance(move, SystemMove):
            self._system(move, by)
        else:
            self._answer(seat, move, prompt, by)

    def _answer(self, seat: Seat | None, move: Move, number: int | None, by: By) -> None:
        offer = getattr(move, "offer", None)
        prompt = self.offers.get(offer) if offer is not None else self.stack[-1]
        if prompt is None or (number is not None and number != prompt.number):
            raise StalePrompt(
                gettext_noop("That question is no longer open: look at the table as it is now.")
            )
        if seat is None or seat not in prompt.seats:
            raise IllegalMove(gettext_noop("It is not your decision now."))
        if offer is not None and prompt.rests(self.stack[-1]):
            raise IllegalMove(gettext_noop("That has to wait until the open question is answered."))
        if prompt.final and seat in prompt.answers:
            raise IllegalMove(gettext_noop("You have answered for good: wait for the others."))
        prompt.check(self.state, seat, move)
        self._store(seat, move, by)
        self._carry_out(prompt, seat, move)

    def _carry_out(self, prompt: Prompt[S], seat: Seat, move: Move) -> None:
        if prompt.number in self.offers:
            prompt.answer(self, seat, move)
        else:
            prompt.answers[seat] = move
            if prompt.final:
                self.no_way_back()
            if self.waiting:
                return
            self.stack.pop()
            prompt.settle(self)
        self._go_on()

    def _system(self, move: SystemMove, by: By) -> None:
        if by != "system" or move.seat not in self.order:
            raise IllegalMove(gettext_noop("That is not possible now."))
        self._store(None, move, by)
        self._carry_out_system(move)

    def _carry_out_system(self, move: SystemMove) -> None:
        if isinstance(move, Resign):
            self.tell(Resigned(move.seat))
            self.game.resign(self, move.seat)
        elif isinstance(move, Report):
            self.tell(Reported(move.seat, move.what))
        else:
            self._note_presence(move)
            self.game.system(self, move)
        self._go_on()

    def _note_presence(self, move: SystemMove) -> None:
        away, back = self.game.presence or (None, None)
        if away and isinstance(move, away):
            self.absent.add(move.seat)
        elif back and isinstance(move, back):
            self.absent.discard(move.seat)

    def _take_back(self, seat: Seat | None, move: TakeBack, by: By) -> None:
        if seat is None or not self._may_take_back(seat, move, by):
            raise IllegalMove(gettext_noop("That can't be taken back any more."))
        self._store(seat, move, by)
        for entry in self._vanishing(move.to):
            entry.undone = True
        taken = self.story[-1]
        self._fold_again(seat, move.to)
        taken.turn = self.turn.number
        taken.events = [Rewound(move.to) if by == "staff" else TookBack(seat, move.to)]

    def _fold_again(self, seat: Seat, to: int) -> None:
        """Repeat what stands after a take-back to a ply, from the checkpoint on if that is still valid.

        A new checkpoint is kept where this seat's next take-back can't go past it: one takes back in rows.
        """
        begun = self._return_to_checkpoint(to)
        kept = list(self._standing_entries())
        firm = _last_firm(kept, seat)
        for entry in kept:
            if entry.ply > begun:
                self._repeat(entry)
                if entry.ply == firm:
                    position = (self.state, self.stack, self.offers, self.absent, self.turn)
                    self._checkpoint = Checkpoint(firm, deepcopy(position))

    def _return_to_checkpoint(self, to: int) -> int:
        """The ply up to which everything stands again; 0: nothing but the set-up."""
        kept = self._checkpoint
        if kept is None or to <= kept.ply:
            self._checkpoint = None
            self._begin()
            return 0
        self.state, self.stack, self.offers, self.absent, self.turn = deepcopy(kept.position)
        return kept.ply

    def _may_take_back(self, seat: Seat, move: TakeBack, by: By) -> bool:
        """Alone what is undoable; further with the consent that the system brings, or for the staff without; never past
        a move of the system's own."""
        if move.to in self.undoable(seat):
            return by in ("system", "staff") or not move.agreed
        needed = self.concerned(move.to) if by == "staff" else self.consent(move.to)
        return by in ("system", "staff") and needed is not None and needed <= {seat, *move.agreed}

    def _vanishing(self, ply: int) -> list[Entry]:
        """What a take-back to a ply drops; news of seats stay."""
        return [e for e in self._standing_entries() if e.ply >= ply and not isinstance(e.move, Report)]

    # What the rules do

    @property
    def rng(self) -> Rng:
        """Chance for the move being played. Using it ends take-back."""
        self.no_way_back()
        return self._rng

    def ask(self, prompt: Prompt[S]) -> None:
        """Put a question on top of the stack; after the end nothing is asked any more."""
        prompt.answers = {}
        if self.outcome is None:
            self.stack.append(prompt)

    def offer(self, prompt: Prompt[S]) -> None:
        """Open an invitation beside the stack; nobody is awaited for it, and after the end none opens."""
        self._number(prompt)
        if self.outcome is None:
            self.offers[prompt.number] = prompt

    def withdraw(self, prompt: Prompt[S]) -> None:
        """Close an invitation."""
        self.offers.pop(prompt.number, None)

    def tell(self, event: Event) -> None:
        """Write down what happened."""
        self._entry.events.append(event)

    def begin_turn(self, seat: Seat) -> None:
        """The next turn begins, and it is this seat's."""
        self.turn = Turn(self.turn.number + 1, seat)

    def no_way_back(self) -> None:
        """Something random or hidden came to light: the move can't be taken back alone."""
        self._entry.barrier = True

    def finish(self, *winners: Seat, reason: str) -> None:
        """The match is over; every open prompt is dropped."""
        self.outcome = Outcome(tuple(sorted(winners)), reason)
        self.stack.clear()
        self.offers.clear()

    # How the fold runs

    def _begin(self) -> None:
        self.stack = []
        self.offers = {}
        self.turn = Turn(0, None)
        self.outcome = None
        self.absent = set()
        self._open(self.story[0])
        self.state = self.game.setup(self, self.order, self.options)
        self._go_on()

    def _open(self, entry: Entry) -> None:
        self._entry = entry
        self._rng = Rng(self.seed, entry.ply)
        self._asked = 0
        entry.turn = self.turn.number
        entry.events = []

    def _store(self, seat: Seat | None, move: Move, by: By) -> None:
        self.ply += 1
        entry = Entry(self.ply, seat, move, by)
        self.story.append(entry)
        self._open(entry)

    def _repeat(self, entry: Entry) -> None:
        """Play a stored entry again after a take-back; it was legal, so nothing is checked."""
        self._open(entry)
        move, seat = entry.move, entry.seat
        if isinstance(move, SystemMove):
            self._carry_out_system(move)
            return
        assert move is not None and seat is not None
        offer = getattr(move, "offer", None)
        self._carry_out(self.offers[offer] if offer is not None else self.stack[-1], seat, move)

    def _standing_entries(self) -> Iterator[Entry]:
        return (e for e in self.story[1:] if not e.undone and not isinstance(e.move, TakeBack))

    def _go_on(self) -> None:
        """Ask what is on top; drop what surfaces unasked; with nothing left, let the game advance."""
        while self.outcome is None:
            if not self.stack:
                self.game.advance(self)
                continue
            prompt = self.stack.pop()
            if prompt.surface(self) and self.outcome is None:
                self._number(prompt)
                self.stack.append(prompt)
                return

    def _number(self, prompt: Prompt[S]) -> None:
        if not prompt.number:
            self._asked += 1
            prompt.number = self._entry.ply * NUMBERS_A_PLY + self._asked


def _last_firm(kept: Sequence[Entry], seat: Seat) -> int:
    """The last ply of those that stand which the seat can't take back alone; news of seats are passed over."""
    for entry in reversed(kept):
        loose = entry.seat == seat and entry.by == "seat" and not entry.barrier
        if not loose and not isinstance(entry.move, Report):
            return entry.ply
    return 0


def complete_options(game: Game[S], chosen: Mapping[str, str]) -> dict[str, str]:
    """Every option with the chosen or the default value; raises ValueError for what the game doesn't know."""
    known = {option.name: option for option in game.options}
    for name, value in chosen.items():
        if name not in known or not known[name].allows(value):
            raise ValueError(f"{game.slug} has no option {name}={value}")
    complete: dict[str, str] = {}
    for name, option in known.items():
        complete[name] = chosen.get(name, option.default_beside(complete))
    return complete

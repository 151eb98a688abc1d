"""Drako: one dragon, three dwarves, and a deck each that runs out (rules/drako.md)."""

from __future__ import annotations

from collections.abc import Mapping

from games.core.choosing import Choices
from games.core.model import Event, Move, Option, Pen, Picture, Prompt, Seat, SystemMove
from games.core.rng import Rng
from games.core.words import Text
from games.drako import components, picture, rules, turn, words
from games.drako.deeds import M
from games.drako.moves import MOVES
from games.drako.state import State
from games.drako.view import View, view


class Drako:
    """The rulebook, as the portal knows it."""

    slug = "drako"
    title = words.TITLE
    tagline = words.TAGLINE
    length = words.LENGTH
    seats = components.SEATS
    generation = 1
    options: tuple[Option, ...] = words.OPTIONS
    moves: tuple[type[Move], ...] = MOVES
    reasons = words.REASONS

    def portraits(self, options: Mapping[str, str]) -> Mapping[str, Text]:
        """The two sides, where the players choose them."""
        return words.SIDE_NAMES if options.get("sides") == "chosen" else {}

    def roles(self, options: Mapping[str, str], portraits: Mapping[Seat, str]) -> tuple[Seat, ...] | None:
        return rules.roles(options, portraits)

    def setup(self, match: M, order: tuple[Seat, ...], options: Mapping[str, str]) -> State:
        return rules.setup(match, order, options)

    def advance(self, match: M) -> None:
        turn.advance(match)

    def resign(self, match: M, seat: Seat) -> None:
        rules.resign(match, seat)

    def system(self, match: M, move: SystemMove) -> None:
        """None of its own."""

    def view(self, state: State, seat: Seat | None) -> View:
        return view(state, seat)

    def redeal(self, state: State, seat: Seat | None, rng: Rng) -> State:
        return rules.redeal(state, seat, rng)

    def tell(self, event: Event) -> Text:
        return words.tell(event)

    def ask(self, prompt: Prompt[State], seat: Seat) -> Text:
        return words.ask(prompt, seat)

    def awaits(self, prompt: Prompt[State], seat: Seat) -> Text:
        return words.awaits(prompt, seat)

    def draw(self, view: object, choices: Choices, picked: str, pen: Pen) -> Picture:
        assert isinstance(view, View)
        return picture.draw(view, choices, picked, pen)


GAME = Drako()

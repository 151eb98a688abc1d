"""Natrak: an island to settle, a dragon that sits on it, and rivals to trade with (rules/natrak.md)."""

from __future__ import annotations

from collections.abc import Mapping

from games.core.choosing import Choices
from games.core.model import Event, Move, Option, Pen, Picture, Prompt, Seat, SystemMove
from games.core.rng import Rng
from games.core.words import Text
from games.natrak import components, picture, presence, rules, turn, words
from games.natrak.moves import MOVES
from games.natrak.scoring import M
from games.natrak.state import State
from games.natrak.view import View, view


class Natrak:
    """The rulebook, as the portal knows it."""

    slug = "natrak"
    title = words.TITLE
    tagline = words.TAGLINE
    length = words.LENGTH
    seats = components.SEATS
    generation = 1
    options: tuple[Option, ...] = words.OPTIONS
    moves: tuple[type[Move], ...] = MOVES
    reasons = words.REASONS

    def portraits(self, options: Mapping[str, str]) -> Mapping[str, Text]:
        """Nine classes, for the portrait only: no rule looks at them."""
        return words.CLASSES

    def roles(self, options: Mapping[str, str], portraits: Mapping[Seat, str]) -> None:
        """The turn order is drawn."""

    def setup(self, match: M, order: tuple[Seat, ...], options: Mapping[str, str]) -> State:
        return rules.setup(match, order, options)

    def advance(self, match: M) -> None:
        turn.advance(match)

    def resign(self, match: M, seat: Seat) -> None:
        """Three at least play, so the match goes on with the seat's defaults, which the portal plays."""

    def system(self, match: M, move: SystemMove) -> None:
        presence.happen(match, move)

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


GAME = Natrak()

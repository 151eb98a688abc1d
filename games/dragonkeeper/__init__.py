"""Dragonkeeper: take one, give one, pay the dragon, and hide whom you betrayed (rules/dragonkeeper.md)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.core.choosing import Choices
from games.core.model import Move, Option, Pen, Picture, Presence, Seat, SystemMove
from games.core.words import Text
from games.dragonkeeper import components, picture, rules, turn, words
from games.dragonkeeper.levels import M
from games.dragonkeeper.moves import MOVES
from games.dragonkeeper.view import View, view


class Dragonkeeper:
    """The rulebook, as the portal knows it."""

    slug = "dragonkeeper"
    title = words.TITLE
    tagline = words.TAGLINE
    length = words.LENGTH
    seats = components.SEATS
    generation = 1
    options: tuple[Option, ...] = words.OPTIONS
    moves: tuple[type[Move], ...] = MOVES
    reasons = words.REASONS
    presence: Presence | None = None

    def portraits(self, options: Mapping[str, str]) -> Mapping[str, Text]:
        """None: everybody plays a keeper whose guild is secret."""
        return {}

    def roles(self, options: Mapping[str, str], portraits: Mapping[Seat, str]) -> None:
        """The turn order is drawn."""

    setup = staticmethod(rules.setup)
    advance = staticmethod(turn.advance)
    resign = staticmethod(rules.resign)

    def system(self, match: M, move: SystemMove) -> None:
        """None of its own."""

    def may_rewind(self, match: M, dropped: Sequence[Move]) -> bool:
        """Whatever all agree to."""
        return True

    view = staticmethod(view)
    redeal = staticmethod(rules.redeal)
    tell = staticmethod(words.tell)
    ask = staticmethod(words.ask)
    awaits = staticmethod(words.awaits)

    def draw(self, view: object, choices: Choices, picked: str, pen: Pen) -> Picture:
        assert isinstance(view, View)
        return picture.draw(view, choices, picked, pen)


GAME = Dragonkeeper()

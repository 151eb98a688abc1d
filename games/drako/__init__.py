"""Drako: one dragon, three dwarves, and a deck each that runs out (rules/drako.md)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.core.choosing import Choices
from games.core.model import Move, Option, Pen, Picture, Presence, SystemMove
from games.core.words import Text
from games.drako import components, picture, rules, turn, words
from games.drako.deeds import M
from games.drako.moves import MOVES
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
    presence: Presence | None = None

    def portraits(self, options: Mapping[str, str]) -> Mapping[str, Text]:
        """The two sides, where the players choose them."""
        return words.SIDE_NAMES if options.get("sides") == "chosen" else {}

    roles = staticmethod(rules.roles)
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


GAME = Drako()

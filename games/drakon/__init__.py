"""Drakon: a maze of chambers, a handful of heroes, five coins to win (rules/drakon.md)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.core.choosing import Choices
from games.core.model import Move, Option, Pen, Picture, Presence, Seat, SystemMove
from games.core.words import Text
from games.drakon import components, picture, rules, turn, words
from games.drakon.components import Hero
from games.drakon.deeds import M
from games.drakon.moves import MOVES
from games.drakon.view import View, view


class Drakon:
    """The rulebook, as the portal knows it."""

    slug = "drakon"
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
        """Any hero, unless they are dealt."""
        return {} if options.get("heroes") == "on" else {hero.value: words.HERO_NAMES[hero] for hero in Hero}

    def roles(self, options: Mapping[str, str], portraits: Mapping[Seat, str]) -> None:
        """The turn order is drawn."""

    setup = staticmethod(rules.setup)
    advance = staticmethod(turn.advance)
    resign = staticmethod(rules.resign)

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

    def system(self, match: M, move: SystemMove) -> None:
        """None of its own."""


GAME = Drakon()

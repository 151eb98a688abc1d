"""Natrak: an island to settle, a dragon that sits on it, and rivals to trade with (rules/natrak.md)."""

from __future__ import annotations

from collections.abc import Mapping

from games.core.choosing import Choices
from games.core.model import Move, Option, Pen, Picture, Presence, Seat
from games.core.words import Text
from games.natrak import components, names, picture, rules, telling, turn, words
from games.natrak.moves import MOVES, Leave, Return
from games.natrak.presence import happen
from games.natrak.scoring import M
from games.natrak.view import View, view


class Natrak:
    """The rulebook, as the portal knows it."""

    slug = "natrak"
    title = words.TITLE
    tagline = words.TAGLINE
    length = words.LENGTH
    seats = components.SEATS
    generation = 6
    """As old records count: before LEGACY_BEFORE the progress decks were others (rules/natrak.md, 12.6)."""
    options: tuple[Option, ...] = words.OPTIONS
    moves: tuple[type[Move], ...] = MOVES
    reasons = words.REASONS
    presence: Presence | None = (Leave, Return)

    def portraits(self, options: Mapping[str, str]) -> Mapping[str, Text]:
        """Nine classes, for the portrait only: no rule looks at them."""
        return names.CLASSES

    def roles(self, options: Mapping[str, str], portraits: Mapping[Seat, str]) -> None:
        """The turn order is drawn."""

    setup = staticmethod(rules.setup)
    advance = staticmethod(turn.advance)

    def resign(self, match: M, seat: Seat) -> None:
        """Three at least play, so the match goes on with the seat's defaults, which the portal plays."""

    system = staticmethod(happen)
    may_rewind = staticmethod(turn.may_rewind)
    view = staticmethod(view)
    redeal = staticmethod(rules.redeal)
    tell = staticmethod(telling.tell)
    ask = staticmethod(words.ask)
    awaits = staticmethod(words.awaits)

    def draw(self, view: object, choices: Choices, picked: str, pen: Pen) -> Picture:
        assert isinstance(view, View)
        return picture.draw(view, choices, picked, pen)


GAME = Natrak()

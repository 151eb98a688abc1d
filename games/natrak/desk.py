"""What every part of the drawing needs: the view, the choices on it, and the reader's pen."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from html import escape

from games.core.choosing import Choices
from games.core.drawing import PATTERNS, chain, choice, steps
from games.core.model import Button, Pen, Seat
from games.core.words import Text
from games.natrak import gains, labels
from games.natrak.components import Counts
from games.natrak.compose import UNLISTED, Draft
from games.natrak.island import Island
from games.natrak.places import island_of
from games.natrak.view import View


@dataclass(frozen=True)
class Desk:
    """One picture for one reader. `picked` is the selection, unless a move is being put together: that is `draft`."""

    view: View
    choices: Choices
    picked: str
    draft: Draft | None
    pen: Pen

    @cached_property
    def island(self) -> Island:
        return island_of(self.view)

    @cached_property
    def open(self) -> list[str]:
        """Every selection one can change to, but for moves that are only put together card by card."""
        return [pick for pick in steps(self.choices, self.picked) if not pick.startswith(UNLISTED)]

    @cached_property
    def chain(self) -> list[str]:
        """The selection and all its beginnings."""
        return chain(self.picked)

    def is_chosen(self, pick: str) -> bool:
        return pick in self.chain or (self.draft is not None and pick == self.draft.text())

    def say(self, text: Text) -> str:
        """The words, ready for markup."""
        return escape(self.pen.say(text))

    def spot(self, pick: str, areas: str) -> str:
        """Something that can be chosen, drawn as these areas."""
        chosen = self.is_chosen(pick)
        kind = "spot spot-chosen" if chosen else "spot"
        link = choice(self.pen, pick, self.say(labels.label(self.view, pick)), chosen=chosen)
        return f'<a class="{kind}" {link}>{areas}</a>'

    def button(self, pick: str) -> Button:
        return Button(pick, self.pen.say(labels.label(self.view, pick)), self.is_chosen(pick))

    def pattern(self, seat: Seat) -> str:
        """The fill with a player's pattern, to lie over the colour."""
        return f'fill="url(#site-pattern-{PATTERNS[self.pen.sitters[seat].colour]})"'

    @cached_property
    def gains(self) -> Counts:
        """What the news, or else the last move, brought the reader (nothing for a spectator)."""
        if self.view.seat is None:
            return ()
        return gains.balance(self.pen.since, self.view.seat, len(self.view.hand))

    def colour(self, seat: Seat) -> str:
        """The class that gives something a player's colour."""
        return f"seat-{self.pen.sitters[seat].colour}"

"""What every part of the drawing needs: the view, the choices on it, and the reader's pen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from html import escape

from games.core.choosing import Choices
from games.core.drawing import chain, choice, steps
from games.core.model import Button, Pen, Seat
from games.core.words import Text
from games.drako import labels
from games.drako.components import Figure
from games.drako.moves import PLAYS, PlayForNothing
from games.drako.view import View


@dataclass(frozen=True)
class Desk:
    """One picture for one reader; `picked` is the selection, as far as it needs no choosing."""

    view: View
    choices: Choices
    picked: str
    pen: Pen

    @cached_property
    def open(self) -> list[str]:
        """Every selection one can change to: the next step, and the alternatives to the steps taken."""
        return steps(self.choices, self.picked)

    @cached_property
    def chain(self) -> list[str]:
        """The selection and all its beginnings."""
        return chain(self.picked)

    @property
    def card(self) -> str:
        """The card that the selection plays, or ""."""
        verb, _, rest = self.picked.partition(" ")
        return rest.partition(" ")[0] if verb in (*PLAYS, PlayForNothing.verb) else ""

    def is_chosen(self, pick: str) -> bool:
        return pick in self.chain

    def say(self, text: Text) -> str:
        """The words, ready for markup."""
        return escape(self.pen.say(text))

    def link(self, pick: str) -> str:
        """The attributes of a link to a selection."""
        return choice(self.pen, pick, self.say(labels.label(self.view, pick)), chosen=self.is_chosen(pick))

    def button(self, pick: str) -> Button:
        return Button(pick, self.pen.say(labels.label(self.view, pick)), self.is_chosen(pick))

    def bar_button(self, pick: str) -> Button:
        return Button(pick, self.pen.say(labels.bar_label(self.view, pick)), self.is_chosen(pick))

    def spot(self, pick: str, areas: str) -> str:
        """Something that can be chosen, drawn as these areas."""
        kind = "spot spot-chosen" if self.is_chosen(pick) else "spot"
        return f'<a class="{kind}" {self.link(pick)}>{areas}</a>'

    def colour(self, figure: Figure) -> str:
        """The class that gives a figure its player's colour."""
        seat: Seat = self.view.order[0 if figure is Figure.DRAGON else 1]
        return f"seat-{self.pen.sitters[seat].colour}"


Marks = Mapping[str, str]
WAY: Marks = {
    "fill": "none",
    "stroke": "var(--da-ember)",
    "stroke-width": "4.5",
    "stroke-dasharray": "1 8",
    "stroke-linecap": "round",
    "stroke-linejoin": "round",
    "pointer-events": "none",
}
"""A way that the selected move would take."""
SHOT: Marks = {**WAY, "stroke-width": "5", "stroke-dasharray": "11 6", "stroke-linecap": "butt"}
"""A blow, bolt or flame on its way."""
TARGET: Marks = {
    "fill": "var(--da-ember)",
    "fill-opacity": ".22",
    "stroke": "var(--da-ember)",
    "stroke-width": "4",
    "pointer-events": "none",
}
"""Who is, or would be, hit."""
FLAMES: Marks = {
    "fill": "var(--da-ember-light)",
    "fill-opacity": ".55",
    "stroke": "none",
    "pointer-events": "none",
}
"""A hex in the fire's line."""
NEWS: Marks = {"fill": "none", "stroke": "var(--gold)", "stroke-width": "3.5", "pointer-events": "none"}
"""What changed since the reader's last move."""
NEWS_WAY: Marks = {**WAY, "stroke": "var(--seat)", "stroke-width": "4", "stroke-dasharray": "6 5"}
"""Where a figure went."""
CROSS: Marks = {"fill": "none", "stroke": "var(--da-ember)", "stroke-width": "4.5", "stroke-linecap": "round"}
"""Gone for good."""


def attributes(marks: Marks) -> str:
    """Marks as attributes of a shape."""
    return " ".join(f'{name}="{value}"' for name, value in marks.items())

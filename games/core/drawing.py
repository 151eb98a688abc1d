"""What the pictures of the games share: symbols, links for choices, counts. Plain functions that make ready strings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from html import escape

from games.core.choosing import Choices
from games.core.grids import Cell
from games.core.model import Button, Group, Pen, Section
from games.core.words import Text, gettext_noop, text

UNIT = 64
"""The width of a symbol and of a cell."""
PATTERNS = {
    "orange": "dots",
    "sky": "waves",
    "green": "hatch",
    "yellow": "grid",
    "blue": "cross-hatch",
    "vermilion": "zigzag",
    "pink": "rings",
    "slate": "solid",
}
"""The pattern that goes with a seat's colour: nobody needs to tell colours apart."""


def use(symbol: str, transform: str = "", x: float = 0, y: float = 0, size: float = UNIT) -> str:
    """A symbol of the game's sprite, in a square."""
    turn = f' transform="{transform}"' if transform else ""
    return f'<use href="#{symbol}" x="{x}" y="{y}" width="{size}" height="{size}"{turn}/>'


def icon(inside: str) -> str:
    """A drawing of one square, to stand in a line; the words beside it say what it is."""
    return f'<svg viewBox="0 0 {UNIT} {UNIT}" aria-hidden="true">{inside}</svg>'


def emblem(inside: str, words: str) -> str:
    """Something of a player's, for the players' strip: drawn, and said in full by `words`."""
    said = escape(words)
    return f'<span class="count" title="{said}">{inside}<span class="visually-hidden">{said}</span></span>'


def count(drawing: str, number: int, words: str) -> str:
    """A player's number of something, beside a drawing of it; `words` say both in full."""
    return emblem(f'{icon(drawing)}<b aria-hidden="true">{number}</b>', words)


def supplies(items: Iterable[tuple[str, int, str]]) -> str:
    """What lies in common, under the board: symbol, number, and in words what it is."""
    lines = "".join(
        f'<li title="{(said := escape(words))}">{icon(use(symbol))}<b>{number}</b> '
        f'<span class="visually-hidden">{said}</span></li>'
        for symbol, number, words in items
    )
    return f'<ul class="supplies">{lines}</ul>'


def listed(parts: Sequence[Text]) -> Text:
    """Several things, one after the other."""
    joined = parts[0]
    for part in parts[1:]:
        joined = text(gettext_noop("{some}, {more}"), some=joined, more=part)
    return joined


def section(pen: Pen, title: Text, lines: Iterable[Text]) -> Section:
    """A part of the board in words."""
    return Section(pen.say(title), tuple(map(pen.say, lines)))


# Selections


def chain(picked: str) -> list[str]:
    """A selection and all its beginnings, the empty one first."""
    words = picked.split()
    return ["", *(" ".join(words[:end]) for end in range(1, len(words) + 1))]


def arrive(choices: Choices, picked: str, at_once: Callable[[str], bool] = lambda pick: False) -> str:
    """The selection with everything added that needs no choosing.

    At a step that is `at_once` the first choice is shown as if it were made; the others are one tap away. A whole move
    that could be longer stays as it is.
    """
    while choices.move(picked) is None and (further := choices.after(picked)):
        alone = len(further) == 1 and (picked or choices.after(further[0]))
        if not alone and not at_once(further[0]):
            break
        picked = further[0]
    return picked


def steps(choices: Choices, picked: str) -> list[str]:
    """Every selection one can change to: the next step, and the alternatives to the steps taken."""
    found = [pick for prefix in chain(picked) if prefix in choices for pick in choices.after(prefix)]
    return list(dict.fromkeys(found))


def step(pick: str) -> tuple[str, int]:
    """Which step of choosing a selection ends with: the verb, and the number of words."""
    words = pick.split()
    return words[0], len(words)


def groups(pen: Pen, titled: Iterable[tuple[Text | None, Button]]) -> tuple[Group, ...]:
    """The text form of choices: those with the same title together, those without one left out."""
    found: dict[Text, list[Button]] = {}
    for title, button in titled:
        if title is not None:
            found.setdefault(title, []).append(button)
    return tuple(Group(pen.say(title), tuple(buttons)) for title, buttons in found.items())


def cell_of(pick: str) -> Cell | None:
    """The cell that the last word of a selection names, if it names one."""
    x, comma, y = pick.rpartition(" ")[2].partition(",")
    return (int(x), int(y)) if comma else None


def choice(pen: Pen, pick: str, label: str, *, chosen: bool, target: str = "") -> str:
    """The attributes of a link to a selection: id (the focus survives an update by it), address, accessible name.

    `target` is where it leads, if not to the very thing it stands for; `label` is escaped already.
    """
    ident = "pick-" + pick.replace(" ", "-").replace(",", "_")
    current = ' aria-current="true"' if chosen else ""
    return f'id="{ident}" {pen.link(target or pick)} aria-label="{label}"{current}'

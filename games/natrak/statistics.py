"""How the dice have fallen so far: a table that is a histogram as well."""

from __future__ import annotations

from games.core.model import Sheet
from games.core.words import gettext_noop, plural, text
from games.natrak.components import SEVEN
from games.natrak.desk import Desk

BAR, HIGH = 100, 12
"""The width of the longest bar, and the height of all."""
WAYS = 36


def sheet(desk: Desk) -> Sheet:
    """The rolls by their sum, with a mark where each should stand, and each die by its face."""
    title = desk.pen.say(text(gettext_noop("The dice so far")))
    rolls = sum(desk.view.sums)
    if not rolls:
        nothing = desk.say(text(gettext_noop("Nobody has rolled yet.")))
        return Sheet("dice", title, f"<p>{nothing}</p>")
    caption = desk.say(
        plural(
            gettext_noop("{n} roll; the line marks what chance would bring."),
            gettext_noop("{n} rolls; the line marks what chance would bring."),
            n=rolls,
        )
    )
    return Sheet("dice", title, f"{_sums(desk, caption, rolls)}{_faces(desk)}")


def _sums(desk: Desk, caption: str, rolls: int) -> str:
    expected = {number: rolls * (6 - abs(SEVEN - number)) / WAYS for number in range(2, 13)}
    scale = BAR / max(*desk.view.sums, *expected.values())
    rows = "".join(
        f'<tr><th scope="row">{number}</th><td class="nk-bar">'
        f'<svg viewBox="0 0 {BAR} {HIGH}" preserveAspectRatio="none" aria-hidden="true">'
        f'<rect width="{scale * desk.view.sums[number]:.1f}" height="{HIGH}"/>'
        f'<line x1="{scale * expect:.1f}" x2="{scale * expect:.1f}" y1="0" y2="{HIGH}"/></svg></td>'
        f"<td>{desk.view.sums[number]}</td></tr>"
        for number, expect in expected.items()
    )
    heads = (gettext_noop("Sum"), gettext_noop("Times"))
    first, last = (f'<th scope="col">{desk.say(text(head))}</th>' for head in heads)
    return (
        f'<table class="nk-rolls"><caption>{caption}</caption>'
        f"<thead><tr>{first}<td></td>{last}</tr></thead><tbody>{rows}</tbody></table>"
    )


def _faces(desk: Desk) -> str:
    """How often each die showed each face."""
    faces = range(1, 7)
    columns = "".join(f'<th scope="col">{face}</th>' for face in faces)
    dice = [
        (text(gettext_noop("Red die")), desk.view.reds),
        (text(gettext_noop("White die")), desk.view.whites),
    ]
    if desk.view.saga is not None:
        dice.append((text(gettext_noop("Event die")), desk.view.saga.faces))
    rows = "".join(
        f'<tr><th scope="row">{desk.say(name)}</th>{"".join(f"<td>{counts[face]}</td>" for face in faces)}</tr>'
        for name, counts in dice
    )
    corner = desk.say(text(gettext_noop("Face")))
    return (
        f'<table class="nk-faces"><thead><tr><th scope="col">{corner}</th>{columns}</tr></thead>'
        f"<tbody>{rows}</tbody></table>"
    )

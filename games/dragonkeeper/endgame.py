"""Draws the end: tribute, releases and scores, step by step, for everybody to read."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from games.core.drawing import icon, use
from games.core.model import Pen
from games.core.words import Text, gettext_noop, text
from games.dragonkeeper import labels
from games.dragonkeeper.state import Reckoning
from games.dragonkeeper.view import View
from games.dragonkeeper.words import GUILD_NAMES, tile_name


def reckoning(view: View, pen: Pen) -> str:
    """The three steps in a list."""

    def say(words: Text) -> str:
        return escape(pen.say(words))

    steps = (
        (
            text(gettext_noop("The tribute")),
            _lines(view, pen, (_tribute(pen, one) for one in view.reckonings)),
        ),
        (
            text(gettext_noop("The releases")),
            _lines(view, pen, (_releases(pen, one) for one in view.reckonings)),
        ),
        (text(gettext_noop("The scores")), _scores(view, pen)),
    )
    items = "".join(f"<li><h2>{say(title)}</h2>{inside}</li>" for title, inside in steps)
    return f'<ol class="kp-end">{items}</ol>'


def _lines(view: View, pen: Pen, facts: Iterable[str]) -> str:
    """A line a player: guild, name, and what happened."""
    lines = "".join(
        f"<li>{_who(view, pen, one)}<span>{fact}</span></li>"
        for one, fact in zip(view.reckonings, facts, strict=True)
    )
    return f'<ul class="kp-steps">{lines}</ul>'


def _who(view: View, pen: Pen, one: Reckoning) -> str:
    guild = view.guilds[one.seat]
    name = escape(pen.say(GUILD_NAMES[guild]))
    emblem = icon(use(f"dragonkeeper-guild-{guild.value}"))
    return (
        f'<span class="kp-who" title="{name}">{emblem}<span class="visually-hidden">{name}: </span>'
        f"<b>{escape(pen.sitters[one.seat].name)}</b></span>"
    )


def _tribute(pen: Pen, one: Reckoning) -> str:
    stacks = [
        f'<span class="kp-paid">{icon(use(f"dragonkeeper-tile-{colour.value}"))}'
        f"{escape(pen.say(labels.stack(colour, tiles)))}</span>"
        for colour, tiles in one.paid
    ]
    return " ".join(stacks) or escape(pen.say(text(gettext_noop("nothing"))))


def _releases(pen: Pen, one: Reckoning) -> str:
    if not one.frees:
        return escape(pen.say(text(gettext_noop("none used"))))
    used = (
        text(gettext_noop("{release} lets {tile} go"), release=tile_name(release), tile=tile_name(tile))
        for release, tile in one.frees
    )
    return "<br>".join(escape(pen.say(words)) for words in used)


def _scores(view: View, pen: Pen) -> str:
    """Points for the others' tiles, lost for the own guild's, for treasure where that counts, and the total."""

    def say(words: Text) -> str:
        return escape(pen.say(words))

    heads = [text(gettext_noop("Player")), text(gettext_noop("Prisoners")), text(gettext_noop("Own guild"))]
    heads += [text(gettext_noop("Treasure"))] if view.bonus else []
    heads.append(text(gettext_noop("Total")))
    best = max(one.total for one in view.reckonings)
    rows = []
    for one in sorted(view.reckonings, key=lambda one: -one.total):
        numbers = [str(one.others), f"−{one.own}" if one.own else "0"]
        numbers += [str(one.bonus)] if view.bonus else []
        cells = "".join(f"<td>{number}</td>" for number in numbers)
        total = str(one.total).replace("-", "−")
        kind = ' class="kp-best"' if one.total == best else ""
        rows.append(
            f'<tr{kind}><th scope="row">{_who(view, pen, one)}</th>{cells}<td><b>{total}</b></td></tr>'
        )
    head = "".join(f'<th scope="col">{say(words)}</th>' for words in heads)
    return f'<table class="kp-scores"><thead><tr>{head}</tr></thead><tbody>{"".join(rows)}</tbody></table>'

"""The tiles of the panel: a symbol with few words, that can be tapped where it leads somewhere."""

from __future__ import annotations

from collections.abc import Iterator

from games.core.drawing import UNIT, choice, use
from games.core.words import Text, gettext_noop, text
from games.natrak.components import GOODS, KINDS, Counts
from games.natrak.desk import Desk
from games.natrak.names import cards_name
from games.natrak.state import covers

ICON, SMALL_ICON = 26, 14


def icon(symbol: str, size: int = ICON) -> str:
    """A symbol to stand in a line; the words beside it say what it is."""
    return f'<svg viewBox="0 0 {UNIT} {UNIT}" width="{size}" height="{size}" aria-hidden="true">{use(symbol)}</svg>'


def material_symbol(at: int) -> str:
    """The symbol of a material by its place among all kinds."""
    kind = "good" if KINDS[at] in GOODS else "resource"
    return f"natrak-{kind}-{KINDS[at].value}"


def price_tile(
    desk: Desk, pick: str, symbol: str, name: Text, cost: Counts, left: int | None, *, free: bool = False
) -> str:
    """What a thing costs; on gold if one can pay, with how many are left where they are counted."""
    payable = free or covers(desk.view.hand, cost)
    return cost_tile(
        desk,
        pick,
        desk.say(_affordable(name, cost, left, payable=payable)),
        f"{icon(symbol)}{'' if left is None else f'<small>×{left}</small>'}",
        cost,
        payable=payable,
        free=free,
    )


def _affordable(name: Text, cost: Counts, left: int | None, *, payable: bool) -> Text:
    if left is None:
        return text(
            gettext_noop("{piece}: {cards}. You can pay.")
            if payable
            else gettext_noop("{piece}: {cards}. You can't pay yet."),
            piece=name,
            cards=cards_name(cost),
        )
    return text(
        gettext_noop("{piece}: {cards}. You can pay; {left} left.")
        if payable
        else gettext_noop("{piece}: {cards}. You can't pay yet; {left} left."),
        piece=name,
        cards=cards_name(cost),
        left=left,
    )


def cost_tile(
    desk: Desk, pick: str, said: str, what: str, cost: Counts, *, payable: bool, free: bool = False
) -> str:
    """A tile with its price under it; `said` is what it says to who can't see it."""
    chosen = desk.is_chosen(pick)
    kind = "nk-cost" + (" nk-can" if payable else "") + (" nk-chosen" if chosen else "")
    inside = (
        f'<span class="nk-what">{what}</span>'
        f'<span class="nk-price">{"".join(_price(desk, cost, free=free))}</span>'
    )
    if pick in desk.choices:
        return f'<li><a class="{kind}" {choice(desk.pen, pick, said, chosen=chosen)} title="{said}">{inside}</a></li>'
    return f'<li><span class="{kind}" role="img" aria-label="{said}" title="{said}">{inside}</span></li>'


def _price(desk: Desk, cost: Counts, *, free: bool) -> Iterator[str]:
    """The cards that a thing costs; those that the reader lacks are faint."""
    for at, n in enumerate(cost):
        for nth in range(n):
            lacking = "" if free or nth < desk.view.hand[at] else ' class="nk-lacking"'
            yield f"<span{lacking}>{icon(material_symbol(at), SMALL_ICON)}</span>"

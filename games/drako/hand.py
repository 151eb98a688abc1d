"""Draws the reader's hand: cards whose symbols are chosen by a tap."""

from __future__ import annotations

from html import escape

from games.core.drawing import use
from games.core.words import gettext_noop, text
from games.drako.components import CARDS, MOST_CARDS, Kind, Symbol
from games.drako.desk import Desk
from games.drako.moves import PLAYS
from games.drako.words import card_name

WIDE, HIGH, PITCH = 64, 90, 70
"""The size of a card, and how far apart cards are."""
VERBS = {kind: verb for verb, kinds in PLAYS.items() for kind in kinds}
"""The verb that plays a symbol."""


def hand(desk: Desk) -> str:
    """The cards side by side; nothing for a spectator."""
    view = desk.view
    if view.seat is None:
        return ""
    columns = max(MOST_CARDS, len(view.hand))
    start = (columns - len(view.hand)) * PITCH / 2
    cards = "".join(
        _card(desk, card, start + PITCH * n, _nth(view.hand, n)) for n, card in enumerate(view.hand)
    )
    title = escape(desk.pen.say(text(gettext_noop("Your cards"))))
    width = columns * PITCH - PITCH + WIDE
    return f'<svg viewBox="-2 -6 {width + 4} {HIGH + 8}" role="group" aria-label="{title}">{cards}</svg>'


def _nth(hand: tuple[str, ...], number: int) -> int:
    """How many equal cards come before this one."""
    return hand[:number].count(hand[number])


def _card(desk: Desk, card: str, x: float, before: int) -> str:
    """A card; only the first of equal ones can be chosen, but for a second use in one move."""
    side = "dragon" if desk.view.seat == desk.view.order[0] else "dwarves"
    symbols = CARDS[card].symbols
    ground = f'<use href="#drako-card-{side}" width="{WIDE}" height="{HIGH}"/>'
    split = f'<use href="#drako-card-split" width="{WIDE}" height="{HIGH}"/>' if len(symbols) > 1 else ""
    whole = _whole_pick(desk, card, before)
    parts = [f"<title>{desk.say(card_name(card))}</title>", ground, split]
    parts += [_symbol(desk, card, number, symbol) for number, symbol in enumerate(symbols)]
    if whole:
        area = f'<rect class="spot-area" x="3" y="3" width="{WIDE - 6}" height="{HIGH - 6}" rx="7"/>'
        parts.append(desk.spot(whole, area))
    elif before == 0:
        parts += _symbol_spots(desk, card)
    raised = -4 if desk.card == card and before == 0 else 0
    return f'<g transform="translate({x:g} {raised})">{"".join(parts)}</g>'


def _box(card: str, number: int) -> tuple[float, float, float]:
    """Where a symbol stands on its card: x, y, size."""
    if len(CARDS[card].symbols) == 1:
        return 11, 24, 42
    return 15.5, 9.5 + 38.5 * number, 33


def _symbol(desk: Desk, card: str, number: int, symbol: Symbol) -> str:
    x, y, size = _box(card, number)
    drawn = use(symbol_id(symbol), x=x, y=y, size=size)
    return f'<g opacity=".35">{drawn}</g>' if _is_idle(desk, card, symbol) else drawn


def symbol_id(symbol: Symbol) -> str:
    """The drawing of a symbol."""
    number = f"-{symbol.value}" if symbol.value else ""
    return f"drako-symbol-{symbol.kind.value}{number}"


def _is_idle(desk: Desk, card: str, symbol: Symbol) -> bool:
    """Whether the reader has to play or block, and this symbol is of no use for it."""
    if f"nothing {card}" in desk.choices:
        return symbol.kind is Kind.DEFENCE or f"{VERBS[symbol.kind]} {card}" not in desk.choices
    return "block -" in desk.choices and symbol.kind is not Kind.DEFENCE


def _symbol_spots(desk: Desk, card: str) -> list[str]:
    """An area for each symbol that can be used, or the whole card where it goes for nothing only."""
    symbols = CARDS[card].symbols
    found = []
    for number, symbol in enumerate(symbols):
        pick = f"{VERBS.get(symbol.kind, 'block')} {card}"
        if pick in desk.open and symbol.kind is not Kind.DEFENCE:
            top, height = (6, HIGH - 12) if len(symbols) == 1 else (6 + 39.5 * number, 38.5)
            area = f'<rect class="spot-area" x="6" y="{top:g}" width="{WIDE - 12}" height="{height}" rx="7"/>'
            found.append(desk.spot(pick, area))
    return found


def _whole_pick(desk: Desk, card: str, before: int) -> str | None:
    """The choice that the whole card stands for: a block, a discard, or playing it for nothing."""
    picks = [
        pick for pick in desk.open if pick.startswith(("block ", "discard ")) and pick.endswith(f" {card}")
    ]
    picks.sort(key=lambda pick: len(pick.split()))
    if picks:
        return _of_equal(desk, picks, card, before)
    nothing = f"nothing {card}"
    useful = any(f"{VERBS[s.kind]} {card}" in desk.open for s in CARDS[card].symbols if s.kind in VERBS)
    return nothing if nothing in desk.open and not useful and before == 0 else None


def _of_equal(desk: Desk, picks: list[str], card: str, before: int) -> str | None:
    """Of equal cards the first stands for the step chosen first, the next for the open one."""
    used = [pick for pick in desk.chain if pick.endswith(f" {card}")]
    if before < len(used):
        return used[before]
    open_ = [pick for pick in picks if pick not in desk.chain]
    return open_[-1] if open_ and before == len(used) else None

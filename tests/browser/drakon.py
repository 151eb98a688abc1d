"""How a plain player plays Drakon by what stands on the page: grab gold, else build a way to it, else wander."""

from __future__ import annotations

import random
import re

from playwright.sync_api import Locator

from tests.browser.pages import Board, nearest

GO = "Move to "
GOLD = "Find Gold"
HARMLESS = """a:not([aria-label*="Drakon's Due"]):not([aria-label*="Wishing Well"])"""
SAID: dict[str, str] = {
    r"Place (?P<what>.+) at .+, then draw": "{who} placed {what}.",
    r"Move to (?P<what>[^.]+)\. ": "{who} entered {what}.",
    r"Swap (?P<what>.+) for .+\. Tap": "{who} swapped {what} for",
    r"Destroy (?P<what>.+): ": "{who} destroyed {what}.",
    r"Turn (?P<what>.+) (a quarter|half)": "{who} turned {what}.",
    r"Move (?P<whom>.+) to (?P<what>.+)\.": "{who} moved {whom} into {what} with the orb.",
    r"Take a chamber at random from (?P<whom>.+)\.": "from {whom}.",
    r"Take a coin from the start": "{who} took a coin from the start chamber.",
    r"Leave the coins": "{who} left the coins on the start chamber.",
    r"None of your chambers fits": "{who} had no chamber that fits anywhere.",
}
"""What a preview promises, and how the log tells it afterwards."""


def log_line(promise: str, who: str) -> str:
    """The line of the log that everybody must read after a move."""
    for pattern, line in SAID.items():
        if found := re.match(pattern, promise):
            return line.format(who=who, **{k: v for k, v in found.groupdict().items() if v})
    raise AssertionError(f"the test does not know what to expect of {promise!r}")


def goes(board: Board, chamber: str = "") -> Locator:
    """The chambers on the board that the hero can move to, all or those of one name."""
    return board.page.locator(f'.board a.spot:not([aria-current])[aria-label^="{GO}{chamber}"]')


def play(board: Board) -> str:
    """One move by clicking; returns what the page promised of it."""
    if (gold := goes(board, GOLD)).count():
        board.choose(gold.first)
    elif board.in_bar.count():
        board.choose(board.in_bar.first)  # "Take a coin", where that is the question
    elif (card := board.in_hand.filter(has_text=GOLD)).count():
        _place_near(board, card.first)
    elif (harmless := goes(board).and_(board.page.locator(HARMLESS))).count() and random.random() < 0.5:
        board.choose(_any(harmless))
    return board.takes_any()


def _any(places: Locator) -> Locator:
    return places.nth(random.randrange(places.count()))


def _place_near(board: Board, card: Locator) -> None:
    """Beside one's own hero, or as near as it fits."""
    board.choose(card)
    if not board.confirm.count() and board.on_board.count():
        board.choose(nearest(board.on_board, board.page.locator(".dk-hero.dk-mine")))

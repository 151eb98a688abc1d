"""What one does at a table of Drako, and what the log tells of it."""

from __future__ import annotations

import re

from playwright.sync_api import Locator

from tests.browser.pages import Board

SAID: dict[str, str] = {
    r"Attack the dragon with strength (?P<n>\d)": "A dwarf struck at the dragon with strength {n}.",
    r"Attack (?P<whom>\w+) with strength (?P<n>\d)": "The dragon struck at {whom} with strength {n}.",
}
"""What a preview promises of an attack, and how the log tells it afterwards."""


def log_line(promise: str) -> str:
    """The line of the log that everybody must read after an attack."""
    for pattern, line in SAID.items():
        if found := re.match(pattern, promise):
            return line.format(**found.groupdict())
    raise AssertionError(f"the test does not know what to expect of {promise!r}")


def cards(board: Board, label: str = "") -> Locator:
    """The symbols and cards of the hand that can be chosen, all or those of which the label says this."""
    return board.page.locator(f'.hand-area a.spot:not([aria-current])[aria-label*="{label}"]')


def attack(board: Board) -> str:
    """The first card with a plain attack, against whoever can be hit; returns what the page promised."""
    board.choose(cards(board, "Play attack").first)
    if not board.confirm.count():
        board.choose(board.on_board.first)
    return board.do_it()


def orders(board: Board, answer: str) -> None:
    """Leave a standing order; no log tells of it."""
    board.in_bar.filter(has_text="If attacked…").click()
    board.choose(board.in_bar.filter(has_text=answer))
    board.confirm.click()
    board.confirm.wait_for(state="detached")

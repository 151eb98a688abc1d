"""How a plain player plays Dragonkeeper by what stands on the page: gifts that bring a treasure, actions used."""

from __future__ import annotations

import random
import re

from playwright.sync_api import Locator

from tests.browser.pages import Board

TAKE = "take a tile from the dragon's row"
GIVE = "give a tile from the dragon's column"
TRIBUTE = "The dragon wants its tribute"
GENEROUS = r" [3-6]\b"
"""A gift of this value brings a treasure."""
SAID: dict[str, str] = {
    r"You take (?P<tile>[^.]+)\. The trap is gone": "{who} sprang the remote trap and took {tile}.",
    r"You take (?P<tile>[^.]+)\. The passage is gone": "slipped through the secret passage and took {tile}.",
    r"You take (?P<tile>[^.]+)\.": "{who} took {tile}.",
    r"You give (?P<tile>.+) to (?P<whom>[^.]+?)(\.| and get a treasure\.)": "{who} gave {tile} to {whom}.",
    r"You get (?P<tile>.+) from (?P<whom>.+), who gets": "for {whom}'s {tile}.",
    r"You leave the action unused": "{who} left the",
}
"""What a preview promises, and how the log tells it afterwards."""


def log_line(promise: str, who: str) -> str:
    """The line of the log that everybody must read after a move."""
    for pattern, line in SAID.items():
        if found := re.match(pattern, promise):
            return line.format(who=who, **{k: v for k, v in found.groupdict().items() if v})
    raise AssertionError(f"the test does not know what to expect of {promise!r}")


def tops(board: Board) -> Locator:
    """The tops of opponents' stacks that can be had in exchange."""
    return board.page.locator(".kp-tops a.spot")


def stacks(board: Board) -> Locator:
    """One's own stacks that can be chosen for the dragon instead of the chosen one."""
    return board.page.locator(".kp-fan a:not([aria-current])")


def play(board: Board) -> str:
    """One move by clicking; returns what the page promised of it."""
    asked = board.question.inner_text()
    if TAKE in asked:
        _take(board)
    elif GIVE in asked:
        board.choose(_generous(board.on_board.all()))
    else:
        board.choose(random.choice([*tops(board).all(), *board.on_board.all()]))
    return board.do_it()


def _take(board: Board) -> None:
    """A tile after which there is something to give that brings a treasure, if one is soon found.

    Who plays like this can pay the dragon: once in ten thousand matches somebody is eliminated.
    """
    board.choose(random.choice(board.on_board.all()))
    for _ in range(6):
        if re.search(GENEROUS, board.preview.inner_text().partition(". ")[2]):
            break
        if others := board.on_board.all():
            board.choose(random.choice(others))


def _generous(tiles: list[Locator]) -> Locator:
    generous = [tile for tile in tiles if re.search(GENEROUS, tile.get_attribute("aria-label") or "")]
    return random.choice(generous or tiles)

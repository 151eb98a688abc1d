"""How a plain player plays Drakon by what stands on the page: grab gold, else build a way to it, else wander."""

from __future__ import annotations

import random
import re

from playwright.sync_api import Locator

from tests.browser.pages import Board, distance

GO = "Move to "
GOLD = "Find Gold"
HARM = ("Drakon's Due", "Wishing Well")
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


def goes(board: Board, chamber: str = "") -> list[str]:
    """The names of the chambers on the board that the hero can move to."""
    return [
        name
        for spot in board.on_board.all()
        if (name := spot.get_attribute("aria-label") or "").startswith(GO + chamber)
    ]


def play(board: Board) -> str:
    """One move by clicking; returns what the page promised of it."""
    if (going := goes(board)) or board.page.locator(".hand a.card[id^='pick-place']").count():
        _take_turn(board, going)
    elif (coin := board.in_bar.filter(has_text="Take a coin")).count():
        board.choose(coin)
    while not board.confirm.count():
        steps = [place for place in (board.on_board, board.in_bar, board.in_hand) if place.count()]
        board.choose(steps[0].nth(random.randrange(steps[0].count())))
    return board.do_it()


def _take_turn(board: Board, going: list[str]) -> None:
    gold = [name for name in going if name.startswith(GO + GOLD)]
    harmless = [name for name in going if not any(word in name for word in HARM)]
    cards = board.in_hand
    golden = cards.filter(has_text=GOLD)
    if gold:
        _go(board, gold[0])
    elif golden.count():
        _place_near(board, golden.first)
    elif harmless and (random.random() < 0.5 or not cards.count()):
        _go(board, random.choice(harmless))
    elif cards.count():
        board.choose(cards.first)
    else:
        _go(board, random.choice(going))


def _go(board: Board, name: str) -> None:
    board.choose(board.on_board.and_(board.page.locator(f'[aria-label="{name}"]')))


def _place_near(board: Board, card: Locator) -> None:
    board.choose(card)
    if board.confirm.count():
        return
    hero = board.page.locator(".dk-hero.dk-mine")
    board.choose(min(board.on_board.all(), key=lambda spot: distance(spot, hero)))

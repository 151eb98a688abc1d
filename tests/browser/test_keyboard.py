"""Whole matches by keyboard alone, from the front page to the result; the rivals answer at once, behind the scenes."""

from __future__ import annotations

from statistics import median

import pytest
from playwright.sync_api import expect

from games import GAMES
from portal import lobby, people
from tests.browser import natrak
from tests.browser.conftest import Visit
from tests.browser.courses import COURSES, answer
from tests.browser.keyboard import Keyboard
from tests.browser.pages import SOON, Board
from tests.browser.site import Site
from tests.browser.tables import COLOURS, Party, opened

FEW = 15
"""Keys that an ordinary move takes at most, from the question before it to the question after it."""

# From the front page to the result


@pytest.mark.parametrize("game", COURSES)
def test_a_whole_match_is_played_by_keyboard_alone(visit: Visit, site: Site, game: str):
    course = COURSES[game]
    line = course.written(game)
    keys = Keyboard(visit("/"))
    table = _sit_down(keys, site, game)
    board = Board(keys.page, course.names[0])
    expect(board.live).to_be_visible(timeout=SOON)
    keys.follow(keys.page.locator("a.skip[href='#question']"))
    assert keys.is_seen() == "question"
    stored: list[tuple[int, str]] = []
    for number, (seat, text) in enumerate(line):
        if seat:
            stored.append((seat, text))
            continue
        answer(table, stored, len(course.names))
        stored.clear()
        expect(board.live).to_have_attribute("data-ply", str(number), timeout=SOON)
        keys.is_seen()
        keys.make(text)
        expect(board.question).to_be_focused()
        keys.is_seen()
    answer(table, stored, len(course.names))
    expect(board.result).to_be_visible(timeout=SOON)
    expect(board.question).to_be_focused()
    keys.is_seen()
    keys.go(keys.page.locator("#rematch"))
    assert [text for _, text in line] == table.moves()
    print(game, len(keys.costs), sorted(keys.costs))
    assert median(keys.costs) <= FEW


def _sit_down(keys: Keyboard, site: Site, game: str) -> Party:
    """Open a table, take a seat, let the others take theirs, and start."""
    page, course = keys.page, COURSES[game]
    title = page.get_by_role("heading", name=course.title, exact=True)
    keys.follow(page.get_by_role("article").filter(has=title).get_by_role("link", name="Open a table"))
    if course.options:
        keys.go(page.get_by_label("or another number, from 5 to 500"))
        keys.write(natrak.GOAL)
    keys.follow(page.get_by_role("button", name="Open the table"))
    keys.go(page.locator("#sit").get_by_label("Your name at the table"))
    keys.write(course.names[0])
    keys.press("Enter")
    expect(page.locator("li.chair", has_text=course.names[0])).to_contain_text("you")
    table = opened(site, page)
    site.do(lambda: _others_sit(table, game, course.names[1:]))
    table.deal(course.seed)
    keys.follow(page.get_by_role("button", name="Start the match"))
    return table


def _others_sit(table: Party, game: str, names: tuple[str, ...]) -> None:
    heroes = list(GAMES[game].portraits({})) or [""] * len(COLOURS)
    for colour, hero, name in zip(COLOURS[1:], heroes[1:], names, strict=False):
        lobby.sit(table.pk, people.arrive("en"), name=name, colour=colour, portrait=hero)

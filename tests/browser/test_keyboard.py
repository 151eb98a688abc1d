"""Whole matches by keyboard alone, from the front page to the result; the rivals answer at once, behind the scenes."""

from __future__ import annotations

from collections.abc import Callable
from statistics import median

import pytest
from playwright.sync_api import Page, expect

from games import GAMES
from portal import lobby, people
from tests.browser import natrak
from tests.browser.conftest import Visit
from tests.browser.courses import COURSES, answer
from tests.browser.keyboard import Keyboard
from tests.browser.pages import SOON, Board
from tests.browser.site import Site
from tests.browser.tables import COLOURS, Party, opened, party

FEW = 15
"""Keys that an ordinary move takes at most, from the question before it to the question after it."""
MOST_STEPS = 20
"""Arrows that lead across the largest board."""
FROM_EVERYWHERE = """() => {
  const places = [...document.querySelectorAll("#board a")];
  const ways = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"];
  const beside = new Map(places.map((place) => [place, ways.map((key) => {
    place.focus();
    place.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
    return document.activeElement;
  })]));
  return places.flatMap((start) => {
    const far = new Map([[start, 0]]);
    for (const [place, steps] of far) {
      for (const next of beside.get(place)) if (!far.has(next)) far.set(next, steps + 1);
    }
    return [...far.values()];
  });
}"""
"""How many arrows lead from every place to every one that they reach."""

# From the front page to the result


@pytest.mark.parametrize("game", COURSES)
def test_a_whole_match_is_played_by_keyboard_alone(
    visit: Visit, site: Site, everywhere: Callable[[Page], None], game: str
):
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
    assert median(keys.costs) <= FEW
    if game == "natrak":  # the ends of the others are looked at in their own tests
        everywhere(keys.page)


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


# Where keys lead


def test_escape_folds_a_sheet_and_undoes_a_selection(visit: Visit, site: Site):
    table = party(site, seed="escape")
    keys = Keyboard(visit(table.path, who=table.cookies["Ana"]))
    page, board = keys.page, Board(keys.page, "Ana")
    for sheet in ("#words", "#more", "#chat"):
        opener = page.locator(f"{sheet} > summary")
        keys.follow(opener)
        keys.press("Tab")
        keys.press("Escape")
        if sheet == "#words":  # nothing in it takes the focus, which has gone on
            keys.go(opener)
            keys.press("Escape")
        expect(opener).to_be_focused()
        expect(page.locator(sheet)).not_to_have_attribute("open", "")
    card = board.in_hand.first
    keys.choose(card)
    keys.press("Escape")
    expect(page.locator(".hand a[aria-current]")).to_have_count(0)
    expect(board.in_hand.first).to_be_focused()


def test_links_at_the_top_skip_to_question_board_and_list(visit: Visit, site: Site):
    table = party(site, game="natrak", names=("Ana", "Bo", "Cy"), size=3, seed="skips")
    keys = Keyboard(visit(table.path, who=table.cookies["Ana"]))
    page = keys.page
    for place, goal in (
        ("#question", page.locator("#question")),
        ("#board", page.locator("#board a").first),
        ("#side", page.locator("#moves a").first),
    ):
        link = page.locator(f"a.skip[href='{place}']")
        keys.go(link)
        expect(link).to_be_in_viewport()
        keys.press("Enter")
        expect(goal).to_be_focused()
        keys.is_seen()


def test_numbers_lead_to_the_buttons_and_make_no_move(visit: Visit, site: Site):
    table = party(site, seed="numbers")
    keys = Keyboard(visit(table.path, who=table.cookies["Ana"]))
    page, board = keys.page, Board(keys.page, "Ana")
    keys.choose(board.in_hand.first)
    if not board.confirm.count():
        keys.choose(board.on_board.first)
    keys.press("1")
    expect(board.confirm).to_be_focused()
    keys.press("2")
    expect(board.confirm).to_have_count(0)
    assert not table.moves()
    expect(page.locator("#back")).to_have_count(0)


@pytest.mark.parametrize("seats", [3, 5])
def test_arrows_lead_from_every_place_to_every_other(visit: Visit, site: Site, seats: int):
    """Where a first camp can be founded: all corners of the island."""
    names = ("Ana", "Bo", "Cy", "Dee", "Eli")[:seats]
    table = party(site, game="natrak", names=names, size=seats, seed="arrows")
    page = visit(table.path, who=table.cookies["Ana"])
    assert page.locator("#board a").count() >= 54
    steps = page.evaluate(FROM_EVERYWHERE)
    assert len(steps) == page.locator("#board a").count() ** 2
    assert max(steps) <= MOST_STEPS


def test_a_key_that_is_held_down_chooses_and_makes_no_move(visit: Visit, site: Site):
    table = party(site)
    name = table.awaited()
    board = Board(visit(table.path, who=table.cookies[name]), name)
    board.choose(board.in_hand.first)
    spot = board.on_board.first
    spot.focus()
    for _ in range(20):
        board.page.keyboard.down("Space")
        board.page.wait_for_timeout(35)
    board.page.keyboard.up("Space")
    expect(board.page.locator("#live")).not_to_have_attribute("data-picked", "", timeout=SOON)
    assert table.moves() == []

"""Natrak in browsers: three people play a match by clicks, and every choice can be reached on a phone."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser import natrak
from tests.browser.conftest import PHONE, Visit
from tests.browser.pages import SOON, Board, Waiting
from tests.browser.site import Site
from tests.browser.tables import opened, party

TARGET = 24
"""Pixels that everything to tap must measure at least."""
SIZES = (
    "[...document.querySelectorAll('.board a.spot, .hand-area a, .prompt a, .prompt button, .zoom button')]"
    ".map(e => e.getBoundingClientRect()).filter(b => b.width).map(b => Math.min(b.width, b.height))"
)
"""The smaller side of everything to tap."""
SPOTS = SIZES.replace(", .hand-area a, .prompt a, .prompt button, .zoom button", "")
"""The same of the board alone."""
WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


@pytest.mark.long
def test_three_people_play_a_match_to_the_end(visit: Visit, site: Site, axe: Callable[[Page], None]):
    line = natrak.written()
    ana = visit("/")
    _open(ana)
    room = Waiting(ana)
    room.sit("Ana")
    bo = visit(room.link, phone=True)
    Waiting(bo).sit("Bo")
    cy = visit(room.link, dark=True)
    Waiting(cy).sit("Cy")
    for name in ("Bo", "Cy"):
        expect(room.chair(name)).to_contain_text("here", timeout=SOON)
    table = opened(site, ana)
    table.deal(line.seed)
    room.start()
    boards = [Board(ana, "Ana"), Board(bo, "Bo"), Board(cy, "Cy")]
    for board in boards:
        expect(board.page.locator("svg.board")).to_be_visible(timeout=SOON)

    stored: list[tuple[int, str]] = []
    for number, (seat, text) in enumerate(line.moves):
        if number not in line.clicked:
            stored.append((seat, text))
            continue
        if stored:
            for board in boards:
                board.page.goto("about:blank")
            natrak.store(table, stored)
            stored.clear()
            for board in boards:
                board.page.goto(table.path)
        expect(boards[seat].live).to_have_attribute("data-ply", str(number), timeout=SOON)
        if text.startswith("levantarMano"):
            _counter_survives(boards, seat, text, axe)
        else:
            natrak.click(boards[seat], text)
        assert boards[1].page.evaluate(WIDE) <= 0, text

    assert table.moves() == [text for _, text in line.moves]
    assert len(line.clicked) >= 20
    assert line.match.outcome is not None
    winner = boards[line.match.outcome.winners[0]].name
    for board in boards:
        expect(board.result.locator("h2")).to_have_text(f"{winner} wins!", timeout=SOON)


def _open(page: Page) -> None:
    """A table to five points, a number that stands on no tile."""
    title = page.get_by_role("heading", name="Natrak", exact=True)
    page.get_by_role("article").filter(has=title).get_by_role("link", name="Open a table").click()
    page.get_by_label("or another number, from 5 to 500").fill(natrak.GOAL)
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_text("Victory points")).to_be_visible()


def _counter_survives(boards: list[Board], rival: int, text: str, axe: Callable[[Page], None]) -> None:
    """Somebody puts a counter-offer together while another raises a hand: it stays as it is."""
    offerer = next(board for board in boards if board.page.locator("#takeback").count())
    third = next(board for board in boards if board not in (offerer, boards[rival]))
    ply = boards[rival].ply
    expect(third.live).to_have_attribute("data-ply", str(ply), timeout=SOON)
    third.in_bar.filter(has_text="Make a counter-offer").click()
    give = third.page.locator("a[id^='nk-give-'][id$='-more']").first
    ident = give.get_attribute("id") or ""
    natrak.tap(third, ident)
    axe(third.page)
    natrak.click(boards[rival], text)
    expect(third.live).to_have_attribute("data-ply", str(ply + 1), timeout=SOON)
    expect(third.page.locator(".nk-offer")).to_contain_text(f"{boards[rival].name} would take the offer.")
    expect(third.page.locator(f"#{ident.replace('more', 'less')}")).to_be_visible()
    third.page.locator("#back").click()
    expect(third.page.locator(".nk-trade")).to_have_count(0)


def test_the_goal_goes_with_the_version_until_one_chooses_it(visit: Visit):
    page = visit("/new/natrak/")

    def choose(title: str, words: str) -> None:
        page.get_by_role("group", name=title).get_by_text(words).click()

    goal = page.locator("[name=option_goal]:checked")
    expect(goal).to_have_value("10")
    expect(page.get_by_text("as usual")).to_be_hidden()
    choose("Version", "With adventurers")
    expect(goal).to_have_value("13")
    choose("Version", "Basic")
    expect(goal).to_have_value("10")
    choose("Victory points", "21")
    choose("Version", "With adventurers")
    expect(goal).to_have_value("21")


def test_with_adventurers_the_table_fits_and_is_accessible_and_everything_can_be_tapped(
    visit: Visit, site: Site, everywhere: Callable[[Page], None]
):
    line = natrak.ventured()
    names = ("Ana", "Bo", "Cy", "Dee")
    table = party(site, game="natrak", names=names, size=4, seed=line.seed, options=natrak.ADVENTURE)
    natrak.store(table, line.moves)
    page = visit(table.path, phone=True, who=table.cookies[names[line.match.waiting[0]]])
    expect(page.locator(".nk-deed").first).to_be_visible()
    page.locator("#sheet-saga summary").click()
    everywhere(page)
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    sizes = page.evaluate(SIZES)
    assert min(sizes) >= TARGET


def test_at_sea_the_table_fits_and_is_accessible_and_the_board_grows_until_it_can_be_tapped(
    visit: Visit, site: Site, everywhere: Callable[[Page], None]
):
    line = natrak.sailed()
    names = ("Ana", "Bo", "Cy", "Dee")
    table = party(site, game="natrak", names=names, size=4, seed=line.seed, options=natrak.VOYAGE)
    natrak.store(table, line.moves)
    page = visit(
        f"{table.path}?pick=botarDrakkar", phone=True, who=table.cookies[names[line.match.waiting[0]]]
    )
    expect(page.locator(".board a.spot").first).to_be_visible()
    everywhere(page)
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    assert page.evaluate(WIDE) <= 0
    for _ in range(2):
        page.locator("#zoom-in").click()
    assert min(page.evaluate(SPOTS)) >= TARGET
    assert page.evaluate(WIDE) <= 0


def test_everything_on_a_phone_can_be_tapped_and_the_board_made_larger(
    visit: Visit, site: Site, axe: Callable[[Page], None]
):
    names = ("Ana", "Bo", "Cy", "Dee", "Eli")
    table = party(site, game="natrak", names=names, size=5, seed="thirty hexes")
    page = visit(table.path, phone=True, who=table.cookies["Ana"])
    board = Board(page, "Ana")
    axe(page)
    spots = page.locator(".board a.spot")
    assert spots.count() == 80
    sizes = page.evaluate(SIZES)
    assert min(sizes) >= TARGET
    assert page.evaluate(WIDE) <= 0

    whole = page.locator("svg.board").bounding_box()
    assert whole and whole["width"] <= PHONE["width"]
    for _ in range(2):
        page.locator("#zoom-in").click()
    board.choose(spots.nth(40))
    larger = page.locator("svg.board").bounding_box()
    assert larger and larger["width"] > 1.9 * whole["width"]
    assert page.evaluate(WIDE) <= 0
    page.locator("#zoom-out").focus()
    for _ in range(2):
        page.keyboard.press("Enter")
    expect(page.locator(".lens")).to_have_count(0)
    assert page.locator("svg.board").bounding_box() == whole
    expect(page.locator("#zoom-in")).to_be_focused()


def test_without_a_script_the_board_is_shown_whole_and_the_dice_can_be_unfolded(visit: Visit, site: Site):
    line = natrak.written()
    moves = [text for _, text in line.moves[:13]]
    table = party(
        site, game="natrak", names=("Ana", "Bo", "Cy"), size=3, seed=line.seed,
        options={"goal": natrak.GOAL}, line=moves,
    )  # fmt: skip
    page = visit(table.path, javascript=False, who=table.cookies["Ana"])
    expect(page.locator("#zoom-in")).to_be_hidden()
    page.get_by_text("The dice so far").click()
    expect(page.locator(".nk-rolls caption")).to_have_text("1 roll; the line marks what chance would bring.")

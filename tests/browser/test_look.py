"""How tables look in the middle of a match: nothing scrolls sideways, the board has its share, fingers hit what they
aim at."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from portal import names
from tests.browser import natrak
from tests.browser.conftest import DESKTOP, NARROWEST, PHONE, Visit
from tests.browser.site import Site
from tests.browser.tables import Party, party

WIDEST = {"width": 1440, "height": 900}
FINGER = 44
"""Pixels that a finger hits easily."""
LONG = ("Maximiliana von Thurn", "Bartholomew", "Conceição", "Hieronymus", "Łucja", "Zoë")
LONGEST = tuple(f"{name} von Thurn und Taxis-Wartenberg"[: names.LONGEST] for name in LONG)
"""As long as names may be."""
BOARD, DOCK = "svg.board", ".dock"
BUTTONS = (
    ".bar a, .bar button, .undo button, .zoom button, "
    ".nk-drawer summary, .hand-area a.card, .hand-area a.nk-cost"
)
MIDDLE = [("drakon", 6, 40), ("natrak", 6, 60), ("drako", 2, 20), ("dragonkeeper", 4, 20)]
"""Games, their seats, and the moves that are made first."""


@pytest.mark.parametrize(("game", "seats", "moves"), MIDDLE)
def test_a_table_fits_every_screen_and_leaves_the_board_its_share(
    visit: Visit, site: Site, game: str, seats: int, moves: int
):
    table = party(site, game=game, names=LONG[:seats], size=seats, seed="look", options={})
    table.default(moves)
    page = visit(table.path, phone=True, who=table.cookies[table.awaited()])
    for size in (NARROWEST, PHONE, DESKTOP, WIDEST):
        _resize(page, size)
        assert _sideways(page) <= 0, size
        assert _box(page, DOCK)["y"] + _box(page, DOCK)["height"] <= size["height"] + 1, size
    _resize(page, PHONE)
    assert _seen(page) >= 0.4 * PHONE["height"]
    assert _smallest(page, BUTTONS) >= FINGER
    _resize(page, DESKTOP)
    assert _box(page, BOARD)["height"] >= 0.5 * DESKTOP["height"]


@pytest.mark.parametrize(("game", "seats", "moves"), [MIDDLE[1], MIDDLE[3]])
def test_the_board_keeps_its_size_while_one_selects(
    visit: Visit, site: Site, game: str, seats: int, moves: int
):
    table = party(
        site, game=game, names=LONGEST[:seats], size=seats, seed="look", pace="correspondence", clock=86400
    )
    table.default(moves)
    page = visit(table.path, who=table.cookies[table.awaited()], language="es")
    before = _box(page, ".board-area")
    firsts = {pick.split()[0]: pick for pick in _picks(page)}
    assert firsts
    for pick in firsts.values():
        while pick:
            page.goto(f"{table.path}?pick={pick}")
            expect(page.locator("#live")).not_to_have_attribute("data-picked", "")
            assert _box(page, ".board-area") == pytest.approx(before, abs=2), pick
            pick = max(
                (longer for longer in _picks(page) if longer.startswith(f"{pick} ")), key=len, default=""
            )


def test_with_adventurers_prices_lie_in_a_drawer_that_stays_open(visit: Visit, site: Site):
    line = natrak.ventured()
    table = _ventured(site, line)
    page = visit(table.path, phone=True, who=table.cookies[LONG[line.match.waiting[0]]])
    assert _seen(page) >= 0.4 * PHONE["height"]
    prices = page.locator(".nk-cost")
    can_be_bought = page.locator("a.nk-cost")
    assert 0 < can_be_bought.count() < prices.count()
    expect(prices.filter(visible=True)).to_have_count(can_be_bought.count())
    page.locator("#nk-drawer summary").click()
    expect(prices.filter(visible=True)).to_have_count(prices.count())
    can_be_bought.first.click()
    expect(page.locator("a.nk-cost[aria-current]")).to_be_visible()
    expect(prices.filter(visible=True)).to_have_count(prices.count())


def test_a_tap_on_the_players_shows_all_they_have(visit: Visit, site: Site):
    line = natrak.ventured()
    table = _ventured(site, line)
    page = visit(table.path, phone=True, who=table.cookies[LONG[0]])
    strip = _box(page, ".strip")["height"]
    page.locator(".strip .player").first.click(force=True, position={"x": 5, "y": 5})
    expect(page.locator("#strip-more")).to_have_attribute("open", "")
    assert _box(page, ".strip")["height"] > strip


def test_two_fingers_a_double_tap_and_a_tap_on_something_tiny_make_the_board_larger(visit: Visit, site: Site):
    table = party(site, game="natrak", names=LONG[:3], size=3, seed="look")
    page = visit(table.path, phone=True, who=table.cookies[LONG[0]])
    whole = _box(page, BOARD)
    page.evaluate(PINCH)
    assert _box(page, BOARD)["width"] > 1.8 * whole["width"]
    assert _sideways(page) <= 0
    page.evaluate(TWO_TAPS)
    expect(page.locator(".lens")).to_have_count(0)

    _resize(page, {"width": 230, "height": 640})
    spot = page.locator(".board a.spot").nth(30)
    small = spot.bounding_box()
    assert small and min(small["width"], small["height"]) < 24
    spot.tap()
    expect(page.locator(".lens")).to_be_visible()
    expect(page.locator(".board a[aria-current]")).to_have_count(0)
    larger = spot.bounding_box()
    assert larger and min(larger["width"], larger["height"]) >= FINGER - 1
    spot.tap()
    expect(page.locator(".board a[aria-current]")).to_have_count(1)


PINCH = """() => {
  const board = document.querySelector("svg.board");
  const { left, top, width, height } = board.getBoundingClientRect();
  const touches = (apart) => [-1, 1].map((side, identifier) => new Touch({
    identifier, target: board, clientX: left + width / 2 + side * apart, clientY: top + height / 2,
  }));
  const send = (kind, apart) => board.dispatchEvent(
    new TouchEvent(kind, { touches: touches(apart), bubbles: true, cancelable: true }));
  send("touchstart", 40);
  send("touchmove", 80);
}"""
"""Two fingers that go twice as far apart."""


TWO_TAPS = """() => {
  const board = document.querySelector("svg.board");
  for (const _ of [1, 2]) board.dispatchEvent(new MouseEvent("click", { bubbles: true, clientX: 9, clientY: 9 }));
}"""


def _picks(page: Page) -> list[str]:
    """What a click would select now."""
    return list(page.locator("#live a[href*='?pick=']").evaluate_all(PICKS))


PICKS = """(links) => links
  .map((link) => new URL(link.getAttribute("href"), location).searchParams.get("pick"))
  .filter((pick) => pick)"""


def _ventured(site: Site, line: natrak.Line) -> Party:
    table = party(site, game="natrak", names=LONG[:4], size=4, seed=line.seed, options=natrak.ADVENTURE)
    natrak.store(table, line.moves)
    return table


def _resize(page: Page, size: Mapping[str, int]) -> None:
    page.set_viewport_size({"width": size["width"], "height": size["height"]})


def _sideways(page: Page) -> int:
    """By how many pixels the page is too wide."""
    return int(page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"))


def _box(page: Page, what: str) -> dict[str, Any]:
    box = page.locator(what).first.bounding_box()
    assert box is not None
    return dict(box)


def _seen(page: Page) -> float:
    """How much of the screen's height the board has, as far as the dock does not cover it."""
    board, dock = _box(page, ".board-area"), _box(page, DOCK)
    return float(min(board["y"] + board["height"], dock["y"]) - board["y"])


def _smallest(page: Page, what: str) -> float:
    """The least height of such things, as they stand on the page."""
    boxes = [box for one in page.locator(what).all() if (box := one.bounding_box())]
    return min(round(box["height"]) for box in boxes)


def test_a_slow_pinch_on_a_trackpad_makes_the_board_larger(visit: Visit, site: Site):
    table = party(site)
    page = visit(table.path, who=table.cookies["Ana"])
    page.locator("svg.board").evaluate(
        """board => {
          const { left, top } = board.getBoundingClientRect();
          const where = { clientX: left + 50, clientY: top + 50 };
          const event = { bubbles: true, cancelable: true, ctrlKey: true, deltaY: -3, ...where };
          for (let n = 0; n < 60; n++) board.dispatchEvent(new WheelEvent("wheel", event));
        }"""
    )
    expect(page.locator(".lens")).to_have_count(1)

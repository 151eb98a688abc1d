"""Two play on one device, by clicks: sitting, passing the device on, taking back the eyes, to the third move."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.pages import SOON, Board, Waiting
from tests.browser.site import Site
from tests.browser.tables import opened, party


def is_covered_for(page: Page, name: str) -> None:
    """The page covers everything secret and asks for somebody by name."""
    expect(page.locator("#question")).to_have_text(f"Pass the device to {name}.", timeout=SOON)
    expect(page.locator(".hand .card, a.spot, #confirm")).to_have_count(0)


def says(page: Page, name: str) -> Board:
    """Somebody takes the device and says that it is they."""
    page.get_by_role("button", name=f"I am {name}: show my cards").click()
    expect(page.locator("#cover")).to_have_count(0)
    return Board(page, name)


def test_two_sit_down_on_one_phone_and_pass_it_on_after_every_move(visit: Visit, site: Site):
    page = visit("/new/drakon/", phone=True)
    page.get_by_text("Clock, visitors, chat, one device").click()
    page.get_by_text("Several of us play on one device").click()
    page.get_by_role("button", name="Open the table").click()
    room = Waiting(page)
    room.sit("Ana")
    room.sit("Bo")
    table = opened(site, page)
    table.deal("one device")
    room.start()
    for ply, name in enumerate(("Ana", "Bo", "Ana"), start=1):
        is_covered_for(page, name)
        board = says(page, name)
        expect(board.hand).to_have_count(4)
        board.choose(board.in_hand.first)
        if not board.confirm.count():
            board.choose(board.on_board.first)
        board.confirm.click()
        is_covered_for(page, "Bo" if name == "Ana" else "Ana")
        assert len(table.moves()) == ply


def test_without_a_script_the_device_is_passed_on_as_well(visit: Visit, site: Site):
    table = party(site, one_device=True, seed="one device")
    page = visit(table.path, who=table.cookies["Ana"], javascript=False)
    is_covered_for(page, "Ana")
    board = says(page, "Ana")
    board.choose(board.in_hand.first)
    if not board.confirm.count():
        board.choose(board.on_board.first)
    board.confirm.click()
    is_covered_for(page, "Bo")
    says(page, "Bo")
    page.get_by_role("button", name="Cover my cards").click()
    is_covered_for(page, "Bo")


def test_both_seats_are_here_while_the_page_is_open(visit: Visit, site: Site):
    table = party(site, names=("Ana", "Bo"), size=2, one_device=True)
    page = visit(table.path, who=table.cookies["Ana"])
    guest = visit(table.watch_path)
    expect(guest.locator(".player.away")).to_have_count(0, timeout=SOON)
    page.goto("/")
    expect(guest.locator(".player.away")).to_have_count(2, timeout=SOON)

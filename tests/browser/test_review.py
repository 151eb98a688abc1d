"""What a hostile reading of the page's script found."""

from __future__ import annotations

from playwright.sync_api import Route, expect

from tests.browser import drakon
from tests.browser.conftest import Visit
from tests.browser.pages import SOON, Board
from tests.browser.site import Site
from tests.browser.tables import party


def test_a_move_that_the_server_fails_on_is_not_lost_in_silence(visit: Visit, site: Site):
    table = party(site)
    name = table.awaited()
    board = Board(visit(table.path, who=table.cookies[name], excuse="(?i)status.* 500"), name)

    def fail(route: Route) -> None:
        route.fulfill(status=500, body="<h1>The dragon sat on something</h1>")

    board.choose(board.in_hand.first)
    while not board.confirm.count():
        board.choose(board.on_board.first)
    line = drakon.log_line(board.preview.inner_text(), name)
    failed = board.page.locator("#failed")
    board.page.route("**/move/", fail)
    board.confirm.click()
    expect(failed).to_be_visible(timeout=SOON)
    board.page.unroute("**/move/")
    board.confirm.click()
    expect(board.log_of(1).filter(has_text=line)).to_be_visible(timeout=SOON)
    expect(failed).to_be_hidden()
    assert len(table.moves()) == 1

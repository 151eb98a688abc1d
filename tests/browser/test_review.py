"""What a hostile reading of the page's script found."""

from __future__ import annotations

from playwright.sync_api import Route, expect

from tests.browser import drakon
from tests.browser.conftest import Visit
from tests.browser.pages import SOON, Board, until
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


def test_a_request_that_hangs_holds_up_no_other(visit: Visit, site: Site):
    """A line that went dead without a word: the page would stay as it is until the browser gives up, minutes later."""
    table = party(site)
    name = table.awaited()
    mover = Board(visit(table.path, who=table.cookies[name]), name)
    other_name = next(one for one in table.cookies if one != name)
    other = Board(
        visit(table.path, who=table.cookies[other_name], excuse="htmx:(afterRequest|timeout)"), other_name
    )
    expect(mover.page.locator(".player.away")).to_have_count(0, timeout=SOON)
    other.page.evaluate("htmx.config.timeout = 1000")
    hanging: list[Route] = []

    def hang(route: Route) -> None:
        if hanging:
            route.continue_()
        else:
            hanging.append(route)

    other.page.route(lambda url: table.path in url, hang)
    line = drakon.log_line(mover.takes_any(), name)
    until(other.page, hanging)
    other.page.evaluate(f"htmx.config.timeout = {SOON}")  # the next request may take its time
    expect(other.log_of(1).filter(has_text=line)).to_be_visible(timeout=SOON)
    assert len(hanging) == 1

"""Two people, two browsers, one match of Drakon from the front page to the result, by clicking."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser import drakon
from tests.browser.conftest import Visit
from tests.browser.pages import SOON, Board, Waiting, by_turns, open_table, without_star
from tests.browser.site import Site
from tests.browser.tables import opened

MOST_MOVES = 400


@pytest.mark.parametrize(
    "clicked", [pytest.param(MOST_MOVES, marks=pytest.mark.long), 8], ids=["all moves", "a few moves"]
)
def test_two_people_play_a_match_to_the_end(visit: Visit, site: Site, clicked: int):
    """By clicks from the front page on; what moves are left after those `clicked` are made behind the scenes."""
    ana = visit("/")
    open_table(ana, "Drakon")
    room = Waiting(ana)
    room.sit("Ana")
    bo = visit(room.link, phone=True)
    expect(room.chair("Bo")).to_have_count(0)
    Waiting(bo).sit("Bo")
    expect(room.chair("Bo")).to_contain_text("here", timeout=SOON)
    room.draw()
    order = room.drawn.all_inner_texts()
    expect(Waiting(bo).drawn).to_have_text(order, timeout=SOON)
    room.start()
    boards = [Board(ana, "Ana"), Board(bo, "Bo")]
    for board in boards:
        expect(board.page.locator(".board")).to_be_visible(timeout=SOON)
        board.is_shown(to_move=order[0])

    for _ in range(clicked):
        if boards[0].result.count():
            break
        mover = by_turns(boards)
        ply = mover.ply
        line = drakon.log_line(drakon.play(mover), mover.name)
        for board in boards:
            board.open_log()
            board.log_of(ply + 1).filter(has_text=line).first.wait_for(timeout=SOON)
    opened(site, ana).to_the_end()

    for board in boards:
        expect(board.result).to_be_visible(timeout=SOON)
        expect(board.awaited).to_have_count(0)
        expect(board.on_board).to_have_count(0)
    said = boards[0].result.locator("h2").inner_text()
    assert "win" in said
    expect(boards[1].result.locator("h2")).to_have_text(said)
    for board in boards:
        winners = board.page.locator(".player", has_text="has won").locator(".who").all_inner_texts()
        assert winners
        assert all(without_star(name) in said for name in winners)

"""Two web processes over one database and one Redis: whoever is at one of them sees who is at the other."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser import drakon
from tests.browser.conftest import Visit
from tests.browser.pages import SOON, Board
from tests.browser.site import Site
from tests.browser.tables import party


def test_presence_and_moves_cross_from_one_process_to_the_other(visit: Visit, site: Site):
    second = site.start_second_web()
    try:
        table = party(site)
        here, there = (
            Board(visit(base + table.path, who=who), name)
            for base, (name, who) in zip(("", second), table.cookies.items(), strict=True)
        )
        assert there.page.url.startswith(second)
        for board in (here, there):
            expect(board.page.locator(".player.away")).to_have_count(0, timeout=SOON)
        mover, other = (here, there) if here.name == table.awaited() else (there, here)
        line = drakon.log_line(mover.takes_any(), mover.name)
        expect(other.log_of(1).filter(has_text=line)).to_be_visible(timeout=SOON)
        here.page.close()
        expect(there.page.locator(".player.away")).to_have_count(1, timeout=3 * SOON)
    finally:
        site.stop_second_web()

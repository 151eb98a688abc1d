"""Dragonkeeper in browsers: a match by clicks, and every kind of its pages."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from games.core.model import Move
from games.dragonkeeper.components import REWARDED_GIFT, TILES
from games.dragonkeeper.moves import Give, Tribute
from games.dragonkeeper.tribute import PayTribute
from games.dragonkeeper.turn import GiveTile, TakeTile, UseExchange
from portal.matches import AnyMatch
from tests.browser import dragonkeeper
from tests.browser.conftest import Visit
from tests.browser.pages import SOON, Board, Waiting, by_turns, open_table, without_star
from tests.browser.site import Site
from tests.browser.tables import Holds, line_where, party

MOST_MOVES = 150
LAST_MOVES = 6
COUNTED = {"treasure_bonus": "on"}


# A whole match


@pytest.mark.long
def test_two_people_play_a_match_to_the_end(visit: Visit, everywhere: Callable[[Page], None]):
    ana = visit("/")
    open_table(ana, "Dragonkeeper", options={"Treasure counts": "yes"})
    room = Waiting(ana)
    room.sit("Ana")
    bo = visit(room.link, phone=True)
    Waiting(bo).sit("Bo")
    expect(room.chair("Bo")).to_contain_text("here", timeout=SOON)
    room.draw()
    order = room.drawn.all_inner_texts()
    room.start()
    boards = [Board(ana, "Ana"), Board(bo, "Bo")]
    for board in boards:
        expect(board.page.locator(".kp-board")).to_be_visible(timeout=SOON)
        board.is_shown(to_move=order[0])

    levels = _play_three_levels(boards)
    assert levels == ["Level 1 of 3", "Level 2 of 3", "Level 3 of 3"]
    _pay_tribute(boards)
    _read_the_scores(boards)
    everywhere(ana)


def test_two_people_play_the_end_of_a_match(visit: Visit, site: Site, everywhere: Callable[[Page], None]):
    seed, line = line_where(both_pay, game="dragonkeeper", options=COUNTED, among=_prudently)
    table = party(site, game="dragonkeeper", seed=seed, options=COUNTED, line=line[:-LAST_MOVES])
    boards = [
        Board(visit(table.path, who=who, phone=name == "Bo"), name) for name, who in table.cookies.items()
    ]
    for board in boards:
        expect(board.page.locator(".player.away")).to_have_count(0, timeout=SOON)
    assert _play_three_levels(boards) == ["Level 3 of 3"]
    _pay_tribute(boards)
    _read_the_scores(boards)
    everywhere(boards[0].page)


def both_pay(match: AnyMatch) -> bool:
    return isinstance(match.stack[-1], PayTribute) and len(match.waiting) == 2


def _play_three_levels(boards: list[Board]) -> list[str]:
    """Until the dragon wants its tribute; returns the names of the levels seen."""
    levels: list[str] = []
    for _ in range(MOST_MOVES):
        level = boards[0].page.locator(".kp-level li").first.inner_text()
        if level not in levels:
            levels.append(level)
        mover = by_turns(boards)
        ply = mover.ply
        line = dragonkeeper.log_line(dragonkeeper.play(mover), mover.name)
        for board in boards:
            board.reads(ply + 1, line)
        if dragonkeeper.TRIBUTE in mover.question.inner_text():
            return levels
    raise AssertionError(f"no end after {MOST_MOVES} moves")


def _pay_tribute(boards: list[Board]) -> None:
    """Both are asked at once, and neither learns what the other has answered."""
    for board in boards:
        expect(board.question).to_contain_text(dragonkeeper.TRIBUTE, timeout=SOON)
        expect(board.awaited).to_have_count(2)
        expect(board.page.locator(".prompt.mine")).to_have_count(1)
        expect(board.preview).to_contain_text("For the dragon:")
        assert board.log.filter(has_text="For your eyes only").count() <= 3
    first, last = boards
    log = last.log.all_inner_texts()
    if dragonkeeper.stacks(first).count():
        first.choose(dragonkeeper.stacks(first).first)
    promised = first.preview.inner_text()
    first.confirm.click()
    expect(last.awaited).to_have_count(1, timeout=SOON)
    for board in boards:
        board.is_shown(to_move=last.name)
    expect(first.confirm).to_have_count(0)
    expect(first.preview).to_have_text(promised)
    assert last.log.all_inner_texts() == log
    last.confirm.click()


def _read_the_scores(boards: list[Board]) -> None:
    """The result, and how it came about, are the same for both."""
    for board in boards:
        expect(board.result).to_be_visible(timeout=SOON)
        expect(board.awaited).to_have_count(0)
        expect(board.page.locator(".kp-end > li")).to_have_count(3)
    said = boards[0].result.locator("h2").inner_text()
    assert "win" in said
    expect(boards[1].result.locator("h2")).to_have_text(said)
    for part in (".kp-steps", ".kp-scores tbody tr"):
        told = boards[0].page.locator(part).all_text_contents()
        assert len(told) == 2
        expect(boards[1].page.locator(part)).to_have_text(told)
    for board in boards:
        best = board.page.locator(".kp-scores .kp-best .kp-who b").all_inner_texts()
        winners = board.page.locator(".player", has_text="has won").locator(".who").all_inner_texts()
        assert sorted(best) == sorted(map(without_star, winners))
        assert all(name in said for name in best)
        board.open_log()
        for name in ("Ana", "Bo"):
            board.log.filter(has_text=f"{name} once belonged to the").first.wait_for()


# Every kind of page


def taking(match: AnyMatch) -> bool:
    return isinstance(match.stack[-1], TakeTile) and match.state.level == 2 and match.waiting == (0,)


def giving(match: AnyMatch) -> bool:
    return isinstance(match.stack[-1], GiveTile) and match.state.level == 2 and match.waiting == (0,)


def exchanging(match: AnyMatch) -> bool:
    return isinstance(match.stack[-1], UseExchange) and len(match.legal(0)) > 4 and match.waiting == (0,)


def paying(match: AnyMatch) -> bool:
    """Highest stacks tie, and there is a release to use."""
    if not isinstance(match.stack[-1], PayTribute):
        return False
    answers = [move for move in match.legal(0) if isinstance(move, Tribute)]
    return len({answer.stacks for answer in answers}) > 1 and any(answer.frees for answer in answers)


def _prudently(match: AnyMatch, moves: list[Move]) -> list[Move]:
    """Gifts that bring a treasure, so that both reach the end."""
    grid = match.state.grid
    return [m for m in moves if isinstance(m, Give) and TILES[grid[m.cell]].value >= REWARDED_GIFT] or moves


MOMENTS: dict[Holds, Callable[[Board], Locator]] = {
    taking: lambda board: board.on_board,
    giving: lambda board: board.on_board,
    exchanging: dragonkeeper.tops,
    paying: dragonkeeper.stacks,
}
"""Positions, and what can be chosen in them."""


@pytest.mark.parametrize("moment", MOMENTS, ids=lambda moment: moment.__name__)
def test_a_page_is_accessible_and_fits(
    visit: Visit, site: Site, everywhere: Callable[[Page], None], moment: Holds
):
    seed, line = line_where(moment, game="dragonkeeper", among=_prudently)
    table = party(site, game="dragonkeeper", seed=seed, line=line)
    board = Board(visit(table.path, who=table.cookies["Ana"]), "Ana")
    expect(board.page.locator(".prompt.mine")).to_be_visible()
    for sheet in ("#moves", "#words"):
        board.page.locator(f"{sheet} > summary").click()
    board.choose(MOMENTS[moment](board).first)
    expect(board.preview).to_be_visible()
    everywhere(board.page)


def test_the_rules_are_accessible_and_fit(visit: Visit, everywhere: Callable[[Page], None]):
    everywhere(visit("/rules/dragonkeeper/"))

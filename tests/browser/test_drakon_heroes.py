"""Drakon with Heroes!: powers used by clicking, and the Knight who is asked during another's turn."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from games.core.model import Move
from games.drakon.components import Hero, Kind
from games.drakon.moves import Go, LetGo, Refuse, Stride
from games.drakon.turn import TakeTurn
from portal.matches import AnyMatch
from tests.browser.conftest import Visit
from tests.browser.pages import SOON, Board, Waiting, open_table
from tests.browser.site import Site
from tests.browser.tables import line_where, opened, seed_where

HEROES = {"heroes": "on"}
STEALING = (Kind.STEAL_LEFT, Kind.STEAL_RIGHT)


def _deals_amazon_and_knight(match: AnyMatch) -> bool:
    return list(match.state.dealt) == [Hero.AMAZON, Hero.KNIGHT]


def _the_amazon_can_rob_the_knight(match: AnyMatch) -> bool:
    """It is the Amazon's turn, both powers are unspent, and among her ways is one to a chamber to steal in."""
    state = match.state
    ready = state.coins[1] and state.coins[0] < 4 and all(state.unspent)
    if not ready or not isinstance(match.stack[-1], TakeTurn) or match.waiting != (0,):
        return False
    ahead = [state.board[move.cell].kind for move in match.legal(0) if isinstance(move, Stride)]
    return len(ahead) > 1 and any(kind in STEALING for kind in ahead)


def _plainly(match: AnyMatch, moves: list[Move]) -> list[Move]:
    """Coins are fetched and powers saved."""
    plain = [move for move in moves if not isinstance(move, (Stride, Refuse))]
    return [move for move in plain if _fetches_gold(match, move) or isinstance(move, LetGo)] or plain


def _fetches_gold(match: AnyMatch, move: Move) -> bool:
    return isinstance(move, Go) and match.state.board[move.cell].kind is Kind.GOLD


def _two_heroes(visit: Visit, site: Site) -> tuple[Board, Board]:
    """A table with Heroes! opened by its form: Ana has drawn the Amazon, Bo the Knight, who is rich."""
    ana = visit("/", phone=True)
    open_table(ana, "Drakon", options={"Heroes!": "yes"})
    room = Waiting(ana)
    room.sit("Ana")
    bo = visit(room.link)
    Waiting(bo).sit("Bo")
    expect(room.chair("Bo")).to_contain_text("here", timeout=SOON)
    table = opened(site, ana)
    seed, line = line_where(
        _the_amazon_can_rob_the_knight,
        game="drakon",
        seed=seed_where(_deals_amazon_and_knight, options=HEROES),
        options=HEROES,
        most=40,
        among=_plainly,
    )
    table.deal(seed)
    room.start()
    expect(ana.locator(".board")).to_be_visible()
    table.play(*line)
    boards = Board(ana, "Ana"), Board(bo, "Bo")
    for board in boards:
        board.page.locator(f"#live[data-ply='{len(line)}']").wait_for(timeout=SOON)
        board.is_shown(to_move="Ana")
    return boards


def _power(board: Board, name: str) -> str:
    """What stands beside a player about the hero."""
    return board.page.locator(".player", has_text=name).locator(".dk-power").inner_text()


def test_the_knight_refuses_a_theft_during_the_turn_of_another(
    visit: Visit, site: Site, everywhere: Callable[[Page], None]
):
    ana, bo = _two_heroes(visit, site)
    for board in (ana, bo):
        assert _power(board, "Ana") == "Amazon"
        assert _power(board, "Bo") == "Knight"
    coins = bo.page.locator(".player.me .count").first.text_content()

    ana.choose(ana.in_bar.filter(has_text="Power: move once more"))
    expect(ana.page.locator(".board a.spot").first).to_be_visible()
    steal = ana.page.locator('.board a.spot:not([aria-current])[aria-label*="Steal a Coin"]').first
    ply = ana.ply
    assert ana.does(steal).startswith("Your power: move to Steal a Coin")
    expect(ana.question).to_have_text("Bo is to let a coin go or keep it.")
    expect(bo.question).to_have_text(
        "You are about to lose a coin. Use the Knight's power to keep it?", timeout=SOON
    )
    for board in (ana, bo):
        board.is_shown(to_move="Bo")
        board.reads(ply + 1, "Ana used the power of the Amazon.", "Ana entered Steal a Coin")
        assert "power used up" in _power(board, "Ana")
        assert _power(board, "Bo") == "Knight"
    expect(ana.in_bar).to_have_count(0)

    everywhere(bo.page)
    promised = bo.does(bo.in_bar.filter(has_text="Keep the coin"))
    assert promised == "Keep the coin. The Knight's power is used up then."
    for board in (ana, bo):
        board.reads(ply + 2, "Bo used the power of the Knight.", "Bo kept the coin.")
        board.is_shown(to_move="Ana")
        expect(board.page.locator(".player .dk-spent")).to_have_count(2)
        assert "power used up" in _power(board, "Bo")
    expect(bo.page.locator(".player.me .count").first).to_have_text(coins or "")

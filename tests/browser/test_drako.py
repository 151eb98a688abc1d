"""Drako in browsers: an attack and its answer, standing orders, the end, and every kind of its pages."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from games.core.model import Move
from games.drako.components import MOST_CARDS, Kind, Part
from games.drako.defence import Defend, PlaceWounds
from games.drako.moves import PlayForNothing, Rage, Strike
from games.drako.state import State, has
from games.drako.turn import TakeAction
from portal.matches import AnyMatch
from tests.browser import drako
from tests.browser.conftest import Visit
from tests.browser.pages import SOON, Board
from tests.browser.site import Site
from tests.browser.tables import Holds, Party, line_where, party

DRAGON, DWARFS = 0, 1
"""The seats: Ana plays the dragon, Bo the dwarves."""


def served(site: Site, holds: Holds) -> Party:
    """A table at a position that random moves lead to."""
    seed, line = line_where(holds, game="drako", among=_fiercely)
    return party(site, game="drako", seed=seed, line=line)


def _fiercely(match: AnyMatch, moves: list[Move]) -> list[Move]:
    """Attacks wherever one is possible; no card goes for nothing, and the fury is saved."""
    if any(isinstance(move, Strike) for move in moves):
        return [move for move in moves if isinstance(move, Strike)]
    return [move for move in moves if not isinstance(move, (PlayForNothing, Rage))] or moves


def both(visit: Visit, table: Party) -> tuple[Board, Board]:
    """Ana's board on a desktop, Bo's on a phone, with their sockets open."""
    boards = tuple(
        Board(visit(table.path, who=table.cookies[name], phone=name == "Bo"), name) for name in ("Ana", "Bo")
    )
    for board in boards:
        expect(board.page.locator(".player.away")).to_have_count(0, timeout=SOON)
    ana, bo = boards
    return ana, bo


def _acts(match: AnyMatch, seat: int) -> bool:
    return isinstance(match.stack[-1], TakeAction) and match.waiting == (seat,)


def _strikes(match: AnyMatch, seat: int) -> list[Strike]:
    return [move for move in match.legal(seat) if isinstance(move, Strike)]


# An attack in one browser, its answer in the other


def meets_a_shield(match: AnyMatch) -> bool:
    """The dragon can attack twice, one dwarf or another, and the dwarves hold a shield."""
    if not _acts(match, DRAGON) or match.state.actions < 2:
        return False
    strikes = _strikes(match, DRAGON)
    if len({move.target for move in strikes}) < 2 or len({move.card for move in strikes}) < 2:
        return False
    return any(has(card, Kind.DEFENCE) for card in match.state.hands[DWARFS])


def test_an_attack_is_blocked_in_the_other_browser(visit: Visit, site: Site):
    table = served(site, meets_a_shield)
    ana, bo = both(visit, table)
    for board in (ana, bo):
        board.is_shown(to_move="Ana")
    held, ply = drako.cards(bo).count(), ana.ply
    assert held == 0

    attacked = drako.log_line(drako.attack(ana))
    expect(bo.question).to_have_text("You are attacked! Block with a shield, or let it come?", timeout=SOON)
    for board in (ana, bo):
        board.is_shown(to_move="Bo")
        board.reads(ply + 1, attacked)
    expect(ana.question).to_have_text("Bo is to block the attack or let it come.")
    expect(drako.cards(ana)).to_have_count(0)

    promised = bo.does(drako.cards(bo, "Block with").first)
    assert promised.startswith("Everything is blocked, with")
    shield = promised.removeprefix("Everything is blocked, with ")
    for board in (ana, bo):
        board.reads(ply + 2, f"with {shield}")
        assert board.log_of(ply + 2).filter(has_text="wound").count() == 0
        board.is_shown(to_move="Ana")


# Standing orders


def test_a_standing_order_is_its_owner_s_alone_and_answers_unasked(visit: Visit, site: Site):
    table = served(site, meets_a_shield)
    ana, bo = both(visit, table)
    ply, seen = ana.ply, ana.page.locator("main").inner_text()
    drako.orders(bo, "Never block, don't ask")
    ana.page.locator(f"#live[data-ply='{ply + 1}']").wait_for(timeout=SOON)
    assert ana.page.locator("main").inner_text() == seen
    for board in (ana, bo):
        assert board.log_of(ply + 1).count() == 0

    order = bo.in_bar.filter(has_text="If attacked…")
    expect(order).to_have_text("If attacked… (Never block, don't ask)")

    attacked = drako.log_line(drako.attack(ana))
    for board in (ana, bo):
        board.reads(ply + 2, attacked)
        board.reads(ply + 3, "wound")
        board.is_shown(to_move="Ana")
    drako.orders(bo, "Ask me")
    expect(order).to_have_text("If attacked…")
    drako.attack(ana)
    expect(bo.question).to_contain_text("You are attacked!", timeout=SOON)
    ana.is_shown(to_move="Bo")


# The end


def one_blow_ends_it(match: AnyMatch) -> bool:
    """Any attack that the dwarves can make now kills the dragon, unless it is blocked."""
    state: State = match.state
    if not _acts(match, DWARFS) or not state.hands[DRAGON]:
        return False
    left = state.free(Part.ARMOUR) + sum(state.free(part) for part in state.open_parts())
    return bool(_strikes(match, DWARFS)) and left == 1


def test_the_last_blow_ends_the_match_for_both(visit: Visit, site: Site, everywhere: Callable[[Page], None]):
    table = served(site, one_blow_ends_it)
    ana, bo = both(visit, table)
    ply = bo.ply
    attacked = drako.log_line(drako.attack(bo))
    ana.is_shown(to_move="Ana")
    ana.reads(ply + 1, attacked)
    ana.choose(ana.in_bar.filter(has_text="Don't block"))
    expect(ana.preview).to_have_text("Let it come: nothing is blocked.")
    ana.confirm.click()
    for board in (ana, bo):
        expect(board.result.locator("h2")).to_have_text("Bo wins!", timeout=SOON)
        expect(board.result).to_contain_text("The dragon is dead")
        expect(board.awaited).to_have_count(0)
        board.reads(ply + 2, "The dragon is dead.")
        expect(board.page.locator(".player", has_text="has won").locator(".who")).to_contain_text("Bo")
        expect(board.on_board).to_have_count(0)
    everywhere(ana.page)


# Every kind of page


def acting(match: AnyMatch) -> bool:
    """The dragon has a full hand and somebody to attack."""
    return (
        _acts(match, DRAGON)
        and len(match.state.hands[DRAGON]) == MOST_CARDS
        and bool(_strikes(match, DRAGON))
    )


def attacked(match: AnyMatch) -> bool:
    """The dragon is attacked and holds a shield."""
    if not isinstance(match.stack[-1], Defend) or match.waiting != (DRAGON,):
        return False
    return any(has(card, Kind.DEFENCE) for card in match.state.hands[DRAGON])


def hit(match: AnyMatch) -> bool:
    """The dwarves' player is to place a wound."""
    return isinstance(match.stack[-1], PlaceWounds) and match.stack[-1].wounds == 1


MOMENTS: dict[Holds, tuple[str, Callable[[Board], Locator]]] = {
    acting: ("Ana", lambda board: drako.cards(board, "Play attack")),
    attacked: ("Ana", lambda board: drako.cards(board, "Block")),
    hit: ("Bo", lambda board: board.on_board),
}
"""Positions, whose they are, and what can be chosen in them."""


@pytest.mark.parametrize("moment", MOMENTS, ids=lambda moment: moment.__name__)
def test_a_page_is_accessible_and_fits(
    visit: Visit, site: Site, everywhere: Callable[[Page], None], moment: Holds
):
    table = served(site, moment)
    name, chosen = MOMENTS[moment]
    board = Board(visit(table.path, who=table.cookies[name]), name)
    expect(board.page.locator(".prompt.mine")).to_be_visible()
    for sheet in ("#moves", "#words"):
        board.page.locator(f"{sheet} > summary").click()
    board.choose(chosen(board).first)
    everywhere(board.page)


def test_the_rules_are_accessible_and_fit(visit: Visit, everywhere: Callable[[Page], None]):
    everywhere(visit("/rules/drako/"))

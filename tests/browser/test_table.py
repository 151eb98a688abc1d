"""The table's page: live updates, selections, one move a click, taking back, keyboard, no script, spectators."""

from __future__ import annotations

import re

from playwright.sync_api import APIResponse, Response, Route, expect

from games.core.match import Match
from games.drakon.components import CHAMBERS, Kind
from games.drakon.moves import Go, Place
from games.drakon.state import State
from tests.browser import drakon
from tests.browser.conftest import Visit
from tests.browser.keyboard import Keyboard
from tests.browser.pages import OFFLINE, SOON, Board, goes_to, hold_first, until
from tests.browser.site import Site
from tests.browser.tables import Party, legal, party, seed_where, write


def at_table(visit: Visit, table: Party, name: str, **how: bool) -> Board:
    board = Board(visit(table.path, who=table.cookies[name], **how), name)  # type: ignore[arg-type]
    expect(board.live).to_be_visible()
    return board


def both(visit: Visit, table: Party) -> tuple[Board, Board]:
    """The boards of whoever is to move and of the other, with their sockets open."""
    names = sorted(table.cookies, key=lambda name: name != table.awaited())
    mover, other = (at_table(visit, table, name, phone=name == "Bo") for name in names)
    for board in (mover, other):
        expect(board.page.locator(".player.away")).to_have_count(0, timeout=SOON)
    return mover, other


# Live updates


def test_a_move_appears_in_the_other_browser_without_reload(visit: Visit, site: Site):
    table = party(site)
    mover, other = both(visit, table)
    for ply in (1, 2, 3):
        line = drakon.log_line(mover.takes_any(), mover.name)
        expect(other.log_of(ply).filter(has_text=line)).to_be_visible(timeout=SOON)
        other.is_shown(to_move=other.name)
        mover, other = other, mover


def test_a_selection_made_ahead_survives_an_update_as_far_as_it_is_legal(visit: Visit, site: Site):
    """Something changes at the table, a third browser's arrival, while a chamber is picked up."""
    table = party(site, size=3, names=("Ana", "Bo", "Cy"))
    mover = at_table(visit, table, table.awaited())
    expect(mover.page.locator(".player:not(.me):not(.away)")).to_have_count(0)
    card = mover.in_hand.nth(1)
    name = card.get_attribute("aria-label")
    mover.choose(card)
    mover.choose(mover.on_board.first)
    promised = mover.preview.inner_text()
    rival = next(name for name in table.cookies if name != mover.name)
    at_table(visit, table, rival)
    expect(mover.page.locator(".player:not(.me):not(.away)")).to_have_count(1, timeout=SOON)
    expect(mover.page.locator(".hand a[aria-current]")).to_have_attribute("aria-label", name or "")
    expect(mover.preview).to_have_text(promised)
    mover.do_it()
    assert len(table.moves()) == 1


def test_the_focus_stays_where_it_is_when_the_page_changes(visit: Visit, site: Site):
    table = party(site)
    mover, other = both(visit, table)
    other.open_log()
    summary = other.page.locator("#words > summary")
    summary.focus()
    mover.takes_any()
    expect(other.log_of(1).first).to_be_visible(timeout=SOON)
    expect(summary).to_be_focused()
    other.page.keyboard.press("Enter")
    expect(other.page.locator("#words li").first).to_be_visible()


def test_a_spectator_sees_the_moves_and_no_hand(visit: Visit, site: Site):
    table = party(site)
    guest = Board(visit(table.watch_path))
    mover = at_table(visit, table, table.awaited())
    expect(mover.hand).to_have_count(4)
    expect(guest.hand).to_have_count(0)
    line = drakon.log_line(mover.takes_any(), mover.name)
    expect(guest.log_of(1).filter(has_text=line)).to_be_visible(timeout=SOON)
    guest.is_shown(to_move=table.awaited())
    expect(guest.page.locator("a.spot, a.card, #confirm")).to_have_count(0)
    expect(guest.log_of(1).filter(has_text="drew a chamber.")).to_be_visible()


def test_the_second_tab_of_a_seat_follows_the_first(visit: Visit, site: Site):
    table = party(site)
    first = at_table(visit, table, table.awaited())
    second = Board(first.page.context.new_page(), first.name)
    second.page.goto(table.path)
    second.is_shown(to_move=first.name)
    line = drakon.log_line(first.takes_any(), first.name)
    expect(second.log_of(1).filter(has_text=line)).to_be_visible(timeout=SOON)
    second.is_shown(to_move=table.awaited())


# One move, however it is sent


def test_a_double_click_makes_one_move(visit: Visit, site: Site):
    table = party(site)
    mover, other = both(visit, table)
    mover.choose(mover.in_hand.first)
    mover.choose(mover.on_board.first)
    mover.confirm.dblclick()
    expect(mover.log_of(1).first).to_be_visible()
    other.is_shown(to_move=other.name)
    mover.is_shown(to_move=other.name)
    expect(mover.error).to_have_count(0)
    assert len(table.moves()) == 1


def test_a_second_tap_on_the_selected_card_does_not_play_it(visit: Visit, site: Site):
    table = party(site)
    mover = at_table(visit, table, table.awaited())
    mover.choose(mover.in_hand.first)
    chosen = mover.page.locator(".hand a[aria-current]")
    with mover.page.expect_response(re.compile(r"\?pick=place")):
        chosen.click()
    expect(chosen).to_have_count(1)
    assert not table.moves()


def test_back_undoes_the_selection(visit: Visit, site: Site):
    table = party(site)
    mover = at_table(visit, table, table.awaited())
    mover.choose(mover.in_hand.first)
    mover.page.get_by_role("link", name="Back", exact=True).click()
    expect(mover.page.locator(".hand a[aria-current]")).to_have_count(0)
    expect(mover.page.locator("#back")).to_have_count(0)


def test_a_move_whose_answer_is_lost_is_made_once(visit: Visit, site: Site):
    table = party(site)
    mover = Board(visit(table.path, who=table.cookies[table.awaited()], excuse=OFFLINE), table.awaited())
    sent = []

    def lose_the_answer(route: Route) -> None:
        sent.append(route.request.post_data)
        if len(sent) == 1:
            route.fetch()
            route.abort()
        else:
            route.continue_()

    mover.page.route(re.compile("/move/$"), lose_the_answer)
    mover.takes_any()
    expect(mover.log_of(1).first).to_be_visible(timeout=SOON)
    mover.is_shown(to_move=table.awaited())
    until(mover.page, lambda: len(sent) > 1)
    assert len(sent) == 2
    expect(mover.page.locator("#failed")).to_be_hidden()
    assert len(table.moves()) == 1


def test_the_back_button_after_a_move_shows_the_present(visit: Visit, site: Site):
    table = party(site)
    name = table.awaited()
    page = visit("/", who=table.cookies[name])
    page.locator(".rows a").first.click()
    board = Board(page, name)
    board.takes_any()
    expect(board.log_of(1).first).to_be_visible()
    page.locator(".mast .brand").click()
    expect(page.locator(".rows")).to_be_visible()
    page.go_back()
    expect(board.log_of(1).first).to_be_visible()
    board.is_shown(to_move=table.awaited())
    expect(board.confirm).to_have_count(0)


# Taking back


def _asks(match: Match[State]) -> bool:
    """The first to play holds a chamber that asks a question, and the other can place a chamber elsewhere."""
    return any(CHAMBERS[number].kind is Kind.ROTATE for number in match.state.hands[0])


def test_a_step_onto_a_chamber_that_asks_can_be_taken_back(visit: Visit, site: Site):
    table = party(site, seed=seed_where(_asks))
    row = table.table()
    north = next(
        move
        for move in legal(row, 0)
        if isinstance(move, Place) and CHAMBERS[move.chamber].kind is Kind.ROTATE and move.cell == (0, -1)
    )
    table.play(write(north))
    south = next(move for move in legal(table.table(), 1) if isinstance(move, Place) and move.cell == (0, 1))
    table.play(write(south))
    ana, bo = both(visit, table)
    ana.choose(drakon.goes(ana, "Rotate a Chamber"))
    ana.do_it()
    expect(ana.question).to_have_text("Choose a chamber to turn.")
    expect(bo.question).to_have_text("Ana is to turn a chamber.", timeout=SOON)
    ana.page.get_by_role("button", name="Take back").click()
    expect(ana.question).to_have_text("Your turn: place a chamber or move your hero.")
    expect(bo.log_of(3).first).to_have_class(re.compile("undone"), timeout=SOON)
    expect(bo.page.get_by_role("button", name="Take back", exact=True)).to_have_count(0)
    bo.is_shown(to_move="Ana")
    ana.choose(drakon.goes(ana, "Rotate a Chamber"))
    ana.do_it()
    expect(ana.question).to_have_text("Choose a chamber to turn.")
    assert table.moves()[2:] == [write(Go((0, -1))), "takeback 3", write(Go((0, -1)))]


# Without a mouse, without a script


def test_a_chamber_is_placed_by_keyboard_alone(visit: Visit, site: Site):
    table = party(site)
    mover, other = both(visit, table)
    page, keys = mover.page, Keyboard(mover.page)
    keys.follow(page.locator("#moves > summary"))
    for step in ("Place a chamber", "Where to place it"):
        keys.follow(page.get_by_role("list", name=step).get_by_role("link").first)
        expect(page.locator("#moves a:focus")).to_have_attribute("aria-current", "true")
    promised = mover.preview.inner_text()
    keys.follow(mover.confirm)
    line = drakon.log_line(promised, mover.name)
    expect(other.log_of(1).filter(has_text=line)).to_be_visible(timeout=SOON)
    expect(mover.question).to_be_focused()


def test_without_a_script_one_sits_down_and_makes_a_move(visit: Visit, site: Site):
    table = party(site, names=("Ana",), started=False)
    bo = visit(table.path, javascript=False, phone=True)
    bo.get_by_label("Your name at the table").first.fill("Bo")
    bo.get_by_role("button", name="Sit down").click()
    expect(bo.locator("li.chair", has_text="Bo")).to_contain_text("you")
    ana = visit(table.path, who=table.cookies["Ana"])
    ana.locator("#start").click()
    board = Board(ana, "Ana")
    expect(board.live).to_be_visible()
    if table.awaited() == "Ana":
        board.takes_any()
        expect(board.log_of(1).first).to_be_visible()
    bo.reload()
    plain = Board(bo, "Bo")
    plain.is_shown_without_script(to_move="Bo")
    plain.choose(plain.in_hand.first)
    if not plain.confirm.count():
        plain.choose(plain.on_board.first)
    line = drakon.log_line(plain.do_it(), "Bo")
    ply = len(table.moves())
    expect(plain.log_of(ply).filter(has_text=line)).to_be_visible()
    expect(board.log_of(ply).filter(has_text=line)).to_be_visible(timeout=SOON)
    board.is_shown(to_move="Ana")


# What it weighs


def test_the_first_visit_of_a_table_transfers_at_most_150_kilobytes(visit: Visit, site: Site):
    table = party(site)
    page = visit("about:blank", who=table.cookies[table.awaited()])
    responses: list[Response] = []
    page.on("response", lambda response: responses.append(response))
    page.goto(table.path)
    page.wait_for_load_state("networkidle")
    sizes = [response.request.sizes() for response in responses]
    total = sum(size["responseBodySize"] + size["responseHeadersSize"] for size in sizes)
    assert len(responses) > 5
    assert total <= 150_000, f"{total} bytes"


def test_changes_that_come_faster_than_their_pages_end_with_the_last(visit: Visit, site: Site):
    """A change that is told while a page is on its way needs another page, put where the first one will stand."""
    table = party(site)
    page = visit("about:blank", who=table.cookies["Ana"])
    told = goes_to(page, table.path)
    held = hold_first(page, lambda url: table.path in url)
    table.default(1)
    until(page, lambda: held)
    table.default(4)
    newest = table.table().version
    until(page, lambda: newest in told)
    (route, response) = held[0]
    route.fulfill(response=response)
    expect(page.locator("#live[data-ply='5']")).to_be_visible(timeout=SOON)


def test_a_page_that_arrives_while_a_move_is_under_way_does_not_hold_it_up(visit: Visit, site: Site):
    """It takes the form that the move was sent by off the page; whoever waits for that form's answer waits for ever."""
    table = party(site)
    name = table.awaited()
    page = visit("about:blank", who=table.cookies[name])
    goes_to(page, table.path)
    mover = Board(page, name)
    mover.selects_any()
    fragments: list[tuple[Route, APIResponse]] = []
    moves: list[Route] = []

    def hold(route: Route) -> None:
        if route.request.method == "POST":
            moves.append(route)
        elif fragments:
            route.continue_()
        else:
            fragments.append((route, route.fetch()))

    page.route(lambda url: table.path in url, hold)
    page.evaluate("dispatchEvent(new Event('online'))")
    until(page, lambda: fragments)
    mover.confirm.click()
    until(page, lambda: moves)
    page.evaluate(
        "addEventListener('htmx:afterRequest', () => document.body.classList.add('answered'), {once: true})"
    )
    (route, response) = fragments[0]
    route.fulfill(response=response)
    page.locator("body.answered").wait_for(state="attached")
    moves[0].continue_()
    expect(page.locator("#live[data-ply='1']")).to_be_visible(timeout=SOON)
    table.default(2)
    expect(page.locator("#live[data-ply='3']")).to_be_visible(timeout=SOON)


def test_a_name_half_typed_survives_the_moves_of_others(visit: Visit, site: Site):
    table = party(site, names=("Ana", "Bo", "Cy"), size=3, public=True)
    page = visit(table.path)
    page.locator("#more > summary").click()
    page.locator("#come-back-sheet > summary").click()
    page.locator("#return-name").click()
    page.keyboard.type("An")
    page.keyboard.press("ArrowLeft")
    table.default(1)
    expect(page.locator("#live[data-ply='1']")).to_be_visible(timeout=SOON)
    expect(page.locator("#return-name")).to_be_focused()
    page.keyboard.type("v")
    expect(page.locator("#return-name")).to_have_value("Avn")


def test_a_list_stays_where_it_was_scrolled_to(visit: Visit, site: Site):
    names = ("Ana", "Bo", "Cy", "Dee", "Eli")
    table = party(site, game="natrak", names=names, size=5, seed="thirty hexes")
    page = visit(table.path, who=table.cookies[table.awaited()])
    page.locator("#moves > summary").click()
    last = page.locator("#moves a").last
    last.scroll_into_view_if_needed()
    before = page.evaluate("document.querySelector('.side').scrollTop")
    assert before > 100
    ident = last.get_attribute("id")
    last.click()
    expect(page.locator(f"[id='{ident}'][aria-current]")).to_be_visible(timeout=SOON)
    assert page.evaluate("document.querySelector('.side').scrollTop") == before


def test_a_tap_while_a_step_is_fetched_is_not_lost(visit: Visit, site: Site):
    """A step of "since your last turn" and what is chosen after it come one after the other."""
    table = party(site)
    table.default(6)
    name = table.awaited()
    board = Board(visit(table.path, who=table.cookies[name]), name)
    held: list[Route] = []

    def hold(route: Route) -> None:
        if "show=" in route.request.url and not held:
            held.append(route)
        else:
            route.continue_()

    board.page.route(lambda url: table.path in url, hold)
    board.page.locator("#since a.step").first.click()
    until(board.page, lambda: held)
    choice = board.in_hand.first
    ident = choice.get_attribute("id")
    choice.click()
    held[0].continue_()
    expect(board.page.locator(f"[id='{ident}'][aria-current]")).to_have_count(1, timeout=SOON)

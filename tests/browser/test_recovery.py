"""Processes die and come back, requests fail or hang, screens change hands. Pages find their way by themselves."""

from __future__ import annotations

import re
from datetime import timedelta

from django.utils import timezone
from playwright.sync_api import Route, expect

from portal import votes
from portal.models import Move, Seat, Vote
from tests.browser import drakon
from tests.browser.conftest import Visit
from tests.browser.pages import OFFLINE, RECOVERY, SOON, Board, Waiting, until
from tests.browser.site import Site
from tests.browser.tables import Party, party


def test_pages_recover_and_a_move_made_meanwhile_arrives_once(visit: Visit, site: Site):
    table = party(site)
    boards = [Board(visit(table.path, who=who, excuse=OFFLINE), name) for name, who in table.cookies.items()]
    for board in boards:
        expect(board.page.locator(".player.away")).to_have_count(0, timeout=SOON)
    mover = next(board for board in boards if board.name == table.awaited())
    other = next(board for board in boards if board is not mover)
    mover.choose(mover.in_hand.first)
    while not mover.confirm.count():
        mover.choose(mover.on_board.first)
    line = drakon.log_line(mover.preview.inner_text(), mover.name)
    site.kill_web()
    mover.confirm.click()
    for board in boards:
        expect(board.lost).to_be_visible(timeout=RECOVERY)
        expect(board.page.locator(".board")).to_be_visible()
    site.start_web()
    for board in boards:
        expect(board.log_of(1).filter(has_text=line)).to_be_visible(timeout=RECOVERY)
        expect(board.lost).to_be_hidden(timeout=RECOVERY)
        board.is_shown(to_move=other.name)
    expect(mover.page.locator("#failed")).to_be_hidden()
    assert len(table.moves()) == 1
    line = drakon.log_line(other.takes_any(), other.name)
    expect(mover.log_of(2).filter(has_text=line)).to_be_visible(timeout=SOON)


def test_an_overdue_clock_fires_once_when_the_worker_is_back(visit: Visit, site: Site):
    table = party(site, clock=120)
    name = table.awaited()
    boards = [Board(visit(table.path, who=who), who_name) for who_name, who in table.cookies.items()]
    expect(boards[0].page.locator("time[data-due]")).to_be_visible()
    site.kill_worker("clock")
    past = timezone.now() - timedelta(seconds=1)
    site.do(lambda: Seat.objects.filter(table_id=table.pk, due_at__isnull=False).update(due_at=past))
    table.change(due_at=past)
    assert table.moves() == []
    site.start_worker("clock")
    other = next(board.name for board in boards if board.name != name)
    for board in boards:
        expect(board.log_of(1).filter(has_text="Time ran out:").first).to_be_visible(timeout=RECOVERY)
        board.is_shown(to_move=other)
    stored = site.do(lambda: list(Move.objects.filter(table_id=table.pk).values_list("by", flat=True)))
    assert stored == ["clock"]


def test_a_seat_moves_to_another_screen_and_the_old_one_only_watches(visit: Visit, site: Site):
    table = party(site)
    refusal = "status of 422"
    ana = Board(visit(table.path, who=table.cookies["Ana"]), "Ana")
    old = Board(visit(table.path, who=table.cookies["Bo"], excuse="WebSocket"), "Bo")
    expect(ana.page.locator(".player.away")).to_have_count(0, timeout=SOON)
    expect(old.hand).to_have_count(4)
    new = visit(table.path, phone=True, excuse=refusal)
    Waiting(new).come_back("Bo")
    expect(new.get_by_role("alert")).to_contain_text("Bo has this table open on another screen. Is that you?")
    new.get_by_role("button", name="Bring the game here").click()
    board = Board(new, "Bo")
    expect(board.hand).to_have_count(4)
    expect(old.page.get_by_role("heading", level=1)).to_contain_text("this table is taken", timeout=SOON)
    expect(old.page.locator(".hand, #confirm, a.spot")).to_have_count(0)
    if table.awaited() == "Bo":
        board.takes_any()
    else:
        ana.takes_any()
    for one in (
        ana,
        board,
    ):  # the first line of the log tells that the seat moved; on the new screen it is news
        expect(one.log_of(1).first).to_contain_text("Bo's seat moved to another screen.")
        expect(one.log_of(2).first).to_be_attached(timeout=SOON)


def test_a_connected_host_is_never_taken_over(visit: Visit, site: Site):
    table = party(site)
    ana = Board(visit(table.path, who=table.cookies["Ana"]), "Ana")
    bo = Board(visit(table.path, who=table.cookies["Bo"]), "Bo")
    expect(bo.page.locator(".player.away")).to_have_count(0, timeout=SOON)
    stranger = visit(table.path, excuse="status of 422")
    Waiting(stranger).come_back("ana")
    expect(stranger.locator("#return-error")).to_contain_text("the host's seat can't be taken over")
    expect(stranger.get_by_role("button", name="Bring the game here")).to_have_count(0)
    expect(ana.hand).to_have_count(4)


def test_whoever_leaves_is_shown_as_away_and_comes_back(visit: Visit, site: Site):
    table = party(site)
    ana = Board(visit(table.path, who=table.cookies["Ana"]), "Ana")
    expect(ana.page.locator(".player.away")).to_have_count(1)
    bo = visit(table.path, who=table.cookies["Bo"])
    expect(ana.page.locator(".player.away")).to_have_count(0, timeout=SOON)
    bo.goto("/me/")
    expect(ana.page.locator(".player.away")).to_have_count(1, timeout=SOON)
    bo.go_back()
    expect(ana.page.locator(".player.away")).to_have_count(0, timeout=SOON)


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
    until(other.page, lambda: hanging)
    other.page.evaluate(f"htmx.config.timeout = {SOON}")  # the next request may take its time
    expect(other.log_of(1).filter(has_text=line)).to_be_visible(timeout=SOON)
    assert len(hanging) == 1


SOCKETS = """
  const Real = WebSocket;
  window.sockets = [];
  window.network = "well";
  window.WebSocket = class {
    static OPEN = 1;
    readyState = 0;
    constructor(url) {
      if (network === "well") {
        sockets.push(new Real(url));
        return sockets.at(-1);
      }
      if (network === "gone") setTimeout(() => this.close(), 50);
    }
    close() {
      this.readyState = 3;
      setTimeout(() => this.onclose?.({ code: 1006 }), 0);
    }
  };
"""
"""Sockets that open, or once the `network` is "gone" fail at once, or once it "hangs" never say a word."""
LOST = "Failed to load resource|Status Error Code|htmx:(sendError|afterRequest|responseError)"


def with_sockets(visit: Visit, table: Party, name: str) -> Board:
    """A seat's page, whose sockets fail when the test says so."""
    page = visit("/", who=table.cookies[name], excuse=LOST)
    page.add_init_script(SOCKETS)
    page.goto(table.path)
    return Board(page, name)


def lose(board: Board, network: str) -> None:
    board.page.evaluate(
        "network => { window.network = network; sockets.forEach((one) => one.close()); }", network
    )


def test_what_was_pressed_anew_after_a_failure_is_not_sent_a_third_time(visit: Visit, site: Site):
    """Without a socket the page says that the move did not arrive, and repeats it only if nobody else has."""
    table = party(site)
    board = with_sockets(visit, table, table.awaited())
    page = board.page
    board.selects_any()
    posts: list[str | None] = []

    def fail_once(route: Route) -> None:
        posts.append(route.request.post_data)
        if len(posts) == 1:
            route.fulfill(status=503, body="gone")
        else:
            route.continue_()

    page.route("**/move/", fail_once)
    lose(board, "gone")
    expect(page.locator("#lost")).to_be_visible(timeout=SOON)
    board.confirm.click()
    expect(page.locator("#failed")).to_be_visible()
    board.confirm.click()
    expect(board.log_of(1).first).to_be_attached(timeout=SOON)
    page.evaluate("network = 'well'")
    expect(page.locator("#lost")).to_be_hidden(timeout=RECOVERY)
    table.default(1)
    expect(board.log_of(2).first).to_be_attached(timeout=SOON)
    assert len(posts) == 2
    expect(board.error).to_have_count(0)
    expect(page.locator("#failed")).to_be_hidden()


def test_a_vote_whose_answer_is_lost_is_not_repeated(visit: Visit, site: Site):
    """It has no key that makes it one: agreed twice, it would ask for something new."""
    table = party(site)
    table.default(6)

    def ask() -> str:
        asker = Seat.objects.select_related("person").get(table_id=table.pk, number=0)
        assert asker.person is not None
        votes.take_back(table.pk, asker.person)
        return asker.name

    asker = site.do(ask)
    other = next(name for name in table.cookies if name != asker)
    page = visit(table.path, who=table.cookies[other], excuse=LOST)
    posts: list[str] = []

    def lose_the_answer(route: Route) -> None:
        posts.append(route.request.url)
        route.fetch()
        route.fulfill(status=502, body="bad gateway")

    page.route(re.compile("/ask-back/$"), lose_the_answer)
    page.locator("#agree-takeback").click()
    expect(page.locator("#failed")).to_be_visible()
    expect(page.locator("#agree-takeback")).to_have_count(0, timeout=SOON)
    page.wait_for_timeout(2000)  # when a move would have been repeated
    assert len(posts) == 1
    assert site.do(lambda: Vote.objects.filter(table_id=table.pk).count()) == 0


def test_a_socket_that_never_opens_is_given_up_and_the_page_looks_by_itself(visit: Visit, site: Site):
    table = party(site)
    board = with_sockets(visit, table, "Ana")
    expect(board.page.locator(".player.away")).to_have_count(1, timeout=SOON)
    lose(board, "hangs")
    table.default(1)
    expect(board.log_of(1).first).to_be_attached(timeout=RECOVERY)
    expect(board.lost).to_be_visible()


def test_after_a_failure_the_focus_is_on_the_button_and_stays_where_one_goes_from_there(
    visit: Visit, site: Site
):
    table = party(site)
    name = table.awaited()
    board = Board(visit(table.path, who=table.cookies[name], excuse=LOST), name)
    board.selects_any()
    board.page.route("**/move/", lambda route: route.fulfill(status=500, body="broken"))
    board.confirm.focus()
    board.page.keyboard.press("Enter")
    expect(board.page.locator("#failed")).to_be_visible()
    expect(board.confirm).to_be_focused()

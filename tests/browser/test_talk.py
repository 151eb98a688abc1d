"""Chat, notes, the next table and the sound, by two people with a browser each."""

from __future__ import annotations

import re
from collections.abc import Callable
from uuid import uuid4

from playwright.sync_api import Page, expect

from portal import chat, newcomers
from portal.models import Seat
from tests.browser.conftest import Visit
from tests.browser.pages import SOON, Board, hold_first, until
from tests.browser.site import Site
from tests.browser.tables import Party, party, seed_where


def two(site: Site, visit: Visit, **more: object) -> tuple[Party, Page, Page]:
    """Ana, whose turn it is, and Bo at a table of Drakon."""
    table = party(site, seed=seed_where(lambda match: True), **more)  # type: ignore[arg-type]
    pages = [visit(table.path, who=table.cookies[name]) for name in ("Ana", "Bo")]
    for page in pages:
        expect(page.locator(".player.away")).to_have_count(0, timeout=SOON)
    return table, pages[0], pages[1]


def opens(page: Page, sheet: str = "chat") -> None:
    page.locator(f"#{sheet} > summary").click()


def says(page: Page, text: str) -> None:
    page.locator("#say-text").fill(text)
    page.keyboard.press("Enter")
    expect(page.locator(".said.mine p").last).to_have_text(text, timeout=SOON)
    expect(page.locator("#say-text")).to_have_value("")


def caret(page: Page) -> list[int]:
    found: list[int] = page.evaluate(
        "[document.activeElement.selectionStart, document.activeElement.selectionEnd]"
    )
    return found


def test_a_line_arrives_and_is_unread_until_it_is_seen(site: Site, visit: Visit):
    _table, ana, bo = two(site, visit)
    drawn = bo.locator("#live").evaluate_handle("element => element")
    opens(ana)
    says(ana, "Good luck, Bo")
    for mark in ("#unread", "#to-chat"):
        expect(bo.locator(mark)).to_be_visible(timeout=SOON)
        expect(bo.locator(mark)).to_contain_text("1")
    expect(bo).to_have_title(re.compile(r"^\(1\) "))
    assert drawn.evaluate("element => element.isConnected"), "no board is drawn for a line of the chat"
    expect(ana.locator("#unread")).to_be_hidden()
    bo.locator("#to-chat").click()
    expect(bo.locator(".said p")).to_have_text("Good luck, Bo")
    for mark in ("#unread", "#to-chat"):
        expect(bo.locator(mark)).to_be_hidden(timeout=SOON)
    expect(bo).not_to_have_title(re.compile(r"\(1\)"))
    says(ana, "You saw it")
    expect(bo.locator(".said p").last).to_have_text("You saw it", timeout=SOON)
    expect(bo.locator("#unread")).to_be_hidden(timeout=SOON)
    bo.reload()
    expect(bo.locator("#chat")).to_have_attribute("open", "")
    expect(bo.locator("#unread")).to_be_hidden()


def test_a_half_typed_line_and_the_caret_survive_moves_lines_and_a_reload(site: Site, visit: Visit):
    table, ana, bo = two(site, visit)
    opens(ana)
    opens(bo)
    bo.locator("#say-text").press_sequentially("I think that")
    for _ in range(5):
        bo.keyboard.press("ArrowLeft")
    before = caret(bo)
    assert before == [7, 7]
    ply = Board(ana).ply
    Board(ana, "Ana").takes_any()
    expect(bo.locator("#live")).to_have_attribute("data-ply", str(ply + 1), timeout=SOON)
    says(ana, "And now?")
    expect(bo.locator(".said p").last).to_have_text("And now?", timeout=SOON)
    expect(bo.locator("#say-text")).to_be_focused()
    expect(bo.locator("#say-text")).to_have_value("I think that")
    assert caret(bo) == before
    bo.reload()
    expect(bo.locator("#say-text")).to_have_value("I think that")
    bo.locator("#say-it").click()
    expect(ana.locator(".said p").last).to_have_text("I think that", timeout=SOON)
    assert table.table().ply == ply + 1


def test_a_refused_line_stays_and_says_why(site: Site, visit: Visit):
    table = party(site)
    ana = visit(table.path, who=table.cookies["Ana"], excuse="status of 409")
    opens(ana)
    ana.locator("#say-text").fill("   ")
    ana.keyboard.press("Enter")
    expect(ana.locator("#say-error")).to_have_text("Write something first.")
    expect(ana.locator("#say-text")).to_have_value("   ")
    says(ana, "Here I am")
    expect(ana.locator("#say-error")).to_have_count(0)


def test_notes_are_kept_by_themselves_and_updates_leave_them_alone(site: Site, visit: Visit):
    table, ana, bo = two(site, visit)
    opens(bo, "notes")
    bo.locator("#notes-text").press_sequentially("the gold lies left")
    Board(ana, "Ana").takes_any()
    expect(bo.locator("#notes-said")).to_have_text("Kept.", timeout=SOON)
    expect(bo.locator("#notes-text")).to_have_value("the gold lies left")
    notes = site.do(lambda: Seat.objects.get(table_id=table.pk, name="Bo").notes)
    assert notes == "the gold lies left"
    bo.reload()
    opens(bo, "notes")
    expect(bo.locator("#notes-text")).to_have_value("the gold lies left")
    expect(ana.locator("#notes-text")).to_have_value("")


def test_n_leads_to_the_next_table_unless_one_is_typing(site: Site, visit: Visit):
    first = party(site, seed=seed_where(lambda match: True))
    second = party(site, seed=seed_where(lambda match: True))
    person = site.do(lambda: Seat.objects.get(table_id=first.pk, name="Ana").person_id)
    site.do(lambda: Seat.objects.filter(table_id=second.pk, name="Ana").update(person_id=person))
    ana = visit(first.path, who=first.cookies["Ana"])
    expect(ana.locator("#others")).to_have_text("1")
    opens(ana)
    ana.locator("#say-text").press_sequentially("no")
    expect(ana.locator("#say-text")).to_have_value("no")
    ana.locator("#chat > summary").focus()
    ana.keyboard.press("n")
    ana.wait_for_url(f"**{second.path}")
    ana.keyboard.press("n")
    ana.wait_for_url(f"**{first.path}")


def test_the_sound_is_off_until_it_is_switched_on_and_stays_so(site: Site, visit: Visit):
    table, ana, bo = two(site, visit)
    rang = "Number(document.documentElement.dataset.rang ?? 0)"
    opens(bo, "more")
    switch = bo.locator("#sound")
    expect(switch).to_have_attribute("aria-pressed", "false")
    Board(ana, "Ana").takes_any()
    Board(bo, "Bo").is_shown(to_move="Bo")
    assert bo.evaluate(rang) == 0
    switch.click()
    expect(switch).to_have_attribute("aria-pressed", "true")
    Board(bo, "Bo").takes_any()
    Board(ana, "Ana").is_shown(to_move="Ana")
    before = bo.evaluate(rang)
    Board(ana, "Ana").takes_any()
    Board(bo, "Bo").is_shown(to_move="Bo")
    assert bo.evaluate(rang) == before + 1
    bo.reload()
    expect(bo.locator("#sound")).to_have_attribute("aria-pressed", "true")
    assert table.table().ply == 3


def test_the_table_is_accessible_and_fits_with_the_chat_and_the_notes_open(
    site: Site, visit: Visit, everywhere: Callable[[Page], None]
):
    _table, ana, bo = two(site, visit)
    opens(ana)
    says(ana, "W" * 120)
    says(ana, "https://example.com/" + "very-long-" * 30)
    opens(bo)
    expect(bo.locator(".said")).to_have_count(2)
    everywhere(bo)
    opens(bo, "notes")
    bo.locator("#notes-text").fill("x" * 300)
    expect(bo.locator("#notes-said")).to_have_text("Kept.", timeout=SOON)
    everywhere(bo)


def test_the_waiting_room_and_the_page_without_a_script_have_the_chat_too(
    site: Site, visit: Visit, everywhere: Callable[[Page], None]
):
    table = party(site, started=False)
    ana = visit(table.path, who=table.cookies["Ana"])
    bo = visit(table.path, who=table.cookies["Bo"], javascript=False)
    opens(ana)
    says(ana, "Shall we?")
    everywhere(ana)
    bo.locator("#chat > summary").click()
    bo.locator("#chat").get_by_role("link", name="Chat and notes on a page of their own").click()
    expect(bo.locator(".said p")).to_have_text("Shall we?")
    bo.locator("#say-text").fill("We shall")
    bo.locator("#say-it").click()
    expect(bo.locator(".said p").last).to_have_text("We shall")
    expect(ana.locator(".said p").last).to_have_text("We shall", timeout=SOON)


def test_what_is_asked_of_the_table_is_accessible_and_answered_by_clicks(
    site: Site, visit: Visit, everywhere: Callable[[Page], None]
):
    table = party(site, names=("Ana", "Bo", "Cy"), size=3, seed=seed_where(lambda match: True, seats=3))
    ana, bo, cy = (visit(table.path, who=table.cookies[name]) for name in ("Ana", "Bo", "Cy"))

    def leaves() -> None:
        seat = Seat.objects.select_related("person").get(table_id=table.pk, name="Bo")
        assert seat.person
        newcomers.leave(table.pk, seat.person)

    opens(cy, "more")
    cy.locator("#asking-to-close > summary").click()
    cy.locator("#ask-to-close").click()
    expect(ana.locator("#asked-close")).to_contain_text("Cy wants to close the table", timeout=SOON)
    expect(ana.locator("#to-asking")).to_be_visible()
    everywhere(ana)
    site.do(leaves)
    expect(ana.locator(".player", has_text="Bo")).to_contain_text("seat free", timeout=SOON)
    expect(bo.get_by_role("heading", name="The seat of Bo is free")).to_be_visible(timeout=SOON)
    everywhere(bo)
    dee = visit(table.path)
    dee.get_by_role("region", name="The seat of Bo is free").get_by_label("Your name at the table").fill(
        "Dee"
    )
    dee.get_by_role("button", name="Sit down").click()
    expect(dee.locator(".player.me .who")).to_have_text("Dee")
    expect(ana.locator(".player", has_text="Dee")).to_be_visible(timeout=SOON)


def writes(site: Site, table: Party, number: int, text: str) -> None:
    """A seat writes from elsewhere."""

    def write() -> None:
        seat = Seat.objects.select_related("person").get(table_id=table.pk, number=number)
        assert seat.person is not None
        chat.write(table.pk, number, seat.person, text, key=uuid4().hex)

    site.do(write)


def test_lines_that_come_faster_than_they_are_fetched_are_all_there(site: Site, visit: Visit):
    table, _, bo = two(site, visit)
    held = hold_first(bo, "**/talk/**")
    opens(bo)
    until(bo, lambda: held)
    for text in ("first", "second"):
        stamp = bo.locator("#live").get_attribute("data-said") or ""
        writes(site, table, 0, text)
        expect(bo.locator("#live")).not_to_have_attribute("data-said", stamp, timeout=SOON)
    (route, response) = held[0]
    route.fulfill(response=response)
    expect(bo.locator(".said p")).to_have_text(["first", "second"], timeout=SOON)


def test_whoever_reads_the_lines_stays_there_when_another_comes(site: Site, visit: Visit):
    table, _, bo = two(site, visit)
    opens(bo)
    writes(site, table, 0, "first")
    expect(bo.locator(".said p")).to_have_count(1, timeout=SOON)
    bo.locator(".lines").focus()
    writes(site, table, 0, "second")
    expect(bo.locator(".said p")).to_have_count(2, timeout=SOON)
    expect(bo.locator(".lines")).to_be_focused()


def test_a_line_that_the_server_does_not_take_is_said_to_be_not_there(site: Site, visit: Visit):
    table = party(site)
    page = visit(table.path, who=table.cookies["Ana"], excuse="Failed to load resource|Status Error Code")
    opens(page)
    page.route("**/chat/", lambda route: route.fulfill(status=403, body="no"))
    page.locator("#say-text").fill("Hello")
    page.keyboard.press("Enter")
    expect(page.locator("#talk-failed")).to_be_visible()
    expect(page.locator("#say-text")).to_have_value("Hello")

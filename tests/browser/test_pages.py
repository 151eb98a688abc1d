"""Every kind of page: accessible by day and night, on a phone and on a desktop, in the reader's language."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.template.loader import render_to_string
from django.utils import timezone
from playwright.sync_api import Locator, Page, expect

from portal import coming_back, lobby, people
from portal.models import DaysOff, Person, Seat, Table
from portal.views import alone
from tests.browser.conftest import Visit
from tests.browser.pages import Board, Waiting
from tests.browser.site import Site
from tests.browser.tables import Party, party


@dataclass
class Places:
    """What the pages below are opened with."""

    site: Site
    visit: Visit

    def at(self, table: Party, name: str) -> Page:
        return self.visit(table.path, who=table.cookies[name])


def front(places: Places) -> Page:
    return places.visit("/")


def front_with_tables(places: Places) -> Page:
    mine = party(places.site)
    party(places.site, names=("Cy",), started=False, public=True)
    party(places.site, names=("Di", "Ed"), public=True)
    page = places.visit("/", who=mine.cookies["Ana"])
    expect(page.locator(".rows")).to_have_count(3)
    return page


def new_table(places: Places) -> Page:
    page = places.visit("/new/drakon/")
    page.get_by_text("Clock, visitors, chat, one device").click()
    return page


def _card(page: Page, game: str) -> Locator:
    name = page.get_by_role("heading", name=game, exact=True)
    return page.get_by_role("article").filter(has=name)


def new_table_on_this_device(places: Places) -> Page:
    page = places.visit("/")
    _card(page, "Natrak").get_by_role("link", name="On this device").click()
    expect(page.get_by_label("Several of us play on one device")).to_be_checked()
    return page


def sit_form(places: Places) -> Page:
    page = places.visit(party(places.site, names=("Ana",), started=False).path)
    page.locator("#sit summary").click()
    return page


def sit_form_refused(places: Places) -> Page:
    page = places.visit(party(places.site, names=("Ana",), started=False).path, excuse="status of 422")
    page.locator("#sit").get_by_label("Your name at the table").fill("ana")
    page.get_by_role("button", name="Sit down").click()
    expect(page.locator("#name-error")).to_be_visible()
    return page


def waiting_alone(places: Places) -> Page:
    return places.at(party(places.site, names=("Ana",), started=False), "Ana")


def waiting_all_here(places: Places) -> Page:
    page = places.at(party(places.site, started=False), "Ana")
    Waiting(page).draw()
    return page


def my_turn(places: Places) -> Page:
    table = party(places.site)
    page = places.at(table, table.awaited())
    page.locator("#moves > summary").click()
    page.locator("#more > summary").click()
    return page


def not_my_turn(places: Places) -> Page:
    table = party(places.site, clock=120)
    page = places.at(table, next(name for name in table.cookies if name != table.awaited()))
    page.locator("#words > summary").click()
    return page


def selected(places: Places) -> Page:
    table = party(places.site)
    board = Board(places.at(table, table.awaited()), table.awaited())
    board.takes_any()
    board = Board(places.at(table, table.awaited()), table.awaited())
    board.choose(board.in_hand.first)
    while not board.confirm.count():
        board.choose(board.on_board.first)
    return board.page


def finished(places: Places) -> Page:
    table = party(places.site)
    page = places.at(table, "Ana")
    page.locator("#more > summary").click()
    page.locator("#giving-up > summary").click()
    page.get_by_role("button", name="Yes, I give up").click()
    expect(page.locator(".result")).to_contain_text("Bo wins!")
    return page


def looking_back(places: Places) -> Page:
    page = finished(places)
    page.get_by_role("link", name="Step through the match").first.click()
    page.locator("#one-back").click()
    expect(page.locator("#question")).to_contain_text("After move")
    return page


def watching(places: Places) -> Page:
    return places.visit(party(places.site).watch_path)


def rules(places: Places) -> Page:
    return places.visit("/rules/drakon/")


def me(places: Places) -> Page:
    table = party(places.site)

    def has_mail() -> None:
        Person.objects.update(email="ana@example.com")

    places.site.do(has_mail)
    return places.visit("/me/", who=table.cookies["Ana"])


def me_with_everything(places: Places) -> Page:
    """A confirmed address whose mails came back, days off that were taken, and days that can't be."""
    table = party(places.site)

    def has_all() -> None:
        now = timezone.now()
        person = Person.objects.get(seat__table_id=table.pk, seat__name="Ana")
        person.email, person.email_confirmed_at, person.address_failed_at = "ana@example.com", now, now
        person.save()
        for days in (0, 9):
            begins = now + timedelta(days=days)
            DaysOff.objects.create(person=person, begins_at=begins, ends_at=begins + timedelta(days=4))

    places.site.do(has_all)
    page = places.visit("/me/", who=table.cookies["Ana"], excuse="status of 422")
    page.get_by_label("First day").fill("2001-01-01")
    page.get_by_label("Last day").fill("2001-01-02")
    page.get_by_role("button", name="Take these days off").click()
    expect(page.locator("#days-error")).to_be_visible()
    return page


def own_tables(places: Places) -> Page:
    table = party(places.site)

    def has_many() -> None:
        ana = Person.objects.get(seat__table_id=table.pk, seat__name="Ana")
        for _ in range(60):
            lobby.open_table(ana, "drakon", size=2, options={}, pace="live", clock_seconds=None, public=False)

    places.site.do(has_many)
    page = places.visit("/", who=table.cookies["Ana"])
    page.get_by_role("link", name="All my tables").click()
    page.get_by_role("link", name="Next", exact=True).click()
    expect(page.get_by_text("Page 2 of 2")).to_be_visible()
    return page


def no_own_tables(places: Places) -> Page:
    return places.visit("/me/tables/")


def own_tables_and_a_seat(places: Places) -> Page:
    """The link of a turn mail was opened on a device that has tables of its own."""
    table, other = party(places.site), party(places.site)
    page = _link_to_a_seat(places, table, other.cookies["Ana"])
    page.get_by_role("button", name="Yes, open it here").click()
    page.wait_for_url(f"**{table.path}")
    page.goto("/me/tables/")
    expect(page.get_by_text("A link in a mail opens one seat")).to_be_visible()
    return page


def forget_me(places: Places) -> Page:
    page = me(places)
    page.get_by_text("Forget me on this device").click()
    expect(page.get_by_role("button", name="Yes, forget me here")).to_be_visible()
    return page


def link_to_all_tables(places: Places) -> Page:
    """Opened on a device that has tables of its own."""
    table, other = party(places.site), party(places.site)

    def word() -> str:
        person = Person.objects.get(seat__table_id=table.pk, seat__name="Bo")
        person.email = "bo@example.com"
        person.save()
        return people.link_word(person)

    page = places.visit(f"/me/link/{places.site.do(word)}/", who=other.cookies["Ana"])
    expect(page.get_by_label("put them together")).to_be_checked()
    return page


def link_to_a_seat(places: Places) -> Page:
    return _link_to_a_seat(places, party(places.site))


def _link_to_a_seat(places: Places, table: Party, who: str = "") -> Page:
    word = places.site.do(lambda: _word_of_bo(table.pk))
    page = places.visit(f"/go/{word}/", who=who)
    expect(page.get_by_text("This link opens the seat of")).to_be_visible()
    return page


def _word_of_bo(table_id: int) -> str:
    seat = Seat.objects.select_related("person").get(table_id=table_id, name="Bo")
    assert seat.person
    return people.seat_word(seat.person, seat)


def taken(places: Places) -> Page:
    """The old screen, the moment its seat is opened elsewhere."""
    table = party(places.site)
    page = places.at(table, "Bo")
    expect(page.locator(".player.me.away")).to_have_count(0)
    thief = places.visit(table.path, excuse="status of 422")
    Waiting(thief).come_back("Bo")
    thief.get_by_role("button", name="Bring the game here").click()
    expect(page.get_by_role("button", name="That was not me")).to_be_visible()
    return page


def taken_at_a_public_table(places: Places) -> Page:
    table = party(places.site, public=True)

    def is_taken() -> None:
        code = Seat.objects.get(table_id=table.pk, name="Bo").code
        coming_back.come_back(table.pk, people.arrive("en"), name="Bo", bring_here=True, code=code)

    places.site.do(is_taken)
    page = places.at(table, "Bo")
    expect(page.get_by_role("button", name="That was not me")).to_be_visible()
    return page


def days_off(places: Places) -> Page:
    """Over days, at a table where somebody's clock stands still."""
    table = party(places.site, pace="correspondence", clock=7 * 24 * 3600)

    def takes() -> None:
        now = timezone.now()
        DaysOff.objects.create(
            person=Person.objects.get(seat__table_id=table.pk, seat__name="Ana"),
            begins_at=now,
            ends_at=now + timedelta(days=3),
        )

    places.site.do(takes)
    page = places.at(table, "Bo")
    expect(page.get_by_text("Ana has days off until")).to_be_visible()
    page.locator("#more > summary").click()
    return page


def not_found(places: Places) -> Page:
    return places.visit("/t/no-such-table/", excuse="status of 404")


def old_form(places: Places) -> Page:
    """Sent without the cookie that it was made for."""
    page = places.visit("/me/", excuse="status of 403")
    page.context.clear_cookies(name="csrftoken")
    page.get_by_label("Your e-mail address").fill("ana@example.com")
    page.get_by_role("button", name="Keep this address").click()
    expect(page.get_by_role("link", name="Back to the page")).to_be_visible()
    return page


def too_many(places: Places) -> Page:
    page = places.visit("/me/", excuse="status of 429")
    stretch = int(time.time()) // 600

    def has_done_much() -> None:
        for address, now in itertools.product(("127.0.0.1", "%3A%3A1"), (stretch, stretch + 1)):
            cache.set(f"limit:me:{address}:{now}", 1000, timeout=1800)

    places.site.do(has_done_much)
    page.get_by_label("Your e-mail address").fill("ana@example.com")
    page.get_by_role("button", name="Keep this address").click()
    expect(page.get_by_text("That was a lot at once.")).to_be_visible()
    return page


def unreadable(places: Places) -> Page:
    """Sent with more than any form of ours holds."""
    page = places.visit("/me/", excuse="status of 400")
    page.locator("[name=next]").first.evaluate("(field) => { field.value = '/me/?' + 'x'.repeat(400_000); }")
    page.get_by_role("button", name="Español").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("That could not be read")
    return page


def _answered(places: Places, status: int, page_of: Callable[[], str]) -> Page:
    """What can't be brought about from outside, in place of an answer: from a page that keeps no service worker."""
    page = places.visit("/health/", excuse=f"status of {status}")
    body = places.site.do(page_of)
    page.route("**/broken/", lambda route: route.fulfill(status=status, body=body, content_type="text/html"))
    page.route("**/health/", lambda route: route.fulfill(status=status))
    page.goto("/broken/")
    expect(page.locator(".lone-art")).to_be_visible()
    return page


def broken(places: Places) -> Page:
    return _answered(places, 500, lambda: render_to_string("500.html"))


def crowded(places: Places) -> Page:
    return _answered(places, 503, lambda: render_to_string("503.html"))


def down(places: Places) -> Page:
    return _answered(places, 503, alone.maintenance)


def locked(places: Places) -> Page:
    return places.visit(party(places.site).path)


def bring_here(places: Places) -> Page:
    table = party(places.site)
    ana, _bo = places.at(table, "Ana"), places.at(table, "Bo")
    expect(ana.locator(".player.away")).to_have_count(0)
    page = places.visit(table.path, excuse="status of 422")
    Waiting(page).come_back("Bo")
    expect(page.locator("#bring")).to_be_visible()
    return page


def one_more_chair(places: Places) -> Page:
    return places.at(party(places.site, names=("Ana",), size=3, started=False, one_device=True), "Ana")


def chairs_of_one_device(places: Places) -> Page:
    return places.at(party(places.site, started=False, one_device=True), "Ana")


def covered(places: Places) -> Page:
    page = places.at(party(places.site, names=("Ana", "Bo", "Cy"), size=3, one_device=True), "Ana")
    page.locator("#other-eyes > summary").click()
    return page


def looking_on_one_device(places: Places) -> Page:
    page = covered(places)
    page.locator("#cover button").first.click()
    expect(page.locator("#pass-on")).to_be_visible()
    return page


def already_open(places: Places) -> Page:
    table = party(places.site)
    page = places.visit("/new/natrak/", who=table.cookies["Ana"], excuse="status of 409")
    page.get_by_role("button", name="Open the table").click()
    page.locator("#closing > summary").click()
    return page


def room_over_days(places: Places) -> Page:
    table = party(places.site, names=("Ana",), started=False, pace="correspondence", clock=172_800)
    page = places.at(table, "Ana")
    expect(page.locator("#closes time")).to_be_visible()
    return page


def left_alone(places: Places) -> Page:
    table = party(places.site)

    def end() -> None:
        row = Table.objects.get(pk=table.pk)
        assert row.opener
        lobby.close(row.pk, row.opener)
        Table.objects.filter(pk=row.pk).update(closed_because=Table.Why.IDLE)

    places.site.do(end)
    return places.at(table, "Ana")


def record_to_import(places: Places) -> Page:
    return places.visit("/import/")


def record_refused(places: Places) -> Page:
    page = places.visit("/import/", excuse="status of 422")
    page.get_by_label("or its text").fill("Once upon a time there was a dragon.")
    page.get_by_role("button", name="Replay it").click()
    expect(page.locator("#error")).to_be_visible()
    return page


def closed(places: Places) -> Page:
    table = party(places.site, names=("Ana",), started=False)

    def close() -> None:
        row = Table.objects.get(pk=table.pk)
        assert row.opener
        lobby.close(row.pk, row.opener)

    places.site.do(close)
    return places.at(table, "Ana")


PAGES: list[Callable[[Places], Page]] = [
    front,
    front_with_tables,
    new_table,
    new_table_on_this_device,
    sit_form,
    sit_form_refused,
    waiting_alone,
    waiting_all_here,
    my_turn,
    not_my_turn,
    selected,
    finished,
    looking_back,
    watching,
    rules,
    me,
    me_with_everything,
    own_tables,
    no_own_tables,
    own_tables_and_a_seat,
    forget_me,
    link_to_all_tables,
    link_to_a_seat,
    taken,
    taken_at_a_public_table,
    days_off,
    not_found,
    old_form,
    too_many,
    unreadable,
    broken,
    crowded,
    down,
    locked,
    bring_here,
    closed,
    one_more_chair,
    chairs_of_one_device,
    covered,
    looking_on_one_device,
    already_open,
    room_over_days,
    left_alone,
    record_to_import,
    record_refused,
]


@pytest.mark.parametrize("kind", PAGES, ids=lambda kind: kind.__name__)
def test_a_page_is_accessible_and_fits(
    visit: Visit, site: Site, everywhere: Callable[[Page], None], kind: Callable[[Places], Page]
):
    everywhere(kind(Places(site, visit)))


def test_the_link_is_copied_by_its_button(visit: Visit, site: Site):
    table = party(site, names=("Ana",), started=False)
    page = visit(table.path, who=table.cookies["Ana"])
    link = Waiting(page).link
    page.get_by_role("button", name="Copy").click()
    expect(page.get_by_text("Copied")).to_be_visible()
    page.goto("/me/")
    page.get_by_label("Your e-mail address").focus()
    page.keyboard.press("Control+V")
    expect(page.get_by_label("Your e-mail address")).to_have_value(link)
    assert link == site.url + table.path


def test_the_language_changes_at_once_and_stays(visit: Visit, site: Site):
    page = visit("/new/drakon/")
    for name, button in (("Español", "Abrir la mesa"), ("Português", "Abrir a mesa")):
        page.get_by_role("button", name=name).click()
        expect(page.get_by_role("button", name=button)).to_be_visible()
        assert page.url.endswith("/new/drakon/")
    expect(page.locator("html")).to_have_attribute("lang", "pt-br")
    page.get_by_role("button", name="Abrir a mesa").click()
    expect(page.get_by_role("button", name="Sentar")).to_be_visible()
    page.goto("/")
    expect(page.locator("html")).to_have_attribute("lang", "pt-br")


def test_the_browser_s_own_language_is_spoken_at_first(visit: Visit, site: Site):
    page = visit("/", language="es-MX")
    expect(page.locator("html")).to_have_attribute("lang", "es")


@pytest.mark.parametrize("way", ["Open a table", "On this device"])
def test_two_clicks_and_a_name_lead_from_arriving_to_one_s_own_seat(visit: Visit, site: Site, way: str):
    page = visit("/", phone=True)
    _card(page, "Drakon").get_by_role("link", name=way).click()
    page.get_by_label("Your name at the table").fill("Ana")
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator(".chair", has_text="Ana")).to_contain_text("you")


def test_the_browser_s_frame_takes_the_chosen_light(visit: Visit, site: Site):
    page = visit("/")
    page.get_by_role("button", name="Night").click()
    for colour in page.locator("meta[name='theme-color']").all():
        expect(colour).to_have_attribute("content", "#2d1f17")
    page.get_by_role("button", name="As my device").click()
    assert [one.get_attribute("content") for one in page.locator("meta[name='theme-color']").all()] == [
        "#eadbb9",
        "#2d1f17",
    ]


def test_night_is_chosen_without_a_reload_and_stays(visit: Visit, site: Site):
    page = visit("/")
    page.get_by_role("button", name="Night").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(page.get_by_role("button", name="Night")).to_have_attribute("aria-pressed", "true")
    page.goto("/me/")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")


def test_a_device_that_forgets_shows_the_seat_on_no_page_that_is_open(visit: Visit, site: Site):
    table = party(site)
    page = visit(table.path, who=table.cookies["Bo"])
    expect(page.locator(".dk-hand")).to_be_visible()
    me = page.context.new_page()
    me.goto("/me/")
    me.get_by_text("Forget me on this device").click()
    me.get_by_role("button", name="Yes, forget me here").click()
    expect(me.get_by_text("This device has forgotten you.")).to_be_visible()
    assert "who" not in [cookie["name"] for cookie in page.context.cookies()]
    expect(page.locator(".dk-hand")).to_have_count(0)
    expect(page.locator("#come-back")).to_be_visible()

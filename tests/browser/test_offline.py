"""Without a network: a page of ours that goes on by itself, and forms that keep what was typed."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.pages import OFFLINE, RECOVERY, SOON
from tests.browser.site import Site

WORDS = {
    "en": "No way through just now",
    "es": "Ahora no hay paso",
    "pt-BR": "Agora não há passagem",
}


def controlled(page: Page) -> Page:
    """Once the service worker answers for this page, in its language."""
    language = page.locator("html").get_attribute("lang")
    page.evaluate(
        """(language) => new Promise((resolve) => {
          const look = () => {
            if (navigator.serviceWorker.controller?.scriptURL.endsWith(`=${language}`)) resolve();
          };
          navigator.serviceWorker.addEventListener("controllerchange", look);
          look();
        }).then(() => 1)""",
        language,
    )
    return page


@pytest.mark.parametrize("language", WORDS)
def test_without_a_network_a_page_of_ours_waits_in_the_reader_s_language(visit: Visit, language: str):
    page = controlled(visit("/", language=language, excuse=OFFLINE))
    page.context.set_offline(True)
    page.goto("/rules/drakon/", wait_until="commit")
    expect(page.get_by_role("heading", level=1)).to_have_text(WORDS[language])
    expect(page.locator("html")).to_have_attribute("lang", language.lower())
    page.context.set_offline(False)
    expect(page.locator("article.prose")).to_be_visible(timeout=SOON)
    assert page.url.endswith("/rules/drakon/")


def test_a_server_that_is_away_is_waited_for(visit: Visit, site: Site):
    page = controlled(visit("/", excuse=OFFLINE))
    site.kill_web()
    page.goto("/rules/drakon/", wait_until="commit")
    expect(page.get_by_role("heading", level=1)).to_have_text(WORDS["en"])
    site.start_web()
    expect(page.locator("article.prose")).to_be_visible(timeout=RECOVERY)


def test_the_page_speaks_another_language_once_the_reader_does(visit: Visit):
    page = controlled(visit("/", excuse=OFFLINE))
    page.get_by_role("button", name="Español").click()
    expect(page.locator("html")).to_have_attribute("lang", "es")
    controlled(page)
    page.context.set_offline(True)
    page.goto("/rules/drakon/", wait_until="commit")
    expect(page.get_by_role("heading", level=1)).to_have_text(WORDS["es"])


def test_the_waiting_page_is_accessible_and_fits(visit: Visit, everywhere):
    page = controlled(visit("/", excuse=OFFLINE))
    page.context.set_offline(True)
    page.goto("/rules/drakon/", wait_until="commit")
    expect(page.get_by_role("link", name="Try again")).to_be_visible()
    everywhere(page)


def test_night_that_was_chosen_holds_there_too(visit: Visit):
    page = controlled(visit("/", excuse=OFFLINE))
    page.get_by_role("button", name="Night").click()
    page.context.set_offline(True)
    page.goto("/me/", wait_until="commit")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")


def test_nothing_is_kept_by_the_worker(visit: Visit):
    page = controlled(visit("/"))
    page.goto("/rules/drakon/")
    assert page.evaluate("caches.keys()") == []


def test_a_form_is_not_sent_without_a_network_and_keeps_what_was_typed(visit: Visit):
    page = visit("/me/", excuse=OFFLINE)
    page.context.set_offline(True)
    page.get_by_label("Your e-mail address").fill("ana@example.com")
    page.get_by_label("Your e-mail address").press("Enter")
    expect(page.get_by_text("There is no network: nothing was sent.")).to_be_visible()
    expect(page.get_by_label("Your e-mail address")).to_have_value("ana@example.com")
    page.context.set_offline(False)
    expect(page.get_by_text("There is no network: nothing was sent.")).to_be_hidden()
    page.get_by_label("Your e-mail address").press("Enter")
    expect(page.get_by_text("A mail is on its way")).to_be_visible()

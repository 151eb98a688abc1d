"""The switch "tell me on this device", and what a browser shows of a push."""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.pages import until


def waits_for_worker(page: Page) -> str:
    """Keep the service worker as the switch would, and the number that the browser knows it by."""
    found: list[Any] = []
    session = page.context.new_cdp_session(page)
    session.on("ServiceWorker.workerRegistrationUpdated", lambda said: found.extend(said["registrations"]))
    session.send("ServiceWorker.enable")
    page.evaluate(
        "navigator.serviceWorker.register('/sw.js').then(() => navigator.serviceWorker.ready).then(() => 1)"
    )
    until(page, lambda: found)
    return str(found[-1]["registrationId"])


def test_the_switch_shows_itself_and_says_when_the_browser_refuses(visit: Visit):
    page = visit("/me/")
    form = page.locator("form[data-push]")
    expect(form).to_be_visible()
    page.get_by_role("button", name="Tell me on this device").click()
    expect(form).to_contain_text("Your browser does not let us")
    expect(page.get_by_role("button", name="Tell me on this device")).to_be_hidden()


def test_without_a_script_there_is_no_switch(visit: Visit):
    page = visit("/me/", javascript=False)
    expect(page.locator("form[data-push]")).to_be_hidden()


def test_where_the_push_service_cannot_be_reached_the_switch_says_so(visit: Visit):
    page = visit("/me/", excuse="Push API in incognito")
    page.context.grant_permissions(["notifications"])
    page.reload()
    page.get_by_role("button", name="Tell me on this device").click()
    expect(page.get_by_text("That did not work: try again later.")).to_be_visible()


def test_what_is_pushed_is_shown_as_text_and_opens_the_table(visit: Visit):
    page = visit("/me/")
    page.context.grant_permissions(["notifications"])
    number = waits_for_worker(page)
    said = {
        "title": "Drakon with <b>Ana</b>: your move",
        "url": "/rules/drakon/",
        "tag": "table1",
        "language": "en",
    }
    session = page.context.new_cdp_session(page)
    session.send("ServiceWorker.enable")
    for _twice in range(2):
        message = {"origin": page.url.split("/me/")[0], "registrationId": number, "data": json.dumps(said)}
        session.send("ServiceWorker.deliverPushMessage", message)
    shown = page.evaluate(
        """async () => {
          const worker = await navigator.serviceWorker.ready;
          for (let tries = 0; tries < 1000; tries++) {
            const found = await worker.getNotifications();
            if (found.length) return found.map((one) => [one.title, one.tag, one.data.url]);
            await new Promise((resolve) => setTimeout(resolve, 50));
          }
          return [];
        }"""
    )
    assert shown == [[said["title"], "table1", "/rules/drakon/"]]

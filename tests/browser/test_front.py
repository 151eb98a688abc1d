"""The product as a whole: a page in a real browser, and processes that come back after they were killed."""

import gzip
import urllib.request
from collections.abc import Callable

import pytest
from celery.utils.nodenames import gethostname
from playwright.sync_api import Page, expect

from portal.celery import app as celery_app
from tests.browser.conftest import Visit
from tests.browser.pages import OFFLINE
from tests.browser.site import Site
from tests.patience import PATIENCE


@pytest.mark.parametrize("dark", [False, True], ids=["day", "night"])
@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_the_front_page_is_accessible(visit: Visit, axe: Callable[[Page], None], phone: bool, dark: bool):
    page = visit("/", phone=phone, dark=dark)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    axe(page)
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"), (
        "the page scrolls sideways"
    )


def test_axe_finds_what_is_wrong(visit: Visit, axe: Callable[[Page], None]):
    page = visit("/")
    page.evaluate("document.body.appendChild(document.createElement('img'))")
    with pytest.raises(AssertionError, match="image-alt"):
        axe(page)


def test_static_files_are_hashed_cached_for_ever_and_compressed(site: Site, visit: Visit):
    page = visit("/admin/")
    address = page.locator("link[rel=stylesheet]").first.get_attribute("href")
    assert address is not None
    request = urllib.request.Request(site.url + address, headers={"Accept-Encoding": "gzip"})
    with urllib.request.urlopen(request) as answer:
        assert "immutable" in answer.headers["Cache-Control"]
        assert answer.headers["Content-Encoding"] == "gzip"
        assert b"{" in gzip.decompress(answer.read())
    assert "StreamingHttpResponse" not in site.log("web", lines=1000)


def test_web_comes_back_after_it_was_killed(site: Site, visit: Visit):
    page = visit("/", excuse=OFFLINE)
    site.kill_web()
    assert not site.runs("web")
    site.start_web()
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_be_visible()


def test_each_queue_has_a_worker_of_its_own(site: Site):
    def listening(*queues: str) -> dict[str, list[str]]:
        """What the workers of these queues listen to, once all of them have answered."""
        names = [f"{queue}@{gethostname()}" for queue in queues]
        found = celery_app.control.inspect(names, timeout=PATIENCE, limit=len(names)).active_queues() or {}
        return {name.split("@")[0]: [one["name"] for one in listened] for name, listened in found.items()}

    assert listening("clock", "delivery") == {"clock": ["clock"], "delivery": ["delivery"]}
    site.kill_worker("delivery")
    assert listening("clock") == {"clock": ["clock"]}
    site.start_worker()
    assert listening("clock", "delivery") == {"clock": ["clock"], "delivery": ["delivery"]}

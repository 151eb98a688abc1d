"""Fixtures of the browser tests: `site` (the running product), `visit` (a new person's browser), `axe`, and
`everywhere`, which looks at a page in every light and size."""

import re
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any, Protocol

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect, sync_playwright

from portal import access
from tests.browser.site import Site
from tests.patience import PATIENCE
from tools import chromium
from tools.paths import LOCAL
from tools.throwaway import Throwaway

PHONE = {"width": 390, "height": 844}
DESKTOP = {"width": 1280, "height": 800}
NARROWEST = {"width": 320, "height": 640}
WIDE = {"width": 1440, "height": 900}
FAILURES = LOCAL / "failures"


class Visit(Protocol):
    """Opens a page as somebody new: a fresh browser profile, English, light, on a desktop unless said otherwise.

    `who` is the cookie of somebody who was here before, `excuse` a pattern of what the console may complain of.
    """

    def __call__(
        self,
        path: str = "/",
        *,
        phone: bool = False,
        dark: bool = False,
        javascript: bool = True,
        language: str = "en",
        who: str = "",
        excuse: str = "",
    ) -> Page: ...


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """A headless Chromium. In CI its absence fails the tests; elsewhere they are skipped, with the way to get it."""
    path = chromium.find()
    if path is None:
        if chromium.in_ci():
            pytest.fail(chromium.HOW)
        pytest.skip(chromium.HOW)
    expect.set_options(timeout=1000 * PATIENCE)
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=path, args=chromium.ARGS)
        yield started
        started.close()


@pytest.fixture(scope="package")
def _site(servers: Throwaway, django_db_setup: None, django_db_blocker: Any) -> Iterator[Site]:
    with django_db_blocker.unblock():
        running = Site(servers)
    try:
        running.collect()
        yield running
    finally:
        running.stop()


@pytest.fixture
def site(_site: Site, transactional_db: None) -> Iterator[Site]:
    """Daphne, both workers and beat, all running at the start of the test, with empty tables, Redis and mails."""
    _site.reset()
    _site.ensure()
    yield _site
    _site.reset()


@pytest.fixture
def visit(site: Site, browser: Browser, request: pytest.FixtureRequest) -> Iterator[Visit]:
    """Open a page as a new person; see `Visit`. `page.reload()`, `page.goto("/…")` and so on stay that person.

    At the end of the test any error or warning on the console of any of these pages fails it.
    """
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def hear(message: ConsoleMessage, excuse: str) -> None:
        if message.type in ("error", "warning") and not (excuse and re.search(excuse, message.text)):
            complaints.append(f"{message.text} ({message.location})")

    def visit(
        path: str = "/",
        *,
        phone: bool = False,
        dark: bool = False,
        javascript: bool = True,
        language: str = "en",
        who: str = "",
        excuse: str = "",
    ) -> Page:
        context = browser.new_context(
            base_url=site.url,
            viewport=PHONE if phone else DESKTOP,  # type: ignore[arg-type]
            has_touch=phone,
            is_mobile=phone,
            color_scheme="dark" if dark else "light",
            reduced_motion="reduce",  # what glows on a board would be drawn anew sixty times a second
            java_script_enabled=javascript,
            locale=language,
        )
        context.set_default_timeout(1000 * PATIENCE)
        if who:
            context.add_cookies([{"name": access.COOKIE, "value": who, "url": site.url}])
        contexts.append(context)
        context.on("console", lambda message: hear(message, excuse))
        context.on("weberror", lambda error: complaints.append(str(error.error)))
        page = context.new_page()
        page.goto(path)
        return page

    yield visit
    heard = list(complaints)  # taking a picture breaches the policy itself
    if getattr(request.node, "failed", False):
        _keep_pictures(request.node.name, contexts)
    for context in contexts:
        context.close()
    assert not heard, "\n".join(heard)


def _keep_pictures(name: str, contexts: list[BrowserContext]) -> None:
    """What every open page looked like when the test failed, into .local/failures/."""
    FAILURES.mkdir(parents=True, exist_ok=True)
    for number, page in enumerate(page for context in contexts for page in context.pages):
        page.screenshot(path=FAILURES / f"{Path(name).name}-{number}.png", full_page=True)


@pytest.fixture
def axe() -> Callable[[Page], None]:
    """`axe(page)` fails the test on any accessibility violation, with axe's own report."""
    checker = Axe()

    def check(page: Page) -> None:
        results = checker.run(page)
        assert results.violations_count == 0, results.generate_report()

    return check


@pytest.fixture
def everywhere(axe: Callable[[Page], None]) -> Callable[[Page], None]:
    """`everywhere(page)`: accessible on a desktop by day and on a phone by night, and never scrolling sideways.

    Colours are the same at every size, and sizes in every light: the other two pairs would find nothing more.
    """

    def check(page: Page) -> None:
        for size, scheme in ((DESKTOP, "light"), (PHONE, "dark")):
            page.set_viewport_size(size)  # type: ignore[arg-type]
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
            axe(page)
            _fits(page)
        for size in (NARROWEST, WIDE):
            page.set_viewport_size(size)  # type: ignore[arg-type]
            _fits(page)

    return check


def _fits(page: Page) -> None:
    """The page does not scroll sideways."""
    wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wide <= 0, f"{wide} pixels too wide at {page.viewport_size}"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """A failed test's report ends with what the processes last said."""
    report = yield
    if report.when == "call" and report.failed:
        item.failed = True  # type: ignore[attr-defined]
        running = getattr(item, "funcargs", {}).get("site")
        if running is not None:
            report.sections += [
                (f"log of {name}", running.log(name)) for name in ("web", "clock", "delivery", "beat")
            ]
    return report

"""Pictures to be looked at: `python -m tools.shots` writes contact sheets of every symbol, and every page and mail at a
phone's and a desktop's width, in both themes, into .local/shots/ (ignored by git). `… pages` or `… art` make one of the
two, `… readme` the picture in README.md."""

from __future__ import annotations

import base64
import re
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from tools import chromium as programs
from tools.paths import LOCAL, PROJECT
from tools.scenes import Mail, Shot, product

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Response

SHOTS = LOCAL / "shots"
SITE = PROJECT / "static" / "site"
THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
SIZES = (24, 48, 96)
SEATS = ("orange", "sky", "green", "yellow", "blue", "vermilion", "pink", "slate")
PICTURES = ("hero", "icon", "favicon", "favicon-turn", "favicon-unread")
"""Of the site, beside each game's card."""
SHEET = (
    "body{display:block;margin:16px;font:11px sans-serif}.sheet{display:flex;flex-wrap:wrap;gap:10px}"
    "figure{margin:0;padding:6px;background:var(--raised)}figure>div{display:flex;align-items:end;gap:6px}"
)


@contextmanager
def browser() -> Iterator[Browser]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=programs.find(), args=programs.ARGS)
        try:
            yield chromium
        finally:
            chromium.close()


# Art: what the sprites hold, and the pictures that are files of their own.


def art() -> list[Path]:
    """A sheet of every sprite and one of the pictures, by day and by night."""
    games = sorted(path.parent for path in PROJECT.glob("games/*/static/*/sprite.svg"))
    looks = [SITE / "base.css", SITE / "site.css", SITE / "art" / "art.css"]
    site = SITE / "art" / "site.svg"
    pictures = [*(game / "card.svg" for game in games), *(site.with_name(f"{name}.svg") for name in PICTURES)]
    bodies = {"site": sheet(looks, [site], symbols(site))}
    for game in games:
        sprite = game / "sprite.svg"
        css = [*looks, game / f"{game.name}.css"]
        bodies[game.name] = sheet(css, [site, sprite], symbols(sprite))
    bodies["pictures"] = sheet(looks, [], [framed(picture) for picture in pictures])
    SHOTS.mkdir(parents=True, exist_ok=True)
    written = []
    with browser() as chromium:
        tab = chromium.new_page(viewport={"width": 1400, "height": 200}, device_scale_factor=1.5)
        for name, body in bodies.items():
            shell = SHOTS / f"{name}.html"
            shell.write_text(body)
            tab.goto(shell.as_uri())
            for theme in THEMES:
                tab.emulate_media(color_scheme=theme)
                path = SHOTS / f"{name}-{theme}.png"
                tab.screenshot(path=path, full_page=True)
                written.append(path)
            shell.unlink()
    return written


def sheet(css: list[Path], sprites: list[Path], figures: list[str]) -> str:
    """A page of figures, with the product's own styles and sprites."""
    styles, inlined = ("\n".join(path.read_text() for path in paths) for paths in (css, sprites))
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><style>{styles}{SHEET}</style>'
        f'<body>{inlined}<div class="sheet">{"".join(figures)}</div></body></html>'
    )


def symbols(sprite: Path) -> list[str]:
    """Every symbol of a sprite at three sizes, in its own proportions, each in a seat's colour; and its patterns."""
    drawn, figures = sprite.read_text(), []
    for number, (name, box) in enumerate(re.findall(r'<symbol id="([^"]+)" viewBox="([^"]+)"', drawn)):
        wide, high = box.split()[2:]
        inner = f'<use href="#{name}" width="{wide}" height="{high}"/>'
        row = "".join(f'<svg width="{size}" viewBox="{box}">{inner}</svg>' for size in SIZES)
        seat = SEATS[number % len(SEATS)]
        figures.append(f'<figure class="seat-{seat}"><div>{row}</div>{name}</figure>')
    for name in re.findall(r'<pattern id="([^"]+)"', drawn):
        filled = f'<svg width="96" height="96"><rect width="96" height="96" fill="url(#{name})"/></svg>'
        figures.append(f"<figure>{filled}{name}</figure>")
    return figures


def framed(picture: Path) -> str:
    return f'<figure><img height="360" src="{picture.as_uri()}">{picture.parent.name}/{picture.name}</figure>'


# Pages and mails: the product on throw-away servers, filled by the demo, seen by several of its people.

VIEWS: dict[str, tuple[int, int]] = {"390": (390, 844), "1280": (1280, 800)}
PHONE = "390"
LATE = "[hx-trigger='load']:empty"
"""Parts of a page that it fetches by itself, until they are there."""
A_SHEET = 12
"""Pages on a contact sheet."""
PATIENCE = 120_000.0
"""Milliseconds that a page or a picture may take: somebody else may need the machine too."""
LOADED = (
    "Promise.all([...document.images].map((image) => { image.loading = 'eager'; return image.decode(); }))"
)
"""Pictures further down load late, and a long picture of a page would be taken without them."""


@contextmanager
def _context(chromium: Browser, width: str, url: str) -> Iterator[BrowserContext]:
    wide, high = VIEWS[width]
    phone = width == PHONE
    context = chromium.new_context(
        base_url=url,
        viewport={"width": wide, "height": high},
        has_touch=phone,
        is_mobile=phone,
        reduced_motion="reduce",
    )
    context.set_default_timeout(PATIENCE)
    try:
        yield context
    finally:
        context.close()


def pages() -> list[Path]:
    """Every page kind and mail at both widths, by day and by night, into a folder; and contact sheets of them all.

    At the end it fails, if a page answered otherwise than it should, complained on the console or scrolls sideways.
    """
    folder = SHOTS / "pages"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    written: list[Path] = []
    troubles: list[str] = []
    with product() as (url, shots, mails), browser() as chromium:
        everything: list[Shot | Mail] = [*shots, *mails]
        for width in VIEWS:
            with _context(chromium, width, url) as context:
                for shot in everything:
                    wrong = _take(context, shot, width, folder)
                    troubles += [f"{shot.name} at {width}: {one}" for one in wrong]
        names = [shot.name for shot in everything]
        for start in range(0, len(names), A_SHEET):
            path = SHOTS / f"pages-{start // A_SHEET + 1}.png"
            written.append(_overview(chromium, names[start : start + A_SHEET], folder, path))
    if troubles:
        raise SystemExit("\n".join(troubles))
    return written


def _take(context: BrowserContext, shot: Shot | Mail, width: str, folder: Path) -> list[str]:
    """A page or a mail by day and by night, and what is wrong with it."""
    troubles: list[str] = []
    tab = context.new_page()
    if isinstance(shot, Mail):
        tab.set_content(shot.html)
    else:
        _open(tab, shot, troubles)
    tab.evaluate(LOADED)
    tab.locator(LATE).first.wait_for(state="detached")
    # The playing page is pinned to the window: longer pictures of it show what nobody sees.
    whole = not tab.locator(".at-table").count()
    for theme in THEMES:
        tab.emulate_media(color_scheme=theme)
        tab.screenshot(path=folder / f"{shot.name}-{width}-{theme}.png", full_page=whole)
    wide = tab.evaluate("document.documentElement.scrollWidth")
    if wide > VIEWS[width][0]:
        troubles.append(f"scrolls sideways, it is {wide} wide")
    found = list(troubles)  # a page that is closed while its socket opens complains of it
    tab.close()
    return found


def _open(tab: Page, shot: Shot, troubles: list[str]) -> None:
    """The page as whoever looks sees it; `troubles` is told what fails, now and later on."""
    tab.context.clear_cookies()
    if shot.cookie:
        tab.context.add_cookies([{"name": "who", "value": shot.cookie, "domain": "localhost", "path": "/"}])

    def answered(answer: Response) -> None:
        wanted = shot.status if answer.request.is_navigation_request() else 200
        if answer.status >= 400 and answer.status != wanted:
            troubles.append(f"{answer.url} answers {answer.status}")

    def said(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and shot.status < 400:
            troubles.append(message.text)

    tab.on("response", answered)
    tab.on("console", said)
    tab.on("pageerror", lambda error: troubles.append(str(error)))
    found = tab.goto(shot.path)
    if found is None or found.status != shot.status:
        troubles.append(f"answers {found and found.status}, not {shot.status}")


def _overview(chromium: Browser, names: list[str], folder: Path, path: Path) -> Path:
    """The top of every page: phone and desktop, day and night; two pages a row."""
    boxes = []
    for name in names:
        cells = "".join(
            f'<img class="w{width}" src="{(folder / f"{name}-{width}-{theme}.png").as_uri()}">'
            for width in VIEWS
            for theme in THEMES
        )
        boxes.append(f"<figure><figcaption>{name}</figcaption><div>{cells}</div></figure>")
    style = (
        "body{margin:8px;font:14px sans-serif;display:grid;grid-template-columns:1fr 1fr;gap:12px}figure{margin:0}"
        "div{display:flex;gap:6px;height:330px;overflow:hidden;align-items:start}.w390{width:150px}.w1280{width:330px}"
    )
    shell = folder / "pages.html"
    shell.write_text(f"<!doctype html><style>{style}</style>{''.join(boxes)}")
    tab = chromium.new_page(viewport={"width": 2010, "height": 800})
    tab.goto(shell.as_uri())
    tab.screenshot(path=path, full_page=True, timeout=PATIENCE)
    tab.close()
    shell.unlink()
    return path


def readme() -> list[Path]:
    """The picture in README.md: the table page as its awaited player sees it."""
    path = PROJECT / "docs" / "table.webp"
    with product() as (url, shots, _mails), browser() as chromium:
        shot = next(shot for shot in shots if shot.name == "drakon-picked-place")
        with _context(chromium, "1280", url) as context:
            tab, troubles = context.new_page(), list[str]()
            _open(tab, shot, troubles)
            drawn = context.new_cdp_session(tab).send(
                "Page.captureScreenshot", {"format": "webp", "quality": 72}
            )
            path.write_bytes(base64.b64decode(drawn["data"]))
    if troubles:
        raise SystemExit("\n".join(troubles))
    return [path]


KINDS = {"art": art, "pages": pages, "readme": readme}

if __name__ == "__main__":
    for kind in sys.argv[1:] or ("art", "pages"):
        for written in KINDS[kind]():
            sys.stdout.write(f"{written}\n")

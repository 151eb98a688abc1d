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
from tools.scenes import Mail, Shot, product

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Response

ROOT = Path(__file__).resolve().parent.parent
SHOTS = ROOT / ".local" / "shots"
CHROMIUM_ARGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
SIZES = (24, 48, 96)
SEATS = ("orange", "sky", "green", "yellow", "blue", "vermilion", "pink", "slate")

THEME: dict[Literal["light", "dark"], str] = {
    "light": "--ground:#f6efe0;--raised:#fffaf0;--ink:#2b2118;--soft-ink:#6b5b4a;--line:#d8c9ac;"
    "--gold:#a8741a;--ember:#a83a25;--moss:#4f6f46;--sea:#2a6478;--violet:#6a4c86",
    "dark": "--ground:#17141a;--raised:#221e27;--ink:#eae2d0;--soft-ink:#a99f8c;--line:#3a3440;"
    "--gold:#e0b04a;--ember:#e0654a;--moss:#7fa873;--sea:#5fb0c9;--violet:#a888c9",
}

# Composed chambers: kind, turn of the tile in quarters, sides with an arrow, heroes standing on it.
CHAMBERS = (
    ("start", 0, "nesw", ("wizard", "dwarf")),
    ("gold", 1, "ne", ()),
    ("gale", 0, "wne", ("knight",)),
    ("wind", 2, "ns", ()),
    ("blank", 3, "wne", ("amazon", "thief", "barbarian")),
    ("shift", 0, "n", ()),
    ("destroy", 1, "wne", ()),
    ("due", 0, "ns", ()),
    ("map", 2, "ne", ()),
    ("key", 0, "", ()),
    ("orb", 0, "ne", ("barbarian",)),
    ("rotate", 3, "ne", ()),
    ("steal_left", 0, "n", ()),
    ("steal_right", 0, "wne", ()),
    ("vortex", 0, "", ("thief",)),
    ("well", 0, "nes", ()),
)
# Where up to six heroes stand: x, y and size on the chamber's 64 units.
STANDS = {
    1: ((32, 31, 32),),
    2: ((0, 31, 32), (32, 31, 32)),
    3: ((0, 30, 30), (34, 30, 30), (17, 34, 30)),
    4: ((2, 8, 28), (34, 8, 28), (2, 35, 28), (34, 35, 28)),
    5: ((2, 6, 26), (36, 6, 26), (0, 36, 26), (38, 36, 26), (19, 30, 26)),
    6: ((0, 6, 26), (19, 2, 26), (38, 6, 26), (0, 36, 26), (19, 34, 26), (38, 36, 26)),
}


def symbols(sprite: str) -> list[str]:
    return re.findall(r'<symbol id="([^"]+)"', sprite)


def use(ref: str, size: int, cls: str = "") -> str:
    inner = f'<use href="#{ref}" width="64" height="64"/>'
    return f'<svg class="{cls}" width="{size}" height="{size}" viewBox="0 0 64 64">{inner}</svg>'


def chamber(kind: str, turn: int, sides: str, heroes: tuple[str, ...], size: int) -> str:
    floor = "drakon-floor-start" if kind == "start" else "drakon-floor"
    parts = [f'<use href="#{floor}" width="64" height="64"/>']
    for side in sides:
        angle = ("nesw".index(side) + turn) % 4 * 90
        parts.append(
            f'<use href="#drakon-arrow-n" width="64" height="64" transform="rotate({angle} 32 32)"/>'
        )
    parts.append(f'<use href="#drakon-{kind}" width="64" height="64"/>')
    for index, (hero, (x, y, wide)) in enumerate(zip(heroes, STANDS.get(len(heroes), ()))):
        seat = SEATS[(len(hero) + index * 3) % len(SEATS)]
        parts.append(
            f'<use class="seat-{seat}" href="#drakon-hero-{hero}" x="{x}" y="{y}" width="{wide}" height="{wide}"/>'
        )
    return f'<svg width="{size}" height="{size}" viewBox="0 0 64 64">{"".join(parts)}</svg>'


def page(theme: Literal["light", "dark"], css: list[Path], sprites: list[Path], body: str) -> str:
    styles = "\n".join(path.read_text() for path in css if path.exists())
    inlined = "\n".join(path.read_text() for path in sprites if path.exists())
    return f"""<!doctype html><html lang="en" data-theme="{theme}"><meta charset="utf-8"><style>
:root{{{THEME[theme]}}}{styles}
body{{margin:16px;background:var(--ground);color:var(--ink);font:11px sans-serif}}
.sheet{{display:flex;flex-wrap:wrap;gap:10px}} figure{{margin:0;padding:6px;background:var(--raised)}}
figure>div{{display:flex;align-items:end;gap:6px}}
.board{{display:grid;grid-template-columns:repeat(8,max-content);margin:16px 0}}
</style><body>{inlined}{body}</body></html>"""


def sheet(names: list[str], cls: str = "") -> str:
    figures = []
    for index, name in enumerate(names):
        seat = f"seat-{SEATS[index % len(SEATS)]}" if "hero" in name or "base" in name else cls
        row = "".join(use(name, size, seat) for size in SIZES)
        figures.append(f"<figure><div>{row}</div>{name}</figure>")
    return f'<div class="sheet">{"".join(figures)}</div>'


def board(size: int) -> str:
    chambers = "".join(chamber(kind, turn, sides, heroes, size) for kind, turn, sides, heroes in CHAMBERS)
    return f'<div class="board">{chambers}</div>'


def stack(box: str, width: int, *refs: str) -> str:
    """Symbols with the same view box, one over the other."""
    wide, high = (float(side) for side in box.split()[2:])
    uses = "".join(f'<use href="#{ref}" width="{wide:g}" height="{high:g}"/>' for ref in refs)
    return f'<svg width="{width}" height="{width * high / wide:.0f}" viewBox="{box}">{uses}</svg>'


def proportioned(sprite: str) -> str:
    """Every symbol of a sprite at three sizes, in its own proportions."""
    figures: list[str] = []
    for name, box in re.findall(r'<symbol id="([^"]+)" viewBox="([^"]+)"', sprite):
        row = "".join(stack(box, size, name) for size in SIZES)
        seat = f"seat-{SEATS[len(figures) % len(SEATS)]}"
        figures.append(f'<figure class="{seat}"><div>{row}</div>{name}</figure>')
    return f'<div class="sheet">{"".join(figures)}</div>'


def crypt(size: int) -> str:
    """Dragonkeeper's tiles with value and action, gaps and the dragon among them."""
    guilds = ("blue", "yellow", "green", "purple", "red")
    actions = ("stairs", "passage", "release", "exchange", "trap")
    tiles = []
    for place in range(40):
        refs = [f"tile-{guilds[place * 3 % 5]}", f"value-{place % 6 + 1}"]
        if place % 3 == 0:
            refs.append(f"action-{actions[place // 3 % 5]}")
        if place in (12, 30):
            refs = ["floor"]
        if place in (10, 30, 35):
            refs.insert(1, "dragon")
        tiles.append(stack("0 0 64 64", size, *(f"dragonkeeper-{ref}" for ref in refs)))
    return f'<div class="board">{"".join(tiles)}</div>'


def valley(width: int) -> str:
    """Drako's nineteen hexes and four figures."""
    standing = {(0, 0): "dragon", (1, 1): "brald", (-2, 1): "urpen", (1, -2): "morin"}
    hexes, figures = [], []
    for row in range(-2, 3):
        for column in range(max(-2, -2 - row), min(2, 2 - row) + 1):
            x, y = 128 + 64 * (column + row / 2), 123 + 55.4 * row
            kind = ("hex", "hex-2", "hex", "hex-3", "hex")[(column * 3 + row * 5) % 5]
            hexes.append(f'<use href="#drako-{kind}" x="{x:g}" y="{y:g}" width="64" height="73.9"/>')
            if who := standing.get((column, row)):
                seat = "seat-vermilion" if who == "dragon" else "seat-sky"
                size = f'x="{x + 3:g}" y="{y + 4:g}" width="58" height="58"'
                figures.append(f'<use class="{seat}" href="#drako-figure-{who}" {size}/>')
    return f'<svg width="{width}" height="{width}" viewBox="0 0 320 320">{"".join(hexes + figures)}</svg>'


def hand(width: int) -> str:
    """Drako's cards with one sign and with two."""
    cards = (
        ("dwarves", "attack2-1", ""),
        ("dwarves", "attack-1", "defence"),
        ("dwarves", "crossbow-2", ""),
        ("dwarves", "net", "move-1"),
        ("dwarves", "defence", "move2-1"),
        ("dragon", "attack-3", ""),
        ("dragon", "fire-1", "attack-2"),
        ("dragon", "fire-2", "move-1"),
        ("dragon", "flight", ""),
        ("dragon", "defence", "move-2"),
    )
    out = []
    for side, first, second in cards:
        inner = f'<use href="#drako-card-{side}" width="64" height="90"/>'
        if second:
            inner += (
                '<use href="#drako-card-split" width="64" height="90"/>'
                f'<use href="#drako-symbol-{first}" x="15" y="9" width="34" height="34"/>'
                f'<use href="#drako-symbol-{second}" x="15" y="47" width="34" height="34"/>'
            )
        else:
            inner += f'<use href="#drako-symbol-{first}" x="11" y="24" width="42" height="42"/>'
        out.append(f'<svg width="{width}" height="{width * 90 // 64}" viewBox="0 0 64 90">{inner}</svg>')
    return f'<div class="sheet">{"".join(out)}</div>'


HEX, SIDE = 64.0, 36.95
# Round Natrak's island of 19 hexes: the lesser islands, and which of their hexes lie under fog.
ISLES = {
    (2, -4): "bosque",
    (3, -4): "oro",
    (4, -4): "mina",
    (4, 0): "mina",
    (3, 1): "cantera",
    (-2, 4): "oro",
    (-3, 4): "bosque",
    (-4, 4): "pradera",
    (-4, 0): "cantera",
    (-3, -1): "labranza",
}
FOGGED = {(2, -4), (3, -4), (4, -4), (3, 1), (-3, 4), (-4, 4), (-4, 0)}
SAILING = (
    (0, -2, 30, "orange"),
    (1, -3, 90, "orange"),
    (1, -3, 30, "orange"),
    (-2, 0, -90, "sky"),
    (-3, -1, 150, "sky"),
    (2, 0, 90, "yellow"),
    (2, 0, 150, "green"),
    (2, 1, 30, "green"),
    (2, 1, 90, "green"),
    (0, 2, -150, "vermilion"),
    (-1, 3, -90, "vermilion"),
    (-1, 3, -150, "blue"),
    (0, 2, 150, "pink"),
    (-2, 2, -150, "slate"),
)
# The sides of a hex, named by the turn of what lies on them: where they are from its middle.
TURNS = {90: (HEX / 2, 0.0), -150: (-16.0, 27.7), 150: (16.0, 27.7), 30: (16.0, -27.7), -90: (-HEX / 2, 0.0)}


def middle(column: int, row: int) -> tuple[float, float]:
    """Where a hex of Natrak lies, from the middle of the island."""
    return HEX * (column + row / 2), 1.5 * SIDE * row


def put(ref: str, x: float, y: float, size: float, cls: str = "", high: float = 0, turn: int = 0) -> str:
    """A symbol of Natrak with its middle at a point."""
    high = high or size
    spin = f' transform="rotate({turn} {x:g} {y:g})"' if turn else ""
    box = f'x="{x - size / 2:g}" y="{y - high / 2:g}" width="{size:g}" height="{high:g}"'
    return f'<use class="{cls}" href="#natrak-{ref}" {box}{spin}/>'


def numbered(x: float, y: float, number: int) -> str:
    hot = number in (6, 8)
    kind = "nk-number nk-number-hot" if hot else "nk-number"
    return (
        f"{put('token-hot' if hot else 'token', x, y, 31)}"
        f'<text class="{kind}" x="{x:g}" y="{y + 4:g}" font-size="15">{number}</text>'
    )


def island(width: int) -> str:
    """Natrak's island among its lesser islands: numbers, fog, pieces on corners and edges, ships, both beasts."""
    kinds = (
        "bosque",
        "pradera",
        "labranza",
        "cantera",
        "mina",
        "bosque",
        "labranza",
        "pradera",
        "mina",
        "paramo",
    )
    numbers = (5, 2, 6, 3, 8, 10, 9, 12, 11, 4, 8, 10, 9, 4, 5, 6, 3, 11, 2)
    sea, shore, land, above, count = [], [], [], [], 0
    for row in range(-4, 5):
        for column in range(max(-4, -4 - row), min(4, 4 - row) + 1):
            x, y = middle(column, row)
            main = max(abs(column), abs(row), abs(column + row)) <= 2
            isle = ISLES.get((column, row))
            if not main and not isle:
                face = ("", "-2", "-3")[(column * 2 + row * 5 + column * row) % 3]
                sea.append(put(f"hex-mar{face}", x, y, HEX, high=73.9))
                continue
            kind = isle or kinds[(count * 7 + 1) % 10]
            number = numbers[count % 19] if main else 4
            count += main
            shore.append(f'<path d="M{x:g} {y - SIDE:g}l32 18.5v36.9l-32 18.5-32-18.5v-36.9Z"/>')
            land.append(put(f"hex-{kind}", x, y, HEX, high=73.9))
            if isle:
                above.append(put("discovery", x, y + 24, 20))
            if (column, row) in FOGGED:
                land.append(put("fog", x, y, HEX, high=73.9))
                above.append(put("token-fog", x, y, 31))
            elif kind == "paramo":
                above.append(put("dragon-shadow", x, y, HEX, high=73.9) + put("dragon", x, y - 12, 44))
            else:
                above.append(numbered(x, y, number))
    for column, row, turn, seat in (
        (0, 0, 90, "blue"),
        (0, 0, 150, "blue"),
        (1, -1, 90, "vermilion"),
        (-1, 1, 30, "green"),
        (1, 0, 150, "yellow"),
        (-1, -1, 30, "orange"),
    ):
        x, y = middle(column, row)
        dx, dy = TURNS[turn]
        above.append(put("road", x + dx, y + dy, 38, f"seat-{seat}", turn=turn))
    for column, row, turn, seat in SAILING:
        x, y = middle(column, row)
        dx, dy = TURNS[turn]
        above.append(put("ship", x + dx, y + dy, 44, f"seat-{seat}", turn=turn))
    for column, row, top, kind, seat in (
        (0, 0, 1, "camp", "blue"),
        (1, 0, 0, "city", "blue"),
        (1, -1, 1, "castle", "vermilion"),
        (-1, 1, 1, "camp", "green"),
        (1, 1, 1, "fortress", "yellow"),
        (2, -4, 0, "camp", "orange"),
        (0, 2, 0, "adventurer-1", "sky"),
        (2, 0, 1, "adventurer-2", "pink"),
        (-2, 1, 1, "adventurer-3", "green nk-resting"),
        (-1, -1, 0, "adventurer-2", "orange"),
    ):
        x, y = middle(column, row)
        above.append(put(kind, x, y - SIDE if top else y + SIDE, 32, f"seat-{seat}"))
    x, y = middle(0, -4)
    above.append(put("kraken-shadow", x, y, HEX, high=73.9) + put("kraken", x, y - 6, 44))
    for column, row, rate in ((2, -3, "3:1"), (3, -1, "2:1"), (-3, 2, "3:1")):
        x, y = middle(column, row)
        above.append(
            put("port", x, y, 42)
            + f'<text class="nk-number" x="{x:g}" y="{y - 1:g}" font-size="13">{rate}</text>'
        )
    shallows = (
        f'<g stroke="var(--nk-sea-light)" stroke-width="10" stroke-linejoin="round">{"".join(shore)}</g>'
    )
    drawn = "".join([*sea, shallows, *land, *above])
    return (
        f'<svg width="{width}" height="{width * 0.9:.0f}" viewBox="-300 -270 600 540" '
        f'style="background:var(--nk-sea)">{drawn}</svg>'
    )


COMPOSED = {
    "dragonkeeper": lambda: crypt(110) + crypt(70) + crypt(48),
    "natrak": lambda: island(760) + island(390),
    "drako": lambda: valley(480) + valley(320) + hand(84) + hand(56),
}


def patterns() -> str:
    names = ("dots", "waves", "hatch", "grid", "cross-hatch", "zigzag", "rings", "solid")
    emblems = ("sun", "wave", "leaf", "star", "diamond", "flame", "ring", "moon")
    out = []
    for seat, name, emblem in zip(SEATS, names, emblems):
        out.append(
            f'<svg width="96" height="96" viewBox="0 0 96 96" class="seat-{seat}">'
            '<circle cx="48" cy="48" r="44" class="sa-seat"/>'
            f'<circle cx="48" cy="48" r="44" fill="url(#site-pattern-{name})"/>'
            '<circle cx="48" cy="48" r="29" class="sa-medal"/>'
            f'<use class="sa-emblem" href="#site-emblem-{emblem}" x="26" y="26" width="44" height="44"/></svg>'
        )
    return f'<div class="sheet">{"".join(out)}</div>'


@contextmanager
def browser() -> Iterator[Browser]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=programs.find(), args=CHROMIUM_ARGS)
        try:
            yield chromium
        finally:
            chromium.close()


def contact_sheet() -> list[Path]:
    """Every symbol at three sizes and boards put together from them, by day and by night."""
    drakon, site = ROOT / "games/drakon/static/drakon", ROOT / "static/site/art"
    others = sorted(path.parent for path in ROOT.glob("games/*/static/*/sprite.svg") if path.parent != drakon)
    css = [site / "art.css", drakon / "drakon.css", *(folder / f"{folder.name}.css" for folder in others)]
    sprites = [drakon / "sprite.svg", site / "site.svg", *(folder / "sprite.svg" for folder in others)]
    written = []
    SHOTS.mkdir(parents=True, exist_ok=True)
    with browser() as chromium:
        for theme in THEME:
            context = chromium.new_context(
                viewport={"width": 1400, "height": 200}, color_scheme=theme, device_scale_factor=1.5
            )
            tab = context.new_page()
            bodies = {}
            if (drakon / "sprite.svg").exists():
                names = symbols((drakon / "sprite.svg").read_text())
                icons = [name for name in names if "-icon-" in name]
                pieces = [
                    name
                    for name in names
                    if "-hero-" in name
                    or name.split("-")[1] in ("coin", "hoard", "pile", "back", "floor", "arrow")
                ]
                bodies["drakon-icons"] = sheet(icons)
                bodies["drakon-pieces"] = sheet(pieces)
                bodies["drakon-board"] = board(160) + board(72) + board(48)
            if (site / "site.svg").exists():
                bodies["site"] = patterns() + sheet(symbols((site / "site.svg").read_text()))
            for folder in others:
                bodies[folder.name] = proportioned((folder / "sprite.svg").read_text())
                if folder.name in COMPOSED:
                    bodies[folder.name] += COMPOSED[folder.name]()
            for name, body in bodies.items():
                tab.set_content(page(theme, css, sprites, body))
                path = SHOTS / f"{name}-{theme}.png"
                tab.screenshot(path=path, full_page=True)
                written.append(path)
            for picture in (
                drakon / "card.svg",
                *(folder / "card.svg" for folder in others),
                site / "hero.svg",
                site / "favicon.svg",
                site / "favicon-turn.svg",
            ):
                if picture.exists():
                    width = 96 if "favicon" in picture.name else 1240
                    tab.goto("about:blank")
                    shell = SHOTS / "picture.html"
                    shell.write_text(page(theme, css, [], f'<img width="{width}" src="{picture.as_uri()}">'))
                    tab.goto(shell.as_uri())
                    path = SHOTS / f"{picture.parent.name}-{picture.stem}-{theme}.png"
                    tab.locator("img").screenshot(path=path)
                    written.append(path)
                    shell.unlink()
            context.close()
    return written


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
    for theme in THEME:
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
            for theme in THEME
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
    path = ROOT / "docs" / "table.webp"
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


KINDS = {"art": contact_sheet, "pages": pages, "readme": readme}

if __name__ == "__main__":
    for kind in sys.argv[1:] or ("art", "pages"):
        for written in KINDS[kind]():
            sys.stdout.write(f"{written}\n")

"""Pictures of the drawings, to be looked at: `python -m tools.shots` writes contact sheets
of every symbol, in both themes, into .local/shots/ (ignored by git)."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from playwright.sync_api import Browser

ROOT = Path(__file__).resolve().parent.parent
SHOTS = ROOT / ".local" / "shots"
CHROMIUM = Path("/usr/bin/chromium")
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
        path = str(CHROMIUM) if CHROMIUM.exists() else None
        chromium = playwright.chromium.launch(executable_path=path, args=CHROMIUM_ARGS)
        try:
            yield chromium
        finally:
            chromium.close()


def contact_sheet() -> list[Path]:
    """Every symbol at three sizes and composed chambers, by day and by night."""
    drakon, site = ROOT / "games/drakon/static/drakon", ROOT / "static/site/art"
    css = [site / "art.css", drakon / "drakon.css"]
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
            for name, body in bodies.items():
                tab.set_content(page(theme, css, [drakon / "sprite.svg", site / "site.svg"], body))
                path = SHOTS / f"{name}-{theme}.png"
                tab.screenshot(path=path, full_page=True)
                written.append(path)
            for picture in (
                drakon / "card.svg",
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


if __name__ == "__main__":
    for shot in contact_sheet():
        sys.stdout.write(f"{shot}\n")

"""The icons of an installed copy, drawn from the mark: `python -m tools.icons` writes them into static/site/art/.

They are committed; run it again after static/site/art/favicon.svg has changed.
"""

from __future__ import annotations

import re
import sys

from tools import chromium
from tools.paths import PROJECT

ART = PROJECT / "static" / "site" / "art"
_LEAF = (
    '<rect width="64" height="64" rx="13" fill="#f6efe0"/>'
    '<rect x="2.5" y="2.5" width="59" height="59" rx="10.5" fill="none" stroke="#d8c39a" stroke-width="1.5"/>'
)
_FULL = '<rect width="64" height="64" fill="#f6efe0"/>'
PICTURES = {
    "icon-192.png": (192, _LEAF, 0.78),
    "icon-512.png": (512, _LEAF, 0.78),
    "icon-maskable-512.png": (512, _FULL, 0.64),
    "apple-touch-icon.png": (180, _FULL, 0.78),
}
"""File, width in pixels, ground, and how much of the width the mark takes: a mask may cut off a tenth on each side."""


def svg(ground: str, share: float) -> str:
    """The mark by day on a ground of 64 units."""
    mark = (ART / "favicon.svg").read_text(encoding="utf-8")
    inside = re.sub(r"@media.*?\}\}", "", mark[mark.index(">") + 1 : mark.rindex("</svg>")], flags=re.DOTALL)
    inside = inside.replace("stroke-width:3.5", "stroke-width:2.8")  # that one is read at 16 pixels
    edge = 32 * (1 - share)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">{ground}'
        f'<g transform="matrix({share} 0 0 {share} {edge:.2f} {edge:.2f})">{inside.strip()}</g></svg>\n'
    )


def main() -> int:
    """Exit code 0 once every file is written."""
    from playwright.sync_api import sync_playwright

    (ART / "icon.svg").write_text(svg(_LEAF, 0.78), encoding="utf-8")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.find(), args=chromium.ARGS)
        for name, (size, ground, share) in PICTURES.items():
            page = browser.new_page(viewport={"width": size, "height": size})
            page.set_content(f"<style>body{{margin:0}}svg{{display:block}}</style>{svg(ground, share)}")
            page.screenshot(path=ART / name, omit_background=True)
            print(f"{name}: {(ART / name).stat().st_size} bytes")
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())

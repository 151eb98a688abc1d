"""Playing without a mouse: what one presses to get somewhere."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from django.utils.text import slugify
from playwright.sync_api import Locator, Page, expect

from tests.browser.pages import SOON

MOST_KEYS = 60
"""After so many keys somebody gives up."""
GROUPS = "#board, .hand-area, #moves, #since"
"""What is one stop of Tab; arrows go about in it."""

WHERE = """target => {
  const here = document.activeElement, group = target.closest(GROUPS);
  if (here === target) return "there";
  if (group && here !== group && group.contains(here) && here.matches("a, button")) return "near";
  return here.compareDocumentPosition(target) & Node.DOCUMENT_POSITION_PRECEDING && here !== document.body
    ? "before" : "after";
}""".replace("GROUPS", f"'{GROUPS}'")
WAYS = """target => {
  const here = document.activeElement;
  const middle = (box) => [box.left + box.width / 2, box.top + box.height / 2];
  const [x, y] = middle(target.getBoundingClientRect());
  const [u, v] = middle(here.getBoundingClientRect());
  const ahead = { ArrowRight: x - u, ArrowLeft: u - x, ArrowDown: y - v, ArrowUp: v - y };
  return [here.id, here === target ? [] : Object.keys(ahead).sort((one, other) => ahead[other] - ahead[one])];
}"""
"""What has the focus, and the arrows from there, the best first; none if it is there."""
FOCUS = """() => {
  const here = document.activeElement;
  const box = here.getBoundingClientRect();
  const area = here.querySelector(".spot-area");
  const ring = area ? getComputedStyle(area).strokeWidth === "5px" : getComputedStyle(here).outlineStyle !== "none";
  return {
    name: here.id || here.localName,
    body: here === document.body,
    shown: here.matches(":focus-visible") && ring,
    inside: box.bottom > 0 && box.right > 0 && box.top < innerHeight && box.left < innerWidth,
  };
}"""
"""What has the focus, whether one sees that it does, and whether it is on the screen."""
LINKED = "here => new URL(here.href.baseVal ?? here.href, location.href).searchParams.get('pick')"


@dataclass
class Keyboard:
    """Somebody at a page who has nothing but keys."""

    page: Page
    pressed: int = 0
    costs: list[int] = field(default_factory=list)

    def press(self, key: str) -> None:
        self.page.keyboard.press(key)
        self.pressed += 1

    def write(self, words: str) -> None:
        self.page.keyboard.type(words)

    @property
    def focused(self) -> Locator:
        return self.page.locator(":focus")

    def go(self, target: Locator) -> None:
        """Tab forth or back to a thing, or to the group it is in, and there by arrows."""
        target.wait_for(state="attached", timeout=SOON)
        for _ in range(MOST_KEYS):
            where = target.evaluate(WHERE)
            if where == "there":
                return
            if where == "near":
                self._arrows(target)
                return
            self.press("Tab" if where == "after" else "Shift+Tab")
        raise AssertionError(f"{target} can't be reached by Tab")

    def _arrows(self, target: Locator) -> None:
        """By the arrow that points there best, of those that were pressed least where one is."""
        tried: Counter[tuple[str, str]] = Counter()
        for _ in range(MOST_KEYS):
            here, ways = target.evaluate(WAYS)
            if not ways:
                return
            key = min(ways, key=lambda way: tried[here, way])
            tried[here, key] += 1
            self.press(key)
        raise AssertionError(f"{target} can't be reached by arrows")

    def follow(self, target: Locator, key: str = "Enter") -> None:
        """Go there and press it."""
        self.go(target)
        self.press(key)

    def is_seen(self) -> str:
        """The focus is somewhere, shown, and on the screen; returns what has it."""
        focus = self.page.evaluate(FOCUS)
        assert not focus["body"], "the focus is lost"
        assert focus["shown"], f"one does not see that {focus['name']} has the focus"
        assert focus["inside"], f"{focus['name']} has the focus and is not on the screen"
        return str(focus["name"])

    # At a table

    @property
    def promised(self) -> str:
        """The move that would be made now, as text."""
        move = self.page.locator("#confirm-form [name=move]")
        return (move.get_attribute("value") or "") if move.count() else ""

    def make(self, text: str) -> None:
        """Select a move and make it, by pressing once more what was chosen last, or else by its button."""
        before = self.pressed
        self.select(text)
        if not self._repeats(text):
            self.go(self.page.locator("#confirm"))
        ply = self.page.locator("#live").get_attribute("data-ply") or ""
        self.press("Enter")
        expect(self.page.locator("#live")).not_to_have_attribute("data-ply", ply, timeout=SOON)
        self.costs.append(self.pressed - before)

    def select(self, text: str) -> None:
        """A move, step by step where it stands on the page; in the list only what stands nowhere else."""
        for _ in range(MOST_KEYS):
            if self.promised == text:
                return
            self.choose(self._step(text))
        raise AssertionError(f"{text!r} can't be selected")

    def choose(self, what: Locator) -> None:
        """Choose something, or turn what is chosen; the focus stays on it."""
        self.go(what)
        assert what.evaluate(LINKED) != self.promised, "that would make the move"
        ident, picked = (
            what.get_attribute("id"),
            self.page.locator("#live").get_attribute("data-picked") or "",
        )
        self.press("Space" if self.pressed % 2 else "Enter")
        expect(self.page.locator("#live")).not_to_have_attribute("data-picked", picked, timeout=SOON)
        expect(self.page.locator(f"[id='{ident}'][aria-current]:focus")).to_have_count(1, timeout=SOON)

    def _step(self, text: str) -> Locator:
        """The next thing to choose, or what is chosen already and turns when pressed again."""
        words = text.split()
        prefixes = [" ".join(words[:end]) for end in range(1, len(words) + 1)]
        current = None
        for prefix in prefixes:
            ident = prefix.replace(" ", "-").replace(",", "_")
            for name in (f"pick-{ident}", f"bar-{slugify(prefix)}", f"list-{ident}"):
                found = self.page.locator(f"[id='{name}']")
                if not found.count():
                    continue
                if found.get_attribute("aria-current") is None:
                    if name.startswith("list-"):
                        self._unfold()
                    return found
                current = found
        assert current is not None, f"nothing on the page leads to {text!r}"
        return current

    def _unfold(self) -> None:
        if self.page.locator("#moves").get_attribute("open") is None:
            self.follow(self.page.locator("#moves > summary"))

    def _repeats(self, text: str) -> bool:
        """Whether the focus is on what makes the move when it is pressed once more."""
        focused = self.focused.and_(self.page.locator("#live a"))
        return bool(focused.count()) and focused.evaluate(LINKED) == text

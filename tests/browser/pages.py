"""The pages as people see them: what one does there and what one reads, in words that serve every game.

Everything is done by clicking, tapping, typing and pressing keys, and every wait is for something visible.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from playwright.sync_api import APIResponse, Locator, Page, Route, expect

from tests.patience import PATIENCE

SOON = 20_000
"""Milliseconds within which another browser must show a change, on the busiest machine; else it takes about 50. A page
that heard nothing would look by itself after 25 seconds."""
OFFLINE = (
    r"Failed to load resource|WebSocket connection|htmx:(sendError|afterRequest|responseError)|fetching the s"
)
"""What a browser's console says of a server that is not there."""
MOST_STEPS = 12
"""Clicks that one move may take before it can be confirmed."""
RECOVERY = 40_000
"""Milliseconds within which a page finds its server again, on the busiest machine: its tries are at most ten seconds
apart."""


def open_table(
    page: Page, game: str, *, clock: str = "", public: bool = False, options: Mapping[str, str] | None = None
) -> None:
    """From the front page to an own table, with the defaults of the form unless said otherwise.

    `options` are the game's own, by their words: what is asked, and what is chosen.
    """
    name = page.get_by_role("heading", name=game, exact=True)
    page.get_by_role("article").filter(has=name).get_by_role("link", name="Open a table").click()
    for title, choice in (options or {}).items():
        page.get_by_role("group", name=title).get_by_text(choice, exact=True).click()
    if clock or public:
        page.get_by_text("Clock, visitors, chat, one device").click()
    if clock:
        page.get_by_label("Time for a turn, live").select_option(clock)
    if public:
        page.get_by_label("Show the table on the front page").check()
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator("#sit")).to_be_visible()


@dataclass
class Waiting:
    """The waiting room, and the form to sit down."""

    page: Page

    def sit(self, name: str) -> None:
        self.page.locator("#sit").get_by_label("Your name at the table").fill(name)
        self.page.get_by_role("button", name="Sit down").click()
        expect(self.chair(name)).to_contain_text("you")

    def come_back(self, name: str) -> None:
        """Type the name of one's seat; what the answer is, the test looks at."""
        details = self.page.locator("#back-again")
        if details.count() and details.get_attribute("open") is None:
            details.locator("summary").click()
        form = self.page.locator("#come-back")
        form.get_by_label("Your name at the table").fill(name)
        form.get_by_role("button").click()

    def chair(self, name: str) -> Locator:
        return self.page.locator("li.chair", has_text=name)

    @property
    def link(self) -> str:
        """The address to send to friends."""
        return self.page.get_by_label("Link to this table").input_value()

    @property
    def drawn(self) -> Locator:
        """The names in the drawn order."""
        return self.page.locator(".drawn li")

    def draw(self) -> None:
        self.page.locator("#draw").click()
        expect(self.drawn.first).to_be_visible()

    def start(self) -> None:
        self.page.get_by_role("button", name="Start the match").click()


@dataclass
class Board:
    """The page of a running or finished match, as one player or spectator has it before them."""

    page: Page
    name: str = ""

    # What one reads

    @property
    def live(self) -> Locator:
        """Everything that an update replaces."""
        return self.page.locator("#live")

    @property
    def ply(self) -> int:
        return int(self.live.get_attribute("data-ply") or 0)

    @property
    def question(self) -> Locator:
        """What is asked, or who is awaited, or who has won."""
        return self.page.locator("#question")

    @property
    def awaited(self) -> Locator:
        """The name under the medallion of whoever is to move."""
        return self.page.locator(".player.awaited .who")

    @property
    def result(self) -> Locator:
        return self.page.locator(".result")

    @property
    def confirm(self) -> Locator:
        return self.page.locator("#confirm")

    @property
    def preview(self) -> Locator:
        """The sentence that tells what the selected move will do."""
        return self.page.locator(".preview")

    @property
    def error(self) -> Locator:
        return self.page.locator("#error")

    @property
    def lost(self) -> Locator:
        """The banner of a lost connection."""
        return self.page.locator("#lost")

    @property
    def hand(self) -> Locator:
        return self.page.locator(".hand .card")

    @property
    def log(self) -> Locator:
        return self.page.locator("#logbook li")

    def log_of(self, ply: int) -> Locator:
        """The lines of the log about one move."""
        return self.page.locator(f"#logbook li[id^='log-{ply}-']")

    def open_log(self) -> None:
        if self.page.locator("#logbook").get_attribute("open") is None:
            self.page.locator("#logbook > summary").click()

    def reads(self, ply: int, *lines: str) -> None:
        """The log tells this of a move."""
        self.open_log()
        for line in lines:
            self.log_of(ply).filter(has_text=line).first.wait_for(timeout=SOON)

    @property
    def on_board(self) -> Locator:
        """What can be chosen on the board and is not chosen yet."""
        return self.page.locator(".board a.spot:not([aria-current])")

    @property
    def in_hand(self) -> Locator:
        """The cards that can be chosen."""
        return self.page.locator(".hand a.card")

    @property
    def in_bar(self) -> Locator:
        """The answers that are buttons of the prompt bar."""
        return self.page.locator(".prompt .bar a[id^='bar-']")

    def is_shown(self, *, to_move: str) -> None:
        """The page shows whose turn it is, and offers to move to nobody else."""
        self.is_shown_without_script(to_move=to_move)
        if self.name == to_move:
            expect(self.page).to_have_title(re.compile("^●"))
        else:
            expect(self.page).not_to_have_title(re.compile("^●"))

    def is_shown_without_script(self, *, to_move: str) -> None:
        """The same without the title, which a script changes."""
        expect(self.awaited).to_have_text(re.compile(rf"{re.escape(to_move)}\s*$"), timeout=SOON)
        expect(self.page.locator(".prompt.mine")).to_have_count(int(self.name == to_move))
        if self.name != to_move:
            expect(self.question).to_contain_text(to_move)

    # What one does

    def choose(self, what: Locator) -> None:
        """Tap something, until the page shows it as chosen."""
        ident = what.get_attribute("id")
        assert ident, "what can be chosen has an id, else the focus is lost"
        what.click()
        self.page.locator(f"[id='{ident}'][aria-current]").wait_for(state="attached")

    def do_it(self) -> str:
        """Press the button that confirms; returns what it promised."""
        promised, ply = self.preview.inner_text(), self.ply
        self.confirm.click()
        self.log_of(ply + 1).first.wait_for(state="attached")
        return promised

    def does(self, *steps: Locator) -> str:
        """Choose one thing after the other, and do it; returns what the page promised."""
        for step in steps:
            self.choose(step)
        return self.do_it()

    def takes_any(self) -> str:
        """Choose whatever can be chosen and do it."""
        self.selects_any()
        return self.do_it()

    def selects_any(self) -> None:
        """Choose step by step, in hand and on the board and in the bar by turns, until a move is ready to be made."""
        places = [self.in_hand, self.on_board, self.in_bar]
        for _ in range(MOST_STEPS):
            if self.confirm.count():
                return
            place = next(place for place in places if self._further(place).count())
            further = self._further(place)
            self.choose(further.nth(random.randrange(further.count())))
            places.remove(place)
            places.append(place)
        raise AssertionError(f"nothing to confirm after {MOST_STEPS} steps")

    def _further(self, place: Locator) -> Locator:
        """What is not chosen yet."""
        return place.and_(self.page.locator("a:not([aria-current])"))


def hold_first(page: Page, where: Callable[[str], bool] | str) -> list[tuple[Route, APIResponse]]:
    """Keep the first answer to such an address back, which stands in the list once it is there; others pass."""
    held: list[tuple[Route, APIResponse]] = []

    def hold(route: Route) -> None:
        if held:
            route.continue_()
        else:
            held.append((route, route.fetch()))

    page.route(where, hold)
    return held


def until(page: Page, seen: Callable[[], object]) -> None:
    """Wait for what the browser asks or hears, as the test notes it down."""
    for _ in range(20 * PATIENCE):
        if seen():
            return
        page.wait_for_timeout(50)
    raise AssertionError("the browser has not asked, or was not told")


def goes_to(page: Page, path: str) -> list[int]:
    """Load a table's page and wait until its socket has spoken; the versions that it tells, as they come."""
    told: list[int] = []

    def heard(frame: str | bytes) -> None:
        told.append(json.loads(frame).get("version", 0))

    page.on("websocket", lambda socket: socket.on("framereceived", heard))
    page.goto(path)
    until(page, lambda: told)
    return told


def without_star(name: str) -> str:
    """A player's name as it stands under the medallion, where the host's has a star, which is read as "Host:"."""
    return name.split("Host:")[-1].strip()


def by_turns(boards: Iterable[Board]) -> Board:
    """The board of whoever is to move, once all of them agree on who that is."""
    boards = list(boards)
    name = without_star(boards[0].awaited.inner_text())
    for board in boards:
        board.is_shown(to_move=name)
    return next(board for board in boards if board.name == name)


def nearest(things: Locator, to: Locator) -> Locator:
    """The thing that lies nearest to another one on the screen."""
    middle_x, middle_y = _middle(to)

    def distance(thing: Locator) -> float:
        x, y = _middle(thing)
        return abs(x - middle_x) + abs(y - middle_y)

    return min(things.all(), key=distance)


def _middle(thing: Locator) -> tuple[float, float]:
    box = thing.bounding_box()
    assert box, "it has to be on the page"
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

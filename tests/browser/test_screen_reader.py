"""What a screen reader is told: news once, in one sentence, and the whole position in words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from games.core.words import Text
from games.dragonkeeper.words import tile_name
from games.drako.labels import place_name as hex_name
from games.drako.words import FIGURE_NAMES
from games.drakon.labels import place_name
from games.drakon.words import CHAMBER_NAMES
from games.natrak.board import NOBODY
from portal import matches, say
from portal.matches import AnyMatch
from portal.models import Seat
from tests.browser.conftest import Visit
from tests.browser.courses import COURSES, answer
from tests.browser.keyboard import Keyboard
from tests.browser.pages import SOON, Board
from tests.browser.site import Site
from tests.browser.tables import Party, party

Line = list[tuple[int, str]]
"""Seat and text of every move."""
AXE_RUNS_ELSEWHERE = ("drakon",)
"""Whose table at the start is among the pages of test_pages.py."""
LISTEN = """() => {
  window.told = [];
  const said = document.getElementById("said");
  new MutationObserver(() => window.told.push(said.textContent)).observe(said, { childList: true });
}"""
"""From now on, keep what the live region says."""


def begun(site: Site, game: str, reach: Callable[[Line], int]) -> tuple[Party, Line]:
    """A table of the game's course as far as `reach` says; and the moves that follow."""
    course = COURSES[game]
    line = course.written(game)
    size = len(course.names)
    table = party(site, game=game, names=course.names, size=size, seed=course.seed, options=course.options)
    end = reach(line)
    answer(table, line[:end], size)
    return table, line[end:]


def rivals_turn(line: Line) -> int:
    """The first move of a rival after half of the match."""
    return next(at for at in range(len(line) // 2, len(line)) if line[at][0])


def first_road(line: Line) -> int:
    """Natrak: when the reader can build a road."""
    return next(
        at for at, (seat, text) in enumerate(line) if seat == 0 and text.startswith("construirCamino")
    )


@pytest.mark.parametrize("game", COURSES)
def test_a_rival_s_move_is_told_once_in_one_sentence(visit: Visit, site: Site, game: str):
    table, further = begun(site, game, rivals_turn)
    page = visit(table.path, who=table.cookies["Ana"])
    board, ply = Board(page, "Ana"), len(table.moves())
    expect(page.locator("#said")).to_have_attribute("aria-live", "polite")
    expect(page.locator("#live [aria-live], #live [role=log]")).to_have_count(0)
    page.evaluate(LISTEN)
    answer(table, further[:1], len(table.cookies))
    lines = board.log_of(ply + 1)
    expect(lines.first).to_be_attached(timeout=SOON)
    page.wait_for_function("window.told.length > 0")
    (told,) = page.evaluate("window.told")
    for line in lines.all():
        assert told.count(_words(line.text_content())) >= 1
    question = _words(board.question.text_content())
    assert told.count(question) <= 1
    assert len(told) <= sum(len(_words(line.text_content())) + 1 for line in lines.all()) + len(question)


def test_what_is_selected_is_told_once_as_well(visit: Visit, site: Site):
    table, further = begun(site, "drakon", lambda line: 0)
    page = visit(table.path, who=table.cookies["Ana"])
    page.evaluate(LISTEN)
    keys = Keyboard(page)
    chosen = next(text for seat, text in further if seat == 0)
    keys.select(chosen)
    promised = _words(page.locator("#preview").text_content())
    page.wait_for_function("window.told.length > 0")
    told = page.evaluate("window.told")
    assert told[-1] == promised
    assert told.count(promised) == 1
    keys.go(page.locator("#confirm"))
    expect(page.locator("#confirm")).to_have_accessible_description(promised)


def _words(text: str | None) -> str:
    return re.sub(r"\s+", " ", text or "").strip()


# The position in words


@pytest.mark.parametrize("game", COURSES)
def test_the_text_form_names_every_piece(visit: Visit, site: Site, game: str):
    table, _ = begun(site, game, rivals_turn)
    page = visit(table.path, who=table.cookies["Ana"])
    keys = Keyboard(page)
    keys.follow(page.locator("#words > summary"))
    expect(page.locator("#words h2").first).to_be_visible()
    said = _sections(page)
    site.do(lambda: PIECES[game](matches.load(table.table()), said, _sayer(table)))
    titles = page.locator("#words h2").all_inner_texts()
    assert titles == list(dict.fromkeys(titles))


Sections = dict[str, list[str]]
Say = Callable[[Text], str]


def _sections(page: Page) -> Sections:
    """The lines under each heading."""
    parts = page.locator("#words ul")
    names = page.locator("#words h2").all_inner_texts()
    return {name: part.locator("li").all_inner_texts() for name, part in zip(names, parts.all(), strict=True)}


def _sayer(table: Party) -> Say:
    return say.sayer(list(Seat.objects.filter(table_id=table.pk)))


def drakon(match: AnyMatch, said: Sections, words: Say) -> None:
    state, rows = match.state, said["The map, from north to south"]
    for cell, laid in state.board.items():
        (line,) = (line for line in rows if line.startswith(f"{words(place_name(cell))}: "))
        assert words(CHAMBER_NAMES[laid.kind]) in line
        for seat, name in enumerate(COURSES["drakon"].names):
            assert (f"{name} stands here" in line) == (state.heroes[seat] == cell)
    assert len(said["Your chambers"]) == len(state.hands[0])
    for seat, line in enumerate(said["Everybody"]):
        assert f"{state.coins[seat]} coin" in line


def natrak(match: AnyMatch, said: Sections, words: Say) -> None:
    board = match.state.board
    island = said["The island"]
    assert sum(line.startswith("Port ") for line in island) == len(board.island.ports)
    assert sum(line.startswith("Row ") for line in island) == 5
    assert island[0].startswith("The dragon sits on ")
    for seat, name in enumerate(COURSES["natrak"].names):
        kinds = Counter(line.partition(":")[0] for line in said[name])
        owned = [vertex for vertex, owner in enumerate(board.owner) if owner == seat != NOBODY]
        assert kinds["city"] == sum(board.city[vertex] for vertex in owned)
        assert kinds["camp"] == len(owned) - kinds["city"]
        assert kinds["road"] == list(board.road).count(seat)
        assert len(set(said[name])) == len(said[name]), "two places have one name"


def drako(match: AnyMatch, said: Sections, words: Say) -> None:
    state = match.state
    valley = " ".join(said["The valley"])
    for figure, cell in state.figures.items():
        assert re.search(rf"{words(FIGURE_NAMES[figure])} stands at {words(hex_name(cell))}\.", valley, re.I)
    wounds = [
        int(line.partition("Wounds: ")[2].split()[0]) for line in said["Both mats"] if "Wounds: " in line
    ]
    assert wounds == list(state.wounds.values())
    assert len(said["Your cards"]) == len(state.hands[0])


def dragonkeeper(match: AnyMatch, said: Sections, words: Say) -> None:
    state = match.state
    level = said[f"Level {state.level} of 3"]
    for (x, y), tile in state.grid.items():
        (row,) = (line for line in level if line.startswith(f"Row {y + 1}: "))
        assert f"column {x + 1}: {words(tile_name(tile))}" in row
    for title, lines in said.items():
        name = title.partition(",")[0]
        if name in COURSES["dragonkeeper"].names:
            stacks = state.stacks[COURSES["dragonkeeper"].names.index(name)]
            held = [pile for pile in stacks.values() if pile]
            assert [line for line in lines if ", on top " in line] == [
                line
                for pile in held
                for line in lines
                if line.endswith(f", on top {words(tile_name(pile[-1]))}")
            ]
            assert len(held) == sum(", on top " in line for line in lines)


PIECES = {"drakon": drakon, "natrak": natrak, "drako": drako, "dragonkeeper": dragonkeeper}


# The tree


@pytest.mark.parametrize("game", COURSES)
def test_choices_have_names_of_their_own_and_nothing_drawn_is_read_out(
    visit: Visit, site: Site, everywhere: Callable[[Page], None], game: str
):
    table, _ = begun(site, game, lambda line: 0)
    page = visit(table.path, who=table.cookies["Ana"])
    for group in page.locator("#moves ul").all():
        names = group.locator("a").all_text_contents()
        assert len(set(names)) == len(names)
    tree = page.locator("#board").aria_snapshot()
    assert re.search(r"(region|group) \"", tree)
    labels = re.findall(r'link "([^"]*)"', tree)
    assert len(labels) == page.locator("#board a").count()
    assert all(labels)
    board = page.locator("svg.board").aria_snapshot()
    assert "text:" not in board
    if game not in AXE_RUNS_ELSEWHERE:
        everywhere(page)


def test_natrak_is_accessible_with_a_place_selected(
    visit: Visit, site: Site, everywhere: Callable[[Page], None]
):
    table, further = begun(site, "natrak", first_road)
    page = visit(table.path, who=table.cookies["Ana"])
    Keyboard(page).select(further[0][1])
    everywhere(page)


# Motion


def test_nothing_moves_for_who_wants_no_motion(visit: Visit, site: Site):
    table, further = begun(site, "drakon", lambda line: 0)
    page = visit(table.path, who=table.cookies["Ana"])
    moving = "document.getAnimations().length"
    keys = Keyboard(page)
    keys.select(further[0][1])
    assert page.evaluate(moving) == 0
    page.locator(".spot, .card").first.hover()
    assert page.evaluate(moving) == 0
    page.emulate_media(reduced_motion="no-preference")
    assert page.evaluate(moving) > 0

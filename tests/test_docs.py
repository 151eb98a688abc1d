"""What the documentation names is there."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tools.paths import PROJECT

ROOMS = {"p": "tests/portal", "b": "tests/browser"}
PAGES = sorted(
    ["CONTRIBUTING.md", *(str(page.relative_to(PROJECT)) for page in PROJECT.glob("docs/**/*.md"))]
)
FOLDERS = ("deploy", "docs", "games", "locale", "portal", "static", "templates", "tests", "tools")
NAMED = r"`([A-Za-z_][\w./-]*\.\w+)(?:\([^`]*\))?(?:: (\w+))?`"
"""A file, alone or with what is in it, or a name with what it belongs to: `turn.py`, `portal/play.py: make_move`,
`lobby.rematch`, `Seat.due_at`, `match.ask`, `Event.seen_by(seat)`."""


@cache
def named_in(path: str) -> frozenset[str]:
    """The names of a file's test functions, without `test_`."""
    tree = ast.parse((PROJECT / path).read_text())
    found = (node.name for node in tree.body if isinstance(node, ast.FunctionDef))
    return frozenset(name.removeprefix("test_") for name in found if name.startswith("test_"))


def test_every_test_that_a_promise_names_is_there():
    page = (PROJECT / "docs/portal-checks.md").read_text()
    named = re.findall(r"`([pb])/(\w+): (\w+)`", page)
    assert len(named) > 100
    missing = [
        f"{room}/{file}: {name}"
        for room, file, name in named
        if name not in named_in(f"{ROOMS[room]}/test_{file}.py")
    ]
    assert not missing, missing


def test_every_promise_names_a_test():
    rows = [line for line in (PROJECT / "docs/portal-checks.md").read_text().splitlines() if line[:2] == "| "]
    promises = [row for row in rows if not row.startswith("| promise")]
    assert all(re.search(r"`[pb]/\w+: \w+`", row) for row in promises)


@cache
def files() -> tuple[str, ...]:
    """Every file of the project, from its folder, after a slash."""
    inside = (path for folder in FOLDERS for path in (PROJECT / folder).rglob("*.*"))
    return tuple(f"/{path.relative_to(PROJECT)}" for path in (*PROJECT.glob("*.*"), *inside))


@cache
def defined_in(file: str) -> frozenset[str]:
    """Each name of a file after what it belongs to: its module, a class, or a thing that is called like its class."""
    module = Path(file).parent.name if file.endswith("/__init__.py") else Path(file).stem
    tree = ast.parse((PROJECT / file[1:]).read_text())
    found = {f"{module}.{name}" for name in names_of(tree)} | {".".join(Path(file).parts[-3:-1])}
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            found |= {
                f"{owner}.{name}" for owner in (node.name, node.name.lower()) for name in names_of(node)
            }
    return frozenset(found)


def names_of(owner: ast.Module | ast.ClassDef) -> Iterator[str]:
    """What a module or class defines, and what the methods of a class give to `self`."""
    for node in owner.body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name
        else:
            yield from (one.id for one in ast.walk(node) if isinstance(one, ast.Name) and written(one))
    if isinstance(owner, ast.ClassDef):
        yield from (one.attr for one in ast.walk(owner) if isinstance(one, ast.Attribute) and written(one))


def written(node: ast.Name | ast.Attribute) -> bool:
    return isinstance(node.ctx, ast.Store)


@pytest.mark.parametrize("page", PAGES)
def test_every_file_and_every_name_that_a_page_names_is_there(page):
    """Pages of rules mean the modules of their own game."""
    rooms = f"games/({Path(page).stem}|core)" if page.startswith("docs/rules/") else "games"
    code = [file for file in files() if re.match(rf"/(portal|tools|{rooms})/.*\.py$", file)]
    known = frozenset().union(*map(defined_in, code))
    missing = []
    for what, inside in re.findall(NAMED, (PROJECT / page).read_text()):
        file = any(path.endswith(f"/{what}") for path in files())
        name = f"{Path(what).stem}.{inside}" if inside else ".".join(what.split(".")[-2:])
        found = name in known
        if not (found and file if inside else found or file):
            missing.append(f"{what}: {inside}" if inside else what)
    assert not missing, f"{page} names what is not there: {', '.join(missing)}"

"""What the documentation names is there."""

from __future__ import annotations

import ast
import re
from functools import cache

from tools.paths import PROJECT

ROOMS = {"p": "tests/portal", "b": "tests/browser"}


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

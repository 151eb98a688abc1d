"""Import rules that import-linter can't express: what the games may use of the standard library, and of each other."""

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

GAMES = Path(__file__).resolve().parent.parent / "games"
# A match must replay for ever and anywhere: no clock, no chance but the engine's own, no files, no threads.
FORBIDDEN = {
    *("asyncio", "calendar", "datetime", "glob", "http", "io", "locale", "multiprocessing", "os", "pathlib"),
    *(
        "pickle",
        "random",
        "secrets",
        "shutil",
        "socket",
        "subprocess",
        "sys",
        "tempfile",
        "threading",
        "time",
        "uuid",
    ),
}
PORTAL = GAMES.parent / "portal"
PAGES = {"asgi", "delivery", "letters", "middleware", "push", "urls"}
"""What makes pages or mails, or leads to them; everything else beside the views does neither."""
SERVICES = [
    path for path in sorted([*PORTAL.glob("*.py"), *PORTAL.glob("moderation/*.py")]) if path.stem not in PAGES
]
FILES = sorted(GAMES.rglob("*.py"))


def imported(source: str) -> Iterator[str]:
    """Every module named by an import statement, also inside functions."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "relative imports hide where a name comes from"
            yield node.module or ""


def breaches(source: str, room: str) -> list[str]:
    """The imports a file in games/<room>/ may not have."""
    wrong = []
    for name in imported(source):
        parts = name.split(".")
        if parts[0] == "games":
            allowed = len(parts) > 1 and parts[1] in {"core", room}
        else:
            allowed = parts[0] in sys.stdlib_module_names and parts[0] not in FORBIDDEN
        if not allowed:
            wrong.append(name)
    return wrong


@pytest.mark.parametrize(
    "path", [p for p in FILES if p.parent != GAMES], ids=lambda p: str(p.relative_to(GAMES))
)
def test_a_game_imports_the_standard_library_the_engine_and_itself(path: Path):
    assert breaches(path.read_text(encoding="utf-8"), path.relative_to(GAMES).parts[0]) == []


def test_the_rule_finds_what_it_forbids():
    source = "import time\nfrom django.db import models\nfrom games.drako import GAME\ndef f():\n    import random\n"
    assert breaches(source, "drakon") == ["time", "django.db", "games.drako", "random"]
    assert breaches("from games.core.model import Move\nfrom games.drakon.state import State", "drakon") == []


@pytest.mark.parametrize("path", SERVICES, ids=lambda path: str(path.relative_to(PORTAL)))
def test_a_service_knows_no_request_and_no_page(path: Path):
    modules = imported(path.read_text(encoding="utf-8"))
    pages = (
        "django.http",
        "django.shortcuts",
        "django.template",
        "django.views",
        "django.urls",
        "django_htmx",
    )
    assert [module for module in modules if module.startswith(pages)] == []


def test_the_architecture_names_every_room_of_the_portal():
    project = tomllib.loads((PORTAL.parent / "pyproject.toml").read_text())
    contracts = project["tool"]["importlinter"]["contracts"]
    layers = next(contract["layers"] for contract in contracts if contract.get("containers") == ["portal"])
    page = (PORTAL.parent / "docs" / "architecture.md").read_text()
    table = page.partition("## Who may touch what")[2].partition("\n## ")[0]
    rooms = {room for layer in layers for room in layer.split(" | ")}
    assert rooms - set(re.findall(r"\w+", table)) == {"asgi", "urls", "settings"}


def test_there_are_files_to_look_at():
    assert FILES and SERVICES

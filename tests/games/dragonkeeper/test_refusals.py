"""Every refusal of Dragonkeeper, once: the sentence is said and nothing has changed."""

from __future__ import annotations

import ast
from collections.abc import Callable
from pathlib import Path

import pytest

import games.dragonkeeper
from tests.games.dragonkeeper.board import M, at_the_tribute, drawn, held, refused

LEVEL = "@ {} r2 .\n. y2 b5 r3\n. g1 r3 .\n. . y1 ."


def to_take() -> M:
    return drawn(LEVEL.format("b1"), stacks=["", "b2"])


def having_taken(tile: str) -> M:
    match = drawn(LEVEL.format(tile), stacks=["", "b2"])
    match.play(0, "take 1,0")
    return match


def at_the_passage() -> M:
    match = having_taken("b1passage")
    match.play(0, "give 1,1")
    return match


def at_the_end() -> M:
    return at_the_tribute("y2release y1 b3", "r2")


CASES: dict[str, tuple[Callable[[], M], Callable[[M], str]]] = {
    "It is your turn: take a tile from the dragon's row.": (to_take, lambda m: "give 1,0"),
    "No tile lies there: choose one of the lit tiles.": (to_take, lambda m: "take 9,0"),
    "To take, the dragon keeps to its row: choose one of the lit tiles.": (to_take, lambda m: "take 1,1"),
    "Now give: choose a tile from the dragon's column.": (lambda: having_taken("b1"), lambda m: "take 2,0"),
    "To give, the dragon keeps to its column: choose one of the lit tiles.": (
        lambda: having_taken("b1"),
        lambda m: "give 2,1",
    ),
    "Choose the top tile of an opponent's stack, or leave the exchange unused.": (
        lambda: having_taken("p3exchange"),
        lambda m: "exchange 1 green",
    ),
    "Choose any tile of the level, or leave the trap unused.": (
        lambda: having_taken("g4trap"),
        lambda m: "trap 1,0",
    ),
    "Choose a tile from the dragon's row, or leave the secret passage unused.": (
        at_the_passage,
        lambda m: "passage 2,2",
    ),
    "The dragon waits for its tribute: choose what you pay.": (at_the_end, lambda m: "decline"),
    "The dragon wants your highest stack, and if that is your own guild's, the next highest too.": (
        at_the_end,
        lambda m: "tribute blue -",
    ),
    "A release you still hold frees one other tile of your own guild: choose again.": (
        at_the_end,
        lambda m: f"tribute yellow {held(m, 0, 'y2release')},{held(m, 0, 'b3')}",
    ),
}


@pytest.mark.parametrize("sentence", CASES)
def test_a_refusal_says_its_sentence_and_changes_nothing(sentence: str):
    position, move = CASES[sentence]
    match = position()
    assert refused(match, 0, move(match)).msgid == sentence


def test_a_move_of_another_kind_is_refused_in_every_question():
    for match in (
        to_take(),
        having_taken("p3exchange"),
        having_taken("g4trap"),
        at_the_passage(),
        at_the_end(),
    ):
        for move in ("take 0,0", "give 9,9", "exchange 0 blue", "exchange 7 red", "trap -1,0", "passage 1,0"):
            refused(match, 0, move)
        for move in ("tribute red 3", "tribute red,red -", "tribute - 1,1", "tribute pink -", "tribute blue"):
            refused(match, 0, move)
    for match in (to_take(), having_taken("p3exchange"), having_taken("b1")):
        for move in ("take 1,0", "give 1,1", "decline"):
            assert "not your decision" in refused(match, 1, move).msgid


def test_no_sentence_is_left_out():
    said = set()
    for path in Path(games.dragonkeeper.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "IllegalMove":
                said |= {n.value for n in ast.walk(node.args[0]) if isinstance(n, ast.Constant)}
            if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "refusal":
                said |= {n.value for n in ast.walk(node.value) if isinstance(n, ast.Constant)}
    assert said == set(CASES)

"""Every refusal of Drakon, once: the sentence is said and nothing has changed."""

from __future__ import annotations

import ast
from collections.abc import Callable
from pathlib import Path

import pytest

import games.drakon
from games.core.words import Who
from games.drakon.components import Hero
from tests.games.drakon.board import M, drawn, holds, refused


def entering(picture: str, **more: object) -> M:
    """The drawn position after seat 0 went into the chamber east of the start."""
    match = drawn(picture, **more)  # type: ignore[arg-type]
    match.play(0, "go 1,0")
    return match


def held(match: M) -> int:
    """The only chamber of seat 0's hand."""
    (number,) = match.state.hands[0]
    return number


def in_turn() -> M:
    return drawn("start blank^>v gold^", hands=["well^v"])


def after_stride(picture: str) -> M:
    """Seat 0 is the Amazon and has gone east with her extra move; her action is still to come."""
    match = drawn(picture, powers=[Hero.AMAZON, Hero.DWARF])
    match.play(0, "stride 1,0")
    return match


CASES: dict[str, tuple[Callable[[], M], Callable[[M], str]]] = {
    "It is your turn: place a chamber or move your hero.": (in_turn, lambda m: "leave"),
    "You don't hold that chamber: choose one from your hand.": (in_turn, lambda m: "place 0 0,1 0"),
    "There is a chamber already: choose an empty place.": (in_turn, lambda m: f"place {held(m)} 1,0 0"),
    "A chamber must touch one in play: choose a marked place.": (in_turn, lambda m: f"place {held(m)} 8,0 0"),
    "A chamber can be turned four ways: choose one of them.": (in_turn, lambda m: f"place {held(m)} 0,1 4"),
    "An arrow would face a neighbour's arrow: turn the chamber.": (
        in_turn,
        lambda m: f"place {held(m)} 0,1 0",
    ),
    "Your hero can't leave this chamber now: place a chamber instead.": (
        lambda: drawn("start blank^@0", hands=["key"]),
        lambda m: "go 1,-1",
    ),
    "Your hero can't get there: choose a marked chamber.": (in_turn, lambda m: "go 2,0"),
    "Choose a chamber of your hand and one in play without heroes, not the start.": (
        lambda: entering("start shift^> blank^", hands=["gold^"]),
        lambda m: f"shift 0,0 {held(m)} 0",
    ),
    "Choose another chamber: the start and chambers with heroes stay where they are.": (
        lambda: entering("start destroy^> blank^ gold^"),
        lambda m: "destroy 0,0",
    ),
    "Choose an opponent who has chambers in hand.": (
        lambda: entering("start map^>", hands=["", "key", "vortex"], seats=3),
        lambda m: "rob 0",
    ),
    "The orb moves an opponent's hero: choose one.": (
        lambda: entering("start orb^ blank^>v@1 gold^\n. . gold> ."),
        lambda m: "send 0 0,0",
    ),
    "{who}'s hero can't go there: choose a marked chamber.": (
        lambda: entering("start orb^ blank^>v@1 gold^\n. . gold> ."),
        lambda m: "send 1 0,0",
    ),
    "An arrow would face a neighbour's arrow: turn it another way or choose another chamber.": (
        lambda: entering("start rotate^"),
        lambda m: "rotate 1,0 3",
    ),
    "Choose a chamber in play and turn it once, twice or three times.": (
        lambda: entering("start rotate^"),
        lambda m: "rotate 1,0 4",
    ),
    "You can't skip your turn: place a chamber or move your hero.": (in_turn, lambda m: "end"),
    "You have had your action: use your power or end your turn.": (
        lambda: entering("start blank^> gold^", hands=["key", "key"], powers=[Hero.AMAZON, Hero.DWARF]),
        lambda m: "go 2,0",
    ),
    "That is not your hero's power: choose what is marked.": (
        lambda: drawn("start gold^", powers=[Hero.AMAZON, Hero.DWARF]),
        lambda m: "filch 1",
    ),
    "Your hero's power is used up: place a chamber, move, or end your turn.": (
        lambda: after_stride("start blank^> gold^"),
        lambda m: "stride 2,0",
    ),
    "Your hero's power can't do that: choose what is marked.": (
        lambda: drawn("start gold^", powers=[Hero.AMAZON, Hero.DWARF]),
        lambda m: "stride 0,-1",
    ),
    "Your hero's power would have no effect now, so it stays unused.": (
        lambda: drawn("start gold^", powers=[Hero.THIEF, Hero.DWARF]),
        lambda m: "filch 1",
    ),
}


@pytest.mark.parametrize("sentence", CASES)
def test_a_refusal_says_its_sentence_and_changes_nothing(sentence: str):
    position, move = CASES[sentence]
    match = position()
    assert refused(match, 0, move(match)).msgid == sentence


def test_a_move_of_another_kind_is_refused_in_every_question():
    for match in (
        entering("start shift^> blank^", hands=["gold^"]),
        entering("start destroy^> blank^ gold^"),
        entering("start map^>", hands=["", "key", "vortex"], seats=3),
        entering("start rotate^"),
    ):
        for move in ("go 0,0", "leave", "take", "nothing", "place 1 5,5 0"):
            refused(match, 0, move)
        for move in ("leave", "go 1,0"):
            refused(match, 1, move)


def test_a_refusal_about_a_hero_names_its_seat():
    position, move = CASES["{who}'s hero can't go there: choose a marked chamber."]
    match = position()
    assert refused(match, 0, move(match)).params == {"who": Who(1)}


def test_no_sentence_is_left_out():
    said = set()
    for path in Path(games.drakon.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "IllegalMove":
                said |= {n.value for n in ast.walk(node.args[0]) if isinstance(n, ast.Constant)}
    assert said == set(CASES)


def test_a_chamber_in_another_hand_and_one_on_the_table_are_not_held():
    match = drawn("start gold^", hands=["key", "vortex"])
    for number in (holds(match, 1, "vortex"), match.state.board[1, 0].chamber, 64, -1):
        assert "don't hold" in refused(match, 0, f"place {number} 0,1 0").msgid

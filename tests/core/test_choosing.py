"""Legal moves as a tree of prefixes: the next word is always one of some legal move."""

from dataclasses import dataclass
from typing import ClassVar

import pytest

from games.core.choosing import Choices
from games.core.model import Move


@dataclass(frozen=True)
class Place(Move):
    verb: ClassVar[str] = "place"
    tile: int
    cell: tuple[int, int]
    facing: int


@dataclass(frozen=True)
class Go(Move):
    verb: ClassVar[str] = "go"
    cell: tuple[int, int]


@dataclass(frozen=True)
class Pass(Move):
    verb: ClassVar[str] = "pass"


MOVES = [
    Go((0, 1)),
    Place(12, (0, 1), 0),
    Place(12, (0, 1), 1),
    Place(12, (2, 0), 0),
    Place(7, (2, 0), 3),
    Pass(),
]


@pytest.fixture
def choices() -> Choices:
    return Choices(MOVES)


def test_nothing_picked_offers_the_first_steps_in_legal_order(choices: Choices):
    assert choices.after("") == ["go 0,1", "place 12", "place 7", "pass"]


def test_each_step_offers_the_next_word(choices: Choices):
    assert choices.after("place 12") == ["place 12 0,1", "place 12 2,0"]
    assert choices.after("place 12 0,1") == ["place 12 0,1 0", "place 12 0,1 1"]
    assert choices.after("place 12 0,1 1") == []


def test_only_a_whole_move_is_a_move(choices: Choices):
    assert choices.move("place 12 0,1") is None
    assert choices.move("place 12 0,1 1") == Place(12, (0, 1), 1)
    assert choices.move("pass") == Pass()
    assert choices.move("") is None
    assert choices.move("place 99") is None


def test_moves_below_a_selection_are_those_that_begin_with_it(choices: Choices):
    assert choices.moves() == MOVES
    assert choices.moves("place 12 0,1") == [Place(12, (0, 1), 0), Place(12, (0, 1), 1)]
    assert choices.moves("pass") == [Pass()]
    assert choices.moves("fly") == []


def test_walking_the_tree_reaches_every_move_and_nothing_else(choices: Choices):
    found, open_ = [], [""]
    while open_:
        picked = open_.pop(0)
        assert picked in choices
        move = choices.move(picked)
        if move is not None:
            found.append(move)
        open_ = [*choices.after(picked), *open_]
    assert found == MOVES


def test_a_selection_of_an_older_page_shrinks_to_what_is_still_legal(choices: Choices):
    assert choices.still_legal("place 12 0,1 3") == "place 12 0,1"
    assert choices.still_legal("place 12 9,9 3") == "place 12"
    assert choices.still_legal("place 13 0,1") == ""
    assert choices.still_legal("") == ""
    assert choices.still_legal("place 12 0,1 1") == "place 12 0,1 1"


def test_a_prefix_is_whole_words(choices: Choices):
    assert "place 1" not in choices
    assert choices.still_legal("place 1") == ""


def test_no_moves_are_no_choices():
    assert not Choices()
    assert Choices().after("") == []
    assert Choices([Pass()])

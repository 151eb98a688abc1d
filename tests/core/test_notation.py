"""Moves as lines of text: what is written is read back, and nothing else gets in."""

from dataclasses import dataclass
from enum import Enum
from typing import ClassVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.core import notation
from games.core.model import CORE_MOVES, IllegalMove, Move, Resign, TakeBack


class Fruit(Enum):
    APPLE = "apple"
    PEAR = "pear"


@dataclass(frozen=True)
class Plain(Move):
    verb: ClassVar[str] = "plain"


@dataclass(frozen=True)
class Full(Move):
    verb: ClassVar[str] = "full"
    number: int
    word: str
    fruit: Fruit
    cell: tuple[int, int]
    fruits: tuple[Fruit, ...]


@dataclass(frozen=True)
class Loose(Move):
    verb: ClassVar[str] = "loose"
    first: int
    second: int = 2
    third: int = 3


KINDS = (Plain, Full, Loose, *CORE_MOVES)

MOVES = st.one_of(
    st.just(Plain()),
    st.builds(
        Full,
        number=st.integers(-(10**8), 10**8),
        word=st.from_regex(r"[a-z0-9-]{1,12}", fullmatch=True),
        fruit=st.sampled_from(Fruit),
        cell=st.tuples(st.integers(-99, 99), st.integers(-99, 99)),
        fruits=st.lists(st.sampled_from(Fruit), max_size=5).map(tuple),
    ),
    st.builds(Loose, *[st.integers(0, 4)] * 3),
    st.builds(TakeBack, to=st.integers(0, 999), agreed=st.lists(st.integers(0, 5), max_size=4).map(tuple)),
    st.builds(Resign, seat=st.integers(0, 5)),
)


@settings(max_examples=150, derandomize=True, deadline=None, database=None)
@given(MOVES)
def test_what_is_written_is_read_back(move: Move):
    assert notation.read(notation.write(move), KINDS) == move


@pytest.mark.parametrize(
    ("move", "line"),
    [
        (Plain(), "plain"),
        (Full(-3, "x", Fruit.PEAR, (0, -1), ()), "full -3 x pear 0,-1 -"),
        (Full(12, "x", Fruit.APPLE, (2, 1), (Fruit.PEAR, Fruit.APPLE)), "full 12 x apple 2,1 pear,apple"),
        (Loose(1), "loose 1"),
        (Loose(1, 2, 5), "loose 1 2 5"),
        (Loose(1, 7), "loose 1 7"),
        (TakeBack(4), "takeback 4"),
        (TakeBack(4, (0, 2)), "takeback 4 0,2"),
    ],
)
def test_a_move_is_written_as_a_verb_and_a_word_a_field(move: Move, line: str):
    assert notation.write(move) == line


@pytest.mark.parametrize(
    "line",
    [
        "",
        " ",
        "\n",
        "\0",
        "full",
        "unknown 1",
        "plain 1",
        "loose",
        "loose x",
        "loose 1 2 3 4",
        "loose 1.0",
        "loose +1",
        "loose 1e3",
        "loose --1",
        "loose -",
        "loose 1_000",
        "loose ٣",
        "loose ²",
        "loose １",
        "loose 1\0",
        "loose 0x10",
        "loose 9999999999",
        "loose " + "9" * 190,
        "loose " + "9" * 10_000,
        "x" * 10_000,
        "\ud800",
        "PLAIN",
        "full 1 x plum 0,0 -",
        "full 1 x apple 0 -",
        "full 1 x apple 0,0,0 -",
        "full 1 x apple - -",
        "full 1 x apple 0,,0 -",
        "full 1 \0 apple 0,0 -",
        "full 1 \u202ex apple 0,0 -",
        "full 1 x apple 0,0 apple,",
        "takeback",
        "takeback 1 a",
        "resign " + "9" * 30,
    ],
)
def test_hostile_lines_are_refused_with_a_sentence(line: str):
    with pytest.raises(IllegalMove) as refusal:
        notation.read(line, KINDS)
    assert refusal.value.text.msgid.endswith(".")


@settings(max_examples=300, derandomize=True, deadline=None, database=None)
@given(st.one_of(st.text(max_size=60), st.text(alphabet="loseful 019-,\0٣", max_size=40)))
def test_no_line_raises_anything_but_a_refusal(line: str):
    for text in (line, f"loose {line}", f"full 1 x apple {line}"):
        try:
            move = notation.read(text, KINDS)
        except IllegalMove:
            continue
        assert notation.read(notation.write(move), KINDS) == move

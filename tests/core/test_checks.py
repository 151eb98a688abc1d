"""Digests and records: equal positions have equal digests, and a record plays to the end it states."""

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum

import pytest

from games import GAMES
from games.core.checks import (
    BadRecord,
    canonical,
    compare,
    digest,
    playout,
    read_record,
    replay,
    write_record,
)
from games.core.model import IllegalMove
from tests.core.toys import Talking, talking


class Colour(Enum):
    RED = 1
    BLUE = 2


@dataclass
class Old:
    cells: dict[tuple[int, int], str]
    colours: set[Colour]


def test_equal_values_have_one_text_whatever_the_order_of_sets_and_dicts():
    one = Old({(0, 0): "a", (1, 0): "b"}, {Colour.RED, Colour.BLUE})
    other = Old({(1, 0): "b", (0, 0): "a"}, {Colour.BLUE, Colour.RED})
    assert canonical(one) == canonical(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ([1, 2], [2, 1]),
        ([1], ["1"]),
        ([[1], 2], [1, [2]]),
        (["a,b"], ["a", "b"]),
        (None, "None"),
        (True, 1),
        ({1: 2}, {2: 1}),
        (Colour.RED, Colour.BLUE),
        ([], None),
    ],
)
def test_different_values_have_different_texts(one: object, other: object):
    assert canonical(one) != canonical(other)


def test_a_field_added_later_with_its_default_leaves_the_text_as_it_was():
    @dataclass
    class Before:
        coins: int

    @dataclass
    class After:
        coins: int
        heroes: tuple[int, ...] = ()
        spent: list[int] = field(default_factory=list)

    After.__name__ = "Before"
    assert canonical(Before(3)) == canonical(After(3))
    assert canonical(After(3, (1,))) != canonical(After(3)) != canonical(After(3, (), [1]))


def test_a_digest_covers_what_is_hidden_what_is_asked_and_what_was_answered():
    base = talking((0, "quiz"), (1, "reply a"))
    digests = {digest(base)}
    base.play(2, "reply a")
    digests.add(digest(base))
    base.play(2, "reply b")
    digests.add(digest(base))
    base.state.said.append("secret")
    digests.add(digest(base))
    assert len(digests) == 4


# Records

TOYS = {"talking": Talking()}


def test_a_record_keeps_take_backs_the_clock_the_system_and_its_staff():
    match = talking((0, "say a"), (0, "say b"), (0, "takeback 2"), (0, "roll"), (0, "enough"))
    match.play(1, match.default(1), by="clock")
    match.play(0, "takeback 5 1,2", by="system")
    match.play(0, "say c")
    match.play(0, "takeback 7", by="staff")
    match.play(None, "resign 2", by="system")
    source = write_record(match, table="elsewhere")
    record = read_record(source)
    again = replay(record, TOYS)
    assert [(e.seat, e.move, e.by, e.undone) for e in again.story] == [
        (e.seat, e.move, e.by, e.undone) for e in match.story
    ]
    assert again.events == match.events
    assert compare(again, record.head) == []
    assert record.head["table"] == "elsewhere"


def test_a_record_of_a_finished_match_states_its_end():
    match = talking((0, "win"))
    record = read_record(write_record(match))
    assert (record.head["winners"], record.head["reason"]) == ("0", "said so")
    assert compare(replay(record, TOYS), record.head) == []


def test_a_record_with_windows_line_ends_is_read_too():
    source = write_record(talking((0, "say a")))
    assert read_record(source.replace("\n", "\r\n")) == read_record(source)


def test_what_differs_is_said_in_words():
    match = talking((0, "win"))
    head = {**read_record(write_record(match)).head, "winners": "1", "reason": "luck", "digest": "0" * 32}
    differences = compare(match, head)
    assert len(differences) == 3
    assert "winners is 0, not 1" in differences
    assert compare(talking(), head)[1:] == ["winners is , not 1", "reason is , not luck"]


GOOD = write_record(talking((0, "say a")))


@pytest.mark.parametrize(
    "spoil",
    [
        lambda source: "",
        lambda source: "nonsense",
        lambda source: source.replace("game: talking", "game: chess"),
        lambda source: source.replace("seed: seed\n", ""),
        lambda source: source.replace("order: 0 1 2", "order: 0 1 1"),
        lambda source: source.replace("order: 0 1 2", "order: a b c"),
        lambda source: source.replace("generation: 2", "generation: 9"),
        lambda source: source.replace("generation: 2", "generation: two"),
        lambda source: source.replace("0 say a", "x say a"),
        lambda source: source.replace("0 say a", "² say a"),
        lambda source: source.replace("0 say a", "1 say a"),
        lambda source: source.replace("0 say a", "0 sing a"),
        lambda source: source.replace("0 say a", "0 say a\n0 say a"),
        lambda source: source.replace("order", "option volume: 11\norder"),
        lambda source: "\n\n" + source,
    ],
)
def test_a_spoilt_record_is_refused_with_an_error_that_says_so(spoil: Callable[[str], str]):
    assert replay(read_record(GOOD), TOYS).ply == 1
    with pytest.raises((BadRecord, ValueError, IllegalMove)):
        replay(read_record(spoil(GOOD)), TOYS)


def test_a_playout_stops_at_its_cap_without_an_outcome():
    stopped = playout(GAMES["drakon"], "cap", 3, most=5)
    assert stopped.match.ply == 5
    assert stopped.match.outcome is None
    assert len(stopped.options) == sum(stopped.prompts.values()) == 5


def test_a_playout_is_watched_at_every_ply():
    seen: list[int] = []
    ended = playout(GAMES["drakon"], "watch", 2, watch=lambda match: seen.append(match.ply))
    assert seen == list(range(ended.match.ply + 1))

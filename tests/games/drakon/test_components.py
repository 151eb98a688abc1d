"""rules/drakon.md, Components."""

from collections import Counter

import pytest

from games.core.grids import turned
from games.drakon.components import CHAMBERS, COINS, COINS_TO_WIN, DECK, HAND, SEATS, SHAPES, START, Kind

TABLE = """
    blank        12  0 2 2 4 4
    gold         10  0 2 3 4 1
    rotate        4  0 1 1 1 1
    destroy       4  0 1 1 1 1
    shift         4  0 1 1 1 1
    steal_left    3  0 1 0 1 1
    steal_right   3  0 1 0 1 1
    orb           3  0 1 1 1 0
    map           3  0 0 1 1 1
    due           3  0 0 1 1 1
    well          3  0 0 1 1 1
    wind          3  0 0 1 1 1
    gale          2  0 0 0 1 1
    vortex        3  3 0 0 0 0
    key           3  3 0 0 0 0
    total        63  6 10 13 19 15
"""
"""Copies of each kind, in all and by the arrow shapes O, I, S, L, T."""

ROWS = {name: [int(n) for n in numbers] for name, *numbers in map(str.split, TABLE.split("\n")[1:-1])}


def shape_of(number: int) -> str:
    """The arrow shape of a chamber, by its arrows at orientation 0."""
    return next(name for name, sides in SHAPES.items() if sides == CHAMBERS[number].arrows[0])


def test_the_deck_has_63_chambers_and_the_start_is_set_aside():
    assert len(CHAMBERS) == 64
    assert [chamber.id for chamber in CHAMBERS] == list(range(64))
    assert [chamber.id for chamber in CHAMBERS if chamber.kind is Kind.START] == [START]
    assert shape_of(START) == "X"


@pytest.mark.parametrize("kind", [kind for kind in Kind if kind is not Kind.START])
def test_each_kind_has_its_copies_of_each_shape(kind: Kind):
    shapes = Counter(shape_of(chamber.id) for chamber in CHAMBERS if chamber.kind is kind)
    total, *by_shape = ROWS[kind.value]
    assert [shapes[shape] for shape in "OISLT"] == by_shape
    assert shapes.total() == total
    assert sum(DECK[kind].values()) == total


def test_the_totals_of_the_table_are_those_of_the_deck():
    shapes = Counter(shape_of(chamber.id) for chamber in CHAMBERS if chamber.id != START)
    assert [63, *(shapes[shape] for shape in "OISLT")] == ROWS["total"]
    kinds = [row for name, row in ROWS.items() if name != "total"]
    assert [sum(column) for column in zip(*kinds, strict=True)] == ROWS["total"]


def test_shapes_point_where_the_rules_say():
    north, east, south, west = 1, 2, 4, 8
    assert dict(SHAPES) == {
        "O": 0,
        "I": north,
        "S": north | south,
        "L": north | east,
        "T": west | north | east,
        "X": north | east | south | west,
    }


def test_only_the_start_has_four_arrows_and_only_key_and_vortex_have_none():
    for chamber in CHAMBERS:
        arrows = chamber.arrows[0].bit_count()
        assert (arrows == 4) == (chamber.kind is Kind.START)
        assert (arrows == 0) == (chamber.kind in (Kind.KEY, Kind.VORTEX))


def test_each_orientation_is_a_quarter_turn_and_facings_are_those_that_look_different():
    for chamber in CHAMBERS:
        assert list(chamber.arrows) == [turned(chamber.arrows[0], quarters) for quarters in range(4)]
        assert len(chamber.facings) == {"O": 1, "X": 1, "S": 2, "I": 4, "L": 4, "T": 4}[shape_of(chamber.id)]
        assert len({chamber.arrows[facing] for facing in chamber.facings}) == len(chamber.facings)


def test_coins_hands_and_seats():
    assert (COINS, HAND, COINS_TO_WIN) == (28, 4, 5)
    assert list(SEATS) == [2, 3, 4, 5, 6]

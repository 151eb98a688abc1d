"""Square grids: sides, neighbours and turning."""

import pytest

from games.core.grids import SIDES, Side, beyond, neighbours, reading_order, turned

N, E, S, W = (1 << side for side in SIDES)


def test_sides_go_clockwise_from_north():
    assert SIDES == (Side.NORTH, Side.EAST, Side.SOUTH, Side.WEST)
    assert [side.opposite for side in SIDES] == [Side.SOUTH, Side.WEST, Side.NORTH, Side.EAST]


def test_x_grows_to_the_east_and_y_to_the_south():
    assert neighbours((5, 5)) == [(5, 4), (6, 5), (5, 6), (4, 5)]
    assert beyond((0, 0), Side.NORTH) == (0, -1)


@pytest.mark.parametrize("side", SIDES)
def test_going_and_coming_back_ends_where_it_began(side: Side):
    assert beyond(beyond((-3, 8), side), side.opposite) == (-3, 8)


def test_a_quarter_turn_takes_north_to_east_and_west_to_north():
    assert turned(N, 1) == E
    assert turned(W, 1) == N
    assert turned(N | E, 2) == S | W
    assert turned(W | N | E, 3) == S | W | N


@pytest.mark.parametrize("sides", range(16))
def test_four_quarters_are_none_and_turns_add_up(sides: int):
    assert turned(sides, 4) == turned(sides, 0) == sides
    assert turned(turned(sides, 1), 2) == turned(sides, 3)
    assert turned(sides, -1) == turned(sides, 3)
    assert turned(sides, 1).bit_count() == sides.bit_count()


def test_reading_order_is_row_by_row():
    cells = [(1, 0), (0, 1), (-1, 0), (0, -1)]
    assert sorted(cells, key=reading_order) == [(0, -1), (-1, 0), (1, 0), (0, 1)]

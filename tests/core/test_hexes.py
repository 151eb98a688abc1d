"""Hexes: directions, distances, lines, and where they are drawn."""

import pytest

from games.core.hexes import (
    HEIGHT,
    ROW,
    WIDTH,
    Direction,
    between,
    beyond,
    centre,
    distance,
    hexagon,
    neighbours,
    outline,
    ray,
)


def test_six_neighbours_lie_one_step_away_and_the_ways_are_opposite_by_pairs():
    assert len(set(neighbours((3, -5)))) == 6
    assert {distance((3, -5), cell) for cell in neighbours((3, -5))} == {1}
    ways = list(Direction)
    for way, back in zip(ways, ways[3:] + ways[:3], strict=True):
        assert beyond(beyond((0, 0), way), back) == (0, 0)


@pytest.mark.parametrize(
    ("one", "other", "steps"),
    [
        ((0, 0), (0, 0), 0),
        ((0, 0), (2, -1), 2),
        ((-2, 0), (2, 0), 4),
        ((1, 1), (-1, -1), 4),
        ((2, -2), (-2, 2), 4),
    ],
)
def test_distance_counts_steps_either_way(one: tuple[int, int], other: tuple[int, int], steps: int):
    assert distance(one, other) == distance(other, one) == steps


def test_a_hexagon_has_its_cells_in_reading_order():
    assert [len(hexagon(radius)) for radius in range(4)] == [1, 7, 19, 37]
    assert hexagon(1) == ((0, -1), (1, -1), (-1, 0), (0, 0), (1, 0), (-1, 1), (0, 1))


def test_a_ray_runs_to_the_edge():
    board = hexagon(2)
    assert ray((0, 0), Direction.NORTH_EAST, board) == [(1, -1), (2, -2)]
    assert ray((2, -2), Direction.SOUTH_WEST, board) == [(1, -1), (0, 0), (-1, 1), (-2, 2)]
    assert ray((2, 0), Direction.EAST, board) == []


def test_between_tells_what_lies_on_a_straight_line():
    assert between((0, 0), (0, 3)) == [(0, 1), (0, 2)]
    assert between((0, 3), (0, 0)) == [(0, 2), (0, 1)]
    assert between((0, 0), (1, 0)) == []
    assert between((0, 0), (1, 1)) is None
    assert between((1, 1), (1, 1)) is None


def test_drawn_neighbours_touch():
    x, y = centre((2, -1))
    for cell in neighbours((2, -1)):
        nx, ny = centre(cell)
        assert ((nx - x) ** 2 + (ny - y) ** 2) ** 0.5 == pytest.approx(WIDTH, abs=0.01)
    assert pytest.approx(HEIGHT * 3 / 4, abs=0.01) == ROW
    assert outline((0, 0)).split()[1] == "32,-18.48"
    assert outline((0, 0), inset=3.2).split()[1] == "28.8,-16.63"

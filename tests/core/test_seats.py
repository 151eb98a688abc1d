"""Turn order: left is who plays next."""

from games.core.seats import after, others

ORDER = (2, 0, 3, 1)


def test_the_next_seat_follows_the_drawn_order_round_the_table():
    assert [after(ORDER, seat) for seat in ORDER] == [0, 3, 1, 2]
    assert after(ORDER, 2, -1) == 1
    assert after(ORDER, 0, 4) == 0
    assert after(ORDER, 0, 6) == 1


def test_others_begin_with_the_next_seat():
    assert others(ORDER, 3) == [1, 2, 0]
    assert others((1, 0), 1) == [0]

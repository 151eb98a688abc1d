"""Chance: the same numbers for ever, fair, and a stream for every ply and purpose."""

from collections import Counter

import pytest

from games.core.rng import Rng

FROZEN = {
    ("seed", 0, ""): [357, 119, 929, 49, 370, 176, 937, 969],
    ("seed", 1, ""): [556, 729, 608, 428, 984, 168, 804, 532],
    ("seed", 1, "default"): [465, 662, 972, 997, 931, 601, 161, 22],
    ("ünïcode 🐉", 7, ""): [339, 343, 64, 308, 828, 269, 144, 721],
}
"""The first eight of a thousand, by seed, ply and purpose. Never change these: stored matches depend on them."""


@pytest.mark.parametrize(("seed", "ply", "purpose"), FROZEN)
def test_streams_are_the_same_for_ever(seed: str, ply: int, purpose: str):
    rng = Rng(seed, ply, purpose)
    assert [rng.below(1000) for _ in range(8)] == FROZEN[seed, ply, purpose]


def test_a_shuffle_is_the_same_for_ever():
    cards = list(range(20))
    Rng("seed", 3).shuffle(cards)
    assert cards == [5, 1, 15, 8, 4, 14, 6, 13, 17, 2, 12, 19, 0, 10, 16, 18, 7, 9, 3, 11]


def test_a_shuffle_keeps_every_item_and_handles_the_short_lists():
    cards = ["a", "a", "b", "c"] * 10
    shuffled = list(cards)
    Rng("seed", 1).shuffle(shuffled)
    assert shuffled != cards
    assert sorted(shuffled) == sorted(cards)
    for short in ([], ["x"]):
        items = list(short)
        Rng("seed", 1).shuffle(items)
        assert items == short


def test_streams_of_other_seeds_plies_and_purposes_differ():
    names = [
        (s, ply, purpose) for s in ("a", "b", "1") for ply in (0, 1, 11) for purpose in ("", "1", "default")
    ]
    streams = {tuple(Rng(*name).below(2**32) for _ in range(4)) for name in names}
    assert len(streams) == len(names)


def test_a_stream_is_not_disturbed_by_another():
    alone = [Rng("s", 1).below(2**32)]
    both, other = Rng("s", 1), Rng("s", 2)
    other.below(6)
    assert [both.below(2**32)] == alone


@pytest.mark.parametrize("n", [1, 2, 3, 6, 7, 63])
def test_numbers_are_equally_likely(n: int):
    rng, throws = Rng("fair", n), 200 * n
    counts = Counter(rng.below(n) for _ in range(throws))
    assert set(counts) == set(range(n))
    chi = sum((counts[i] - 200) ** 2 / 200 for i in range(n))
    assert chi < 2 * n + 20


def test_a_rejected_word_is_not_folded_in():
    """3 * 2**30 divides 2**32 badly: folding would make the lower third twice as likely."""
    rng, n = Rng("fold", 0), 3 * 2**30
    low = sum(rng.below(n) < 2**30 for _ in range(1200))
    assert 330 < low < 470


def test_every_order_of_three_is_equally_likely():
    counts: Counter[tuple[int, ...]] = Counter()
    for ply in range(1200):
        cards = [0, 1, 2]
        Rng("orders", ply).shuffle(cards)
        counts[tuple(cards)] += 1
    assert len(counts) == 6
    assert all(140 < count < 260 for count in counts.values())


@pytest.mark.parametrize("n", [0, -1, 2**32 + 1])
def test_a_range_that_makes_no_sense_is_an_error(n: int):
    with pytest.raises(ValueError, match="below"):
        Rng("s", 0).below(n)


def test_the_widest_range_works():
    assert 0 <= Rng("s", 0).below(2**32) < 2**32
    assert Rng("s", 0).below(1) == 0

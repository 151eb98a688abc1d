"""Days off: clocks stand still meanwhile, and whatever is done to them, the time left stays what it was."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta

import pytest

from portal import days_off

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
HOUR = 3600.0


def after(hours: float) -> datetime:
    return NOON + timedelta(hours=hours)


def span(begins: float, ends: float) -> days_off.Span:
    return after(begins), after(ends)


# The arithmetic


def test_without_days_off_the_clock_is_a_clock():
    assert days_off.until(NOON, 5 * HOUR, []) == after(5)
    assert days_off.left(NOON, after(5), []) == 5 * HOUR


def test_a_decision_is_due_after_as_much_running_time_as_it_has():
    assert days_off.until(NOON, 5 * HOUR, [span(2, 26)]) == after(29)
    assert days_off.until(NOON, 5 * HOUR, [span(-3, 21)]) == after(26), "they have begun already"
    assert days_off.until(NOON, 5 * HOUR, [span(5, 29)]) == after(5), "it is due before they begin"
    assert days_off.until(NOON, 5 * HOUR, [span(-30, -6)]) == after(5), "they are over"
    assert days_off.until(NOON, 0, [span(-1, 9)]) == NOON


def test_spans_may_overlap_and_come_in_any_order():
    spans = [span(30, 54), span(1, 25), span(2, 3), span(24, 26), span(54, 60)]
    assert days_off.until(NOON, 6 * HOUR, spans) == after(1 + 25 + 4 + 30 + 1)
    assert days_off.left(NOON, after(61), spans) == 6 * HOUR


def test_what_is_overdue_has_no_time_left():
    assert days_off.left(NOON, after(-1), [span(-5, -2)]) == 0


def some_spans(chance: random.Random) -> list[days_off.Span]:
    begins = [chance.uniform(-100, 300) for _ in range(chance.randrange(5))]
    return [span(hour, hour + chance.uniform(1, 100)) for hour in begins]


@pytest.mark.parametrize("seed", range(200))
def test_until_and_left_are_each_other_s_inverse(seed: int):
    chance = random.Random(seed)
    spans, seconds = some_spans(chance), chance.uniform(0, 500 * HOUR)
    assert days_off.left(NOON, days_off.until(NOON, seconds, spans), spans) == pytest.approx(
        seconds, abs=1e-3
    )


@pytest.mark.parametrize("seed", range(200))
def test_taking_and_ending_days_off_ever_again_neither_gives_nor_takes_time(seed: int):
    """Between two changes the clock loses exactly the running time that passed."""
    chance = random.Random(seed)
    now, left, spans = NOON, 200 * HOUR, list[days_off.Span]()
    due = days_off.until(now, left, spans)
    for _ in range(20):
        later = now + timedelta(hours=chance.uniform(0, 30))
        left -= days_off.left(now, later, spans)
        now = later
        if left <= 0:
            assert due <= now
            return
        remaining = days_off.left(now, due, spans)
        assert remaining == pytest.approx(left, abs=1e-2)
        if spans and chance.random() < 0.5:
            begins, _ends = spans.pop(chance.randrange(len(spans)))
            if begins < now:
                spans.append((begins, now))
        else:
            begins = now + timedelta(hours=chance.uniform(0, 60))
            spans.append((begins, begins + timedelta(hours=chance.uniform(1, 80))))
        due = days_off.until(now, remaining, spans)

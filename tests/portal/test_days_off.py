"""Days off: clocks stand still meanwhile, and whatever is done to them, the time left stays what it was."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine

from portal import days_off, merging
from portal.models import DaysOff, Notice, Table
from tests.portal.cast import Browser, Cast, Page, default_of
from tests.portal.told import reachable, sweep

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


def test_until_and_left_are_each_other_s_inverse():
    for seed in range(200):
        chance = random.Random(seed)
        spans, seconds = some_spans(chance), chance.uniform(0, 500 * HOUR)
        again = days_off.left(NOON, days_off.until(NOON, seconds, spans), spans)
        assert again == pytest.approx(seconds, abs=1e-3), seed


def test_taking_and_ending_days_off_ever_again_neither_gives_nor_takes_time():
    """Between two changes the clock loses exactly the running time that passed."""
    for seed in range(200):
        _take_and_end_for_ever(random.Random(seed))


def _take_and_end_for_ever(chance: random.Random) -> None:
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


# Taking them


MONDAY = datetime(2026, 3, 2, 12, tzinfo=UTC)


def takes(browser: Browser, begins: str, ends: str) -> Page:
    return browser.send(browser.get("/me/").form("take-days-off"), begins=begins, ends=ends)


def ends_now(browser: Browser) -> Page:
    """Press the button of the first days off on the page."""
    off = DaysOff.objects.filter(person=browser.person, ends_at__gt=datetime.now(UTC)).earliest("begins_at")
    return browser.post("/me/", {"end": str(off.pk)})


def due(table: Table, number: int = 0) -> datetime | None:
    """A seat's deadline; the table's row must agree with the earliest."""
    dues = dict(table.seat_set.values_list("number", "due_at"))
    table.refresh_from_db()
    assert table.due_at == min((at for at in dues.values() if at), default=None)
    return dues[number]


@pytest.fixture
def monday() -> Iterator[Any]:
    with time_machine.travel(MONDAY, tick=False) as time:
        yield time


@pytest.mark.django_db
def test_the_clock_stands_still_on_days_off_and_the_time_left_is_conserved(cast: Cast, monday: Any):
    table = cast.start(pace="correspondence")
    assert due(table) == datetime(2026, 3, 4, 12, tzinfo=UTC)
    monday.shift(timedelta(hours=10))
    assert takes(cast.ana, "2026-03-03", "2026-03-05").status == 302
    assert due(table) == datetime(2026, 3, 7, 12, tzinfo=UTC), "three days later"
    monday.move_to(datetime(2026, 3, 4, 18, tzinfo=UTC))
    assert ends_now(cast.ana).status == 302
    assert due(table) == datetime(2026, 3, 4, 18, tzinfo=UTC) + timedelta(hours=36), "as it was that midnight"


@pytest.mark.django_db
@pytest.mark.parametrize("seed", range(5))
def test_ever_again_taken_and_ended_they_neither_give_nor_take_time(cast: Cast, monday: Any, seed: int):
    chance = random.Random(seed)
    table = cast.start(pace="correspondence", clock_correspondence=str(7 * 24 * 3600))
    ran, last = 0.0, MONDAY
    for _ in range(8):
        off = DaysOff.objects.filter(person=cast.ana.person)
        monday.shift(timedelta(hours=chance.uniform(1, 15)))
        now = datetime.now(UTC)
        ran += days_off.left(last, now, [(one.begins_at, one.ends_at) for one in off])
        last = now
        if off.filter(ends_at__gt=now).exists():
            assert ends_now(cast.ana).status == 302
        else:
            first = now.date() + timedelta(days=chance.randrange(2))
            takes(cast.ana, str(first), str(first + timedelta(days=1)))
        spans = days_off.spans_of([cast.ana.person.pk]).get(cast.ana.person.pk, [])
        until = due(table)
        assert until is not None
        assert days_off.left(now, until, spans) == pytest.approx(7 * 24 * HOUR - ran, abs=1)


@pytest.mark.django_db
def test_they_are_days_where_the_person_is(cast: Cast, monday: Any):
    cast.ana.client.cookies["zone"] = "America/Sao_Paulo"
    takes(cast.ana, "2026-03-03", "2026-03-03")
    off = DaysOff.objects.get()
    assert (off.begins_at, off.ends_at) == (
        datetime(2026, 3, 3, 3, tzinfo=UTC),
        datetime(2026, 3, 4, 3, tzinfo=UTC),
    )
    assert "From 03/03/2026 midnight UTC-03 to 03/04/2026 midnight UTC-03" in words(cast.ana.get("/me/"))


def words(page: Page) -> str:
    return " ".join(re.sub(r"<[^>]+>", "", page.text).split())


@pytest.mark.django_db
def test_decisions_to_come_know_of_them_too(cast: Cast, monday: Any):
    takes(cast.bo, "2026-03-03", "2026-03-05")
    table = cast.start(pace="correspondence")
    cast.ana.moves(table, default_of(table))
    assert due(table, 1) == datetime(2026, 3, 7, 12, tzinfo=UTC)


@pytest.mark.django_db
def test_live_tables_and_other_people_s_clocks_are_not_concerned(cast: Cast, monday: Any):
    live, slow = cast.start(clock_live="120"), cast.start(pace="correspondence")
    before = due(live), due(slow)
    takes(cast.bo, "2026-03-02", "2026-03-05")
    assert (due(live), due(slow)) == before


@pytest.mark.django_db
def test_the_others_are_told_and_read_it_at_the_table(cast: Cast, monday: Any):
    table = cast.start(3, pace="correspondence")
    version = table.version
    takes(cast.ana, "2026-03-02", "2026-03-03")
    notices = Notice.objects.filter(kind=Notice.Kind.DAYS_OFF)
    assert [(one.seat, one.subject) for one in notices.order_by("seat")] == [(1, 0), (2, 0)]
    table.refresh_from_db()
    assert table.version > version, "open pages fetch themselves anew"
    for browser in (cast.ana, cast.bo, cast.cy):
        assert "Ana has days off until 03/04/2026 midnight UTC" in words(browser.table(table))
    takes(cast.bo, "2026-03-09", "2026-03-09")
    assert "Bo has days off from 03/09/2026" in words(cast.ana.table(table))
    ends_now(cast.ana)
    assert "Ana has days off" not in words(cast.bo.table(table))


@pytest.mark.django_db
def test_every_spell_is_told_of_once_and_for_itself(cast: Cast, monday: Any):
    """Though nothing is played in between."""
    reachable(cast.bo)
    cast.start(pace="correspondence")
    told = []
    for day in ("2026-03-04", "2026-03-09"):
        takes(cast.ana, day, day)
        monday.shift(timedelta(minutes=5))
        told += [sent.body for sent in sweep() if "takes days off" in sent.subject]
        assert sweep() == []
    assert ["March 4" in body for body in told] == [True, False]
    assert ["March 9" in body for body in told] == [False, True]


@pytest.mark.django_db
def test_what_may_not_be_taken_is_refused_with_a_sentence(cast: Cast, monday: Any):
    table = cast.start(pace="correspondence")
    takes(cast.ana, "2026-03-10", "2026-03-12")
    refused = [
        ("2026-03-01", "2026-03-03"),  # yesterday
        ("2026-03-05", "2026-03-04"),  # backwards
        ("2026-03-12", "2026-03-13"),  # overlaps
        ("2026-03-13", "2026-03-24"),  # with the others 15 in this quarter
        ("2026-03-28", "2026-04-15"),  # 15 in the next one
        ("2028-01-01", "2028-01-02"),
        ("9999-12-31", "9999-12-31"),
        ("", ""),
        ("x", "\x00"),
        ("2026-02-30", "2026-03-31"),
    ]
    before = due(table), DaysOff.objects.count()
    for begins, ends in refused:
        answer = cast.ana.post("/me/", {"begins": begins, "ends": ends})
        assert (answer.status, len(answer.errors)) == (422, 1), (begins, ends)
    assert (due(table), DaysOff.objects.count()) == before
    assert takes(cast.ana, "2026-03-28", "2026-04-14").status == 302, "each quarter counts for itself"


@pytest.mark.django_db
def test_what_was_not_used_is_not_counted(cast: Cast, monday: Any):
    takes(cast.ana, "2026-03-03", "2026-03-15")
    assert "1 day left in this quarter" in words(cast.ana.get("/me/"))
    monday.move_to(datetime(2026, 3, 5, tzinfo=UTC))
    ends_now(cast.ana)
    assert "12 days left in this quarter" in words(cast.ana.get("/me/"))
    takes(cast.ana, "2026-03-20", "2026-03-21")
    DaysOff.objects.filter(begins_at__lt=datetime(2026, 3, 10, tzinfo=UTC)).delete()
    ends_now(cast.ana)
    assert not DaysOff.objects.exists(), "they had not begun"


@pytest.mark.django_db
@pytest.mark.parametrize("ident", ["0", "", "x", "99999999999999", "\x00"])
def test_only_one_s_own_days_off_can_be_ended(cast: Cast, monday: Any, ident: str):
    takes(cast.ana, "2026-03-03", "2026-03-04")
    for end in (ident, str(DaysOff.objects.get().pk)):
        answer = cast.bo.post("/me/", {"end": end})
        assert (answer.status, len(answer.errors)) == (422, 1)
    assert DaysOff.objects.get().ends_at == datetime(2026, 3, 5, tzinfo=UTC)


@pytest.mark.django_db
def test_who_is_overdue_gains_nothing(cast: Cast, monday: Any):
    table = cast.start(pace="correspondence")
    monday.shift(timedelta(days=3))
    before = due(table)
    takes(cast.ana, "2026-03-05", "2026-03-09")
    assert due(table) == before


@pytest.mark.django_db
def test_only_spans_that_are_not_over_count(cast: Cast, monday: Any):
    takes(cast.ana, "2026-03-03", "2026-03-04")
    ana = cast.ana.person.pk
    assert list(days_off.spans_of([ana, cast.bo.person.pk])) == [ana]
    monday.shift(timedelta(days=3))
    assert days_off.spans_of([ana]) == {}


# Of two who are one


def off(browser: Browser, *days: tuple[int, int]) -> None:
    """They have taken these days of March off, from the one to the other."""
    for begins, ends in days:
        DaysOff.objects.create(
            person=browser.person,
            begins_at=datetime(2026, 3, begins, tzinfo=UTC),
            ends_at=datetime(2026, 3, ends, tzinfo=UTC) + timedelta(days=1),
        )


def days_of(browser: Browser) -> list[tuple[int, int]]:
    """The days of March that are off, each spell from the one to the other."""
    spells = DaysOff.objects.filter(person=browser.person).order_by("begins_at")
    return [(one.begins_at.day, (one.ends_at - timedelta(seconds=1)).day) for one in spells]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("kept", "other", "left"),
    [
        ([(3, 16)], [(22, 25)], [(3, 16)]),  # nothing is left
        ([(3, 12)], [(22, 28)], [(3, 12), (22, 25)]),  # four days are
        ([(22, 31)], [(3, 12)], [(3, 12), (22, 25)]),  # what was used counts first, whoever used it
        ([(24, 31)], [(21, 31)], [(21, 31), (24, 31)]),  # the same days count once
        ([(3, 12)], [(18, 24)], [(3, 12), (18, 21)]),  # they have begun
        ([(3, 14)], [(13, 24)], [(3, 14), (13, 20)]),  # and are over at once
        ([(3, 4)], [(22, 25)], [(3, 4), (22, 25)]),
    ],
)
def test_whoever_is_known_by_two_browsers_has_no_more_days_off_than_anybody(
    cast: Cast, monday: Any, kept: Any, other: Any, left: Any
):
    monday.move_to(datetime(2026, 3, 20, 12, tzinfo=UTC))
    guest = Browser("Ana again")
    off(cast.ana, *kept)
    off(guest, *other)
    merging.merge(cast.ana.person, guest.person)
    assert days_of(cast.ana) == left
    assert not DaysOff.objects.exclude(person=cast.ana.person).exists()


@pytest.mark.django_db
def test_the_clocks_know_what_is_left_of_the_days_off_and_so_do_the_others(cast: Cast, monday: Any):
    monday.move_to(datetime(2026, 3, 20, 12, tzinfo=UTC))
    reachable(cast.bo)
    guest = Browser("Ana again")
    off(cast.ana, (3, 12))
    off(guest, (21, 27))
    table = cast.start(pace="correspondence")
    merging.merge(cast.ana.person, guest.person)
    assert due(table) == datetime(2026, 3, 26, 12, tzinfo=UTC), "two days, and four that are off"
    told = [sent.body for sent in sweep() if "takes days off" in sent.subject]
    assert len(told) == 1 and "From March 21, 2026, midnight to March 25, 2026, midnight" in told[0]
    merging.merge(cast.ana.person, Browser("once more").person)
    assert sweep() == []

"""Whose time runs, until when, and what happens when it is up. Nobody sleeps: the time is given."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from games import GAMES
from games.core import notation
from games.core.checks import digest
from games.core.model import IllegalMove, Window
from portal import clock, lobby, matches, people, play, presence, tasks, timeouts
from portal.models import Move, Notice, Table
from portal.refusal import Refused
from tests.core.toys import Enough, Quiz, Quizzed, Speak, Talking
from tests.patience import PATIENCE
from tests.portal.cast import Cast, default_of, drive, match_of

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _everybody_is_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """At a live table that nobody has open no time runs."""
    monkeypatch.setattr(presence, "connected", lambda table_id: {0, 1, 2})


def later(seconds: float) -> datetime:
    return NOON + timedelta(seconds=seconds)


def due(table: Table) -> dict[int, float]:
    """The deadline of every seat that has one, in seconds after noon. The table's is always the earliest."""
    table.refresh_from_db()
    found = {
        seat.number: (seat.due_at - NOON).total_seconds() for seat in table.seat_set.all() if seat.due_at
    }
    earliest = (table.due_at - NOON).total_seconds() if table.due_at else None
    assert earliest == min(found.values(), default=None)
    return found


@pytest.mark.parametrize(
    ("opening", "seconds"),
    [
        ({"clock_live": "20"}, 20),
        ({"clock_live": "120"}, 120),
        ({"clock_live": ""}, None),
        ({"pace": "correspondence", "clock_correspondence": "43200"}, 43_200),
        ({"pace": "correspondence"}, 172_800),
        ({"pace": "correspondence", "clock_correspondence": "604800"}, 604_800),
    ],
)
def test_the_first_decision_and_every_other_has_the_full_time(
    cast: Cast, opening: dict[str, Any], seconds: int | None
):
    with time_machine.travel(NOON, tick=False) as time:
        table = cast.start(**opening)
        assert due(table) == ({0: seconds} if seconds else {})
        time.move_to(later(15))
        cast.ana.moves(table, default_of(table))
        assert due(table) == ({1: seconds + 15} if seconds else {})
        assert Table.objects.get(pk=table.pk).seat_set.get(number=1).awaited_since == later(15)
        assert ("data-due" in cast.bo.table(table).text) is bool(seconds)


def test_the_time_counts_from_the_start_not_from_the_opening(cast: Cast):
    with time_machine.travel(NOON, tick=False) as time:
        table = cast.gather(clock_live="30")
        time.move_to(later(3600))
        assert due(table) == {}
        cast.ana.does(table, "start")
        table.refresh_from_db()
        assert table.order is not None
        assert due(table) == {table.order[0]: 3630}


# A toy with turns of many moves, interruptions and questions to all


@pytest.fixture
def talk(monkeypatch: pytest.MonkeyPatch, db: None) -> Callable[..., Table]:
    """A running table of three at the talking game (tests/core/toys.py)."""
    monkeypatch.setitem(GAMES, "talk", Talking())

    def start(seconds: int = 60, pace: str = "live") -> Table:
        persons = [people.arrive("en") for _ in range(3)]
        table = lobby.open_table(
            persons[0], "talk", size=3, options={}, pace=pace, clock_seconds=seconds, public=False
        )
        for number, colour in enumerate(("orange", "sky", "green")):
            lobby.sit(table.pk, persons[number], name=f"P{number}", colour=colour, portrait="")
        Table.objects.filter(pk=table.pk).update(order=[0, 1, 2])
        lobby.start(table.pk, persons[0])
        table.refresh_from_db()
        return table

    return start


def says(table: Table, seat: int, text: str) -> None:
    """A seat plays a move."""
    person = table.seat_set.select_related("person").get(number=seat).person
    assert person is not None
    key = f"key{Move.objects.filter(table=table).count()}"
    play.make_move(table.pk, person, text, prompt=None, key=key)


def test_own_moves_within_a_turn_do_not_renew_the_time(talk: Callable[..., Table]):
    with time_machine.travel(NOON, tick=False) as time:
        table = talk()
        for seconds in (10, 30, 50):
            time.move_to(later(seconds))
            says(table, 0, f"say word{seconds}")
            assert due(table) == {0: 60}
        says(table, 0, "enough")
        assert due(table) == {1: 110}


def test_taking_back_does_not_renew_the_time(talk: Callable[..., Table]):
    with time_machine.travel(NOON, tick=False) as time:
        table = talk()
        for seconds in (20, 40):
            time.move_to(later(seconds))
            says(table, 0, f"say word{seconds}")
            says(table, 0, f"takeback {Table.objects.get(pk=table.pk).ply}")
            assert due(table) == {0: 60}


def test_an_interruption_stops_the_time_and_gives_back_what_was_left(talk: Callable[..., Table]):
    with time_machine.travel(NOON, tick=False) as time:
        table = talk()
        time.move_to(later(45))
        says(table, 0, "quiz")  # asks seat 1 alone, then everybody
        assert due(table) == {1: 105}
        assert table.seat_set.get(number=0).paused_left == 15
        time.move_to(later(100))
        says(table, 1, "reply a")
        assert due(table) == {0: 115, 1: 105, 2: 160}, "who stays awaited keeps its time"
        time.move_to(later(110))
        says(table, 0, "reply b")
        assert 0 not in due(table)
        assert table.seat_set.get(number=0).paused_left == 5
        says(table, 2, "reply b")
        time.move_to(later(150))
        says(table, 1, "reply b")
        assert due(table) == {0: 155}, "the turn goes on with what was left of it"
        assert not table.seat_set.exclude(paused_left=None).exists()


def test_what_was_left_of_one_turn_is_not_carried_to_the_next(talk: Callable[..., Table]):
    with time_machine.travel(NOON, tick=False) as time:
        table = talk()
        says(table, 0, "enough")
        time.move_to(later(50))
        says(table, 1, "enough")
        says(table, 2, "enough")
        assert due(table) == {0: 110}


def test_everybody_who_is_asked_at_once_is_timed_out_alone(talk: Callable[..., Table]):
    with time_machine.travel(NOON, tick=False) as time:
        table = talk()
        says(table, 0, "quiz")
        says(table, 1, "reply a")
        time.move_to(later(30))
        says(table, 2, "reply c")
        assert set(due(table)) == {0, 1}
        assert timeouts.time_out(table.pk, later(60)) >= 1
        assert list(Move.objects.filter(table=table, by="clock").values_list("seat", flat=True)) != []
        assert Move.objects.filter(table=table, by="clock", seat=2).count() == 0


@pytest.mark.parametrize("window", [None, Window(45, always=True)])
def test_d64_over_days_who_lets_time_run_out_is_answered_for_at_once_for_the_rest_of_the_turn(
    talk: Callable[..., Table], monkeypatch: pytest.MonkeyPatch, window: Window | None
):
    """However often others are asked in between, who have the full time; and it counts as one time-out."""
    monkeypatch.setattr(
        Speak, "default", lambda self, state, seat, rng: Enough() if "0:a" in state.said else Quiz()
    )
    monkeypatch.setattr(Quizzed, "window", window)
    day = clock.HOUR * 24
    with time_machine.travel(NOON, tick=False) as time:
        table = talk(day, "correspondence")
        time.move_to(later(day))
        timeouts.time_out(table.pk, later(day))
        assert due(table) == {1: 2 * day}, "the quiz asks seat 1 alone at first"
        time.move_to(later(day + 100))
        says(table, 1, "reply b")
        assert due(table) == {1: 2 * day + 100 if window else 2 * day, 2: 2 * day + 100}, (
            "seat 0 has answered"
        )
        says(table, 1, "reply b")
        says(table, 2, "reply b")
        assert due(table) == {1: 2 * day + 100}, "and has ended its turn"
    by_clock = Move.objects.filter(table=table, by="clock").values_list("seat", "text")
    assert list(by_clock) == [(0, "quiz"), (0, "reply a"), (0, "enough")]
    seat = table.seat_set.get(number=0)
    assert (seat.timeouts, seat.autopilot_since) == (1, None)


def test_who_is_back_after_a_time_out_is_asked_again(talk: Callable[..., Table]):
    """From autopilot one comes back with the full time, though it is the same turn."""
    with time_machine.travel(NOON, tick=False) as time:
        table = talk(clock.HOUR * 24, "correspondence")
        table.seat_set.filter(number=0).update(timeouts=2)
        time.move_to(later(clock.HOUR * 24))
        timeouts.time_out(table.pk, later(clock.HOUR * 24))
        ana = table.seat_set.select_related("person").get(number=0)
        assert ana.autopilot_since and ana.person
        turn = match_of(table).turn
        play.awake(table.pk, ana.person)
        assert match_of(table).turn == turn
        assert due(table) == {0: 2 * clock.HOUR * 24}


def test_defaults_that_never_end_a_turn_are_bounded(talk: Callable[..., Table]):
    with time_machine.travel(NOON, tick=False):
        table = talk()
    assert timeouts.time_out(table.pk, later(61)) == timeouts.MOST_DEFAULTS


# Time is up


def test_before_its_time_nothing_happens(cast: Cast):
    with time_machine.travel(NOON, tick=False):
        table = cast.start(clock_live="60")
    assert clock.overdue(later(59.9)) == []
    assert timeouts.time_out(table.pk, later(59.9)) == 0
    assert clock.overdue(later(60)) == [table.pk]


def test_when_time_is_up_the_default_is_played_once_and_marked(cast: Cast):
    with time_machine.travel(NOON, tick=False):
        table = cast.start(clock_live="60")
    expected = default_of(table)
    assert timeouts.time_out(table.pk, later(75)) == 1
    move = Move.objects.get(table=table)
    assert (move.ply, move.seat, move.by, move.text, move.key) == (1, 0, "clock", expected, "")
    assert due(table) == {1: 135}
    assert table.digest == digest(match_of(table))
    assert timeouts.time_out(table.pk, later(75)) == 0
    assert clock.overdue(later(75)) == []
    assert Notice.objects.filter(table=table, ply=1).values_list("seat", flat=True).get() == 1
    assert "Time ran out:" in cast.ana.table(table).text
    assert cast.ana.table(table).read.form("takeback") is None


def test_clocks_alone_never_play_a_match_to_its_end(cast: Cast):
    with time_machine.travel(NOON, tick=False):
        table = cast.start(clock_live="20")
    now, played = NOON, 0
    while table.status == "running":
        assert table.due_at is not None
        now = table.due_at + timedelta(seconds=2)
        assert clock.overdue(now) == [table.pk]
        played += timeouts.time_out(table.pk, now)
        table.refresh_from_db()
    assert (table.status, table.closed_because) == ("closed", "abandoned")
    assert Move.objects.filter(table=table, by="clock").count() >= 2 * timeouts.MOST_TIMEOUTS
    assert list(Move.objects.filter(table=table, by="system").values_list("text", flat=True)) == [
        "report 0 tired",
        "report 1 tired",
    ]
    assert played == table.ply
    assert table.digest == digest(match_of(table))
    assert clock.overdue(now + timedelta(days=400)) == []
    assert timeouts.time_out(table.pk, now + timedelta(days=400)) == 0


@pytest.mark.parametrize("ending", ["close", "resign", "rules"])
def test_after_any_end_nothing_can_fire(cast: Cast, ending: str):
    table = drive(cast.start(clock_live="20"), 10_000 if ending == "rules" else 5)
    if ending != "rules":
        assert cast.ana.does(table, ending).status == 302
    assert due(table) == {}
    assert not table.seat_set.exclude(awaited_since=None, awaited_ply=None, paused_left=None).exists()
    assert not Notice.objects.filter(table=table, status="waiting").exclude(kind="result").exists()
    assert clock.overdue(later(10**9)) == []
    with pytest.raises(IntegrityError), transaction.atomic():
        Table.objects.filter(pk=table.pk).update(due_at=NOON)


# At once. Each thread stands for a process of its own: nothing is kept, the table's row decides.


@pytest.fixture
def apart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matches, "_slot", lambda table_id: matches._Slot())


def at_once(*acts: Callable[[], object]) -> list[object]:
    """Run them at the same time, each with a connection of its own; refusals are answers."""
    barrier = threading.Barrier(len(acts))

    def run(act: Callable[[], object]) -> object:
        try:
            barrier.wait(PATIENCE)
            return act()
        except (IllegalMove, Refused) as refused:
            return refused.text.msgid
        finally:
            connection.close()

    with ThreadPoolExecutor(len(acts)) as pool:
        return list(pool.map(run, acts))


@pytest.mark.django_db(transaction=True)
def test_two_sweeps_at_once_play_one_default(apart: None):
    with time_machine.travel(NOON, tick=False):
        table = Cast().start(clock_live="60")
    answers = at_once(*[lambda: timeouts.time_out(table.pk, later(61))] * 4)
    assert sorted(map(str, answers)) == ["0", "0", "0", "1"]
    assert Move.objects.filter(table=table).count() == 1


@pytest.mark.django_db(transaction=True)
def test_a_sweep_and_a_move_at_once_never_both(apart: None):
    cast = Cast()
    cast.ana.opens()
    person, won = cast.ana.person, set()
    for n in range(6):
        with time_machine.travel(NOON, tick=False):
            table = cast.start(clock_live="60")
        match = match_of(table)
        text, number = notation.write(match.legal(0)[-1]), match.stack[-1].number
        acts: list[Callable[[], object]] = [
            lambda t=table: timeouts.time_out(t.pk, later(61)),  # type: ignore[misc]
            lambda t=table, m=text, q=number: play.make_move(t.pk, person, m, prompt=q, key="k").ply,  # type: ignore[misc]
        ]
        answers = at_once(*(acts if n % 2 else acts[::-1]))
        move = Move.objects.get(table=table)
        won.add(move.by)
        swept, moved = answers if n % 2 else answers[::-1]
        if move.by == "clock":
            assert (swept, moved) == (
                1,
                "That question is no longer open: look at the table as it is now.",
            )
        else:
            assert (swept, moved) == (0, 1)
        table.refresh_from_db()
        assert (table.ply, table.digest) == (1, digest(match_of(table)))
    assert won


@pytest.mark.django_db(transaction=True)
def test_a_move_and_the_close_of_the_table_at_once(apart: None):
    cast = Cast()
    table = drive(cast.start(clock_live="60"), 3)
    mover, text = cast.awaited(table).person, default_of(table)
    host = cast.ana.person
    moved, closed = at_once(
        lambda: play.make_move(table.pk, mover, text, prompt=None, key="k").ply,
        lambda: lobby.close(table.pk, host),
    )
    assert closed is None
    assert moved in (4, "The match is over.")
    table.refresh_from_db()
    assert (table.status, table.due_at) == ("closed", None)
    assert table.ply == Move.objects.filter(table=table).count()
    assert not table.seat_set.exclude(due_at=None, awaited_since=None).exists()


@pytest.mark.django_db(transaction=True)
def test_a_table_that_somebody_holds_does_not_stop_the_clocks_of_the_others():
    """A web process that was cut off may hold a row for as long as PostgreSQL believes in its connection."""
    cast = Cast()
    held, other = cast.start(clock_live="60"), cast.start(clock_live="60")
    past = timezone.now() - timedelta(seconds=1)
    for table, ago in ((held, 2), (other, 1)):
        due = past - timedelta(seconds=ago)
        presence.here(table.pk, 0, "a page")
        table.seat_set.filter(due_at__isnull=False).update(due_at=due)
        Table.objects.filter(pk=table.pk).update(due_at=due)
    sweep = threading.Thread(target=sweep_and_close)
    with transaction.atomic():
        Table.objects.select_for_update().get(pk=held.pk)
        sweep.start()
        sweep.join(PATIENCE)
        stuck = sweep.is_alive()
    sweep.join(PATIENCE)
    assert not stuck
    assert [Table.objects.get(pk=table.pk).ply for table in (held, other)] == [0, 1]
    tasks.sweep_clocks()
    assert Table.objects.get(pk=held.pk).ply == 1


def sweep_and_close() -> None:
    try:
        tasks.sweep_clocks()
    finally:
        connection.close()

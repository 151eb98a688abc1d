"""Tables that nobody comes back to: who is warned, what closes when and why, and what stays to be looked at."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier

import pytest
import time_machine
from django.conf import settings
from django.db import connection
from django.utils import timezone
from redis.exceptions import ConnectionError as RedisDown

from portal import closing, lobby, play, presence, tasks
from portal.models import Notice, Table
from tests.patience import PATIENCE
from tests.portal.cast import Cast, at, drive, leaves, looks

pytestmark = pytest.mark.django_db

DAY, HOUR = timedelta(days=1), timedelta(hours=1)


@pytest.fixture(autouse=True)
def settled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Servers that have run for a while; those of the tests have not."""
    monkeypatch.setattr(presence, "is_settled", lambda: True)


def after(table: Table, quiet: timedelta) -> Table:
    """The table when a sweep comes after so long a time without anything happening."""
    table.refresh_from_db()
    with time_machine.travel(table.active_at + quiet, tick=False):
        tasks.sweep_tables()
    table.refresh_from_db()
    return table


def warnings(table: Table) -> list[int]:
    return list(Notice.objects.filter(table=table, kind="closing").values_list("seat", flat=True))


# Rooms over days


def test_a_room_over_days_closes_after_a_week_and_its_host_is_warned_a_day_before(cast: Cast):
    table = cast.gather(pace="correspondence")
    assert after(table, 6 * DAY - HOUR).status == "waiting"
    assert warnings(table) == []
    after(table, 6 * DAY)
    after(table, 6 * DAY + HOUR)
    assert warnings(table) == [0], "once"
    assert after(table, 7 * DAY - HOUR).status == "waiting"
    version = table.version
    after(table, 7 * DAY)
    assert (table.status, table.closed_because, table.outcome) == ("closed", "expired", None)
    assert table.version == version + 1, "open pages hear of it"
    assert "For a week nothing happened here" in cast.bo.table(table).text


def test_somebody_new_gives_the_room_another_week_with_a_warning_of_its_own(cast: Cast):
    table = cast.ana.opens(pace="correspondence", size="3")
    cast.ana.sits(table)
    after(table, 6 * DAY + HOUR)
    with time_machine.travel(table.active_at + 6 * DAY + 2 * HOUR, tick=False):
        cast.bo.sits(table)
    assert after(table, 6 * DAY - HOUR).status == "waiting"
    assert warnings(table) == [0]
    after(table, 6 * DAY + HOUR)
    assert warnings(table) == [0, 0]
    assert after(table, 7 * DAY).status == "closed"


def test_the_room_says_when_it_closes(cast: Cast):
    table = cast.gather(pace="correspondence")
    closes = closing.closes_at(table)
    assert closes is not None
    assert closes == table.active_at + 7 * DAY
    for browser in (cast.ana, cast.bo):
        assert f'datetime="{closes:%Y-%m-%dT%H:%M}' in browser.table(table).text
    assert "six hours" in cast.ana.table(cast.gather()).text


def test_a_match_over_days_never_closes_for_want_of_people(cast: Cast):
    table = cast.start(pace="correspondence")
    assert after(table, 60 * DAY).status == "running"
    assert warnings(table) == []


# Live tables


def test_a_live_room_closes_six_hours_after_with_nobody_there(cast: Cast):
    table = cast.gather()
    assert after(table, 6 * HOUR - DAY / 1440).status == "waiting"
    after(table, 6 * HOUR)
    assert (table.status, table.closed_because) == ("closed", "idle")
    assert "For six hours nobody was here" in cast.ana.table(table).text
    assert Notice.objects.filter(table=table, kind="closing").count() == 0


def test_a_live_match_closes_likewise_wins_nobody_and_can_still_be_looked_at(cast: Cast):
    table = drive(cast.start(clock_live="60"), 4)
    after(table, 6 * HOUR)
    assert (table.status, table.closed_because, table.outcome) == ("closed", "idle", None)
    assert table.due_at is None
    assert not table.seat_set.exclude(due_at=None).exists()
    answer = cast.bo.table(table)
    assert answer.status == 200
    assert "For six hours nobody was here: this table closed by itself. Nobody wins." in answer.text
    assert cast.bo.get(at(table, "history")).status == 200
    assert cast.bo.does(table, "move", {"move": "go 0,1", "key": "k"}).status == 409


def test_while_somebody_has_it_open_a_live_table_stays(cast: Cast):
    table = cast.start()
    with time_machine.travel(table.active_at + 8 * HOUR, tick=False):
        looks(table, 1)
        tasks.sweep_tables()
        assert Table.objects.get(pk=table.pk).status == "running"
        leaves(table, 1)
        tasks.sweep_tables()
        assert Table.objects.get(pk=table.pk).status == "closed"


def test_what_happens_at_the_table_begins_the_six_hours_anew(cast: Cast):
    table = cast.start()
    with time_machine.travel(table.active_at + 5 * HOUR, tick=False):
        drive(table, 1)
    assert after(table, 5 * HOUR).status == "running"


def test_nothing_closes_while_redis_does_not_answer(cast: Cast, monkeypatch: pytest.MonkeyPatch):
    def is_down(*_args: object) -> bool:
        raise RedisDown

    live, room = cast.start(), cast.gather(pace="correspondence")
    for what in ("is_settled", "connected"):
        with monkeypatch.context() as patch:
            patch.setattr(presence, what, is_down)
            assert after(live, 9 * HOUR).status == "running"
    monkeypatch.setattr(presence, "is_settled", is_down)
    assert after(room, 9 * DAY).status == "waiting"


def test_nothing_closes_while_pages_may_still_be_coming_back_after_a_restart(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(presence, "is_settled", lambda: False)
    assert after(cast.start(), 9 * HOUR).status == "running"


def test_a_table_that_is_over_is_left_alone(cast: Cast):
    table = cast.start()
    play.resign(table.pk, cast.bo.person)
    table.refresh_from_db()
    version = table.version
    assert after(table, 30 * DAY).status == "finished"
    closing.close(table.pk, timezone.now() + 30 * DAY)
    assert Table.objects.get(pk=table.pk).version == version


@pytest.mark.django_db(transaction=True)
def test_two_sweeps_at_once_close_and_warn_once(monkeypatch: pytest.MonkeyPatch):
    cast = Cast()
    live, room = cast.start(), cast.gather(pace="correspondence")
    versions = live.version
    Table.objects.filter(pk=live.pk).update(active_at=timezone.now() - 7 * HOUR)
    Table.objects.filter(pk=room.pk).update(active_at=timezone.now() - 6 * DAY - HOUR)
    barrier = Barrier(3)

    def sweep() -> None:
        try:
            barrier.wait(PATIENCE)
            tasks.sweep_tables()
        finally:
            connection.close()

    with ThreadPoolExecutor(3) as pool:
        for future in [pool.submit(sweep) for _ in range(3)]:
            future.result()
    live.refresh_from_db()
    assert (live.status, live.version) == ("closed", versions + 1)
    assert warnings(room) == [0]


@pytest.mark.django_db(transaction=True)
def test_a_table_that_somebody_holds_is_left_to_the_next_sweep():
    cast = Cast()
    table = cast.start()
    late = table.active_at + 7 * HOUR

    def sweep() -> None:
        try:
            closing.close(table.pk, late)
        finally:
            connection.close()

    with play.changing(table.pk), ThreadPoolExecutor(1) as pool:
        pool.submit(sweep).result(timeout=PATIENCE)
    table.refresh_from_db()
    assert table.status == "running"


# Every reason has its sentence


@pytest.mark.parametrize("started", [False, True])
@pytest.mark.parametrize("why", Table.Why.values)
def test_a_closed_table_says_why(cast: Cast, started: bool, why: str):
    table = cast.start() if started else cast.gather()
    lobby.close(table.pk, cast.ana.person)
    Table.objects.filter(pk=table.pk).update(closed_because=why)
    said = {
        "host": "The host closed this table.",
        "agreed": "The players agreed to close this table.",
        "idle": "For six hours nobody was here: this table closed by itself.",
        "expired": "For a week nothing happened here: this table closed by itself.",
        "abandoned": "Everybody has left this table: it closed by itself.",
        "staff": "The moderators closed this table.",
    }
    answer = cast.bo.table(table)
    assert said[why] in answer.text
    assert cast.ana.table(table).read.form("start") is None


def test_the_sweep_of_tables_is_in_the_schedule_and_expires():
    entry = settings.CELERY_BEAT_SCHEDULE["tables"]
    assert entry["task"] == tasks.sweep_tables.name
    assert entry["schedule"] == entry["options"]["expires"] == 60

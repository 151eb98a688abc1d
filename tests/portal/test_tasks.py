"""Clocks with the real worker and beat, killed and started again."""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from portal import tasks
from portal.models import Move, Notice, Table
from tests.browser.site import Site
from tests.patience import PATIENCE
from tests.portal.cast import Cast, default_of, looks
from tools.throwaway import Throwaway

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def running(servers: Throwaway, transactional_db: None) -> Iterator[Site]:
    """Beat and the clocks' worker; no pages."""
    site = Site(servers)
    try:
        site.start_beat(wait=False)
        site.start_worker("clock")
        yield site
    finally:
        site.stop()


def until(question: Any) -> None:
    """Wait until the answer is yes."""
    began = time.monotonic()
    while not question():
        assert time.monotonic() - began < PATIENCE, "it has not happened"
        time.sleep(0.05)


def test_a_clock_that_ran_out_while_the_worker_was_dead_fires_when_it_is_back_and_once(running: Site):
    cast = Cast()
    table, other = cast.start(clock_live="120"), cast.start(clock_live="120")
    looks(table, 1)
    running.kill_worker("clock")
    past = timezone.now() - timedelta(minutes=5)
    Table.objects.filter(pk=table.pk).update(due_at=past)
    table.seat_set.filter(number=0).update(due_at=past)
    expected = default_of(table)
    running.start_worker("clock")
    until(lambda: Move.objects.filter(table=table).exists())
    tasks.sweep_clocks()
    move = Move.objects.get(table=table)
    assert (move.seat, move.by, move.text) == (0, "clock", expected)
    assert Notice.objects.filter(table=table, kind="turn").count() == 1
    table.refresh_from_db()
    assert table.due_at is not None
    assert table.due_at > timezone.now() + timedelta(seconds=40), "the next seat has its full time"
    assert not Move.objects.filter(table=other).exists()


def test_one_table_that_fails_does_not_hold_up_the_others(monkeypatch: pytest.MonkeyPatch, caplog: Any):
    cast = Cast()
    bad, good = cast.start(clock_live="20"), cast.start(clock_live="20")
    looks(bad, 0)
    looks(good, 0)
    past = timezone.now() - timedelta(minutes=5)
    for table, due in ((bad, past), (good, past + timedelta(minutes=1))):
        Table.objects.filter(pk=table.pk).update(due_at=due)
        table.seat_set.filter(number=0).update(due_at=due)
    Table.objects.filter(pk=bad.pk).update(game="no such game")
    tasks.sweep_clocks()
    assert Move.objects.filter(table=good).count() == 1
    assert Move.objects.filter(table=bad).count() == 0
    assert f"time_out failed for {bad.pk}" in caplog.text

"""Background work: sweeps that find what is due. They decide nothing themselves."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from datetime import datetime

from celery import shared_task
from django.utils import timezone

from portal import (
    absence,
    clock,
    closing,
    delivery,
    heartbeats,
    housekeeping,
    notices,
    people,
    push,
    reports,
    timeouts,
)

log = logging.getLogger(__name__)


@shared_task
def sweep_clocks() -> None:
    """See who is at the live tables, then time out whatever is overdue. The truth, every few seconds."""
    _each(absence.changed, absence.settle)
    _each(clock.overdue, timeouts.time_out)


@shared_task
def sweep_tables() -> None:
    """Warn of tables that are about to close, and close those whose time has come."""
    _each(closing.to_warn, closing.warn)
    _each(closing.due, closing.close)


@shared_task
def sweep_notices() -> None:
    """Mail whatever is due, the staff's mails about reports too."""
    _each(people.to_confirm, delivery.confirm)
    _each(people.to_link, delivery.link)
    _each(notices.due, delivery.deliver)
    _each(reports.to_tell, reports.tell)


@shared_task
def sweep_digests() -> None:
    """Mail the tables that wait for them to those who want one mail a day."""
    _each(notices.digests, delivery.digest)


@shared_task
def sweep_pushes() -> None:
    """Push whatever is due."""
    _each(notices.to_push, push.deliver)


@shared_task
def purge() -> None:
    """Delete what nobody needs any more."""
    housekeeping.purge(timezone.now())
    heartbeats.beat("housekeeping.purge")


def _each(find: Callable[[datetime], Iterable[int]], act: Callable[[int, datetime], object]) -> None:
    """Act on every row that is found; what fails is logged and does not hold up the others. Leaves a heartbeat.

    While the mail server does not answer, the sweep ends with the first mail: pushes wait for the same workers.
    """
    try:
        ids = find(timezone.now())
    except Exception:
        log.exception("%s failed", find.__qualname__)
        return
    for row in ids:
        try:
            if act(row, timezone.now()) == delivery.Sweep.STOP:
                break
        except Exception:
            log.exception("%s failed for %s", act.__name__, row)
    heartbeats.beat(f"{find.__module__.rpartition('.')[2]}.{find.__name__}")

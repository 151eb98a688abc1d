"""Background work: sweeps that find what is due. They decide nothing themselves."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from datetime import datetime

from celery import shared_task
from django.utils import timezone

from portal import clock, delivery, notices, people, play

log = logging.getLogger(__name__)


@shared_task
def sweep_clocks() -> None:
    """Time out whatever is overdue. The truth, every few seconds."""
    _each(clock.overdue(timezone.now()), play.time_out)


@shared_task
def sweep_notices() -> None:
    """Deliver whatever is due."""
    _each(people.to_confirm(timezone.now()), delivery.confirm)
    _each(notices.due(timezone.now()), delivery.deliver)


def _each(ids: Iterable[int], act: Callable[[int, datetime], object]) -> None:
    """Act on every row; one that fails is logged and does not hold up the others."""
    for row in ids:
        try:
            act(row, timezone.now())
        except Exception:
            log.exception("%s failed for %s", act.__name__, row)

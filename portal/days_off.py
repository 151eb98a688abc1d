"""The clock's arithmetic where days off stand in the way, and whose days off are still to come.

Everything is computed from timestamps: no job has to run when days off begin or end.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta

from django.utils import timezone

from portal.models import DaysOff

Span = tuple[datetime, datetime]
"""When days off begin and when they end."""


def until(now: datetime, seconds: float, spans: Sequence[Span]) -> datetime:
    """When a decision of that many seconds is due, if clocks stand still during the spans."""
    remaining = timedelta(seconds=seconds)
    for begins, ends in _apart(now, spans):
        if now + remaining <= begins:
            break
        remaining -= begins - now
        now = ends
    return now + remaining


def left(now: datetime, due: datetime, spans: Sequence[Span]) -> float:
    """Seconds of running time from now until a decision is due, days off not counted; never less than none."""
    still = sum((min(ends, due) - begins for begins, ends in _apart(now, spans) if begins < due), timedelta())
    return max((due - now - still).total_seconds(), 0.0)


def _apart(now: datetime, spans: Sequence[Span]) -> Iterator[Span]:
    """What of the spans is still to come, in order, without overlaps."""
    for begins, ends in sorted(spans):
        if ends > now:
            yield max(begins, now), ends
            now = ends


def spans_of(person_ids: Iterable[int]) -> dict[int, list[Span]]:
    """The days off of these people that are not over yet; who has none is left out."""
    found: dict[int, list[Span]] = {}
    rows = DaysOff.objects.filter(person_id__in=list(person_ids), ends_at__gt=timezone.now())
    for person_id, begins, ends in rows.values_list("person_id", "begins_at", "ends_at"):
        found.setdefault(person_id, []).append((begins, ends))
    return found

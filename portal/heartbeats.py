"""When each sweep last came to its end.

Rows, not keys of Redis: emptying Redis must not look like a sweep that stopped, and what runs once a day is remembered
for longer than Redis is kept. One small update every two seconds is nothing to PostgreSQL.
"""

from __future__ import annotations

from datetime import datetime

from django.utils import timezone

from portal.models import Heartbeat


def beat(name: str) -> None:
    """This sweep has come to its end just now."""
    row = Heartbeat(name=name, beat_at=timezone.now())
    Heartbeat.objects.bulk_create(
        [row], update_conflicts=True, unique_fields=["name"], update_fields=["beat_at"]
    )


def heard() -> dict[str, datetime]:
    """When each was last heard of."""
    return dict(Heartbeat.objects.values_list("name", "beat_at"))

"""Tables that nobody comes back to close by themselves. Nobody wins, and what was played can still be looked at.

A room over days that has not started closes a week after something last happened there, and its host is warned a day
before; a live table, started or not, six hours after, if nobody has it open. Nothing closes while Redis does not
answer, or has not run for long enough for everybody's pages to be back.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from portal import notices, play, presence
from portal.models import Notice, Table

ROOM = timedelta(days=7)
"""How long a room over days waits for its match to start."""
WARNING = timedelta(days=1)
"""How long before that its host is told."""
IDLE = timedelta(hours=6)
"""How long a live table is kept without anybody."""
AT_ONCE = 500
"""Tables of one sweep."""


def closes_at(table: Table) -> datetime | None:
    """When a room over days closes unless something happens there; None for every other table."""
    if table.status == Table.Status.WAITING and table.pace == Table.Pace.CORRESPONDENCE:
        return table.active_at + ROOM
    return None


def _rooms(now: datetime, quiet_for: timedelta) -> Q:
    waiting = Q(status=Table.Status.WAITING, pace=Table.Pace.CORRESPONDENCE)
    return waiting & Q(active_at__lte=now - quiet_for)


def _some(found: QuerySet[Table]) -> list[int]:
    return list(found.order_by("active_at").values_list("pk", flat=True)[:AT_ONCE])


def to_warn(now: datetime) -> list[int]:
    """The ids of rooms that close within a day and whose host has not been told."""
    told = Notice.objects.filter(table=OuterRef("pk"), kind=Notice.Kind.CLOSING, ply=OuterRef("version"))
    rooms = Table.objects.filter(_rooms(now, ROOM - WARNING), seat__host=True)
    return _some(rooms.exclude(Exists(told)))


def warn(table_id: int, now: datetime) -> None:
    """Tell the host of a room that it is about to close: once, until something happens there."""
    with transaction.atomic():
        rooms = Table.objects.filter(_rooms(now, ROOM - WARNING), pk=table_id)
        table = rooms.select_for_update(skip_locked=True).first()
        if table is not None:
            host = table.seat_set.filter(host=True)
            notices.post(table, Notice.Kind.CLOSING, host, table.version, now)


def due(now: datetime) -> list[int]:
    """The ids of tables that may have to be closed; who has them open is asked one by one."""
    idle = Q(status__in=Table.OPEN, pace=Table.Pace.LIVE, active_at__lte=now - IDLE)
    return _some(Table.objects.filter(_rooms(now, ROOM) | idle))


def close(table_id: int, now: datetime) -> None:
    """Close a table, if its time has come. Looks again under the lock, so that two sweeps do it once.

    Raises RedisError, with nothing changed, when nobody can say who is there.
    """
    if not presence.is_settled():
        return
    with transaction.atomic():
        table = Table.objects.select_for_update(skip_locked=True).filter(pk=table_id).first()
        why = _why(table, now) if table is not None else None
        if table is None or why is None:
            return
        play.end(table, now, why=why)
        play.save_and_tell(table)


def _why(table: Table, now: datetime) -> Table.Why | None:
    quiet = now - table.active_at
    if table.pace == Table.Pace.CORRESPONDENCE:
        return Table.Why.EXPIRED if table.status == Table.Status.WAITING and quiet >= ROOM else None
    if table.status in Table.OPEN and quiet >= IDLE and not presence.connected(table.pk):
        return Table.Why.IDLE
    return None

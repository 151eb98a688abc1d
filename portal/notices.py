"""Who is told what outside the page.

Rows first, written in the move's transaction; delivery decides whether they are still true.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from portal import presence
from portal.models import Notice, Seat, Table

WAIT = timedelta(minutes=2)
"""How long a turn mail waits: most people move on meanwhile."""
LOOKING = timedelta(minutes=1)
"""How much later to ask again while the person is looking at the table."""
LEFT_OPEN = timedelta(minutes=30)
"""How long an open page is believed to have somebody before it."""
TRIES = 5


def your_turn(table: Table, seats: Iterable[Seat], ply: int, now: datetime) -> None:
    """These seats have just become awaited."""
    post(table, Notice.Kind.TURN, seats, ply, now + WAIT)


def post(
    table: Table,
    kind: Notice.Kind,
    seats: Iterable[Seat],
    ply: int,
    send_at: datetime,
    *,
    subject: int | None = None,
) -> None:
    """These seats are to be told something; who told them of it before hears nothing new.

    `subject` is the seat that it is about. What is told holds for whoever sits there now, not for a later holder.
    """
    rows = [
        Notice(
            table=table,
            seat=seat.number,
            person_id=seat.person_id,
            kind=kind,
            ply=ply,
            send_at=send_at,
            subject=subject,
        )
        for seat in seats
        if seat.person_id is not None
    ]
    Notice.objects.bulk_create(rows, ignore_conflicts=True)


def clear(table: Table) -> None:
    """The match is over: nothing may be sent any more.

    What is being sent right now is not waited for: a mail server may be slow, and the table is held meanwhile.
    """
    waiting = Notice.objects.filter(table=table, status=Notice.Status.WAITING)
    free = waiting.select_for_update(skip_locked=True).values_list("pk", flat=True)
    Notice.objects.filter(pk__in=list(free)).update(status=Notice.Status.MOOT)


def still_true(notice: Notice, seat: Seat | None) -> bool:
    """Whether the seat is still awaited since the very ply the notice speaks of, and its person wants to know."""
    running = notice.table.status == Table.Status.RUNNING
    awaited = seat is not None and seat.awaited_ply == notice.ply
    return running and awaited and seat is not None and seat.person is not None and seat.person.wants_mail


def is_looking(notice: Notice, now: datetime) -> bool:
    """Whether the seat has this very table open. A page left open for half an hour is looked at by nobody."""
    forgotten = now - notice.created_at > LEFT_OPEN
    return not forgotten and notice.seat in presence.connected(notice.table_id)


def due(now: datetime) -> list[int]:
    """The ids of notices whose time has come."""
    waiting = Notice.objects.filter(status=Notice.Status.WAITING, send_at__lte=now)
    return list(waiting.order_by("send_at").values_list("pk", flat=True)[:500])

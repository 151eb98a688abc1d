"""The tables that want somebody's attention: where they are awaited, then unseen results, then unread lines."""

from __future__ import annotations

from collections.abc import Collection

from django.db.models import Exists, OuterRef, Q, QuerySet

from portal.models import Message, Person, Seat, Table
from portal.prepared import Prepared


def _seats(whose: Q) -> QuerySet[Seat]:
    """Those of these seats that want whoever plays them."""
    not_read = Message.not_read(OuterRef("read_to"), OuterRef("number"), OuterRef("name"))
    has_unread = Exists(Message.objects.filter(not_read, table=OuterRef("table")))
    over = Q(table__status__in=Table.OVER, table__started_at__isnull=False)
    wanted = Q(awaited_since__isnull=False) | over & Q(saw_end=False) | Q(has_unread=True, table__chat=True)
    return Seat.objects.filter(whose).annotate(has_unread=has_unread).filter(wanted)


_TABLES = Prepared(lambda person: _seats(Q(person=person)).order_by().values_list("table").distinct())


def seats_of(person: Person | None, granted: Collection[Seat]) -> Q:
    """The seats that a browser plays: those of its person, and those of mailed links."""
    own = Q(person=person) if person is not None else Q(pk__in=[])
    return own | Q(pk__in=[seat.pk for seat in granted])


def wanting(whose: Q) -> list[Table]:
    """The most urgent first: decisions by deadline, results by the time they came, chats."""
    seats = _seats(whose).select_related("table")
    # A person who plays several seats of a table on one browser comes to it once.
    return list(dict.fromkeys(seat.table for seat in sorted(seats, key=_urgency)))


def _urgency(seat: Seat) -> tuple[object, ...]:
    """Sorts by what is wanted, then by time, the earliest first and no time last."""
    table = seat.table
    if seat.awaited_since is not None:
        due = seat.due_at
        return 0, due is None, due.timestamp() if due else seat.awaited_since.timestamp(), table.pk
    if table.ended_at is not None and not seat.saw_end:
        return 1, False, table.ended_at.timestamp(), table.pk
    return 2, False, 0.0, table.pk


def others(table: Table, person: Person | None, granted: Collection[Seat] = ()) -> int:
    """How many other tables want whoever is at this one."""
    if granted:
        return sum(other != table for other in wanting(seats_of(person, granted)))
    return sum(other != table.pk for (other,) in _TABLES.rows(person.pk)) if person is not None else 0


def after(whose: Q, token: str) -> Table | None:
    """Where to go from the table with this token ("": from anywhere else): the next in order, then round again."""
    tables = wanting(whose)
    here = next((n for n, table in enumerate(tables) if table.token == token), None)
    if here is not None:
        tables = tables[here + 1 :] + tables[: here + 1]
    return tables[0] if tables else None


def saw_end(seat: Seat) -> None:
    """Whoever sits there has looked at the result."""
    if not seat.saw_end:
        Seat.objects.filter(pk=seat.pk, person=seat.person_id).update(saw_end=True)

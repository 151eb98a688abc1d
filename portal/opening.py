"""How many tables one may have: one live table a connection, a few over days.

A connection is a browser, or, in production, a network address: on a development machine and behind a proxy that does
not say whom it speaks for everybody has the same one. Staff may open as many as they like (`exempt`).
"""

from __future__ import annotations

from django.conf import settings
from django.db import connection
from django.db.models import Exists, OuterRef, Q, QuerySet

from games.core.words import gettext_noop
from portal import bans
from portal.models import Person, Seat, Table
from portal.refusal import Refused


class AlreadyOpen(Refused):
    """Somebody's own live `table` is not over yet."""

    def __init__(self, table: Table) -> None:
        super().__init__(gettext_noop("You have a live table already: one at a time."))
        self.table = table


def allow(person: Person, address: str, pace: str, *, exempt: bool = False) -> str:
    """Until the end of the transaction this person may open one table of this pace, and nobody else from the same
    connection.

    Returns what the table is to remember of the address. Raises AlreadyOpen, or Refused where the table in the way is a
    stranger's or there are too many.
    """
    if exempt or not settings.OPENING_LIMITS:
        return ""
    if pace != Table.Pace.LIVE:
        _hold(f"person {person.pk}", person.email)
        _check_over_days(person)
        return ""
    origin = bans.network(address) if settings.LIVE_TABLES_BY_ADDRESS else ""
    _hold(f"person {person.pk}", origin)
    _check_live(person, origin)
    return origin


def _hold(*names: str) -> None:
    """Until the end of the transaction nobody else goes past here with one of these names."""
    with connection.cursor() as cursor:
        for name in sorted(filter(None, names)):
            cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", [f"opening {name}"])


def _check_live(person: Person, origin: str) -> None:
    live = Table.objects.filter(pace=Table.Pace.LIVE, status__in=Table.OPEN)
    mine = live.filter(_hosted_by(Q(pk=person.pk))).order_by("-active_at").first()
    if mine is not None:
        raise AlreadyOpen(mine)
    if origin and live.filter(opened_from=origin).exists():
        raise Refused(
            gettext_noop(
                "Somebody at your network address has a live table open, and one at a time is all there is: wait until"
                " it is over, or open a table over days."
            )
        )


def _check_over_days(person: Person) -> None:
    confirmed = bool(person.email and person.email_confirmed_at)
    same = Q(pk=person.pk)
    most = settings.TABLES_OVER_DAYS
    if confirmed:
        same |= Q(email=person.email, email_confirmed_at__isnull=False)
        most = settings.TABLES_OVER_DAYS_CONFIRMED
    tables: QuerySet[Table] = Table.objects.filter(pace=Table.Pace.CORRESPONDENCE, status__in=Table.OPEN)
    if tables.filter(_hosted_by(same)).count() < most:
        return
    if confirmed:
        raise Refused(
            gettext_noop("{n} of your tables over days are not over yet: finish or close one first."), n=most
        )
    raise Refused(
        gettext_noop(
            "{n} of your tables over days are not over yet: finish or close one first, or confirm an e-mail address,"
            " with which you may have {more}."
        ),
        n=most,
        more=settings.TABLES_OVER_DAYS_CONFIRMED,
    )


def _hosted_by(people: Q) -> Q:
    """The tables whose host is one of these people; until the opener sits, the opener is."""
    those = Person.objects.filter(people).values("pk")
    hosts = Seat.objects.filter(table=OuterRef("pk"), host=True)
    return Q(Exists(hosts.filter(person__in=those))) | Q(~Exists(hosts), opener__in=those)

"""What nobody needs any more is deleted once a day: rows without a match, and what was known about people.

Nothing of a match that was begun is deleted here, and nothing from the audit.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet

from portal.access import COOKIE_AGE
from portal.models import Ban, DaysOff, Message, Notice, Person, Report, Seat, Table

MONTH = timedelta(days=30)
UNSTARTED = MONTH
"""How long a table that closed before the start can still be reopened."""
TOLD = MONTH
"""How long it is remembered what somebody was told."""
UNCONFIRMED = MONTH
"""How long an address is kept that nobody has confirmed."""
DAYS_OFF = timedelta(days=100)
"""How long days off that are over count: they are reckoned by quarters."""
CHAT = timedelta(days=365)
"""How long after the end people can read what they said."""
BANS = timedelta(days=365)
UNSEEN = timedelta(seconds=COOKIE_AGE)
"""How long a browser can come back that never did anything."""


def purge(now: datetime) -> Mapping[str, int]:
    """Delete it; how many rows of each."""
    found: Mapping[str, QuerySet[Any]] = {
        "tables that never started": _unstarted(now),
        "notices": _told(now),
        "days off": DaysOff.objects.filter(ends_at__lt=now - DAYS_OFF),
        "lines of chats": _said(now),
        "bans": Ban.objects.filter(until__lt=now - BANS),
        "people": _nobody(now),
    }
    done = {what: rows.delete()[0] for what, rows in found.items()}
    return {**done, "addresses": _forget_addresses(now)}


def _unstarted(now: datetime) -> QuerySet[Table]:
    closed = Table.objects.filter(status=Table.Status.CLOSED, started_at=None, ended_at__lt=now - UNSTARTED)
    return closed.exclude(Exists(Report.open().filter(table=OuterRef("pk"))))


def _told(now: datetime) -> QuerySet[Notice]:
    """Not of waiting rooms: there a row remembers for as long as the room is open that its host was told."""
    old = Notice.objects.filter(created_at__lt=now - TOLD, push_at=None)
    return old.exclude(status=Notice.Status.WAITING).exclude(table__status=Table.Status.WAITING)


def _said(now: datetime) -> QuerySet[Message]:
    old = Message.objects.filter(table__ended_at__lt=now - CHAT)
    return old.exclude(Exists(Report.open().filter(table=OuterRef("table"))))


def _nobody(now: datetime) -> QuerySet[Person]:
    """Who was anonymised, or can't come back and left no address, and to whom nothing points that has to stay."""
    # A browser that was merged may still come with its old cookie, and is then known as who it is now.
    alone = Q(email="", merged_into=None, created_at__lt=now - UNSEEN)
    gone = Q(anonymised_at__isnull=False) | alone
    mine = OuterRef("pk")
    return Person.objects.filter(
        gone,
        ~Exists(Seat.objects.filter(person=mine)),
        ~Exists(Table.objects.filter(opener=mine)),
        ~Exists(Ban.objects.filter(person=mine)),
        ~Exists(Person.objects.filter(merged_into=mine)),
    )


def _forget_addresses(now: datetime) -> int:
    return Person.objects.filter(
        email_confirmed_at=None, email_asked_at__lt=now - UNCONFIRMED, confirm_at=None
    ).exclude(email="").update(email="", email_asked_at=None, mail_error="")  # fmt: skip

"""How people of the cast come to be told, and what then goes out."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.core import mail
from django.utils import timezone

from games.core import notation
from portal import delivery, matches, notices, people, play
from portal.models import Notice, Person, Seat, Table
from tests.portal.cast import Browser

Kind = Notice.Kind
DAY = timedelta(days=1)


def reachable(browser: Browser, **values: Any) -> Person:
    """Their address is known and confirmed, and these columns are so."""
    person = browser.person
    people.set_email(person, f"{browser.name.lower()}@example.org")
    people.confirm_email(people.confirm_word(person))
    Person.objects.filter(pk=person.pk).update(**values)
    person.refresh_from_db()
    return person


def acts(table: Table, number: int) -> None:
    """The seat makes its default move, without a page."""
    seat = table.seat_set.select_related("person").get(number=number)
    assert seat.person is not None
    with matches.reading(Table.objects.get(pk=table.pk)) as match:
        text = notation.write(match.default(number))
        key = f"act{match.ply}"
    play.make_move(table.pk, seat.person, text, prompt=None, key=key)


def of(table: Table, kind: Notice.Kind) -> list[int]:
    """The seats that a notice of this kind was written for, in order."""
    rows = Notice.objects.filter(table=table, kind=kind).order_by("ply", "seat")
    return [row.seat for row in rows]


def sweep(now: datetime | None = None) -> list[Any]:
    """Mail whatever is due by then; the mails that went out."""
    mail.outbox = []
    now = now or timezone.now() + 2 * notices.WAIT
    for row in notices.due(now):
        delivery.deliver(row, now)
    for row in notices.digests(now):
        delivery.digest(row, now)
    return list(mail.outbox)


def to(mails: list[Any]) -> list[str]:
    """Who was written to, by the name before the @."""
    return sorted(one.to[0].partition("@")[0] for one in mails)


def seat_of(table: Table, number: int) -> Seat:
    """A seat as it is stored now."""
    return Seat.objects.select_related("table", "person").get(table=table, number=number)

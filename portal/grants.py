"""Seats that a browser plays without being who holds them: those whose mailed links it has opened, and nothing else.

A signed cookie lists them. A grant is good for one table, while its person sits there and has the address that the link
was mailed to.
"""

from __future__ import annotations

from typing import Any

from django.core import signing
from django.db.models import Q

from portal import people
from portal.models import Person, Seat

COOKIE = "seats"
MOST = 20
"""Grants of a browser; one more, and the oldest is dropped."""
_SALT = "portal.seats"


def cookie_with(cookie: str | None, person: Person, seat: Seat) -> str:
    """What the browser keeps from now on, to play this seat of a person too."""
    others = [grant for grant in _read(cookie) if grant[1] != seat.table_id]
    granted = [*others, [person.pk, seat.table_id, people.address_mark(person)]]
    return signing.dumps(granted[-MOST:], salt=_SALT)


def holder(cookie: str | None, table_id: int) -> Person | None:
    """Who the browser may be at a table by a mailed link; None for nobody, and where they sit no more."""
    found = _seats([grant for grant in _read(cookie) if grant[1] == table_id])
    return found[0].person if found else None


def seats(cookie: str | None) -> list[Seat]:
    """All seats that the browser may play by mailed links."""
    return _seats(_read(cookie))


def _read(cookie: str | None) -> list[Any]:
    """Person, table and mark of the address, the oldest first; none without a cookie, or of a forged one."""
    if not cookie:
        return []
    try:
        return list(signing.loads(cookie, salt=_SALT))
    except signing.BadSignature:
        return []


def _seats(granted: list[Any]) -> list[Seat]:
    if not granted:
        return []
    known = {
        person.pk: person.survivor for person in Person.objects.filter(pk__in=[pk for pk, _, _ in granted])
    }
    wanted = Q(pk__in=[])
    for pk, table, mark in granted:
        if pk in known and people.address_mark(known[pk]) == mark:
            wanted |= Q(table=table, person=known[pk])
    return list(Seat.objects.filter(wanted).select_related("person").order_by("pk"))

"""The one door: who is this browser, which seat does it hold, what may it do here."""

from __future__ import annotations

from dataclasses import dataclass

from django.core import signing

from games.core.words import gettext_noop
from portal.models import Person, Seat, Table
from portal.refusal import Forbidden

COOKIE = "who"
COOKIE_AGE = 400 * 24 * 3600
"""Seconds; browsers keep no cookie longer."""
_SALT = "portal.who"


def cookie_for(person: Person) -> str:
    """What the browser keeps to be known again."""
    return signing.dumps(person.key, salt=_SALT)


def person_of(cookie: str | None) -> Person | None:
    """Who keeps this cookie; None for a stranger or a forged one."""
    if not cookie:
        return None
    try:
        key = signing.loads(cookie, salt=_SALT)
    except signing.BadSignature:
        return None
    return Person.objects.filter(key=key).first()


@dataclass(frozen=True)
class Place:
    """A browser at a table: the seat it holds, if any, and whether it may watch."""

    table: Table
    seats: list[Seat]
    seat: Seat | None
    watching: bool
    host: bool

    @property
    def number(self) -> int | None:
        """The number of the seat it holds."""
        return self.seat.number if self.seat else None

    @property
    def sees(self) -> bool:
        """Whether it may look at the match."""
        return self.seat is not None or self.watching

    def own_seat(self) -> Seat:
        """The seat it holds; raises Forbidden."""
        if self.seat is None:
            raise Forbidden(
                gettext_noop("You don't hold a seat at this table on this device: take yours back by name.")
            )
        return self.seat

    def require_host(self) -> None:
        """Raises Forbidden for everybody but the host."""
        if not self.host:
            raise Forbidden(gettext_noop("Only the host of the table can do that."))


def at_table(table: Table, person: Person | None, *, by_watch_link: bool = False) -> Place:
    """Where a person stands at a table. Before the opener sits, host powers are the opener's; then the seat's."""
    seats = list(table.seat_set.all())
    seat = next((s for s in seats if person is not None and s.person_id == person.pk), None)
    hosted = next((s for s in seats if s.host), None)
    is_opener = person is not None and table.opener_id == person.pk
    host = hosted == seat if hosted and seat else (not hosted and is_opener)
    return Place(table, seats, seat, by_watch_link or table.public, host)

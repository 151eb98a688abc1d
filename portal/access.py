"""The one door: who is this browser, which seat does it hold, what may it do here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from django.core import signing

from games.core.words import gettext_noop
from portal.models import Person, Seat, Table
from portal.prepared import Prepared
from portal.refusal import Forbidden, NoSeat, Refused

COOKIE = "who"
COOKIE_AGE = 400 * 24 * 3600
"""Seconds; browsers keep no cookie longer."""
_SALT = "portal.who"
_LOOK_SALT = "portal.look"
_PERSON = Prepared(lambda key: Person.objects.filter(key=key))
_TABLE = Prepared(lambda token: Table.objects.filter(token=token))
_SEATS = Prepared(lambda table: Seat.objects.filter(table=table))


def cookie_for(person: Person) -> str:
    """What the browser keeps to be known again."""
    return signing.dumps(person.key, salt=_SALT)


def person_of(cookie: str | None) -> Person | None:
    """Who keeps this cookie, as they are known by now; None for a stranger or a forged one."""
    key = key_of(cookie)
    if key is None:
        return None
    person = _PERSON.first(key)
    return person and person.survivor


def key_of(cookie: str | None) -> str | None:
    """The key of the person that a cookie names; None without one, or for a forged one."""
    if not cookie:
        return None
    try:
        return str(signing.loads(cookie, salt=_SALT))
    except signing.BadSignature:
        return None


def table_of(token: str) -> Table | None:
    """The table that a link leads to."""
    return _TABLE.first(token)


@lru_cache(maxsize=5000)
def number_of(token: str) -> int:
    """The number of the table that a link leads to, which never changes. Raises Table.DoesNotExist."""
    return int(Table.objects.values_list("pk", flat=True).get(token=token))


def seats_of(table: Table) -> list[Seat]:
    """Who sits at a table, by number."""
    seats = _SEATS.all(table.pk)
    for seat in seats:
        seat.table = table
    return seats


@dataclass(frozen=True)
class Look:
    """Who said last that it is they who look, where one browser holds several seats: the seat, and at which ply."""

    seat: int
    ply: int


def look_cookie(token: str) -> str:
    """The name of the cookie that remembers who looks at a table."""
    return f"look-{token}"


def look_word(table: Table, person: Person, look: Look) -> str:
    """What that cookie holds: good for this table and this browser only."""
    return signing.dumps([table.token, person.key, look.seat, look.ply], salt=_LOOK_SALT)


def look_of(word: str | None, token: str, *people: Person | None) -> Look | None:
    """Who looks at the table of that link, by the cookie; None without one, or for one of none of these people."""
    if not word:
        return None
    try:
        of, key, seat, ply = signing.loads(word, salt=_LOOK_SALT)
    except signing.BadSignature:
        return None
    keys = [person.key for person in people if person is not None]
    return Look(seat, ply) if of == token and key in keys else None


@dataclass(frozen=True)
class Place:
    """A browser at a table: the seat that looks, all seats that it holds, and whether it may watch.

    Most browsers hold one seat at most, and that one looks. Where several are played on one device nobody looks until
    somebody says that it is they: then the place is `covered`, and sees what spectators see.
    """

    table: Table
    seats: list[Seat]
    seat: Seat | None
    watching: bool
    host: bool
    held: tuple[Seat, ...] = ()
    lost: Seat | None = None
    """The seat that was this browser's until it was reopened elsewhere."""
    person: Person | None = None
    granted: bool = False
    """Whether it holds them by a mailed link: then it is not the person, who is known elsewhere."""

    @property
    def number(self) -> int | None:
        """The number of the seat it holds."""
        return self.seat.number if self.seat else None

    @property
    def sees(self) -> bool:
        """Whether it may look at the match."""
        return bool(self.held) or self.watching

    @property
    def covered(self) -> bool:
        """Whether it holds seats and has to ask first whose eyes these are."""
        return bool(self.held) and self.seat is None

    def require_seat(self) -> None:
        """Raises Forbidden for who holds none."""
        if not self.held:
            raise NoSeat

    def own_seat(self) -> Seat:
        """The seat that looks; raises Forbidden."""
        self.require_seat()
        if self.seat is None:
            raise Forbidden(gettext_noop("Say first who is looking: press your name."))
        return self.seat

    def require_host(self) -> None:
        """Raises Forbidden for everybody but the host."""
        if not self.host:
            raise Forbidden(gettext_noop("Only the host of the table can do that."))


def at_table(
    table: Table,
    person: Person | None,
    *,
    granted: Person | None = None,
    by_watch_link: bool = False,
    look: Look | None = None,
    seats: list[Seat] | None = None,
) -> Place:
    """Where a person stands at a table. Before the opener sits, host powers are the opener's; then the seat's.

    Who holds no seat here is whom a mailed link has `granted` it to be, if those do. `look` is needed only where
    somebody holds several seats; `seats` are the table's, if they are known already.
    """
    seats = seats_of(table) if seats is None else seats
    by_grant = granted is not None and _sits(granted, seats) and not (person and _sits(person, seats))
    person = granted if by_grant else person
    held = tuple(s for s in seats if person is not None and s.person_id == person.pk)
    hosted = next((s for s in seats if s.host), None)
    is_opener = person is not None and table.opener_id == person.pk
    host = hosted in held if hosted else is_opener
    watching = by_watch_link or table.public or table.imported
    lost = next((s for s in seats if person is not None and s.taken_from_id == person.pk), None)
    return Place(table, seats, _looking(table, held, look), watching, host, held, lost, person, by_grant)


def _sits(person: Person, seats: Sequence[Seat]) -> bool:
    return any(seat.person_id == person.pk for seat in seats)


def require_one_seat(table: Table, seats: list[Seat], person: Person, wanted: Seat | None = None) -> None:
    """Raises Refused for who sits there already, unless on the seat that is wanted, where each plays one only."""
    held = next((seat for seat in seats if seat.person_id == person.pk and seat != wanted), None)
    if held is not None and not table.pass_and_play:
        raise Refused(gettext_noop("You already sit here as {name}."), name=held.name)


def _looking(table: Table, held: Sequence[Seat], look: Look | None) -> Seat | None:
    """Whose eyes these are: before the start and after the end there is nothing to hide.

    Who is awaited looks until they are not; then another of the browser's seats is asked, if one is awaited. Who looks
    out of turn does so until the next move.
    """
    last = next((seat for seat in held if look is not None and seat.number == look.seat), None)
    if len(held) < 2 or table.started_at is None or table.status == Table.Status.FINISHED:
        return last or next(iter(held), None)
    awaited = [seat for seat in held if seat.awaited_since is not None]
    if last is None or look is None:
        return None
    return last if not awaited or last in awaited or look.ply == table.ply else None

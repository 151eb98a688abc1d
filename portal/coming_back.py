"""A seat goes back to who held it, on whatever device: by its name, by its code, or with a click."""

from __future__ import annotations

import secrets
from datetime import timedelta

from django.utils import timezone

from games.core.words import Who, gettext_noop
from portal import access, notices, play, presence
from portal.models import Notice, Person, Seat, Table, new_code
from portal.names import clean_name, name_key
from portal.refusal import Refused

DISPUTED_FOR = timedelta(days=1)
"""How long a seat that was reopened elsewhere counts as its earlier holder's, should it be taken on from there."""
LINK_EVERY = timedelta(minutes=10)
"""How long before the link to a protected seat is mailed again."""


class StillConnected(Refused):
    """The seat's earlier screen is still open; asking again with `bring_here` moves the game."""


class Protected(Refused):
    """The seat's holder wants it reopened by a mailed link only; `number` is the seat's."""

    def __init__(self, number: int) -> None:
        super().__init__(
            gettext_noop("{who} has protected this seat: a link to it is on its way by mail."),
            who=Who(number),
        )
        self.number = number
        self.at("name")


def come_back(table_id: int, person: Person, *, name: str, bring_here: bool, code: str = "") -> Seat:
    """Give a seat back to whoever knows its name, on any device; at a public table, and once it was disputed, its code
    too.

    With the code nothing more is asked. Otherwise raises StillConnected when its earlier screen is open and
    `bring_here` was not said, Protected when its holder wants a mailed link instead, and Refused always for a host who
    is connected: that seat is never handed over.
    """
    try:
        with play.changing(table_id) as (table, seats):
            seat = _named(table, seats, name, person)
            moves = seat.person_id != person.pk
            if moves:
                _check_return(table, seat, person, code, bring_here=bring_here)
                _give(table, seat, person)
    except Protected as refused:
        _mail_link(table_id, refused.number)
        raise
    if moves and table.status == Table.Status.RUNNING:
        play.hand_over(table_id, seat.number)
    return seat


def _named(table: Table, seats: list[Seat], name: str, person: Person) -> Seat:
    """The seat with this name, if the person may hold it besides what they hold."""
    key = name_key(clean_name(name))
    seat = next((seat for seat in seats if seat.name_key == key), None)
    if seat is None or table.imported:
        raise Refused(gettext_noop("Nobody at this table has that name.")).at("name")
    access.require_one_seat(table, seats, person, seat)
    if seat.freed_at is not None:
        raise Refused(
            gettext_noop("{who} gave this seat up: whoever comes takes it over as somebody new."),
            who=Who(seat.number),
        ).at("name")
    return seat


def _check_return(table: Table, seat: Seat, person: Person, code: str, *, bring_here: bool) -> None:
    """Raises Refused unless this person may have the seat that somebody else holds."""
    proven = seat.taken_from_id == person.pk or _is_code(seat, code)
    if not proven:
        _check_name_is_enough(table, seat, code)
    if seat.person_id is None or seat.number not in presence.connected(table.pk):
        return
    if seat.host:
        raise Refused(
            gettext_noop("{who} has this table open: the host's seat can't be taken over meanwhile."),
            who=Who(seat.number),
        ).at("name")
    if not (bring_here or proven):
        raise StillConnected(
            gettext_noop("{who} has this table open on another screen. Is that you?"), who=Who(seat.number)
        ).at("name")


def _is_code(seat: Seat, code: str) -> bool:
    return secrets.compare_digest(code.strip().upper().encode(), seat.code.encode())


def _check_name_is_enough(table: Table, seat: Seat, code: str) -> None:
    """Everybody reads the names of a public table, and a name that somebody else used once proves nothing."""
    if code.strip():
        raise Refused(
            gettext_noop("That is not the return code of that seat: where it is open, its page shows it.")
        ).at("code")
    if seat.person is not None and seat.person.protected:
        raise Protected(seat.number)
    if table.public:
        raise Refused(
            gettext_noop("At a public table the name is not enough: type the return code of the seat too.")
        ).at("code")
    if seat.code_needed:
        raise Refused(
            gettext_noop("Somebody else once came back by this name: type the return code of the seat too.")
        ).at("code")


def _give(table: Table, seat: Seat, person: Person) -> None:
    """The seat goes to another browser. Who held it is told, and may reverse that; who takes it on from there within a
    day takes it from the same one, so that nobody hides behind a second browser. Who had it before just has it back."""
    now = timezone.now()
    if seat.taken_from_id == person.pk:
        seat.taken_from = seat.taken_at = None
    else:
        notices.post(table, Notice.Kind.TAKEN, [seat], table.ply, now)
        disputed = seat.taken_from_id is not None and seat.taken_at and now - seat.taken_at < DISPUTED_FOR
        if not disputed:
            seat.taken_from, seat.taken_at = seat.person, now
    seat.person = person
    seat.save(update_fields=["person", "taken_from", "taken_at"])


def _mail_link(table_id: int, number: int) -> None:
    """Mail a protected seat's link to who holds it, once in ten minutes: their number stands in place of a ply."""
    seat, now = Seat.objects.select_related("table").get(table_id=table_id, number=number), timezone.now()
    notices.post(
        seat.table, Notice.Kind.LINK, [seat], int(now.timestamp() // LINK_EVERY.total_seconds()), now
    )


def reclaim(table_id: int, person: Person) -> Seat:
    """Whoever held a seat before it was reopened elsewhere says that it was not they, and has it back at once.

    From now on the seat needs its code to be reopened, and it is a new one: the old one was read by whoever had it.
    """
    with play.changing(table_id) as (table, seats):
        seat = next((seat for seat in seats if seat.taken_from_id == person.pk), None)
        if seat is None:
            raise Refused(gettext_noop("There is nothing to take back here: type the name of your seat."))
        access.require_one_seat(table, seats, person)
        seat.person, seat.taken_from, seat.taken_at = person, None, None
        seat.code, seat.code_needed = new_code(), True
        seat.save(update_fields=["person", "taken_from", "taken_at", "code", "code_needed"])
    if table.status == Table.Status.RUNNING:
        play.hand_over(table_id, seat.number)
    return seat

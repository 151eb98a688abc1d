"""Seats change hands during a match: somebody leaves, somebody new sees what the seat sees, and plays on."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils import timezone

from games.core.model import Report, SeatNews
from games.core.words import gettext_noop
from portal import access, counting, matches, notices, play
from portal.models import Message, Notice, Person, Seat, Table
from portal.names import clean_name, name_key
from portal.refusal import Refused


def free_seats(table: Table, seats: Sequence[Seat]) -> list[Seat]:
    """The seats of a running match that somebody new may take over."""
    return [seat for seat in seats if seat.freed_at is not None and table.status == Table.Status.RUNNING]


def leave(table_id: int, person: Person, looking: int | None = None) -> None:
    """The seat this person holds is given up for somebody new; meanwhile it plays by itself."""
    now = timezone.now()
    with matches.writing(table_id) as (table, match):
        seats = list(table.seat_set.all())
        seat = play.seat_of(seats, person, looking)
        play.require_running(table)
        if table.size == 2:
            raise Refused(gettext_noop("With two players, leaving is giving up."))
        play.make_free(table, seats, match, seat, SeatNews.LEFT, now)
        counting.settle(table, seats, match, now=now, actor=seat)


def take_over(table_id: int, person: Person, *, number: int, name: str) -> Seat:
    """Sit down on a freed seat under one's own name; its colour and portrait stay.

    Raises Refused where the seat is not free (any more), the name is taken or the person sits here already.
    """
    name, now = clean_name(name), timezone.now()
    with matches.writing(table_id) as (table, match):
        seats = list(table.seat_set.all())
        play.require_running(table)
        access.require_one_seat(table, seats, person)
        seat = next((seat for seat in free_seats(table, seats) if seat.number == number), None)
        if seat is None:
            raise Refused(gettext_noop("That seat is no longer free."))
        if any(other.name_key == name_key(name) for other in seats if other != seat):
            raise Refused(gettext_noop("Somebody here has that name: choose another.")).at("name")
        seat.name, seat.name_key, seat.person = name, name_key(name), person
        seat.freed_at = seat.autopilot_since = seat.awaited_since = None
        seat.timeouts = 0
        seat.host = not any(other.host for other in seats)
        seat.read_to = (
            Message.objects.filter(table=table).order_by("-pk").values_list("pk", flat=True).first() or 0
        )
        seat.save()
        play.play(table, match, None, Report(number, SeatNews.REPLACED), by="system")
        seat.seen_ply = match.ply
        others = [other for other in seats if other != seat]
        notices.post(table, Notice.Kind.REPLACED, others, match.ply, now, subject=number)
        play.settle(table, seats, match, now=now, actor=seat)
    return seat

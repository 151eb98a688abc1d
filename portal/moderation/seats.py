"""Who sits where, and under which name."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from games.core.model import SeatNews
from portal import counting, lobby, notices, play
from portal.models import Message, Notice, Seat, Table
from portal.moderation.act import Entry, at_match
from portal.names import clean_name, name_key
from portal.refusal import Refused


def _seat(seat_id: int) -> Seat:
    return Seat.objects.select_related("table").get(pk=seat_id)


def free(user: User, seat_id: int, reason: str) -> None:
    """Nobody holds the seat any more: before the start it is empty, in a match somebody new may take it over."""
    entry, found, now = Entry("free", user, reason), _seat(seat_id), timezone.now()
    entry.subject = f"seat {found.number} ({found.name}) at table {found.table_id}"
    if found.table.status == Table.Status.WAITING:
        if found.person is None:
            raise Refused("That seat is free already.")
        with transaction.atomic():
            lobby.leave(found.table_id, found.person, found.number)
            entry.table, entry.before = found.table_id, {"person": found.person_id}
            entry.write()
        return
    with at_match(entry, found.table_id) as (table, seats, match):
        seat = next(seat for seat in seats if seat.pk == seat_id)
        if seat.freed_at is not None:
            raise Refused("That seat is free already.")
        if seat.person_id is not None:
            notices.post(table, Notice.Kind.REPLACED, [seat], match.ply, now, subject=seat.number)
        play.make_free(table, seats, match, seat, SeatNews.UNSEATED, now)
        counting.settle(table, seats, match, now=now)


def rename(user: User, seat_id: int, name: str, reason: str) -> None:
    """Another name for a seat, and for the lines that it wrote under the old one."""
    entry = Entry("rename", user, reason)
    name = clean_name(name)
    with transaction.atomic():
        table = Table.objects.select_for_update().get(seat=seat_id)
        seats = list(table.seat_set.all())
        seat = next(seat for seat in seats if seat.pk == seat_id)
        if any(other.name_key == name_key(name) for other in seats if other != seat):
            raise Refused("Somebody at this table has that name: choose another.").at("name")
        entry.table, entry.subject = table.pk, f"seat {seat.number} at table {table.pk}"
        entry.before, entry.after = {"name": seat.name}, {"name": name}
        set_name(seat, name)
        play.save_and_tell(table)
        entry.write()


def set_name(seat: Seat, name: str) -> None:
    """Call a seat so, and what it wrote under its last name."""
    Message.objects.filter(table=seat.table_id, seat=seat.number, name=seat.name).update(name=name)
    seat.name, seat.name_key = name, name_key(name)
    seat.save(update_fields=["name", "name_key"])

"""What people write to each other at a table: only who sits there reads and writes, before, during and after."""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from django.db import transaction
from django.db.models import Count, Max, Q
from django.utils import timezone

from games.core.words import gettext_noop
from portal import names, notices, play
from portal.models import Message, Notice, Person, Seat, Table
from portal.numbers import read_number
from portal.prepared import Prepared
from portal.refusal import Forbidden, NoSeat, Refused

LONGEST = 500
SHOWN = 50
"""Lines that a page carries; older ones are fetched page by page."""
MOST_SHOWN = 500
"""Lines that stay on a page once they were fetched."""
MOST, WITHIN = 10, timedelta(seconds=30)
"""Lines that a seat may write in that time."""
TOLD_AFTER = timedelta(minutes=5)
"""How long others may leave a line unread before they are told of it outside the page."""
_LARGEST_PLY = 2**31 - 1


class TooFast(Refused):
    """More lines than one may write in a while."""

    status = 429


@dataclass(frozen=True)
class Told:
    """How a chat stands for one seat: the last line's number, how many are hidden, how many it has not read.

    `stamp` differs whenever what the chat shows differs; `new` lines came after the one that was asked for.
    """

    last: int
    hidden: int
    unread: int
    new: int = 0

    @property
    def stamp(self) -> str:
        return f"{self.last}.{self.hidden}"


def clean(raw: str) -> str:
    """A line as it is stored: NFC, one line, nothing that controls how others read it. Raises Refused."""
    composed = unicodedata.normalize("NFC", raw)
    kept = "".join(" " if c.isspace() else c for c in composed if c.isspace() or not _controls(c))
    line = " ".join(kept.split())
    if not any(names.is_visible(c) for c in line if c != " "):
        raise Refused(gettext_noop("Write something first.")).at("text")
    if len(line) > LONGEST:
        raise Refused(
            gettext_noop("That is too long for one line: {most} letters at most."), most=LONGEST
        ).at("text")
    return line


def _controls(character: str) -> bool:
    """Control characters, and those that turn the direction of what follows; joiners of letters and signs stay."""
    return unicodedata.category(character) in ("Cc", "Cs") or unicodedata.bidirectional(character) in (
        "LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI",
    )  # fmt: skip


def write(table_id: int, number: int, person: Person, text: str, *, key: str) -> Message:
    """A line by a seat, if this person still holds it. Raises Refused.

    The same key with the same text again is the same line; with another text it is another one, whose writer did not
    hear that the first had arrived.
    """
    play.check_key(key)
    line = clean(text)
    with transaction.atomic():
        table = Table.objects.select_for_update().get(pk=table_id)
        seats = list(table.seat_set.all())
        seat = _writer(table, seats, number, person)
        key = hashlib.sha256(f"{seat.number} {key} {line}".encode()).hexdigest()[:40]
        earlier = Message.objects.filter(table=table, key=key).first()
        if earlier is not None:
            return earlier
        _require_patience(table, seat)
        message = Message.objects.create(table=table, seat=seat.number, name=seat.name, text=line, key=key)
        Seat.objects.filter(pk=seat.pk).update(read_to=message.pk)
        _tell_the_others(table, [other for other in seats if other != seat], message)
        table.active_at = timezone.now()
        play.save_and_tell(table)
    return message


def _writer(table: Table, seats: Sequence[Seat], number: int, person: Person) -> Seat:
    """The seat that writes, looked up under the lock: it may have changed hands meanwhile."""
    seat = next((s for s in seats if s.number == number and s.person_id == person.pk), None)
    if seat is None:
        raise NoSeat
    if not table.chat:
        raise Forbidden(gettext_noop("There is no chat at this table."))
    return seat


def _require_patience(table: Table, seat: Seat) -> None:
    lately = Message.objects.filter(table=table, seat=seat.number, created_at__gt=timezone.now() - WITHIN)
    if lately.count() >= MOST:
        raise TooFast(gettext_noop("The others can't read so fast: wait half a minute."))


def _tell_the_others(table: Table, others: Sequence[Seat], message: Message) -> None:
    """A notice for each seat that had read everything: one until it reads again, however many lines come."""
    for seat in others:
        if not seat.unread().exclude(pk=message.pk).exists():
            send_at = timezone.now() + TOLD_AFTER
            notices.post(table, Notice.Kind.CHAT, [seat], min(message.pk, _LARGEST_PLY), send_at)


_TOLD = Prepared(
    lambda table, read_to, number, name, after: (
        Message.objects.filter(table=table)
        .values("table")
        .annotate(
            last=Max("pk"),
            hidden=Count("hidden_at"),
            unread=Count("pk", filter=Message.not_read(read_to, number, name)),
            new=Count("pk", filter=Q(pk__gt=after)),
        )
        .values_list("last", "hidden", "unread", "new")
        .order_by()
    )
)


def told(table: Table, seat: Seat, after: int = 0) -> Told:
    """How the chat stands for a seat, and what is new after that line."""
    found = _TOLD.rows(table.pk, seat.read_to, seat.number, seat.name, after)
    return Told(*found[0]) if found else Told(0, 0, 0)


@dataclass(frozen=True)
class Had:
    """What a page has already: the table's version, and of the chat the last line and how many were hidden."""

    version: int
    last: int
    hidden: int

    @classmethod
    def of(cls, version: str, stamp: str) -> Had | None:
        """As a page says it; None for what no page says."""
        last, _dot, hidden = stamp.partition(".")
        said = [known for word in (version, last, hidden) if (known := read_number(word)) is not None]
        return cls(*said) if len(said) == 3 else None

    def all_but_chat(self, table: Table, told: Told) -> bool:
        """Whether nothing but lines of the chat has changed the table since; `told` counts after the `last` line."""
        return (told.new, told.hidden) == (table.version - self.version, self.hidden)


def lines(table: Table, *, before: int | None = None, since: int | None = None) -> tuple[list[Message], bool]:
    """The last lines, oldest first, or those before a line; and whether there are older ones.

    `since` asks for all from that line on, up to so many pages.
    """
    found = Message.objects.filter(table=table)
    if before is not None:
        found = found.filter(pk__lt=before)
    most = SHOWN
    if since is not None:
        most = min(max(SHOWN, found.filter(pk__gte=since).count()), MOST_SHOWN)
    newest = list(found.order_by("-pk")[: most + 1])
    return newest[:most][::-1], len(newest) > most


def read(seat: Seat, to: int) -> None:
    """A seat has read up to a line of its table; nothing, if it has changed hands since."""
    last = Message.objects.filter(table=seat.table_id, pk__lte=to).aggregate(last=Max("pk"))["last"]
    if last:
        Seat.objects.filter(pk=seat.pk, person=seat.person_id, read_to__lt=last).update(read_to=last)

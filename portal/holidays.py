"""Taking days off, and ending them early. What is left of the time of one's decisions stays what it was."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from django.db import transaction
from django.db.models import Min, Q, QuerySet
from django.utils import timezone

from games.core.words import gettext_noop
from portal import days_off, notices, people, play
from portal.models import DaysOff, Notice, Person, Seat, Table
from portal.refusal import Refused

DAYS_A_QUARTER = 14
AHEAD = timedelta(days=366)
"""How far ahead days off may lie."""


def take(person: Person, begins: date, ends: date) -> None:
    """Days off from the first day to the last, both whole, in the person's own zone. Raises Refused.

    The others are told, at every table over days where the person plays.
    """
    now = timezone.now()
    zone = people.zone_of(person)
    today = now.astimezone(zone).date()
    if not today <= begins <= ends:
        raise Refused(gettext_noop("Choose a first day, today or later, and a last day not before it."))
    if ends > today + AHEAD:
        raise Refused(gettext_noop("Choose days within the next year."))
    # What has passed of today is not taken off.
    begins_at = max(datetime.combine(begins, time(), zone), now)
    ends_at = datetime.combine(ends + timedelta(days=1), time(), zone)
    with conserving([person.pk]) as tables:
        own = list(person.days_off.all())
        if any(off.begins_at < ends_at and begins_at < off.ends_at for off in own):
            raise Refused(gettext_noop("You have days off then already: choose other days, or end those."))
        if _is_too_much([(off.begins_at, off.ends_at) for off in own], (begins_at, ends_at), zone):
            raise Refused(
                gettext_noop("That is too much: {n} days off in a quarter of a year at most."),
                n=DAYS_A_QUARTER,
            )
        off = DaysOff.objects.create(person=person, begins_at=begins_at, ends_at=ends_at)
        for table in tables:
            _announce(table, off, now)


def _is_too_much(spans: Sequence[days_off.Span], new: days_off.Span, zone: ZoneInfo) -> bool:
    """Whether with all of them a quarter, among those that the new ones touch, has too many days off."""
    begins, ends = (when.astimezone(zone).replace(tzinfo=None) for when in new)
    quarter = _quarter_of(begins)
    while quarter < ends:
        if _taken([*spans, new], quarter, zone) > timedelta(days=DAYS_A_QUARTER):
            return True
        quarter = _quarter_of(quarter + timedelta(days=93))
    return False


def _quarter_of(when: datetime) -> datetime:
    """The beginning of the calendar quarter."""
    return datetime(when.year, (when.month - 1) // 3 * 3 + 1, 1)  # noqa: DTZ001  # by the clock on the wall


def _taken(spans: Sequence[days_off.Span], quarter: datetime, zone: ZoneInfo) -> timedelta:
    """How much of a quarter is off, by the clock on the wall: a day on which the clocks change is a day."""
    end, reached = _quarter_of(quarter + timedelta(days=93)), quarter
    total = timedelta()
    for span in sorted(spans):
        begins, ends = (min(when.astimezone(zone).replace(tzinfo=None), end) for when in span)
        total += max(ends - max(begins, reached), timedelta())
        reached = max(reached, ends)
    return total


def days_left(person: Person) -> int:
    """How many whole days off the person may still take in this quarter."""
    zone = people.zone_of(person)
    quarter = _quarter_of(timezone.now().astimezone(zone).replace(tzinfo=None))
    spans = [(off.begins_at, off.ends_at) for off in person.days_off.all()]
    return max((timedelta(days=DAYS_A_QUARTER) - _taken(spans, quarter, zone)).days, 0)


def coming(person: Person) -> QuerySet[DaysOff]:
    """The person's days off that are not over."""
    return person.days_off.filter(ends_at__gt=timezone.now())


def cut_short(person: Person, ident: int) -> None:
    """End days off now; what was not used of them is not counted. Raises Refused where there is nothing to end."""
    now = timezone.now()
    with conserving([person.pk]):
        off = coming(person).filter(pk=ident).first()
        if off is None:
            raise Refused(gettext_noop("Those days off are over already."))
        if off.begins_at >= now:
            off.delete()
        else:
            off.ends_at = now
            off.save(update_fields=["ends_at"])


def join(kept: Person, other: Person, tables: Sequence[Table]) -> None:
    """Both are known as one from now on, within `conserving`: their days off are one account.

    What is over counts. What is to come stays as far as there are days left for it, first what was `kept`'s already;
    else whole days go from its end. The others are told, at every table where a spell is news.
    """
    now, zone = timezone.now(), people.zone_of(kept)
    rows = list(DaysOff.objects.filter(person__in=(kept, other)))
    rows.sort(key=lambda off: (off.person_id != kept.pk, off.begins_at))
    spans = [(off.begins_at, min(off.ends_at, now)) for off in rows if off.begins_at < now]
    for off in rows:
        off.person = kept
        if off.ends_at > now:
            first = max(off.begins_at, now)
            while off.ends_at > first and _is_too_much(spans, (first, off.ends_at), zone):
                day_before = off.ends_at.astimezone(zone) - timedelta(days=1)  # by the clock on the wall
                off.ends_at = max(day_before, first)
            spans.append((first, off.ends_at))
        if off.ends_at <= off.begins_at:
            off.delete()
            continue
        off.save(update_fields=["person", "ends_at"])
        if off.ends_at > now:
            for table in tables:
                _announce(table, off, now)


@contextmanager
def conserving(person_ids: Sequence[int], also: Q | None = None) -> Iterator[list[Table]]:
    """A transaction that changes days off, or whose they are, and none of the time that is left for a decision.

    It holds these people's rows, those of all tables over days at which they sit, and `also` others; the pages of
    those over days that run, which it yields, are told on commit.
    """
    with transaction.atomic():
        # Held as nobody's key: a move, which holds its table, may write notices that name them meanwhile.
        list(Person.objects.select_for_update(no_key=True).filter(pk__in=person_ids).order_by("pk"))
        theirs = Q(
            pk__in=Seat.objects.filter(person__in=person_ids).values("table"),
            pace=Table.Pace.CORRESPONDENCE,
            status__in=Table.OPEN,
        )
        held = Table.objects.select_for_update().filter(theirs | also if also else theirs).order_by("pk")
        # One that still waits may start as soon as it is let go: then it will know of the change.
        tables = [
            table
            for table in held
            if table.status == Table.Status.RUNNING and table.pace == Table.Pace.CORRESPONDENCE
        ]
        now = timezone.now()
        left = _left(tables, person_ids, now)
        yield tables
        _set(left, now)
        earliest = Seat.objects.filter(table__in=tables).values("table").annotate(due=Min("due_at"))
        due = dict(earliest.values_list("table", "due"))
        for table in tables:
            table.due_at = due[table.pk]
            table.version += 1
            play.tell_on_commit(table)
        Table.objects.bulk_update(tables, ["due_at", "version"])


def _left(tables: Sequence[Table], person_ids: Sequence[int], now: datetime) -> dict[int, float]:
    """Seconds left for each decision that these people owe at the tables, by seat. What is overdue stays so."""
    spans = days_off.spans_of(person_ids)
    owing = Seat.objects.filter(table__in=tables, person__in=person_ids, due_at__gt=now)
    return {
        pk: days_off.left(now, due_at, spans.get(person_id, []))
        for pk, due_at, person_id in owing.values_list("pk", "due_at", "person_id")
        if due_at and person_id
    }


def _set(left: dict[int, float], now: datetime) -> None:
    """Make these decisions due when so much time has run, whoever owes them by now. Their reminders look again.

    One that is being sent right now is not waited for: tables and people are held meanwhile.
    """
    seats = list(Seat.objects.filter(pk__in=left))
    spans = days_off.spans_of(seat.person_id for seat in seats if seat.person_id)
    for seat in seats:
        seat.due_at = days_off.until(now, left[seat.pk], spans.get(seat.person_id or 0, []))
        reminders = Notice.objects.filter(
            table=seat.table_id, seat=seat.number, kind=Notice.Kind.REMINDER, status=Notice.Status.WAITING
        )
        free = list(reminders.select_for_update(skip_locked=True).values_list("pk", flat=True))
        Notice.objects.filter(pk__in=free).update(send_at=now + notices.WAIT)
    Seat.objects.bulk_update(seats, ["due_at"])


def _announce(table: Table, off: DaysOff, now: datetime) -> None:
    """Tell the other seats, once; their pages show it as long as it lasts."""
    seats = list(table.seat_set.all())
    away = next((seat for seat in seats if seat.person_id == off.person_id), None)
    if away is not None:
        others = [seat for seat in seats if seat.person_id != off.person_id]
        notices.post(table, Notice.Kind.DAYS_OFF, others, off.pk, now + notices.WAIT, subject=away.number)

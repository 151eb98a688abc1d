"""Players, and whoever watches, ask the moderators to look at a table or at a line of its chat; those are mailed that
there is something to look at."""

from __future__ import annotations

import logging
import smtplib
from datetime import datetime, timedelta

from django.contrib.auth.models import User
from django.core.mail import EmailMessage
from django.db import transaction
from django.db.models import Max, QuerySet

from games.core.words import gettext_noop
from portal import chat, delivery, letters
from portal.access import Place
from portal.models import Heartbeat, Message, Person, Report, Table
from portal.refusal import Forbidden, Refused

log = logging.getLogger(__name__)

LONGEST = 300
TOLD_EVERY = timedelta(minutes=10)
"""How often somebody of the staff is mailed at most."""
MOST_UNNAMED = 5
"""Open reports of a table by browsers that have done nothing here yet: they can't be told from one another."""


def line_of(place: Place, number: int | None) -> Message | None:
    """The line of the chat that is reported; None for the table itself. Raises Forbidden for who can't read it."""
    if number is None:
        return None
    found = Message.objects.filter(table=place.table, pk=number).first() if place.held else None
    if found is None:
        raise Forbidden(gettext_noop("There is no such line here: report the table instead."))
    return found


def report(place: Place, person: Person | None, text: str, *, line: int | None = None) -> Report:
    """One open report a person, table and line: again, it is the same one, with the newer sentence. Raises Refused."""
    said = chat.clean(text) if text.strip() else ""
    if len(said) > LONGEST:
        raise Refused(
            gettext_noop("That is too long for one line: {most} letters at most."), most=LONGEST
        ).at("text")
    if not place.sees and place.table.started_at is not None:
        raise Forbidden(gettext_noop("Only people who play or watch here can report the table."))
    with transaction.atomic():
        table = Table.objects.select_for_update().get(pk=place.table.pk)
        message = line_of(place, line)
        mine = Report.open().filter(table=table, reporter=person)
        if person is not None:
            mine = mine.filter(message=message)
        before = mine.order_by("pk").last()
        if before is not None and (person is not None or mine.count() >= MOST_UNNAMED):
            if said:
                before.text = said
                before.save(update_fields=["text"])
            return before
        number = place.seat.number if place.seat else next((seat.number for seat in place.held), None)
        return Report.objects.create(table=table, message=message, reporter=person, seat=number, text=said)


# Telling the staff, who read English


def to_tell(now: datetime) -> list[int]:
    """The ids of the staff who may handle reports, have an address, and are to hear of new ones now."""
    newest = Report.open().aggregate(newest=Max("created_at"))["newest"]
    if newest is None:
        return []
    told = dict(Heartbeat.objects.filter(name__startswith=_told("")).values_list("name", "beat_at"))
    ids = _staff().order_by("pk").values_list("pk", flat=True)
    return [pk for pk in ids if _is_due(told.get(_told(pk)), newest, now)]


def tell(user_id: int, now: datetime) -> delivery.Sweep:
    """One mail about all reports that came in since the last one; two workers at once send it once."""
    with transaction.atomic():
        user = _staff().filter(pk=user_id).select_for_update(skip_locked=True, of=("self",)).first()
        last = Heartbeat.objects.filter(name=_told(user_id)).first()
        new = Report.open().filter(created_at__gt=last.beat_at) if last else Report.open()
        newest = new.aggregate(newest=Max("created_at"))["newest"]
        if user is None or newest is None or not _is_due(last.beat_at if last else None, newest, now):
            return delivery.Sweep.ON
        try:
            _mail(user, list(new.order_by("pk"))).send()
        except smtplib.SMTPException as error:
            log.warning("%s could not be told of reports", user, exc_info=error)
        except OSError as error:  # nobody answers: the next sweep tries again
            log.warning("%s could not be told of reports", user, exc_info=error)
            return delivery.Sweep.STOP
        Heartbeat.objects.update_or_create(name=_told(user_id), defaults={"beat_at": now})
    return delivery.Sweep.ON


def _staff() -> QuerySet[User]:
    """Who may handle reports and can be written to."""
    able = User.objects.with_perm("portal.handle_report", backend="django.contrib.auth.backends.ModelBackend")
    return User.objects.filter(pk__in=able.values("pk"), is_staff=True).exclude(email="")


def _told(user_id: object) -> str:
    """The name under which it is kept when somebody of the staff was last told."""
    return f"reports told to {user_id}"


def _is_due(last: datetime | None, newest: datetime, now: datetime) -> bool:
    return last is None or (last < newest and now - last >= TOLD_EVERY)


def _mail(user: User, new: list[Report]) -> EmailMessage:
    """Which tables are reported, and where to look; what was said stays in the admin."""
    subject = "1 new report" if len(new) == 1 else f"{len(new)} new reports"
    body = "\n".join([f"{subject}:", *(f"- {report}" for report in new), "", letters.reports_url(), ""])
    return EmailMessage(subject, body, to=[user.email], headers={"Auto-Submitted": "auto-generated"})

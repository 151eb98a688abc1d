"""What people are told, what they write, and what is reported of it."""

from __future__ import annotations

from datetime import datetime

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from portal import notices, play
from portal.models import Message, Notice, Report, Table
from portal.moderation.act import Entry
from portal.refusal import Refused


def resend(user: User, notice_id: int, reason: str) -> None:
    """Send a notice anew with the next sweep, if it is still true and there is somewhere to send it."""
    entry, now = Entry("resend", user, reason), timezone.now()
    with transaction.atomic():
        rows = Notice.objects.filter(pk=notice_id).select_for_update(skip_locked=True, of=("self",))
        notice = rows.select_related("table", "person").first()
        if notice is None:
            raise Refused("It is being sent right now.")
        told = notices.whom(notice, now)
        if told is None:
            raise Refused("It is no longer true: there is nothing to tell any more.")
        if not told[1].reachable:
            raise Refused("There is no confirmed address to send it to, or mails to it come back.")
        entry.table, entry.subject = notice.table_id, f"notice {notice.pk}, {notice.kind}"
        entry.before = {"status": notice.status, "tries": notice.tries, "error": notice.error}
        notice.status, notice.send_at, notice.sent_at = Notice.Status.WAITING, now, None
        notice.tries, notice.error = 0, ""
        notice.save(update_fields=["status", "send_at", "sent_at", "tries", "error"])
        entry.after = {"status": notice.status, "tries": 0, "error": ""}
        entry.write()


def hide(user: User, message_id: int, reason: str) -> None:
    """Nobody at the table reads the line any more."""
    _set_hidden(Entry("hide", user, reason), message_id, timezone.now())


def show(user: User, message_id: int, reason: str) -> None:
    """A hidden line can be read again."""
    _set_hidden(Entry("show", user, reason), message_id, None)


def _set_hidden(entry: Entry, message_id: int, hidden_at: datetime | None) -> None:
    with transaction.atomic():
        message = Message.objects.get(pk=message_id)
        table = Table.objects.select_for_update().get(pk=message.table_id)
        message.refresh_from_db()
        if (message.hidden_at is None) == (hidden_at is None):
            raise Refused("That line is hidden already." if hidden_at else "That line is not hidden.")
        entry.table, entry.subject = table.pk, f"line {message.pk} by {message.name}"
        entry.before, entry.after = {"hidden": hidden_at is None}, {"hidden": hidden_at is not None}
        message.hidden_at = hidden_at
        message.save(update_fields=["hidden_at"])
        play.save_and_tell(table)
        entry.write()


def handle(user: User, report_id: int, reason: str) -> None:
    """A report was looked at; the reason says what came of it."""
    entry = Entry("handle", user, reason)
    with transaction.atomic():
        report = Report.objects.select_for_update().get(pk=report_id)
        if report.status == Report.Status.HANDLED:
            raise Refused("That report was handled already.")
        entry.table, entry.subject = report.table_id, f"report {report.pk}"
        entry.before, entry.after = {"status": report.status}, {"status": Report.Status.HANDLED}
        report.status, report.handled_at = Report.Status.HANDLED, timezone.now()
        report.save(update_fields=["status", "handled_at"])
        entry.write()

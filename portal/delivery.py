"""Sends what a notice says as a mail, if it is still true and wanted now. Writes notices, and how addresses fare."""

from __future__ import annotations

import logging
import re
import smtplib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.db import transaction
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import GAMES
from portal import letters, notices, people, say
from portal.letters import absolute
from portal.models import Notice, Person, Seat

log = logging.getLogger(__name__)

ASK_AFTER, ASK_FOR = timedelta(minutes=2), timedelta(minutes=20)
"""How long after a failure a confirmation is tried again, and for how long altogether."""


class Sweep(Enum):
    """What whoever sweeps does after one mail."""

    ON = "goes on"
    STOP = "stops: the mail server does not answer, and would not answer the next one either"


# Notices


def deliver(notice_id: int, now: datetime) -> Sweep:
    """Send one notice, put it off, or let it go; two workers at once send it once.

    The row is locked while the mail is handed over, so a worker that dies leaves it waiting for the next. Nothing else
    is: while a mail server hangs, the table is played on and the person changes what they like.
    """
    with transaction.atomic():
        waiting = Notice.objects.filter(pk=notice_id, status=Notice.Status.WAITING, send_at__lte=now)
        rows = waiting.select_for_update(skip_locked=True, of=("self",))
        notice = rows.select_related("table", "person").first()
        if notice is None:
            return Sweep.ON
        sweep = _decide(notice, now)
        notice.save(update_fields=["status", "send_at", "tries", "error", "sent_at"])
    return sweep


def _decide(notice: Notice, now: datetime) -> Sweep:
    if (told := notices.whom(notice, now)) is None:
        notice.status = Notice.Status.MOOT
        return Sweep.ON
    seat, person = told
    if (later := notices.put_off(notice, seat, person, now)) is not None:
        notice.send_at = later
    elif notices.alone_with(person):
        if notices.told_already(notice, seat, person):
            notice.status = Notice.Status.MOOT
        else:
            return _send(notice, seat, person, now)
    return Sweep.ON


def _send(notice: Notice, seat: Seat, person: Person, now: datetime) -> Sweep:
    notice.tries += 1
    failed = _try(lambda: notice_mail(notice, seat, person).send(), person, f"notice {notice.pk}")
    if failed is None:
        notice.status = Notice.Status.SENT
        notice.sent_at = now
        return Sweep.ON
    notice.error = failed.why
    notice.send_at = now + timedelta(minutes=2**notice.tries)
    if failed.for_good or notice.tries >= notices.TRIES:
        notice.status = Notice.Status.FAILED
    return failed.sweep


@dataclass(frozen=True)
class Failed:
    """Why a mail could not be sent: whether it never will be, and whether other mails could."""

    why: str
    for_good: bool
    sweep: Sweep


def _try(send: Callable[[], object], person: Person, what: str) -> Failed | None:
    """Send, in the person's language and zone. What went wrong is answered, and an address refused for good noted."""
    try:
        with translation.override(person.language), timezone.override(people.zone_of(person)):
            send()
    except Exception as error:  # whatever it is: what can't be sent must not be tried without end
        log.warning("%s could not be sent", what, exc_info=error)
        why = str(error) or type(error).__name__
        for_good = _is_refused_for_good(error)
        if for_good:
            same = Person.objects.filter(pk=person.pk, email=person.email)
            same.update(address_failed_at=timezone.now(), mail_error=why)
        answered = not isinstance(error, OSError) or isinstance(
            error, (smtplib.SMTPResponseException, smtplib.SMTPRecipientsRefused)
        )
        return Failed(why, for_good, Sweep.ON if answered else Sweep.STOP)
    return None


def _is_refused_for_good(error: Exception) -> bool:
    """Whether the server says that there is no such address. What it does not let us do (5.7: who we are, what it
    relays) is not the address's fault."""
    if not isinstance(error, smtplib.SMTPRecipientsRefused):
        return False
    return all(
        500 <= code < 600 and code not in (530, 535) and not re.match(rb"5\.7\.", answer)
        for code, answer in error.recipients.values()
    )


def notice_mail(notice: Notice, seat: Seat, person: Person) -> EmailMultiAlternatives:
    """What a notice says as a mail, in the language and the zone that are active."""
    letter = letters.letter(notice, seat, person)
    asked_for = notice.kind == Notice.Kind.LINK
    context = {
        "letter": letter, "url": letter.url, "name": say.isolated(seat.name), "asked_for": asked_for
    }  # fmt: skip
    mail = _mail("notice", letter.subject, person, context, asked_for=asked_for)
    thread = f"<table.{notice.table_id}@{_host()}>"
    mail.extra_headers |= {
        # The same for every try: should a worker die after the mail was taken, it is known again.
        "Message-ID": f"<notice.{notice.pk}@{_host()}>",
        "In-Reply-To": thread,
        "References": thread,
    }
    return mail


# The digest


@dataclass(frozen=True)
class Waiting:
    """A table in the digest."""

    title: str
    due: str
    url: str


def digest(person_id: int, now: datetime) -> Sweep:
    """Mail somebody all tables that wait for them and the news of the day, once a day."""
    with transaction.atomic():
        person = Person.objects.get(pk=person_id)
        if not notices.alone_with(person):
            return Sweep.ON
        person.refresh_from_db()
        if not notices.wants_digest(person, now):
            return Sweep.ON
        rows = notices.for_digest(person)
        news = [(row, seat) for row in rows if (seat := _still_told(row, now)) is not None]
        seats = notices.awaited_seats(person)
        if not (seats or news):
            return Sweep.ON
        failed = _try(lambda: digest_mail(person, seats, news).send(), person, f"digest of {person_id}")
        told = Notice.objects.filter(pk__in=[row.pk for row, _seat in news])
        if failed is None:
            told.update(status=Notice.Status.SENT, sent_at=now)
            _note_digest(person, digest_at=now, digest_retry_at=None, digest_tries=0, mail_error="")
            return Sweep.ON
        tries = person.digest_tries + 1
        told.update(error=failed.why)
        if tries >= notices.TRIES:
            _note_digest(person, digest_at=now, digest_retry_at=None, digest_tries=0, mail_error=failed.why)
        else:
            again = now + timedelta(minutes=2**tries)
            _note_digest(person, digest_retry_at=again, digest_tries=tries, mail_error=failed.why)
        return failed.sweep


def _note_digest(person: Person, **values: object) -> None:
    Person.objects.filter(pk=person.pk).update(**values)


def _still_told(row: Notice, now: datetime) -> Seat | None:
    """The seat of a row that goes into the digest; one that is no longer true is let go."""
    if (told := notices.whom(row, now)) is None:
        row.status = Notice.Status.MOOT
        row.save(update_fields=["status"])
        return None
    return told[0]


def digest_mail(person: Person, seats: list[Seat], news: list[tuple[Notice, Seat]]) -> EmailMultiAlternatives:
    """All tables that wait for somebody, the most urgent first, and what else happened, a line each."""
    tables = {seat.table_id: seat for seat in reversed(seats)}  # of several seats at a table, the most urgent
    waiting = [_waiting(person, seat) for seat in seats if tables[seat.table_id] is seat]
    lines = dict.fromkeys(
        letters.subject(row, seat, person) for row, seat in news if row.kind != Notice.Kind.TURN
    )
    title = ngettext("{n} table waits for you", "{n} tables wait for you", len(waiting)).format(
        n=len(waiting)
    )
    subject = title if waiting else _("News from your tables")
    context = {"title": subject, "waiting": waiting, "news": list(lines)}
    return _mail("digest", subject, person, context)


def _waiting(person: Person, seat: Seat) -> Waiting:
    others = [say.isolated(other.name) for other in seat.table.seat_set.all() if other.pk != seat.pk]
    game = say.plain(GAMES[seat.table.game].title)
    title = _("{game} with {names}").format(game=game, names=say.listed(others))
    return Waiting(title, letters.until(seat.due_at) if seat.due_at else "", letters.seat_url(person, seat))


# What is asked for


def confirm(person_id: int, now: datetime) -> Sweep:
    """Mail the link that confirms an address, if it is still wanted; put it off when the mail server fails."""
    with transaction.atomic():
        wanted = Person.objects.filter(pk=person_id, confirm_at__lte=now)
        if not notices.alone_with(Person(pk=person_id)) or (person := wanted.first()) is None:
            return Sweep.ON
        word = people.confirm_word(person)
        failed = _try(lambda: send_confirmation(person, word), person, f"confirmation of {person_id}")
        again = None
        if failed and not failed.for_good and person.email_asked_at and now - person.email_asked_at < ASK_FOR:
            again = now + ASK_AFTER
        # Whoever has entered another address meanwhile is asked there.
        same = wanted.filter(email=person.email, confirm_at=person.confirm_at)
        same.update(confirm_at=again, mail_error=failed.why if failed else "")
        return failed.sweep if failed else Sweep.ON


def link(person_id: int, now: datetime) -> Sweep:
    """Mail the link that signs a browser in, if it is still wanted; put it off when the mail server fails."""
    with transaction.atomic():
        wanted = Person.objects.filter(pk=person_id, link_at__lte=now)
        if not notices.alone_with(Person(pk=person_id)) or (person := wanted.first()) is None:
            return Sweep.ON
        word = people.link_word(person)
        failed = _try(lambda: send_link(person, word), person, f"link of {person_id}")
        planned, again = person.link_planned_at or now, None
        if failed and not failed.for_good and now - planned < ASK_FOR:
            again = now + ASK_AFTER
        wanted.filter(email=person.email).update(link_at=again, mail_error=failed.why if failed else "")
        return failed.sweep if failed else Sweep.ON


def send_link(person: Person, word: str) -> None:
    """The link to one's tables, in the language that is active. Raises OSError or SMTPException."""
    context = {"url": absolute(reverse("sign_in", args=[word]))}
    _mail("link", _("The link to your tables"), person, context, asked_for=True).send()


def send_confirmation(person: Person, word: str) -> None:
    """The link that confirms an address, in the language that is active. Raises OSError or SMTPException."""
    context = {"url": absolute(reverse("confirm", args=[word]))}
    _mail("confirm", _("Is this your address?"), person, context, asked_for=True).send()


# Mails


def _mail(
    kind: str, subject: str, person: Person, context: Mapping[str, object], *, asked_for: bool = False
) -> EmailMultiAlternatives:
    """Plain text and HTML; what was not asked for has a link that ends such mails with one click (RFC 8058)."""
    unsubscribe = absolute(reverse("silence", args=[people.silence_word(person)]))
    every = {"unsubscribe": unsubscribe, "language": translation.get_language(), **context}
    mail = EmailMultiAlternatives(
        letters.one_line(subject), render_to_string(f"mail/{kind}.txt", every), to=[person.email]
    )
    mail.attach_alternative(render_to_string(f"mail/{kind}.html", every), "text/html")
    mail.extra_headers["Auto-Submitted"] = "auto-generated"
    if not asked_for:
        mail.extra_headers["List-Unsubscribe"] = f"<{unsubscribe}>"
        mail.extra_headers["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    return mail


def _host() -> str:
    return urlsplit(settings.SITE_URL).hostname or "localhost"

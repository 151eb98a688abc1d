"""Renders and sends what a notice says, if it is still true. Writes notices only."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from datetime import datetime, timedelta
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.db import transaction
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from games.core.telling import tell
from games.core.words import Text
from portal import matches, notices, people, say
from portal.models import Notice, Person, Seat, Table

log = logging.getLogger(__name__)

ASK_AFTER, ASK_FOR = timedelta(minutes=2), timedelta(minutes=20)
"""How long after a failure a confirmation is tried again, and for how long altogether."""


def deliver(notice_id: int, now: datetime) -> None:
    """Send one notice, put it off, or let it go; two workers at once send it once.

    The row is locked while the mail is handed over, so a worker that dies leaves it waiting for the next.
    """
    with transaction.atomic():
        waiting = Notice.objects.filter(pk=notice_id, status=Notice.Status.WAITING, send_at__lte=now)
        notice = waiting.select_for_update(skip_locked=True, of=("self",)).select_related("table").first()
        if notice is None:
            return
        seat = Seat.objects.select_related("person").filter(table=notice.table, number=notice.seat).first()
        if not notices.still_true(notice, seat):
            notice.status = Notice.Status.MOOT
        elif notices.is_looking(notice, now):
            notice.send_at = now + notices.LOOKING
        elif seat is not None and seat.person is not None:
            _send(notice, seat, seat.person, now)
        notice.save()


def _send(notice: Notice, seat: Seat, person: Person, now: datetime) -> None:
    notice.tries += 1
    try:
        with translation.override(person.language):
            turn_mail(notice.table, seat, person).send()
    except Exception as error:  # whatever it is: a notice that can't be sent must not be tried without end
        log.warning("notice %s could not be sent", notice.pk, exc_info=error)
        notice.error = str(error) or type(error).__name__
        notice.send_at = now + timedelta(minutes=2**notice.tries)
        if notice.tries >= notices.TRIES:
            notice.status = Notice.Status.FAILED
        return
    notice.status = Notice.Status.SENT
    notice.sent_at = now


def turn_mail(table: Table, seat: Seat, person: Person) -> EmailMultiAlternatives:
    """The mail "your move", in the language that is active: what happened, what is asked, until when, and the link."""
    seats = list(table.seat_set.all())
    names = {other.number: other for other in seats}
    with matches.reading(table) as match:
        prompts = match.prompts_for(seat.number)
        question = match.game.ask(prompts[0], seat.number) if prompts else Text("")
        since = [
            say.plain(tell(match.game, seen), names)
            for entry in match.story
            if entry.ply > seat.seen_ply and not entry.undone
            for event in entry.events
            if (seen := event.seen_by(seat.number)) is not None
        ]
        title = say.plain(match.game.title)
    rivals = say.listed([other.name for other in seats if other != seat])
    context = {
        "name": seat.name,
        "game": title,
        "rivals": rivals,
        "question": say.plain(question, names),
        "since": since[-20:],
        "due": seat.due_at,
        "url": absolute(reverse("table", args=[table.token])),
        "unsubscribe": absolute(reverse("silence", args=[people.silence_word(person)])),
        "language": translation.get_language(),
    }
    mail = _mail(
        "turn", _("{game} with {rivals}: your move").format(game=title, rivals=rivals), person.email, context
    )
    mail.extra_headers |= {
        "List-Unsubscribe": f"<{context['unsubscribe']}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        "References": f"<table.{table.pk}@{urlsplit(settings.SITE_URL).hostname}>",
    }
    return mail


def confirm(person_id: int, now: datetime) -> None:
    """Mail the link that confirms an address, if it is still wanted; put it off when the mail server fails."""
    with transaction.atomic():
        wanted = Person.objects.filter(pk=person_id, confirm_at__lte=now)
        person = wanted.select_for_update(skip_locked=True).first()
        if person is None:
            return
        person.confirm_at = None
        try:
            with translation.override(person.language):
                send_confirmation(person, people.confirm_word(person))
        except Exception as error:  # as above: never without end
            log.warning("the address of person %s could not be asked", person_id, exc_info=error)
            if person.email_asked_at and now - person.email_asked_at < ASK_FOR:
                person.confirm_at = now + ASK_AFTER
        person.save(update_fields=["confirm_at"])


def send_confirmation(person: Person, word: str) -> None:
    """The link that confirms an address, in the language that is active. Raises OSError or SMTPException."""
    context = {"url": absolute(reverse("confirm", args=[word])), "language": translation.get_language()}
    _mail("confirm", _("Is this your address?"), person.email, context).send()


def _mail(kind: str, subject: str, to: str, context: Mapping[str, object]) -> EmailMultiAlternatives:
    """Plain text and HTML; whatever a name contains, the subject stays one line."""
    text = render_to_string(f"mail/{kind}.txt", context)
    mail = EmailMultiAlternatives(" ".join(subject.split()), text, to=[to])
    mail.attach_alternative(render_to_string(f"mail/{kind}.html", context), "text/html")
    return mail


def absolute(path: str) -> str:
    """An address for use outside the site."""
    return settings.SITE_URL + path

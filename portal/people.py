"""People: a browser becomes a person when it first does something; an e-mail address is optional and confirmed."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.core import signing
from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator, validate_email
from django.db.models import Max
from django.db.models.functions import Greatest
from django.utils import timezone
from django.utils.encoding import punycode

from games.core.words import gettext_noop
from portal.models import Person
from portal.refusal import Refused

CONFIRM_WITHIN = 30 * 60
"""Seconds that a confirmation link holds."""
ADDRESS_LONGEST = 254
ASK_AGAIN = timedelta(minutes=2)
"""How long before the same address is written to again."""
_CONFIRM = "portal.confirm"
_SILENCE = "portal.silence"


def arrive(language: str) -> Person:
    """Somebody does something for the first time."""
    return Person.objects.create(language=language)


def speaks(person: Person, language: str) -> None:
    """Remember the language somebody reads in, for their mails."""
    if person.language != language:
        person.language = language
        person.save(update_fields=["language"])


def set_email(person: Person, address: str) -> bool:
    """Take down an address, not confirmed yet; whether a mail that confirms it will come.

    The empty address forgets the old one. Raises Refused for what is no address. Whoever asks and however often, an
    address gets one such mail in two minutes, and nobody learns whether somebody else has entered it.
    """
    address, now = address.strip().lower(), timezone.now()
    if address == person.email and (person.email_confirmed_at or not address):
        return False
    if address:
        _check_address(address)
    person.email = address
    person.email_confirmed_at = None
    person.confirm_at = _next_mail(address, now) if address else None
    person.email_asked_at = now if address else None
    person.save(update_fields=["email", "email_confirmed_at", "email_asked_at", "confirm_at"])
    return bool(address)


def _next_mail(address: str, now: datetime) -> datetime:
    """When the address may be written to: now, or some time after the last mail that went or will go there."""
    last = Person.objects.filter(email=address).aggregate(last=Max(Greatest("email_asked_at", "confirm_at")))[
        "last"
    ]
    return now if last is None else max(now, last + ASK_AGAIN)


def _check_address(address: str) -> None:
    try:
        validate_email(address)
        MaxLengthValidator(ADDRESS_LONGEST)(address)
        punycode(address.rpartition("@")[2])  # as it will be written into the mail
    except (ValidationError, UnicodeError):
        raise Refused(gettext_noop("That is not an e-mail address: check it for typing errors.")).at(
            "email"
        ) from None


def confirm_word(person: Person) -> str:
    """The signed word of the link that confirms somebody's address."""
    return signing.dumps([person.key, person.email], salt=_CONFIRM)


def to_confirm(now: datetime) -> list[int]:
    """The ids of people whose address is to be asked now."""
    return list(
        Person.objects.filter(confirm_at__lte=now).order_by("confirm_at").values_list("pk", flat=True)[:100]
    )


def set_mails(person: Person, mails: str) -> None:
    """What somebody wants to be mailed."""
    if mails not in Person.Mails.values:
        raise Refused(gettext_noop("Choose one of the answers offered."))
    person.mails = mails
    person.save(update_fields=["mails"])


def confirm_email(word: str) -> Person:
    """The link in a confirmation mail was followed. Raises Refused when it is old, or the address has changed since."""
    try:
        key, address = signing.loads(word, salt=_CONFIRM, max_age=CONFIRM_WITHIN)
    except signing.BadSignature:
        raise Refused(gettext_noop("That link is no longer good: ask for a new one.")) from None
    person = Person.objects.filter(key=key, email=address).first()
    if person is None:
        raise Refused(gettext_noop("That link is no longer good: ask for a new one."))
    if person.email_confirmed_at is None:
        person.email_confirmed_at = timezone.now()
        person.confirm_at = None
        person.save(update_fields=["email_confirmed_at", "confirm_at"])
    return person


def silence_word(person: Person) -> str:
    """The signed word of the link under every mail that ends them."""
    return signing.dumps(person.key, salt=_SILENCE)


def silence(word: str) -> None:
    """No more mails for whom the link was made; a wrong word does nothing."""
    try:
        key = signing.loads(word, salt=_SILENCE)
    except signing.BadSignature:
        return
    Person.objects.filter(key=key).update(mails=Person.Mails.NOTHING)

"""People: a browser becomes a person when it first does something; an e-mail address is optional and confirmed."""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import cache
from typing import Any
from zoneinfo import ZoneInfo, available_timezones

from django.core import signing
from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator, validate_email
from django.db.models import F, Max
from django.db.models.functions import Greatest
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.encoding import punycode

from games.core.words import gettext_noop
from portal.models import Person, Seat
from portal.refusal import Refused

CONFIRM_WITHIN = 30 * 60
"""Seconds that a confirmation link holds."""
ADDRESS_LONGEST = 254
ASK_AGAIN = timedelta(minutes=2)
"""How long before the same address is written to again."""
LINK_WITHIN = 30 * 60
"""Seconds that a link to sign in holds."""
SEAT_WITHIN = 14 * 24 * 3600
"""Seconds that a mailed link to a seat holds."""
AT_ONCE = 100
"""People of one sweep."""
_CONFIRM = "portal.confirm"
_LINK = "portal.link"
_SEAT = "portal.one-seat"
_SILENCE = "portal.silence"


def arrive(language: str) -> Person:
    """Somebody does something for the first time."""
    return Person.objects.create(language=language)


def speaks(person: Person, language: str) -> None:
    """Remember the language somebody reads in, for their mails."""
    if person.language != language:
        person.language = language
        person.save(update_fields=["language"])


ZONE_COOKIE = "zone"


def known_zone(name: str) -> str:
    """The name, if it is one of a time zone, else ""."""
    return name if name in _zones() else ""


@cache
def _zones() -> frozenset[str]:
    return frozenset(available_timezones())


def lives_in(person: Person, zone: str) -> None:
    """Remember the time zone somebody was last seen in, for their mails."""
    if zone and person.zone != zone:
        person.zone = zone
        person.save(update_fields=["zone"])


def zone_of(person: Person) -> ZoneInfo:
    """The time zone somebody was last seen in; UTC for who was seen in none that there is."""
    return ZoneInfo(known_zone(person.zone) or "UTC")


def comes_from(person: Person, network: str) -> None:
    """Remember the network somebody was last seen in, as a digest (portal.bans), should it have to be banned."""
    if network and person.seen_from != network:
        person.seen_from = network
        person.save(update_fields=["seen_from"])


def set_email(person: Person, address: str) -> bool:
    """Take down an address, not confirmed yet; whether a mail that confirms it will come.

    The empty address forgets the old one; one that failed is asked again. Raises Refused for what is no address.
    Whoever asks and however often, an address gets one such mail in two minutes, and nobody learns whether somebody
    else has entered it.
    """
    address, now = address.strip().lower(), timezone.now()
    known = person.email_confirmed_at and not person.address_failed_at
    if address == person.email and (known or not address):
        return False
    if address:
        _check_address(address)
    person.email = address
    person.email_confirmed_at = None
    person.address_failed_at = None
    person.protected = False
    person.confirm_at = _next_mail(address, now) if address else None
    person.email_asked_at = now if address else None
    person.link_at = None
    person.save(
        update_fields=[
            "email",
            "email_confirmed_at",
            "address_failed_at",
            "protected",
            "confirm_at",
            "email_asked_at",
            "link_at",
        ]
    )
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
    asked = Person.objects.filter(confirm_at__lte=now).order_by("confirm_at")
    return list(asked.values_list("pk", flat=True)[:AT_ONCE])


def set_mails(person: Person, mails: str, *, while_open: bool = False) -> None:
    """What somebody wants to be mailed, and whether also while the table is open before them."""
    if mails not in Person.Mails.values:
        raise Refused(gettext_noop("Choose one of the answers offered."))
    person.mails = mails
    person.mails_while_open = while_open
    person.save(update_fields=["mails", "mails_while_open"])


def protect(person: Person, wanted: bool) -> None:
    """Have one's seats reopened by a mailed link, not by name, or no longer. Raises Refused without an address."""
    if wanted and not person.email_confirmed_at:
        raise Refused(gettext_noop("Confirm an address first: the link to a protected seat is mailed to it."))
    person.protected = wanted
    person.save(update_fields=["protected"])


def _signed(word: str, salt: str, seconds: int) -> list[Any]:
    """What a link's word says. Raises Refused when it is forged or old."""
    try:
        said: list[Any] = signing.loads(word, salt=salt, max_age=seconds)
    except signing.BadSignature:
        raise _gone() from None
    return said


def _gone() -> Refused:
    return Refused(gettext_noop("That link is no longer good: ask for a new one."))


def confirm_email(word: str) -> Person:
    """The link in a confirmation mail was followed. Raises Refused when it is old, or the address has changed since."""
    key, address = _signed(word, _CONFIRM, CONFIRM_WITHIN)
    person = Person.objects.filter(key=key, email=address).first()
    if person is None:
        raise _gone()
    if person.email_confirmed_at is None:
        person.email_confirmed_at = timezone.now()
        person.confirm_at = None
        person.save(update_fields=["email_confirmed_at", "confirm_at"])
    return person


# Links that sign in


def ask_link(address: str) -> None:
    """Have a link to sign in mailed to an address, if it is somebody's; nobody learns whether it is.

    However often it is asked for, one such mail goes out in two minutes. Raises Refused for what is no address.
    """
    address, now = address.strip().lower(), timezone.now()
    _check_address(address)
    person = known_by(address)
    if person is None or person.link_at is not None:
        return
    last = person.link_planned_at
    person.link_at = person.link_planned_at = now if last is None else max(now, last + ASK_AGAIN)
    person.save(update_fields=["link_at", "link_planned_at"])


def known_by(address: str) -> Person | None:
    """Who confirmed this address first, in whatever case it is written."""
    confirmed = Person.objects.filter(email_confirmed_at__isnull=False, merged_into=None)
    return confirmed.filter(email__iexact=address).exclude(email="").order_by("email_confirmed_at").first()


def to_link(now: datetime) -> list[int]:
    """The ids of people who are to be mailed a link to sign in now."""
    asked = Person.objects.filter(link_at__lte=now).order_by("link_at")
    return list(asked.values_list("pk", flat=True)[:AT_ONCE])


def link_word(person: Person) -> str:
    """The signed word of the link that signs a browser in as somebody, once."""
    return signing.dumps([person.key, person.email, person.links_used], salt=_LINK)


def linked(word: str) -> Person:
    """Whom a link signs in. Raises Refused when it is old or was used, or the address has changed since."""
    key, address, used = _signed(word, _LINK, LINK_WITHIN)
    person = Person.objects.filter(key=key, email=address, links_used=used, merged_into=None).first()
    if person is None:
        raise _gone()
    return person


def use_link(word: str) -> Person:
    """Sign in by a link; the same link is good for nothing from now on, even where two ask at once."""
    person = linked(word)
    if not Person.objects.filter(pk=person.pk, links_used=person.links_used).update(
        links_used=F("links_used") + 1
    ):
        raise _gone()
    person.refresh_from_db()
    return person


def seat_word(person: Person, seat: Seat) -> str:
    """The signed word of a mailed link to somebody's seat (the address `go`); good for 14 days, while they sit and have
    this address."""
    return signing.dumps([person.key, seat.pk, address_mark(person)], salt=_SEAT)


def address_mark(person: Person) -> str:
    """Differs as soon as the address is another one, and doesn't tell it."""
    return salted_hmac("portal.address", person.email.lower(), algorithm="sha256").hexdigest()[:16]


def seat_linked(word: str) -> tuple[Person, Seat]:
    """Whose seat a mailed link leads to. Raises Refused when it is old, the address has changed since, or somebody else
    sits there now."""
    key, seat_id, mark = _signed(word, _SEAT, SEAT_WITHIN)
    person = Person.objects.select_related("merged_into").filter(key=key).first()
    seat = Seat.objects.select_related("table").filter(pk=seat_id).first()
    if person is None or seat is None or seat.person_id != person.survivor.pk:
        raise Refused(gettext_noop("That link is no longer good: the seat is not yours any more."))
    if address_mark(person.survivor) != mark:
        raise _gone()
    return person.survivor, seat


def silence_word(person: Person) -> str:
    """The signed word of the link under every mail that ends them."""
    return signing.dumps(person.key, salt=_SILENCE)


def silence(word: str) -> None:
    """No more mails for whom the link was made; a wrong word does nothing."""
    try:
        key = signing.loads(word, salt=_SILENCE)
    except signing.BadSignature:
        return
    person = Person.objects.select_related("merged_into").filter(key=key).first()
    if person is not None:
        Person.objects.filter(pk=person.survivor.pk).update(mails=Person.Mails.NOTHING)

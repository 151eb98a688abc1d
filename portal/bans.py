"""Who may not play here for some days: a browser and all that it was merged with, a network, a confirmed address.

A ban is asked for on every post and on every page of a table, and when a socket opens; one indexed query each. Nobody's
network address is kept: a keyed digest is, which tells the same network again and nothing else.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.conf import settings
from django.db.models import Exists, Max, Q, QuerySet, Value
from django.db.models.functions import Coalesce, Least, Lower
from django.utils import timezone
from django.utils.crypto import salted_hmac

from portal.models import Ban, Person
from portal.prepared import Prepared


def address(peer: str, forwarded: str) -> str:
    """The network address that somebody speaks from, "" if nobody says; behind a trusted proxy what that proxy saw."""
    return forwarded.rpartition(",")[2].strip() if settings.TRUSTED_PROXY else peer


def network(address: str) -> str:
    """A keyed digest of the network of an address (of IPv6 a household's 64 bits).

    "" for what is not of the public internet: behind such an address, a proxy's perhaps, may be everybody.
    """
    try:
        found = ipaddress.ip_address(address.strip())
    except ValueError:
        return ""
    if not found.is_global:
        return ""
    whole = ipaddress.ip_network((found, 64 if found.version == 6 else 32), strict=False)
    return salted_hmac("portal.network", str(whole), algorithm="sha256").hexdigest()


def in_force(now: object = None) -> QuerySet[Ban]:
    """The bans that hold now."""
    return Ban.objects.filter(lifted_at=None, until__gt=now or timezone.now())


_ANY = Prepared(lambda now: in_force(now).values_list("pk")[:1])
_PERSON = Prepared(lambda key, now: Person.objects.filter(key=key).annotate(any_ban=Exists(in_force(now))))


def on(key: str | None, address: str) -> Ban | None:
    """The ban that holds longest for a browser, by its person's key, or for the address it speaks from."""
    # Mostly there is none at all: what follows then costs Django ten times as much to ask.
    return _on(key, address) if _ANY.rows(timezone.now()) else None


def person_or_ban(key: str | None, address: str) -> tuple[Person | None, Ban | None]:
    """Who a browser's key belongs to, if that is known, and such a ban; one question where nobody is banned."""
    person: Any = _PERSON.first(key, timezone.now()) if key else None
    if person is None:
        return None, on(key, address)
    return person, _on(key, address) if person.any_ban else None


def _on(key: str | None, address: str) -> Ban | None:
    from_there, asked = network(address), Q()
    if from_there:
        asked |= Q(kind=Ban.Kind.NETWORK, value=from_there)
    if key:
        asked |= _on_person(key)
    return in_force().filter(asked).order_by("until").last() if asked else None


def until(person: Person, now: datetime) -> datetime | None:
    """When the last ban on somebody ends; None if none holds. That on a network is not theirs alone."""
    if not _ANY.rows(now):
        return None
    found = in_force(now).filter(_on_person(person.key)).order_by("until").last()
    return found.until if found else None


def last(person: Person, now: datetime) -> datetime | None:
    """When somebody was last banned, be it now; None if they never were, as far as it is remembered."""
    ended = Least(Coalesce("lifted_at", "until"), "until", Value(now))
    found: datetime | None = Ban.objects.filter(_on_person(person.key)).aggregate(last=Max(ended))["last"]
    return found


def _on_person(key: str) -> Q:
    kept = Person.objects.filter(key=key).values("merged_into")
    browsers = (
        Q(person__key=key)
        | Q(person__merged_into__key=key)
        | Q(person__in=kept)
        | Q(person__merged_into__in=kept)
    )
    addresses = Person.objects.filter(Q(key=key) | Q(pk__in=kept), email_confirmed_at__isnull=False)
    return Q(kind=Ban.Kind.BROWSER) & browsers | Q(
        kind=Ban.Kind.EMAIL, value__in=addresses.values(address=Lower("email"))
    )


def same_human(person: Person) -> QuerySet[Person]:
    """Every row that somebody is, or was, known by."""
    kept = person.survivor
    return Person.objects.filter(Q(pk=kept.pk) | Q(merged_into=kept))


def groups(keys: Iterable[str | None], networks: Iterable[str]) -> list[str]:
    """The groups of sockets that hear of a ban: those of these browsers and networks."""
    digests = [salted_hmac("portal.browser", key, algorithm="sha256").hexdigest() for key in keys if key]
    return [f"browser.{digest}" for digest in digests] + [f"network.{found}" for found in networks if found]

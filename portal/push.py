"""Web push: a line to browsers that let us (RFC 8030), encrypted for each (RFC 8291) and signed by us (RFC 8292).

A second channel beside mails: it goes out sooner, and whoever was reached by it gets the mail they wish all the same.
"""

from __future__ import annotations

import binascii
import contextlib
import http.client
import ipaddress
import json
import logging
import os
import socket
import ssl
import threading
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from datetime import datetime, timedelta
from functools import cache
from urllib.parse import urlsplit

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import URLValidator
from django.db import transaction
from django.urls import reverse
from django.utils import timezone, translation
from py_vapid import Vapid02

from games.core.words import gettext_noop
from portal import letters, notices, people
from portal.models import Notice, Person, PushDevice, Seat
from portal.refusal import Refused

log = logging.getLogger(__name__)

ENDPOINT_LONGEST = 500
MOST_DEVICES = 5
"""Browsers of one person that are told; one more takes the place of the oldest."""
PATIENCE = 5
"""Seconds that a push service may take altogether."""
TRIES = 5
AGAIN = timedelta(seconds=15)
"""How long after the first failure; each further one doubles it."""
KEPT = timedelta(hours=12)
"""How long a push service keeps what it can't hand over at once."""
_LOCAL = (".localhost", ".local", ".internal", ".lan", ".home", ".arpa")


class Gone(Exception):
    """The browser no longer wants anything from us."""


# Devices


@cache
def _signer(private_key: str) -> Vapid02:
    return Vapid02.from_raw(private_key.encode())


def public_key() -> str:
    """What browsers must be given so that they take our pushes; "" while pushing is off."""
    if not settings.VAPID_PRIVATE_KEY:
        return ""
    point = _signer(settings.VAPID_PRIVATE_KEY).public_key.public_bytes(
        Encoding.X962, PublicFormat.UncompressedPoint
    )
    return urlsafe_b64encode(point).rstrip(b"=").decode()


def register(person: Person, *, endpoint: str, p256dh: str, auth: str) -> None:
    """This person is told on this browser from now on, and nobody else any more. Raises Refused."""
    if not (public_key() and _is_ours_to_call(endpoint) and _are_keys(p256dh, auth)):
        raise Refused(
            gettext_noop("This device can't be told: its browser gave an address that we don't write to.")
        )
    values = {"person": person, "p256dh": p256dh, "auth": auth, "created_at": timezone.now()}
    PushDevice.objects.update_or_create(endpoint=endpoint, defaults=values)
    newest = person.devices.order_by("-created_at", "-pk").values_list("pk", flat=True)[:MOST_DEVICES]
    person.devices.exclude(pk__in=list(newest)).delete()


def unregister(endpoint: str) -> None:
    """Nobody is told on this browser any more. Whoever knows its address is that browser."""
    if endpoint.isprintable():
        PushDevice.objects.filter(endpoint=endpoint[:ENDPOINT_LONGEST]).delete()


def _is_ours_to_call(endpoint: str) -> bool:
    """Whether it is the address of a push service out on the web, and none inside our own network."""
    try:
        URLValidator(schemes=["https", "http"] if settings.PUSH_ANYWHERE else ["https"])(endpoint)
        parts = urlsplit(endpoint)
        port, host = parts.port, parts.hostname or ""
    except (ValidationError, ValueError):
        return False
    if len(endpoint) > ENDPOINT_LONGEST or parts.username is not None or parts.password is not None:
        return False
    return settings.PUSH_ANYWHERE or (port in (None, 443) and _is_outside(host))


def _is_outside(host: str) -> bool:
    """A name of the web. What it stands for is looked at when it is called: names may change."""
    try:
        return _is_public(host)
    except ValueError:
        return "." in host and not host.endswith(_LOCAL)


def _is_public(address: str) -> bool:
    found = ipaddress.ip_address(address)
    return (getattr(found, "ipv4_mapped", None) or found).is_global


def _are_keys(p256dh: str, auth: str) -> bool:
    """A point on the curve P-256, and sixteen bytes of a secret."""
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), _bytes(p256dh))
        return len(p256dh) <= 120 and len(auth) <= 60 and len(_bytes(auth)) == 16
    except (ValueError, binascii.Error):
        return False


def _bytes(text: str) -> bytes:
    return urlsafe_b64decode(text.encode() + b"=" * (-len(text) % 4))


# Telling


def deliver(notice_id: int, now: datetime) -> None:
    """Push one notice, put it off, or let it go; two workers at once push it once."""
    with transaction.atomic():
        rows = Notice.objects.filter(pk=notice_id, push_at__lte=now)
        notice = (
            rows.select_for_update(skip_locked=True, of=("self",)).select_related("table", "person").first()
        )
        if notice is not None:
            _decide(notice, now)
            notice.save(update_fields=["push_at", "push_tries", "pushed_at", "error"])


def _decide(notice: Notice, now: datetime) -> None:
    if (told := notices.whom(notice, now)) is None:
        notice.push_at = None
        return
    seat, person = told
    if (later := notices.too_early(notice, seat, person, now)) is not None:
        notice.push_at = later
    elif notices.is_looking(notice, seat, now):
        notice.push_at = now + notices.PUSH_WAIT
    elif notices.alone_with(person, "pushed"):
        if notices.pushed_already(notice, seat, person):
            notice.push_at = None
        else:
            _push(notice, seat, person, now)


def _push(notice: Notice, seat: Seat, person: Person, now: datetime) -> None:
    """To all devices; reached is who was reached on one of them."""
    with translation.override(person.language), timezone.override(people.zone_of(person)):
        words = payload(notice, seat, person)
    failed = []
    for device in person.devices.order_by("pk"):
        try:
            send(device, words, topic=f"table{notice.table_id}")
            notice.pushed_at = now
        except Gone:
            device.delete()
        except Exception as error:  # whatever it is: one browser must not keep the others from being told
            log.warning("notice %s could not be pushed to device %s", notice.pk, device.pk, exc_info=error)
            failed.append(str(error) or type(error).__name__)
    notice.push_at = None
    if failed and notice.pushed_at is None:
        notice.push_tries += 1
        if notice.push_tries < TRIES:
            notice.push_at = now + AGAIN * 2**notice.push_tries
        else:
            notice.error = f"push: {failed[0]}"


def payload(notice: Notice, seat: Seat, person: Person) -> bytes:
    """What the browser shows: the line that a mail would have as its subject, and which page a click opens."""
    words = {
        "title": letters.subject(notice, seat, person),
        "url": reverse("table", args=[notice.table.token]),
        "tag": f"table{notice.table_id}",
        "language": translation.get_language(),
    }
    return json.dumps(words).encode()


def send(device: PushDevice, words: bytes, *, topic: str) -> None:
    """Hand the words to the device's push service. Raises Gone where the browser has left, OSError for what failed."""
    parts = urlsplit(device.endpoint)
    sealed = http_ece.encrypt(
        words,
        salt=os.urandom(16),
        private_key=ec.generate_private_key(ec.SECP256R1()),
        dh=_bytes(device.p256dh),
        auth_secret=_bytes(device.auth),
        version="aes128gcm",
    )
    claims = {
        "sub": settings.VAPID_CONTACT,
        "aud": f"{parts.scheme}://{parts.netloc}",
        "exp": int(time.time() + KEPT.total_seconds()),
    }
    headers = {
        **_signer(settings.VAPID_PRIVATE_KEY).sign(claims),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(int(KEPT.total_seconds())),
        "Topic": topic,
        "Urgency": "high",
    }
    status = _post(device.endpoint, sealed, headers)
    if status in (404, 410):
        raise Gone
    if not 200 <= status < 300:
        raise OSError(f"the push service of {parts.hostname} answered {status}")


def _post(url: str, body: bytes, headers: dict[str, str]) -> int:
    """The status of the answer; the rest of it is not read, nor is anybody followed elsewhere."""
    parts = urlsplit(url)
    connection = (_Sealed if parts.scheme == "https" else _Open)(parts.netloc, timeout=PATIENCE)
    # A time-out of a socket is for each byte anew.
    watch = threading.Timer(PATIENCE, _hang_up, [connection])
    watch.start()
    try:
        connection.request("POST", parts._replace(scheme="", netloc="").geturl() or "/", body, headers)
        return connection.getresponse().status
    finally:
        watch.cancel()
        connection.close()


def _hang_up(connection: http.client.HTTPConnection) -> None:
    with contextlib.suppress(OSError):
        if connection.sock is not None:
            connection.sock.shutdown(socket.SHUT_RDWR)


class _Open(http.client.HTTPConnection):
    """A connection that goes nowhere inside our own network, whatever a name stands for now."""

    def connect(self) -> None:
        super().connect()
        peer = str(self.sock.getpeername()[0])
        if not (settings.PUSH_ANYWHERE or _is_public(peer)):
            self.close()
            raise OSError(f"{self.host} stands for {peer}, which is not on the web")


class _Sealed(_Open):
    """The same, encrypted."""

    default_port = http.client.HTTPS_PORT

    def connect(self) -> None:
        super().connect()
        self.sock = ssl.create_default_context().wrap_socket(self.sock, server_hostname=self.host)

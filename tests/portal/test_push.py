"""Web push: on by a switch, off again; what arrives at a push service, and what is never called."""

from __future__ import annotations

import json
import os
import re
import threading
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import http_ece
import pytest
import time_machine
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.core import mail
from django.db import connection
from django.utils import timezone
from py_vapid import Vapid02

from portal import notices, push, tasks
from portal.models import Notice, Person, PushDevice, Table
from portal.refusal import Refused
from tests.patience import PATIENCE
from tests.portal.cast import Browser, Cast, at, drive, leaves, looks
from tests.portal.told import Kind, acts, reachable, sweep

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
OVER_DAYS: dict[str, Any] = {"pace": "correspondence"}
OUTSIDE = "https://push.example.net/send/abc"


def b64(raw: bytes) -> str:
    return urlsafe_b64encode(raw).rstrip(b"=").decode()


@dataclass
class Device:
    """A browser's side of a subscription: where it is reached, and the keys that open what comes."""

    endpoint: str = OUTSIDE
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    secret: bytes = field(default_factory=lambda: os.urandom(16))

    @property
    def values(self) -> dict[str, str]:
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {"endpoint": self.endpoint, "p256dh": b64(point), "auth": b64(self.secret)}

    def reads(self, sealed: bytes) -> dict[str, str]:
        """What the browser would show."""
        opened = http_ece.decrypt(sealed, private_key=self.key, auth_secret=self.secret, version="aes128gcm")
        found: dict[str, str] = json.loads(opened)
        return found


@dataclass
class Service:
    """A push service: what it was handed, and with what status it answers by path (201)."""

    url: str = ""
    came: list[tuple[str, dict[str, str], bytes]] = field(default_factory=list)
    answers: dict[str, list[int]] = field(default_factory=dict)

    def device(self, path: str = "/send/abc") -> Device:
        return Device(self.url + path)


@pytest.fixture
def service(settings) -> Iterator[Service]:
    settings.PUSH_ANYWHERE = True
    found = Service()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            found.came.append((self.path, dict(self.headers), body))
            waiting = found.answers.get(self.path, [])
            self.send_response(waiting.pop(0) if waiting else 201)
            self.end_headers()

        def log_message(self, *_args: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    found.url = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield found
    server.shutdown()
    thread.join()
    server.server_close()


def told_on(browser: Browser, device: Device) -> Device:
    """Turn the switch on, by the address that its script uses."""
    assert browser.post("/push/", device.values).status == 204
    return device


def awaited(cast: Cast) -> Table:
    table = cast.start(2, **OVER_DAYS)
    acts(table, 0)
    return table


# The switch


def test_the_pages_have_the_switch_with_the_key_hidden_until_a_script_shows_it(cast: Cast):
    table = cast.start(2, **OVER_DAYS)
    for page in (cast.ana.get("/me/"), cast.ana.table(table), cast.ana.table(cast.gather(2))):
        form = re.search(r'<form[^>]*data-push="([\w-]+)"[^>]*>', page.text)
        assert form
        assert form[1] == push.public_key()
        assert form[0].endswith(" hidden>")
        assert "site/push" in page.text
    assert "data-push" not in cast.watcher.get(at(table, "watch")).text


def test_without_a_key_there_is_no_switch_and_no_push(cast: Cast, settings):
    settings.VAPID_PRIVATE_KEY = ""
    assert "data-push" not in cast.ana.get("/me/").text
    assert cast.ana.post("/push/", Device().values).status == 422


def test_the_service_worker_is_served_from_the_root_and_asked_for_anew(cast: Cast):
    answer = cast.ana.get("/sw.js").response
    assert answer["Content-Type"] == "text/javascript; charset=utf-8"
    assert answer["Cache-Control"] == "no-cache"
    assert "default-src 'self'" in answer["Content-Security-Policy"]
    assert b"showNotification" in answer.content


def test_a_device_is_told_on_and_off(cast: Cast):
    device = told_on(cast.bo, Device())
    assert PushDevice.objects.get().person == cast.bo.person
    told_on(cast.bo, device)
    assert PushDevice.objects.count() == 1
    assert cast.bo.post("/push/off/", {"endpoint": device.endpoint}).status == 204
    assert not PushDevice.objects.exists()


def test_a_device_belongs_to_whoever_uses_it_now(cast: Cast):
    device = told_on(cast.bo, Device())
    told_on(cast.cy, device)
    assert PushDevice.objects.get().person == cast.cy.person


def test_the_script_renews_when_somebody_else_uses_the_browser(cast: Cast):
    marks = []
    for browser in (cast.ana, cast.bo):
        assert browser.person
        found = re.search(r'data-who="(\w+)"', browser.get("/me/").text)
        assert found
        marks.append(found[1])
    assert marks[0] != marks[1]


def test_a_person_has_a_few_devices_the_newest(cast: Cast):
    for number in range(push.MOST_DEVICES + 2):
        told_on(cast.bo, Device(f"{OUTSIDE}{number}"))
    kept = set(PushDevice.objects.values_list("endpoint", flat=True))
    assert kept == {f"{OUTSIDE}{number}" for number in range(2, push.MOST_DEVICES + 2)}


@pytest.mark.parametrize(
    "endpoint",
    ["", "x", "http://push.example.net/a", "https://localhost/a", "https://127.0.0.1/a", "https://[::1]/a",
     "https://10.0.0.1/a", "https://192.168.1.1/a", "https://169.254.169.254/latest", "https://[::ffff:10.0.0.1]/a",
     "https://redis/a", "https://db.internal/a", "https://printer.local/a", "https://push.example.net:8443/a",
     "https://me:you@push.example.net/a", "https://push.example.net/" + "a" * 500, "ftp://push.example.net/a",
     "javascript:alert(1)", "https://push.example.net\n.evil/", "https://0x7f000001/a", "https://2130706433/"],
)  # fmt: skip
def test_addresses_that_are_no_push_service_are_refused(cast: Cast, endpoint: str):
    answer = cast.bo.post("/push/", Device(endpoint).values)
    assert answer.status == 422
    assert answer.text.startswith("This device can't be told")
    assert not PushDevice.objects.exists()


@pytest.mark.parametrize(
    "wrong",
    [{"auth": ""}, {"auth": b64(b"short")}, {"auth": "é"}, {"p256dh": ""}, {"p256dh": b64(b"\x04" + b"\x01" * 64)},
     {"p256dh": "A" * 121}, {"auth": "A" * 61}, {"p256dh": "%"}],
)  # fmt: skip
def test_keys_that_are_none_are_refused(cast: Cast, wrong: dict[str, str]):
    assert cast.bo.post("/push/", Device().values | wrong).status == 422


def test_the_switch_wants_the_pages_token():
    strict = Browser(checks_csrf=True)
    for address in ("/push/", "/push/off/"):
        assert strict.post(address, Device().values).status == 403


def test_the_switch_may_not_be_turned_without_end(cast: Cast):
    answers = {cast.bo.post("/push/off/", {"endpoint": "x"}).status for _ in range(61)}
    assert answers == {204, 429}


# What is pushed


def test_a_turn_is_pushed_before_the_mail_and_says_what_its_subject_says(cast: Cast, service: Service):
    with time_machine.travel(NOON, tick=False) as time:
        reachable(cast.bo)
        device = told_on(cast.bo, service.device())
        table = awaited(cast)
        time.shift(notices.PUSH_WAIT - timedelta(seconds=1))
        tasks.sweep_pushes()
        assert service.came == []
        time.shift(1)
        for _ in range(2):
            tasks.sweep_pushes()
            tasks.sweep_notices()
        ((path, headers, sealed),) = service.came
        assert mail.outbox == []
        time.shift(notices.WAIT)
        tasks.sweep_notices()
    (sent,) = mail.outbox
    assert path == "/send/abc"
    assert device.reads(sealed) == {
        "title": sent.subject, "url": at(table), "tag": f"table{table.pk}", "language": "en"
    }  # fmt: skip
    assert table.seed.encode() not in sealed
    assert (headers["Content-Encoding"], headers["Topic"]) == ("aes128gcm", f"table{table.pk}")
    assert int(headers["TTL"]) > 0
    assert Vapid02.verify(headers["Authorization"])
    assert f"k={push.public_key()}" in headers["Authorization"]


@pytest.mark.parametrize("mails", Person.Mails.values)
def test_the_switch_alone_says_whether_somebody_is_pushed(cast: Cast, service: Service, mails: str):
    reachable(cast.bo, mails=mails)
    told_on(cast.bo, service.device())
    table = awaited(cast)
    push.deliver(Notice.objects.get(table=table, kind=Kind.TURN).pk, timezone.now() + notices.WAIT)
    assert len(service.came) == 1


def test_without_an_address_a_device_is_told_all_the_same(cast: Cast, service: Service):
    told_on(cast.bo, service.device())
    table = drive(cast.start(2, **OVER_DAYS))
    result = Notice.objects.get(table=table, kind=Kind.RESULT, seat=1)
    push.deliver(result.pk, timezone.now() + notices.WAIT)
    assert len(service.came) == 1
    assert sweep() == []


def test_who_looks_is_pushed_later(cast: Cast, service: Service):
    told_on(cast.bo, service.device())
    table = awaited(cast)
    looks(table, 1)
    notice = Notice.objects.get(table=table, kind=Kind.TURN)
    now = timezone.now() + notices.PUSH_WAIT
    push.deliver(notice.pk, now)
    assert service.came == []
    leaves(table, 1)
    notice.refresh_from_db()
    assert notice.push_at == now + notices.PUSH_WAIT
    push.deliver(notice.pk, notice.push_at)
    assert len(service.came) == 1


@pytest.mark.parametrize("what", ["moved", "over", "changed hands"])
def test_what_is_no_longer_so_is_not_pushed(cast: Cast, service: Service, what: str):
    told_on(cast.bo, service.device())
    table = awaited(cast)
    match what:
        case "moved":
            acts(table, 1)
        case "over":
            drive(table)
        case "changed hands":
            table.seat_set.filter(number=1).update(person=cast.cy.person)
    later = timezone.now() + notices.WAIT * 0.9
    for row in notices.to_push(later):
        push.deliver(row, later)
    assert service.came == []


def test_names_are_plain_words_to_the_browser(cast: Cast, service: Service):
    device = told_on(cast.bo, service.device())
    table = awaited(cast)
    table.seat_set.filter(number=0).update(name='<img src=x onerror="a">')
    push.deliver(Notice.objects.get(table=table, kind=Kind.TURN).pk, timezone.now() + notices.WAIT)
    words = device.reads(service.came[0][2])
    assert words["title"] == 'Drakon with <img src=x onerror="a">: your move', "it is text, never markup"


def test_one_person_on_several_seats_is_pushed_once(cast: Cast, service: Service):
    person = reachable(cast.bo)
    told_on(cast.bo, service.device())
    table = cast.start(3, **OVER_DAYS)
    table.seat_set.filter(number=2).update(person=person)
    notices.post(
        table, Kind.REPLACED, list(table.seat_set.filter(number__gt=0)), 1, timezone.now(), subject=0
    )
    later = timezone.now() + timedelta(seconds=1)
    for row in Notice.objects.filter(kind=Kind.REPLACED):
        push.deliver(row.pk, later)
    assert len(service.came) == 1


# What fails


@pytest.mark.parametrize("status", [404, 410])
def test_a_browser_that_has_left_is_forgotten(cast: Cast, service: Service, status: int):
    service.answers["/gone"] = [status]
    told_on(cast.bo, service.device("/gone"))
    told_on(cast.bo, service.device("/here"))
    table = awaited(cast)
    push.deliver(Notice.objects.get(table=table, kind=Kind.TURN).pk, timezone.now() + notices.WAIT)
    assert [path for path, _headers, _body in service.came] == ["/gone", "/here"]
    assert PushDevice.objects.get().endpoint.endswith("/here")


def test_a_service_that_fails_is_tried_again_and_given_up_at_last(cast: Cast, service: Service):
    service.answers["/send/abc"] = [500, 429, 302, *[503] * 9]
    told_on(cast.bo, service.device())
    table = awaited(cast)
    notice = Notice.objects.get(table=table, kind=Kind.TURN)
    now = timezone.now() + notices.PUSH_WAIT
    for tries in range(1, push.TRIES + 1):
        push.deliver(notice.pk, now)
        push.deliver(notice.pk, now)
        notice.refresh_from_db()
        assert (notice.push_tries, len(service.came)) == (tries, tries)
        now = notice.push_at or now
    assert (notice.push_at, notice.pushed_at, notice.status) == (None, None, "waiting")
    assert notice.error.endswith("answered 503")


def test_a_service_that_fails_once_is_reached_the_next_time(cast: Cast, service: Service):
    service.answers["/send/abc"] = [503]
    told_on(cast.bo, service.device())
    table = awaited(cast)
    notice = Notice.objects.get(table=table, kind=Kind.TURN)
    now = timezone.now() + notices.PUSH_WAIT
    push.deliver(notice.pk, now)
    notice.refresh_from_db()
    assert notice.push_at is not None
    push.deliver(notice.pk, notice.push_at)
    notice.refresh_from_db()
    assert notice.pushed_at is not None


def test_a_name_that_stands_for_one_of_our_own_machines_is_not_called(cast: Cast, service: Service, settings):
    """It stood for another one when the device was told on."""
    device = told_on(cast.bo, service.device())
    row = PushDevice.objects.get(endpoint=device.endpoint)
    settings.PUSH_ANYWHERE = False
    with pytest.raises(OSError, match="not on the web"):
        push.send(row, b"{}", topic="t")
    row.endpoint = row.endpoint.replace("http://127.0.0.1", "https://localhost")
    with pytest.raises(OSError, match="not on the web"):
        push.send(row, b"{}", topic="t")
    assert service.came == []


def test_a_service_that_drips_is_hung_up_on(cast: Cast, settings, monkeypatch: pytest.MonkeyPatch):
    """Each byte would renew the time-out of a socket."""
    settings.PUSH_ANYWHERE = True
    monkeypatch.setattr(push, "PATIENCE", 0.3)
    stop = threading.Event()

    class Dripping(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            try:
                while not stop.wait(0.05):
                    self.wfile.write(b"H")
                    self.wfile.flush()
            except OSError:
                pass

        def log_message(self, *_args: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Dripping)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        device = told_on(cast.bo, Device(f"http://127.0.0.1:{server.server_port}/drip"))
        with pytest.raises(Exception):  # noqa: B017 (what is left of the answer is no answer)
            push.send(PushDevice.objects.get(endpoint=device.endpoint), b"{}", topic="t")
    finally:
        stop.set()
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.mark.django_db(transaction=True)
def test_two_workers_push_once(service: Service):
    cast = Cast()
    told_on(cast.bo, service.device())
    table = awaited(cast)
    notice = Notice.objects.get(table=table, kind=Kind.TURN)
    barrier = threading.Barrier(3)

    def work(_n: int) -> None:
        try:
            barrier.wait(PATIENCE)
            push.deliver(notice.pk, timezone.now() + notices.PUSH_WAIT)
        finally:
            connection.close()

    with ThreadPoolExecutor(3) as pool:
        list(pool.map(work, range(3)))
    assert len(service.came) == 1


def test_a_refusal_says_what_is_wrong(cast: Cast):
    with pytest.raises(Refused):
        push.register(cast.bo.person, endpoint="https://localhost/", p256dh="", auth="")

"""The doctor finds each fault when it is caused, and says how to mend it; the staff and programs read the same."""

from __future__ import annotations

import io
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest
import time_machine
from aiosmtpd.controller import Controller
from django.core.management import call_command
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone
from redis import Redis

from portal import health, tasks
from portal.celery import app
from portal.health import Finding
from portal.models import Heartbeat, Notice, Person, Table
from tests.browser.site import Site
from tests.portal.cast import Browser, Cast, moderator
from tests.portal.staff import Staff, url
from tests.portal.test_tasks import until
from tools.paths import PROJECT
from tools.throwaway import Throwaway

SWEEPS = (
    tasks.sweep_clocks,
    tasks.sweep_tables,
    tasks.sweep_notices,
    tasks.sweep_digests,
    tasks.sweep_pushes,
)
TOKEN = "a monitoring token of the tests"


def doctor() -> tuple[dict[str, Finding], str, int]:
    """What it finds, what it writes, and its exit code."""
    written, code = io.StringIO(), 0
    try:
        call_command("doctor", stdout=written)
    except SystemExit as ended:
        code = int(str(ended.code))
    return {one.name: one for one in health.examine_all()}, written.getvalue(), code


@pytest.fixture
def _workers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both answer, without a process; the one test with real ones does without this."""
    answers = {f"{queue}@here": [{"name": queue}] for queue in ("clock", "delivery")}
    inspector = SimpleNamespace(active_queues=lambda: answers)
    monkeypatch.setattr(app.control, "inspect", lambda **_more: inspector)


@pytest.fixture
def well(db: None, _workers: None) -> None:
    """Every sweep has just run."""
    for sweep in SWEEPS:
        sweep()


def test_every_sweep_is_watched(well: None):
    tasks.purge()
    assert {beat.name for beat in Heartbeat.objects.all()} == set(health.SWEEPS)


def test_all_is_well(well: None):
    found, written, code = doctor()
    assert code == 0 and "0 not well" in written
    assert all(one.well and not one.mend for one in found.values())
    for name in ("database", "migrations", "redis", "beat", "mail server", "push keys", "queue clock"):
        assert f"ok  {name}:" in written


def test_a_sweep_that_fails_to_look_leaves_no_heartbeat(well: None, monkeypatch: pytest.MonkeyPatch):
    before = Heartbeat.objects.get(name="closing.due").beat_at

    def fails(now: object) -> list[int]:
        raise RuntimeError

    fails.__module__, fails.__name__ = "portal.closing", "due"
    monkeypatch.setattr("portal.closing.due", fails)
    tasks.sweep_tables()
    assert Heartbeat.objects.get(name="closing.due").beat_at == before


def test_a_sweep_that_stands_still_is_found_and_with_it_beat(well: None):
    with time_machine.travel(timezone.now() + timedelta(minutes=1)):
        found, written, code = doctor()
        assert code == 1
        assert not found["sweep of clocks"].well and "60 seconds ago" in found["sweep of clocks"].said
        assert found["sweep of closing of tables"].well, "it comes once a minute"
        assert not found["beat"].well
        assert "exactly one" in written


def test_an_overdue_table_is_found_by_its_number(cast: Cast, well: None):
    table = cast.start(pace="correspondence")
    Table.objects.filter(pk=table.pk).update(due_at=timezone.now() - timedelta(hours=3))
    found, written, code = doctor()
    assert code == 1
    assert f"NOT oldest deadline: 3 hours overdue, table {table.pk}\n      If the sweep" in written
    assert found["oldest deadline"].value and found["oldest deadline"].value >= 3 * 3600


def test_notices_that_failed_or_wait_too_long_are_found(cast: Cast, well: None):
    table = cast.start(pace="correspondence")
    Notice.objects.filter(table=table).update(status="failed")
    assert not doctor()[0]["failed notices"].well
    Notice.objects.filter(table=table).update(
        status="waiting", send_at=timezone.now() - timedelta(minutes=20)
    )
    found = doctor()[0]
    assert found["failed notices"].well and not found["notices to send"].well


def test_tasks_that_pile_up_are_found(well: None, settings: Any):
    with Redis.from_url(settings.REDIS_URL) as client:
        client.lpush("celery:delivery", *(["a task"] * 21))
    found = doctor()[0]
    assert not found["queue delivery"].well and found["queue delivery"].value == 21
    assert found["queue clock"].well


def test_a_missing_migration_is_found(well: None, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(
        MigrationExecutor,
        "migration_plan",
        lambda *_: [(SimpleNamespace(app_label="portal", name="9999_next"), False)],
    )
    found, written, code = doctor()
    assert code == 1 and not found["migrations"].well
    assert "missing: portal.9999_next" in written and "manage.py migrate" in written


@pytest.fixture
def mail_server() -> Iterator[Controller]:
    with closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    server = Controller(object(), hostname="127.0.0.1", port=port)
    server.start()
    yield server
    if server.server is not None:
        server.stop()


def test_a_mail_server_that_takes_nobody_is_found(well: None, settings: Any, mail_server: Controller):
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", mail_server.port
    assert doctor()[0]["mail server"].well
    settings.EMAIL_HOST_USER, settings.EMAIL_HOST_PASSWORD = "me", "wrong"
    refused = doctor()[0]["mail server"]
    assert not refused.well and "EMAIL_URL" in refused.mend
    settings.EMAIL_HOST_USER = settings.EMAIL_HOST_PASSWORD = ""
    mail_server.stop()
    found, _written, code = doctor()
    assert code == 1 and "refused" in found["mail server"].said


@pytest.mark.parametrize("variable", ["DATABASE_URL", "REDIS_URL"])
def test_servers_that_are_not_there_are_found(servers: Throwaway, variable: str):
    nowhere = {"DATABASE_URL": "postgresql://127.0.0.1:1/none", "REDIS_URL": "redis://127.0.0.1:1/0"}
    env = {**os.environ, variable: nowhere[variable], "DATABASE_POOL": "0"}
    done = subprocess.run(
        [sys.executable, "manage.py", "doctor"],
        cwd=PROJECT,
        env=env,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 1, done.stderr
    name = "database" if variable == "DATABASE_URL" else "redis"
    assert f"NOT {name}: does not answer" in done.stdout
    assert f"correct {variable}" in done.stdout
    assert "Traceback" not in done.stderr


# Monitoring


@pytest.mark.django_db
def test_the_status_page_is_for_the_staff(well: None, cast: Cast):
    for browser in (cast.ana, Browser()):
        assert browser.get("/admin/status/").status == 302
        assert browser.get("/admin/status/", format="json").status == 302
    staff = Staff("operator")
    page = staff.get("/admin/status/")
    assert page.status == 200 and "All is well." in page.text and "sweep of digests" in page.text
    found = staff.get("/admin/status/", format="json").response.json()
    assert found["well"] and set(found["versions"]) >= {"python", "django", "celery"}
    assert "/admin/status/" in staff.get("/admin/").read.links
    assert staff.get(url(Person, "changelist")).status == 200


@pytest.mark.django_db
def test_a_program_with_the_token_reads_json(well: None, settings: Any):
    browser = Browser()
    browser.client.defaults["HTTP_AUTHORIZATION"] = f"Bearer {TOKEN}"
    assert browser.get("/admin/status/").status == 302, "without a token nobody is a monitor"
    settings.MONITORING_TOKEN = TOKEN
    answer = browser.get("/admin/status/")
    assert answer.status == 200 and answer.response.json()["well"]
    Heartbeat.objects.all().delete()
    answer = browser.get("/admin/status/")
    assert answer.status == 503 and not answer.response.json()["well"]
    for wrong in ("Bearer", "Bearer ", f"Bearer {TOKEN}x", f"Basic {TOKEN}", "Bearer \xff"):
        browser.client.defaults["HTTP_AUTHORIZATION"] = wrong
        assert browser.get("/admin/status/").status == 302


@pytest.mark.django_db
def test_health_tells_strangers_no_more_than_ok():
    assert Browser().get("/health/").text == "ok\n"


def test_figures_for_prometheus_are_off_and_want_a_token(servers: Throwaway):
    code = (
        "import django; django.setup()\n"
        "from django.conf import settings\n"
        "from django.test import Client\n"
        "client = Client()\n"
        "print(client.get('/metrics').status_code)\n"
        f"answer = client.get('/metrics', headers={{'authorization': 'Bearer {TOKEN}'}})\n"
        "print(answer.status_code, b'django_http_requests' in answer.content)\n"
    )

    def run(**env: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-c", code], cwd=PROJECT, env={**os.environ, **env}, capture_output=True, text=True,
            timeout=60,
        )  # fmt: skip

    def said(done: subprocess.CompletedProcess[str]) -> list[str]:
        return [line for line in done.stdout.splitlines() if "WARNING" not in line]

    assert said(run(MONITORING_TOKEN=TOKEN)) == ["404", "404 False"]
    assert said(run(METRICS="1", MONITORING_TOKEN=TOKEN)) == ["403", "200 True"]
    for weak in ({"METRICS": "1"}, {"MONITORING_TOKEN": "abc"}):
        refused = run(**weak)
        assert refused.returncode != 0 and "at least 20 random characters" in refused.stderr


# With real processes


def until_well(*names: str) -> dict[str, health.Finding]:
    """What is found once all is well with these: a worker on a busy machine may take its time to answer."""
    found: dict[str, health.Finding] = {}

    def are_well() -> bool:
        found.update({one.name: one for one in health.examine_all()})
        return all(found[name].well for name in names)

    until(are_well)
    return found


@pytest.mark.django_db(transaction=True)
def test_workers_and_beat_that_are_stopped_are_found(servers: Throwaway, transactional_db: None):
    moderator()
    site = Site(servers)
    try:
        site.start_beat(wait=False)
        site.start_worker("clock", "delivery")
        until(lambda: Heartbeat.objects.filter(name="clock.overdue").exists())
        until_well("worker of clock", "worker of delivery", "beat", "sweep of clocks")
        site.kill_worker("delivery")
        found = until_well("worker of clock")
        assert not found["worker of delivery"].well
        assert "--queues delivery" in found["worker of delivery"].mend
        site.kill_beat()
        with time_machine.travel(timezone.now() + timedelta(minutes=1)):
            assert not until_well("worker of clock")["beat"].well
    finally:
        site.stop()

"""Is everything well? What the status page shows and `manage.py doctor` says.

Each finding names what was looked at, says what is so, and, if that is not as it should be, how to mend it.
"""

from __future__ import annotations

import platform
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from importlib.metadata import version
from typing import Any

from django.conf import settings
from django.core.mail import get_connection
from django.core.mail.backends.smtp import EmailBackend
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.db.models import Max, Min
from django.utils import timezone
from redis import RedisError

from portal import heartbeats
from portal.celery import app
from portal.models import Notice, Person, Report, Table
from portal.redis_client import redis

PATIENCE = 1
"""Seconds that workers are waited for."""
MAIL_PATIENCE = 10
GRACE = timedelta(seconds=60)
"""How long after its time a deadline may still be there: sweeps come every few seconds."""
MAIL_GRACE = timedelta(minutes=5)
LONGEST_QUEUE = 20
SWEEPS: dict[str, tuple[str, timedelta]] = {
    "clock.overdue": ("clocks", timedelta(seconds=30)),
    "absence.changed": ("who is at live tables", timedelta(seconds=30)),
    "closing.to_warn": ("warnings before tables close", timedelta(minutes=5)),
    "closing.due": ("closing of tables", timedelta(minutes=5)),
    "people.to_confirm": ("mails that confirm an address", timedelta(minutes=2)),
    "people.to_link": ("mails with a link", timedelta(minutes=2)),
    "reports.to_tell": ("mails about reports", timedelta(minutes=2)),
    "notices.due": ("notices and reminders", timedelta(minutes=2)),
    "notices.digests": ("digests", timedelta(minutes=5)),
    "notices.to_push": ("pushes", timedelta(minutes=2)),
    "housekeeping.purge": ("purge", timedelta(hours=50)),
}
"""Sweeps by the name of their heartbeat (portal.tasks): what they are for, and how old it may be."""
LIBRARIES = ("django", "channels", "daphne", "celery", "redis", "psycopg")


@dataclass(frozen=True)
class Finding:
    """One thing that was looked at."""

    name: str
    well: bool
    said: str
    mend: str = ""
    value: float | None = None
    """Seconds or a number, for monitoring."""


def examine() -> list[Finding]:
    """Everything but migrations and others' servers; what depends on a server that is silent is left out."""
    found = [_database()]
    if found[0].well:
        found += _tables()
    found.append(_redis())
    if found[-1].well:
        found += [*_workers(), *_queues()]
    return found


def examine_all() -> list[Finding]:
    """The same, and migrations, mail server and keys."""
    found = examine()
    database = [_migrations()] if found[0].well else []
    return [found[0], *database, *_told_apart(found[1:]), _mail(), _push()]


def report() -> dict[str, Any]:
    """For monitoring: what was found, and which versions run."""
    found = examine()
    return {
        "well": all(one.well for one in found),
        "findings": [asdict(one) for one in found],
        "versions": versions(),
    }


def versions() -> dict[str, str]:
    """What runs here."""
    return {"python": platform.python_version(), **{name: version(name) for name in LIBRARIES}}


# Database


def _database() -> Finding:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SHOW server_version")
            (number,) = cursor.fetchone()
    except DatabaseError as error:
        return Finding(
            "database",
            False,
            f"does not answer: {_line(error)}",
            "Start PostgreSQL, or correct DATABASE_URL.",
        )
    return Finding("database", True, f"PostgreSQL {number} answers")


def _migrations() -> Finding:
    executor = MigrationExecutor(connection)
    missing = executor.migration_plan(executor.loader.graph.leaf_nodes())
    if missing:
        names = ", ".join(f"{migration.app_label}.{migration.name}" for migration, _back in missing)
        return Finding("migrations", False, f"missing: {names}", "Run `manage.py migrate`.", len(missing))
    return Finding("migrations", True, "all applied", value=0)


def _tables() -> list[Finding]:
    try:
        return [*_sweeps(), _overdue(), *_notices(), _reports()]
    except DatabaseError as error:
        return [Finding("tables", False, f"can't be read: {_line(error)}", "Run `manage.py migrate`.")]


def _sweeps() -> Iterator[Finding]:
    heard, now = heartbeats.heard(), timezone.now()
    for name, (what, limit) in SWEEPS.items():
        last = heard.get(name)
        if last is None:
            daily = limit > timedelta(days=1)
            yield Finding(f"sweep of {what}", daily, "has never run", "" if daily else _START)
            continue
        age = now - last
        yield _within(f"sweep of {what}", age, limit, f"last run {_ago(age)} ago", _START)


_START = "Start beat and the workers of both queues (docs/deploy.md, “What runs”) and look into their logs."


def _within(name: str, age: timedelta, limit: timedelta, said: str, mend: str) -> Finding:
    """Well as long as it is no older than that."""
    well = age <= limit
    return Finding(name, well, said, "" if well else mend, round(age.total_seconds(), 1))


def _overdue() -> Finding:
    now = timezone.now()
    late = _late(Table.objects.aggregate(oldest=Min("due_at"))["oldest"], now)
    rows = Table.objects.filter(due_at__lt=now - GRACE).order_by("due_at").values_list("pk", flat=True)
    named = "".join(f", table {pk}" for pk in rows[:5])
    said = f"{_ago(late)} overdue{named}" if late else "nothing is overdue"
    return _within("oldest deadline", late, GRACE, said, _FAILING)


_FAILING = (
    "If the sweep of clocks is well, these tables fail: `manage.py replay --running` and the log of the clock's worker"
    " tell why. The staff can play the default there, or close them."
)


def _late(when: datetime | None, now: datetime) -> timedelta:
    return max(now - when, timedelta()) if when else timedelta()


def _notices() -> Iterator[Finding]:
    now = timezone.now()
    lately = Notice.objects.filter(status=Notice.Status.FAILED, created_at__gt=now - timedelta(days=1))
    failed = lately.count()
    mend = "Each tells its error in the admin (Notices, status failed); mend that, then resend them there."
    yield Finding("failed notices", not failed, f"{failed} in the last day", mend if failed else "", failed)
    waiting = Notice.objects.filter(status=Notice.Status.WAITING)
    late = _late(waiting.aggregate(oldest=Min("send_at"))["oldest"], now)
    yield _within(
        "notices to send",
        late,
        MAIL_GRACE,
        f"the oldest {_ago(late)} late" if late else "none is late",
        "The worker of the queue `delivery` stands still, or the mail server does not answer.",
    )
    sent = Notice.objects.filter(kind=Notice.Kind.REMINDER).aggregate(last=Max("sent_at"))["last"]
    yield _information("last reminder", sent, now)
    yield _information("last digest", Person.objects.aggregate(last=Max("digest_at"))["last"], now)


def _information(name: str, last: datetime | None, now: datetime) -> Finding:
    """Nothing is wrong where nobody wanted one."""
    said = f"sent {_ago(now - last)} ago" if last else "none was sent yet"
    return Finding(name, True, said, value=round((now - last).total_seconds(), 1) if last else None)


def _reports() -> Finding:
    number = Report.open().count()
    return Finding("open reports", True, f"{number} to look at", value=number)


# Redis and the workers


def _redis() -> Finding:
    try:
        info: dict[str, Any] = redis().info("server")
    except RedisError as error:
        return Finding(
            "redis", False, f"does not answer: {_line(error)}", "Start Redis, or correct REDIS_URL."
        )
    name = info.get("server_name", "redis")
    return Finding("redis", True, f"{name} {info.get(f'{name}_version', info['redis_version'])} answers")


def _queues() -> Iterator[Finding]:
    prefix = settings.CELERY_BROKER_TRANSPORT_OPTIONS["global_keyprefix"]
    for queue in settings.CELERY_TASK_QUEUES:
        length: int = redis().llen(f"{prefix}{queue}")
        well = length <= LONGEST_QUEUE
        mend = "" if well else f"Start the worker of `{queue}`, or another one beside it."
        yield Finding(f"queue {queue}", well, f"{length} waiting", mend, length)


def _workers() -> Iterator[Finding]:
    answers = app.control.inspect(timeout=PATIENCE).active_queues() or {}
    for queue in settings.CELERY_TASK_QUEUES:
        names = sorted(name for name, of in answers.items() if any(one["name"] == queue for one in of))
        yield Finding(
            f"worker of {queue}", bool(names), f"{', '.join(names)} answers" if names else "nobody answers",
            "" if names else f"Start `celery -A portal worker --queues {queue}` (docs/deploy.md, “What runs”).",
            len(names),
        )  # fmt: skip


def _told_apart(found: list[Finding]) -> Iterator[Finding]:
    """Beat leaves no trace of its own: it stands still if its sweeps do while the workers answer."""
    yield from found
    workers = {one.name: one.well for one in found if one.name.startswith("worker of")}
    clocks = next((one for one in found if one.name == "sweep of clocks"), None)
    if clocks is None or not workers.get("worker of clock"):
        yield Finding("beat", False, "can't be told while the clock's worker or a server is silent", _BEAT)
    elif clocks.well:
        yield Finding("beat", True, "sends its sweeps")
    else:
        yield Finding("beat", False, "sends nothing: the clock's worker answers and has nothing to do", _BEAT)


_BEAT = "Start `celery -A portal beat`, exactly one; it sends the sweeps that the workers carry out."


# Others' servers


def _mail() -> Finding:
    mailer = get_connection()
    if not isinstance(mailer, EmailBackend):
        kept, well = "mails are kept here, none is sent", not settings.PRODUCTION
        return Finding("mail server", well, kept, "" if well else _MAIL)
    mailer.timeout = MAIL_PATIENCE
    try:
        mailer.open()
        mailer.close()
    except OSError as error:
        where = f"{mailer.host}:{mailer.port}"
        return Finding("mail server", False, f"{where} does not take us: {_line(error)}", _MAIL)
    return Finding("mail server", True, f"{mailer.host}:{mailer.port} takes us")


_MAIL = "Correct EMAIL_URL (host, port, user, password), or ask who runs the mail server."


def _push() -> Finding:
    if settings.VAPID_PRIVATE_KEY:
        return Finding("push keys", True, "are set")
    return Finding("push keys", True, "are not set: nobody can be told by pushes, only by mail")


# Words


def _line(error: Exception) -> str:
    return (str(error).strip() or type(error).__name__).splitlines()[0][:200]


def _ago(age: timedelta) -> str:
    seconds = max(int(age.total_seconds()), 0)
    for name, size in (("days", 86400), ("hours", 3600), ("minutes", 60)):
        if seconds >= 2 * size:
            return f"{seconds // size} {name}"
    return f"{seconds} seconds"

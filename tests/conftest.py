"""The servers of the tests. Settings are pointed at them here, before Django reads any."""

import os
import signal
import time
from collections.abc import Iterator
from functools import cache

import django
import pytest
from django.conf import settings
from django.core.management.color import no_style
from django.db import connection
from django.test import TransactionTestCase
from pytest_django import DjangoDbBlocker

from tests.patience import PATIENCE
from tools.catalogs import compile_all
from tools.paths import PROJECT
from tools.throwaway import Throwaway

if settings.configured or "DJANGO_SETTINGS_MODULE" in os.environ:
    raise pytest.UsageError(
        "Unset DJANGO_SETTINGS_MODULE: the tests choose their settings, and servers, themselves."
    )

_servers = Throwaway()
for _name in ("SECRET_KEY_FALLBACKS", "CSRF_TRUSTED_ORIGINS", "TRUSTED_PROXY", "SECURE_SSL_REDIRECT"):
    os.environ.pop(_name, None)
os.environ.update(_servers.environment())
os.environ["DJANGO_SETTINGS_MODULE"] = "portal.settings"
# Playwright's synchronous interface runs an event loop in the test's own thread; the ORM would refuse to work there.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
compile_all(PROJECT / "locale")
django.setup()


def pytest_configure(config: pytest.Config) -> None:
    """A run that is told to end (SIGTERM) ends as by Ctrl-C: fixtures stop what they started."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)


def pytest_itemcollected(item: pytest.Item) -> None:
    """Early enough for `-m browser` to select by it."""
    if "tests/browser/" in item.path.as_posix():
        item.add_marker("browser")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Browser tests come last, whatever order chance gave: while Playwright is open its event loop occupies the
    thread, and nothing else could use `async_to_sync` there."""
    items.sort(key=lambda item: item.get_closest_marker("browser") is not None)


def pytest_unconfigure(config: pytest.Config) -> None:
    """Whatever happened, no server of ours outlives the run."""
    _servers.stop()


@pytest.fixture(scope="session")
def servers() -> Throwaway:
    """PostgreSQL and Valkey, running. Started by the first test that needs a database; ask for this fixture in a
    test that needs Redis (cache, channel layer, broker) and no database."""
    _servers.start()
    return _servers


WRITTEN_ONCE = {
    "auth_group",
    "auth_group_permissions",
    "auth_permission",
    "django_content_type",
    "django_migrations",
}
"""The tables that the migrations have filled."""


@pytest.fixture(scope="session")
def django_db_modify_db_settings(servers: Throwaway) -> None:
    """pytest-django asks for this before it makes the test database."""


LEFT_OPEN = """
    SELECT state, query FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'
"""


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """At the end of the run nobody else is in the test database: a thread of a test closes its own connection. Those of
    processes that were stopped end by themselves."""
    yield
    with django_db_blocker.unblock(), connection.cursor() as cursor:
        deadline = time.monotonic() + PATIENCE
        while left := cursor.execute(LEFT_OPEN).fetchall():
            assert time.monotonic() < deadline, f"left open by some test: {left}"
            time.sleep(0.05)


@pytest.fixture(scope="session", autouse=True)
def _emptied_fast() -> Iterator[None]:
    """A test that commits empties the database at its end. Django would also empty what the migrations have filled, and
    fill most of that anew: five times as long."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(TransactionTestCase, "_fixture_teardown", lambda _test: _empty())
        yield


def _empty() -> None:
    connection.ops.execute_sql_flush(connection.ops.sql_flush(no_style(), _to_empty()))


@cache
def _to_empty() -> list[str]:
    tables = connection.introspection.django_table_names(only_existing=True, include_views=False)
    return sorted(set(tables) - WRITTEN_ONCE)


@pytest.fixture
def clean_redis(servers: Throwaway) -> None:
    """Nothing from other tests in cache, presence or queues."""
    servers.forget()

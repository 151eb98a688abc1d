"""The servers of the tests. Settings are pointed at them here, before Django reads any."""

import os
import signal

import django
import pytest
from django.conf import settings

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


@pytest.fixture(scope="session")
def django_db_modify_db_settings(servers: Throwaway) -> None:
    """pytest-django asks for this before it makes the test database."""


@pytest.fixture
def clean_redis(servers: Throwaway) -> None:
    """Nothing from other tests in cache, presence or queues."""
    servers.forget()

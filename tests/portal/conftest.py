"""Fixtures of the portal's tests: an empty Valkey, no match kept from another test, mails in memory, and the cast."""

from collections.abc import Iterator

import pytest
from django.core import mail
from redis import Redis

from portal import matches, presence
from tests.portal.cast import Cast
from tools.throwaway import Throwaway


@pytest.fixture(autouse=True)
def _clean(servers: Throwaway, clean_redis: None, settings) -> Iterator[None]:
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    settings.OPENING_LIMITS = False
    mail.outbox = []
    matches._slots.clear()
    yield
    matches._slots.clear()


@pytest.fixture
def cast(db: None) -> Cast:
    return Cast()


@pytest.fixture
def without_redis(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody knows who is at a table: Redis does not answer."""
    nowhere = Redis.from_url("unix:///nowhere/valkey.sock", retry=None)
    monkeypatch.setattr(presence, "redis", lambda: nowhere)

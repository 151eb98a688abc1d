"""Fixtures of the portal's tests: an empty Valkey, no match kept from another test, mails in memory, and the cast."""

from collections.abc import Iterator

import pytest
from django.core import mail

from portal import matches
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

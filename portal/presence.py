"""Who has which table open right now. Kept in Redis with expiry, so it holds across processes and restarts."""

from __future__ import annotations

import logging
import time
from functools import cache

from django.conf import settings
from redis import Redis, RedisError
from redis.backoff import NoBackoff
from redis.retry import Retry

log = logging.getLogger(__name__)

BEAT = 25
"""Seconds between two signs of life of a connection."""
LOST_AFTER = 60
"""Seconds without one after which a connection counts as gone."""
PATIENCE = 1
"""Seconds that Redis may take to answer: few requests run at once, and one that waits holds up the others."""


@cache
def _redis() -> Redis:
    return Redis.from_url(
        settings.REDIS_URL,
        decode_responses=True,
        socket_timeout=PATIENCE,
        socket_connect_timeout=PATIENCE,
        retry=Retry(NoBackoff(), 1),
    )


def _key(table_id: int) -> str:
    return f"here:{table_id}"


def here(table_id: int, seat: int, connection: str) -> None:
    """A connection of a seat is open, or still open."""
    with _redis().pipeline() as pipe:
        pipe.zadd(_key(table_id), {f"{seat} {connection}": time.time() + LOST_AFTER})
        pipe.expire(_key(table_id), 2 * LOST_AFTER)
        pipe.execute()


def gone(table_id: int, seat: int, connection: str) -> None:
    """A connection was closed."""
    _redis().zrem(_key(table_id), f"{seat} {connection}")


def connected(table_id: int) -> set[int]:
    """The seats with at least one open connection."""
    found: list[str] = _redis().zrangebyscore(_key(table_id), time.time(), "+inf")  # type: ignore[assignment]
    return {int(member.split()[0]) for member in found}


def shown(table_id: int) -> set[int]:
    """The same for a page, which does without while Redis doesn't answer: nobody, then."""
    try:
        return connected(table_id)
    except RedisError:
        log.warning("could not ask who is at table %s", table_id)
        return set()

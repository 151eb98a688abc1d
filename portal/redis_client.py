"""The connections of this process to Redis, but those of the channel layer, the cache and the task queue."""

from functools import cache

from django.conf import settings
from redis import Redis
from redis.backoff import NoBackoff
from redis.retry import Retry

PATIENCE = 1
"""Seconds that Redis may take to answer: few requests run at once, and one that waits holds up the others."""


@cache
def redis() -> Redis:
    """Asked once more, without delay, where a kept connection turns out to be dead."""
    return Redis.from_url(
        settings.REDIS_URL,
        decode_responses=True,
        socket_timeout=PATIENCE,
        socket_connect_timeout=PATIENCE,
        retry=Retry(NoBackoff(), 1),
    )

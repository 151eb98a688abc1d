"""Who has which table open right now. Kept in Redis with expiry, so it holds across processes and restarts."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from redis import RedisError

from portal.redis_client import redis

log = logging.getLogger(__name__)

BEAT = 25
"""Seconds between two signs of life of a connection."""
LOST_AFTER = 60
"""Seconds without one after which a connection counts as gone."""
REMEMBERED = 24 * 3600
"""Seconds that a seat's last sign of life is remembered."""
RESTART_GRACE = 60
"""Seconds after a restart in which nobody is said to be away."""


def _key(table_id: int) -> str:
    return f"here:{table_id}"


def _seen_key(table_id: int) -> str:
    return f"seen:{table_id}"


def here(table_id: int, seat: int, connection: str) -> None:
    """A connection of a seat is open, or still open."""
    now = time.time()
    with redis().pipeline() as pipe:
        pipe.zadd(_key(table_id), {f"{seat} {connection}": now + LOST_AFTER})
        pipe.expire(_key(table_id), 2 * LOST_AFTER)
        pipe.hset(_seen_key(table_id), str(seat), str(now))
        pipe.expire(_seen_key(table_id), REMEMBERED)
        pipe.execute()


def gone(table_id: int, seat: int, connection: str) -> None:
    """A connection was closed."""
    with redis().pipeline() as pipe:
        pipe.zrem(_key(table_id), f"{seat} {connection}")
        pipe.hset(_seen_key(table_id), str(seat), str(time.time()))
        pipe.expire(_seen_key(table_id), REMEMBERED)
        pipe.execute()


def connected(table_id: int) -> set[int]:
    """The seats with at least one open connection."""
    found: list[str] = redis().zrangebyscore(_key(table_id), time.time(), "+inf")  # type: ignore[assignment]
    return {int(member.split()[0]) for member in found}


def shown(table_id: int) -> set[int]:
    """The same for a page, which does without while Redis doesn't answer: nobody, then."""
    try:
        return connected(table_id)
    except RedisError:
        log.warning("could not ask who is at table %s", table_id)
        return set()


def expect(table_id: int, seats: Iterable[int]) -> None:
    """From now on these seats are missed, whenever they were last seen."""
    now = str(time.time())
    redis().hset(_seen_key(table_id), mapping={str(seat): now for seat in seats})


@dataclass(frozen=True)
class Attendance:
    """Who has a table open now, and when each of the others was last seen there, as far as is known."""

    here: frozenset[int]
    seen: Mapping[int, datetime]


def attendance(table_ids: Sequence[int]) -> dict[int, Attendance]:
    """Of many tables at once."""
    with redis().pipeline() as pipe:
        for table_id in table_ids:
            pipe.zrangebyscore(_key(table_id), time.time(), "+inf")
            pipe.hgetall(_seen_key(table_id))
        answers = pipe.execute()
    return {
        table_id: Attendance(
            frozenset(int(member.split()[0]) for member in members),
            {int(seat): datetime.fromtimestamp(float(when), UTC) for seat, when in seen.items()},
        )
        for table_id, members, seen in zip(table_ids, answers[::2], answers[1::2], strict=True)
    }


def last_here(table_id: int, now: datetime) -> datetime:
    """When the last of a table's seats left, as far as is known; else now."""
    seen = attendance([table_id])[table_id].seen
    return min(max(seen.values(), default=now), now)


# After a restart everybody's pages have to come back first.

_WEB_STARTED = "web started"


def web_started() -> None:
    """A web process begins to serve: its pages connect anew."""
    try:
        redis().set(_WEB_STARTED, "1", ex=RESTART_GRACE)
    except RedisError:
        log.warning("could not note that a web process has started")


def is_settled() -> bool:
    """Whether web processes and Redis have run long enough for everybody to be back who wants to."""
    with redis().pipeline() as pipe:
        pipe.exists(_WEB_STARTED)
        pipe.info("server")
        starting, server = pipe.execute()
    return not starting and int(server["uptime_in_seconds"]) >= RESTART_GRACE

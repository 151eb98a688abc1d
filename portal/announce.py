"""The only module that speaks to the channel layer: tells the open pages of a table that something changed.

It says no more than the table's new version; each browser then fetches its own view over HTTP.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from channels.layers import get_channel_layer
from django.conf import settings
from redis.exceptions import RedisError

from portal.redis_client import redis

log = logging.getLogger(__name__)


def group(table_id: int) -> str:
    """The name of the group of a table's sockets."""
    return f"table.{table_id}"


async def came_or_went(table_id: int, channel: str) -> None:
    """Tell the table's other pages that somebody's first page opened or last one closed; `channel` is that page's."""
    layer = get_channel_layer()
    assert layer is not None
    try:
        await layer.group_send(group(table_id), {"type": "table.presence", "channel": channel})
    except (RedisError, OSError):
        log.warning("could not announce who is at table %s", table_id)


def look_again(groups: Iterable[str]) -> None:
    """Have the sockets of these groups look up anew whether they may stay; who misses it does so with its next beat."""
    _tell(groups, "table.look")


def close(groups: Iterable[str]) -> None:
    """Have the sockets of these groups closed: their pages ask anew who they are."""
    _tell(groups, "table.leave")


def _tell(groups: Iterable[str], kind: str) -> None:
    for name in groups:
        try:
            _publish(name, {"type": kind})
        except (RedisError, OSError):
            log.warning("could not tell sockets: %s", kind)


def changed(table_id: int, version: int, holders: Sequence[tuple[int, int | None]] | None = None) -> None:
    """Tell the table's pages. Losing this is harmless: pages compare versions every 25 seconds.

    Whoever knows which person holds which seat says so: a socket that reads its own there need not look it up.
    """
    try:
        _publish(group(table_id), {"type": "table.changed", "version": version, "holders": holders})
    except (RedisError, OSError):
        log.warning("could not announce version %s of table %s", version, table_id)


def _publish(name: str, message: Mapping[str, object]) -> None:
    """Send to a group from a page's thread, as the layer does from the event loop: `RedisPubSubLoopLayer.group_send`.

    Through `async_to_sync` it would cost ten times as much: the page waits for the loop, which waits for Redis.
    """
    layer: Any = get_channel_layer()
    layers: Any = settings.CHANNEL_LAYERS
    channel = f"{layers['default']['CONFIG']['prefix']}__group__{name}"
    redis().publish(channel, layer.serialize(message))

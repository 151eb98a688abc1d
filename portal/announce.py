"""The only module that speaks to the channel layer: tells the open pages of a table that something changed.

It says no more than the table's new version; each browser then fetches its own view over HTTP.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from redis.exceptions import RedisError

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
    layer = get_channel_layer()
    assert layer is not None
    for name in groups:
        try:
            async_to_sync(layer.group_send)(name, {"type": "table.look"})
        except (RedisError, OSError):
            log.warning("could not have sockets look again")


def changed(table_id: int, version: int, holders: Sequence[tuple[int, int | None]] | None = None) -> None:
    """Tell the table's pages. Losing this is harmless: pages compare versions every 25 seconds.

    Whoever knows which person holds which seat says so: a socket that reads its own there need not look it up.
    """
    layer = get_channel_layer()
    assert layer is not None
    message = {"type": "table.changed", "version": version, "holders": holders}
    try:
        async_to_sync(layer.group_send)(group(table_id), message)
    except (RedisError, OSError):
        log.warning("could not announce version %s of table %s", version, table_id)

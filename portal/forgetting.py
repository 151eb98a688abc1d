"""A browser forgets who it was: its pages lose their seats at once, and nothing is pushed to it any more."""

from __future__ import annotations

from collections.abc import Iterable

from portal import announce, bans, push


def forget(keys: Iterable[str | None], endpoint: str) -> None:
    """Close the open sockets of the people with these keys, and drop the device that is pushed to at `endpoint`.

    Pages of the same people on other devices come again at once.
    """
    push.unregister(endpoint)
    announce.close(bans.groups(keys, ()))

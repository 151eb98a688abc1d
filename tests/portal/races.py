"""Two at once, each over a connection of its own, in the order that a test chooses."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

from django.db import connection

from tests.patience import PATIENCE

WAITING_FOR_US = """
    SELECT count(*) FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid))
"""


def alongside(act: Callable[[], Any]) -> Future[Any]:
    """Begin to do something in a thread of its own."""
    came: Future[Any] = Future()

    def run() -> None:
        try:
            came.set_result(act())
        except Exception as error:
            came.set_exception(error)
        finally:
            connection.close()

    threading.Thread(target=run, daemon=True).start()
    return came


def until_it_waits(came: Future[Any]) -> None:
    """Return when what was begun waits for a lock that our connection holds, or is done."""
    deadline = time.monotonic() + PATIENCE
    with connection.cursor() as cursor:
        while not came.done():
            cursor.execute(WAITING_FOR_US)
            if cursor.fetchone()[0]:
                return
            assert time.monotonic() < deadline, "it neither waits nor ends"
            time.sleep(0.01)

"""How the product's processes are started: one place for `make play` and the browser tests."""

import os
import sys


def web(port: int, host: str = "127.0.0.1") -> list[str]:
    """Daphne. It would close every socket after a day if not told otherwise."""
    args = [sys.executable, "-m", "daphne", "--bind", host, "--port", str(port), "--websocket_timeout", "-1"]
    return [*args, "--verbosity", "0", "portal.asgi:application"]


def worker(queue: str) -> list[str]:
    """A Celery worker for one queue: one process with a few threads, since tasks mostly wait."""
    # Celery warns root on every start; on a development machine or in a container that is noise.
    quiet = ["-W", "ignore:You're running the worker with superuser"] if os.geteuid() == 0 else []
    args = [sys.executable, *quiet, "-m", "celery", "-A", "portal", "--quiet", "worker", "--queues", queue]
    args += ["--hostname", f"{queue}@%h", "--pool", "threads", "--concurrency", "2", "--loglevel", "WARNING"]
    return [*args, "--without-gossip", "--without-mingle"]


def beat(schedule: str) -> list[str]:
    """Celery beat; `schedule` is the file where it keeps when it last ran what."""
    args = [sys.executable, "-m", "celery", "-A", "portal", "--quiet", "beat", "--schedule", schedule]
    return [*args, "--pidfile", "", "--loglevel", "WARNING"]

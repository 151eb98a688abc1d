"""A web process as production has it, over servers that the environment names: for whoever looks from outside."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from types import MappingProxyType

from tools import commands
from tools.processes import stop_process

ROOT = Path(__file__).resolve().parent.parent
START_SECONDS = 30.0


def free_port() -> int:
    """A port on which nothing listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@contextmanager
def production() -> Iterator[str]:
    """With static files hashed and compressed, and every setting of production, but for the encryption: its address."""
    port = free_port()
    with TemporaryDirectory() as folder:
        env = {
            "PRODUCTION": "1",
            "SITE_URL": f"https://localhost:{port}",
            "ALLOWED_HOSTS": "localhost",
            "SECURE_SSL_REDIRECT": "0",
            "STATIC_COLLECTED": "1",
            "STATIC_ROOT": folder,
            "DATABASE_POOL": "1",
        }
        command = [sys.executable, "-m", "tools.prepare", "static"]
        subprocess.run(command, cwd=ROOT, env={**os.environ, **env}, check=True)
        with web(port, env, quiet=True) as url:
            yield url


@contextmanager
def web(port: int, env: Mapping[str, str] = MappingProxyType({}), *, quiet: bool = False) -> Iterator[str]:
    """Daphne, until the end of the block: its address, as soon as it answers; `quiet` drops its log."""
    url = f"http://localhost:{port}"
    process = subprocess.Popen(
        commands.web(port),
        cwd=ROOT,
        env={**os.environ, **env},
        stdout=subprocess.DEVNULL if quiet else None,
        start_new_session=True,
    )
    try:
        _await(f"{url}/health/")
        yield url
    finally:
        stop_process(process, patience=5)


def _await(address: str) -> None:
    deadline = time.monotonic() + START_SECONDS
    while True:
        try:
            urllib.request.urlopen(address, timeout=5).close()
            return
        except OSError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.1)

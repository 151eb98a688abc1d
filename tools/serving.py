"""Web processes over servers that the environment names, for whoever looks from outside."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from tempfile import TemporaryDirectory
from types import MappingProxyType

from tools import commands
from tools.paths import PROJECT
from tools.processes import stop_process

START_SECONDS = 30.0


def free_port() -> int:
    """A port on which nothing listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@contextmanager
def production() -> Iterator[str]:
    """The address of a web process as in production: static files hashed and compressed, all settings; but no TLS."""
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
        subprocess.run(command, cwd=PROJECT, env={**os.environ, **env}, check=True)
        with web(port, env=env, quiet=True):
            yield f"http://localhost:{port}"


@contextmanager
def web(
    *ports: int, env: Mapping[str, str] = MappingProxyType({}), quiet: bool = False
) -> Iterator[list[subprocess.Popen[bytes]]]:
    """Daphne on each port, until the end of the block, as soon as all of them answer; `quiet` drops their log."""
    started: list[subprocess.Popen[bytes]] = []
    try:
        for port in ports:
            process = subprocess.Popen(
                commands.web(port),
                cwd=PROJECT,
                env={**os.environ, **env},
                stdout=subprocess.DEVNULL if quiet else None,
                start_new_session=True,
            )
            started.append(process)
        for port in ports:
            _await(f"http://localhost:{port}/health/")
        yield started
    finally:
        for process in started:
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

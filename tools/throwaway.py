"""Servers for one run of the tests: in a folder of this process, removed with everything in it at the end."""

import os
import shutil
from pathlib import Path

import redis

from tools.paths import LOCAL
from tools.processes import PidFile, Traces, stop_orphans
from tools.servers import STOP_SECONDS, Postgres, Valkey

_RUNS = LOCAL / "test"


def _remove(folder: Path) -> None:
    for one in (folder / "run", folder / "run" / "pg"):
        # A folder with a path too long for sockets has them elsewhere; see tools.paths.socket_folder.
        shutil.rmtree(one, ignore_errors=True)
    shutil.rmtree(folder, ignore_errors=True)


def sweep() -> None:
    """Stop and remove what runs that were killed left behind."""
    for folder in _RUNS.glob("*"):
        owner = PidFile(folder / "owner.json").read()
        if any(one.alive() for one in owner):
            continue
        stop_orphans(PidFile(folder / "pids.json").read(), patience=STOP_SECONDS)
        _remove(folder)


class Throwaway:
    """A PostgreSQL without fsync and a Valkey without snapshots. Their addresses are known before they start."""

    def __init__(self, *, count_queries: bool = False) -> None:
        self.folder = _RUNS / str(os.getpid())
        self.folder.mkdir(parents=True, exist_ok=True)
        if me := Traces.of("owner", os.getpid()):
            PidFile(self.folder / "owner.json").write([me])
        self.postgres = Postgres(self.folder, database="dragons", durable=False, count=count_queries)
        self.valkey = Valkey(self.folder, durable=False)

    def environment(self) -> dict[str, str]:
        """What points the settings at these servers, away from anything else the shell may name."""
        return {
            "DATABASE_URL": self.postgres.url,
            "REDIS_URL": self.valkey.url,
            "DATABASE_POOL": "0",
            "PRODUCTION": "0",
            "DEBUG": "0",
            "STATIC_COLLECTED": "0",
            "SECRET_KEY": "a key of the tests: it signs nothing anybody else will ever see",
            "SITE_URL": "http://localhost",
            "ALLOWED_HOSTS": "localhost,127.0.0.1,testserver",
            "EMAIL_URL": f"filemail:///{self.folder / 'mail'}",
        }

    def start(self) -> None:
        """Both, until they answer. ServerFailed otherwise."""
        sweep()
        started = [self.postgres.start(), self.valkey.start()]
        traces = [Traces.of(name, one.pid) for name, one in zip(("db", "redis"), started, strict=True)]
        PidFile(self.folder / "pids.json").write(one for one in traces if one)
        self.valkey.wait()
        self.postgres.wait()

    def forget(self) -> None:
        """Empty Valkey, but for the bindings of queues: a running worker would not declare them again."""
        with redis.Redis(unix_socket_path=str(self.valkey.socket)) as client:
            keys = [key for key in client.scan_iter(count=1000) if b"_kombu.binding" not in key]
            if keys:
                client.delete(*keys)

    def stop(self) -> None:
        """Both, and everything they wrote."""
        self.valkey.stop()
        self.postgres.stop()
        _remove(self.folder)

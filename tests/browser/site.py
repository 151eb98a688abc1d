"""The product as it runs for people: a real Daphne, two workers and beat, over the test database."""

import email
import email.policy
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from email.message import EmailMessage
from functools import partial
from typing import TypeVar

from celery.utils.nodenames import gethostname
from django.db import connection, connections

from portal.celery import app as celery_app
from tests.patience import PATIENCE
from tools import commands
from tools.paths import PROJECT
from tools.processes import stop_process
from tools.throwaway import Throwaway

T = TypeVar("T")
QUEUES = ("clock", "delivery")


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Site:
    """Addresses, and the processes behind them, which a test may kill and start again one by one."""

    def __init__(self, servers: Throwaway) -> None:
        self.servers = servers
        self.port = _free_port()
        self.url = f"http://localhost:{self.port}"
        self.mail_folder = servers.folder / "mail"
        self.log_folder = servers.folder / "log"
        self.log_folder.mkdir(exist_ok=True)
        name = connection.settings_dict["NAME"]
        self.env = {
            **os.environ,
            "DATABASE_URL": servers.postgres.url.replace("/dragons?", f"/{name}?"),
            "DATABASE_POOL": "1",
            "SITE_URL": self.url,
            "CSRF_TRUSTED_ORIGINS": self.url,
            "STATIC_COLLECTED": "1",
            "STATIC_ROOT": str(servers.folder / "static"),
            "PYTHONUNBUFFERED": "1",
        }
        self._running: dict[str, subprocess.Popen[bytes]] = {}

    # --- processes -----------------------------------------------------------------------------------------------

    def collect(self) -> None:
        """Hash and compress the static files, as production serves them."""
        command = [sys.executable, "-m", "tools.prepare", "static"]
        subprocess.run(command, cwd=PROJECT, env=self.env, check=True, timeout=2 * PATIENCE)

    def ensure(self) -> None:
        """Start whatever does not run: everything at first, later what a test has killed."""
        self.start_beat(wait=False)
        self.start_worker(wait=False)
        self.start_web()
        self._await_workers()

    def start_web(self) -> None:
        """Daphne, until its health check answers."""
        self._start("web", commands.web(self.port))
        self._await("web", lambda: _answers(self.url))

    def start_second_web(self) -> str:
        """Another Daphne over the same database and Redis, as behind a balancer; its address."""
        port = _free_port()
        url = f"http://localhost:{port}"
        self._start("second web", commands.web(port))
        self._await("second web", lambda: _answers(url))
        return url

    def stop_second_web(self) -> None:
        """Kindly."""
        if process := self._running.pop("second web", None):
            stop_process(process, patience=5)

    def start_worker(self, *queues: str, wait: bool = True) -> None:
        """The worker of each queue named (both without a name), until it listens."""
        for queue in queues or QUEUES:
            self._start(queue, commands.worker(queue))
        if wait:
            self._await_workers()

    def start_beat(self, wait: bool = True) -> None:
        """Beat, from an empty schedule: every entry is due one interval from now."""
        if not self.runs("beat"):
            for path in self.servers.folder.glob("beat*"):
                path.unlink()
        self._start("beat", commands.beat(str(self.servers.folder / "beat")))

    def kill_web(self) -> None:
        """As a crash would: requests and sockets are cut off."""
        self._kill("web")

    def kill_worker(self, *queues: str) -> None:
        """The worker of each queue named (both without a name), with what it held in hand."""
        for queue in queues or QUEUES:
            self._kill(queue)

    def kill_beat(self) -> None:
        """Nothing is swept any more until `start_beat`."""
        self._kill("beat")

    def runs(self, name: str) -> bool:
        """Whether `web`, `beat` or the worker of a queue runs."""
        process = self._running.get(name)
        return process is not None and process.poll() is None

    def stop(self) -> None:
        """Everything, kindly, as `make play` does."""
        for name in ("beat", "web", "second web", *QUEUES):
            if process := self._running.pop(name, None):
                stop_process(process, patience=5)

    def _start(self, name: str, command: list[str]) -> None:
        if self.runs(name):
            return
        with (self.log_folder / f"{name}.log").open("ab") as log:
            self._running[name] = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                cwd=PROJECT,
                env=self.env,
                start_new_session=True,
            )

    def _kill(self, name: str) -> None:
        if process := self._running.pop(name, None):
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()

    def _await(self, name: str, ready: Callable[[], bool]) -> None:
        deadline = time.monotonic() + PATIENCE
        while not ready():
            assert self.runs(name), f"{name} ended by itself:\n{self.log(name)}"
            assert time.monotonic() < deadline, f"{name} does not answer:\n{self.log(name)}"
            time.sleep(0.05)

    def _await_workers(self) -> None:
        for queue in QUEUES:
            if self.runs(queue):
                self._await(queue, partial(_listens, queue))

    def log(self, name: str, lines: int = 40) -> str:
        """The last lines that a process wrote."""
        try:
            text = (self.log_folder / f"{name}.log").read_text(errors="replace")
        except OSError:
            return ""
        return "\n".join(text.splitlines()[-lines:])

    # --- what a test does behind the scenes ------------------------------------------------------------------------

    def do(self, work: Callable[[], T]) -> T:
        """Run `work` (services, ORM) in a thread of its own and commit: Playwright's event loop occupies this one,
        so nothing that announces through the channel layer could run here."""

        def run() -> T:
            try:
                return work()
            finally:
                connections.close_all()

        with ThreadPoolExecutor(1) as pool:
            return pool.submit(run).result()

    def mails(self) -> list[EmailMessage]:
        """Every mail sent so far in this test, oldest first."""
        paths = sorted(self.mail_folder.glob("*.log"), key=lambda path: path.stat().st_mtime_ns)
        parts = [part for path in paths for part in path.read_bytes().split(b"\n" + b"-" * 79 + b"\n")]
        return [email.message_from_bytes(part, policy=email.policy.default) for part in parts if part.strip()]

    def reset(self) -> None:
        """Nothing of the last test in Redis or among the mails; the database is truncated by pytest-django."""
        self.servers.forget()
        for path in self.mail_folder.glob("*"):
            path.unlink()


def _answers(url: str) -> bool:
    try:
        with urllib.request.urlopen(f"{url}/health/", timeout=PATIENCE) as answer:
            return bool(answer.status == 200)
    except (urllib.error.URLError, OSError):
        return False


def _listens(queue: str) -> bool:
    """Whether the worker of that queue answers."""
    return bool(celery_app.control.ping([f"{queue}@{gethostname()}"], timeout=1))

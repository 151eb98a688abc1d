"""`make play`: the whole product on one machine, in the foreground, with one log.

Starts embedded PostgreSQL and Valkey (unless DATABASE_URL or REDIS_URL name others), prepares the database and
the static files, then runs web, workers and beat, restarts whichever of them dies, and stops everything it
started, and nothing else, on Ctrl-C or SIGTERM. Environment: PORT (8000), HOST (127.0.0.1), PLAY_FOLDER (.local).
"""

import fcntl
import os
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType

from tools import commands
from tools.log import follow, say
from tools.paths import LOCAL, PROJECT
from tools.processes import PidFile, Traces, stop_orphans, stop_process
from tools.servers import Postgres, ServerFailed, Valkey

QUEUES = ("clock", "delivery")
PATIENCE = 6.0  # seconds a child gets to end by itself
LONGEST_PAUSE = 30.0  # seconds between restarts of a child that keeps dying
SETTLED = 20.0  # seconds after which a child counts as well again
FIRST_PAGE = 60.0  # seconds


class Refused(Exception):
    """We can't start; the message is for the person at the terminal."""


@dataclass
class Child:
    """One process we keep running."""

    name: str
    command: list[str]
    process: subprocess.Popen[bytes] | None = None
    started: float = 0.0
    deaths: int = 0
    due: float = 0.0  # when to start it again

    def start(self, env: dict[str, str]) -> None:
        """Start it in a session of its own, so that Ctrl-C in the terminal reaches the supervisor alone."""
        self.process = subprocess.Popen(
            self.command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            cwd=PROJECT,
            env=env,
            start_new_session=True,
        )
        assert self.process.stdout is not None
        follow(self.name, self.process.stdout)
        self.started = time.monotonic()


def port_is_free(host: str, port: int) -> bool:
    """Whether a server could listen there now."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError:
            return False
    return True


def chosen_port(host: str) -> int:
    """PORT, or 8000. Refused when it is no port or busy; the message then names the next free one."""
    text = os.environ.get("PORT") or "8000"
    if not text.isdecimal() or not 1 <= int(text) <= 65535:
        raise Refused(f"PORT is {text!r}: it must be a number from 1 to 65535.")
    port = int(text)
    if port_is_free(host, port):
        return port
    free = next(
        (other for other in range(port + 1, min(port + 200, 65536)) if port_is_free(host, other)), None
    )
    mend = f"Port {free} is free: PORT={free} make play" if free else "Choose another one: PORT=… make play"
    raise Refused(f"Port {port} is already in use. {mend}")


def pid_file(folder: Path) -> PidFile:
    """What the supervisor of that folder has started."""
    return PidFile(folder / "run" / "pids.json")


@dataclass
class Supervisor:
    """Everything between the first line of the log and the last."""

    folder: Path
    host: str
    port: int
    env: dict[str, str] = field(default_factory=dict)
    servers: list[Postgres | Valkey] = field(default_factory=list)
    children: list[Child] = field(default_factory=list)
    stopping: threading.Event = field(default_factory=threading.Event)
    asked: float = 0.0
    hurry: bool = False

    def __post_init__(self) -> None:
        self.pids = pid_file(self.folder)

    # --- start ---------------------------------------------------------------------------------------------------

    def start(self) -> None:
        """Everything up to the first page. ServerFailed or Refused when something does not come up."""
        began = time.monotonic()
        self._start_servers()
        static = self._prepare("static")
        for server in self.servers:
            server.wait()
        self._finish(self._prepare("database"))
        self._finish(static)
        if self.stopping.is_set():
            return
        self.children = [Child("web", commands.web(self.port, self.host))]
        self.children += [Child(queue, commands.worker(queue)) for queue in QUEUES]
        self.children.append(Child("beat", commands.beat(str(self.folder / "beat"))))
        for child in self.children:
            child.start(self.env)
        self._remember()
        threading.Thread(target=self._announce, args=(began,), daemon=True).start()

    def _start_servers(self) -> None:
        address = f"http://localhost:{self.port}"
        self.env = {
            "SITE_URL": address,
            "ALLOWED_HOSTS": "localhost,127.0.0.1,[::1]" if self.host == "127.0.0.1" else "*",
            "STATIC_COLLECTED": "0" if os.environ.get("DEBUG", "") in {"1", "true", "True", "on"} else "1",
            "STATIC_ROOT": str(self.folder / "static"),
            "PYTHONUNBUFFERED": "1",
            **os.environ,
        }
        found: dict[str, str] = {}
        if not os.environ.get("DATABASE_URL"):
            database = Postgres(self.folder, database="dragons")
            self.servers.append(database)
            found["DATABASE_URL"] = database.url
        if not os.environ.get("REDIS_URL"):
            valkey = Valkey(self.folder)
            self.servers.append(valkey)
            found["REDIS_URL"] = valkey.url
        self.env |= found
        for server in self.servers:
            server.start()
            self._remember()
        # For commands in a second terminal; see the top of portal/settings.py.
        lines = [f"{name}={value}\n" for name, value in ({"SITE_URL": address} | found).items()]
        (self.folder / "env").write_text("".join(lines))

    def _prepare(self, step: str) -> Child | None:
        if step == "static" and self.env["STATIC_COLLECTED"] == "0":
            return None
        child = Child("setup", [sys.executable, "-m", "tools.prepare", step])
        child.start(self.env)
        return child

    def _finish(self, child: Child | None) -> None:
        """Wait for a step of preparation. Refused when it failed; its output has said why."""
        if child is None or child.process is None:
            return
        while child.process.poll() is None:
            if self.stopping.wait(0.05):
                stop_process(child.process, patience=PATIENCE)
                return
        if child.process.returncode != 0:
            raise Refused(f"Preparation failed: {' '.join(child.command[1:])}")

    def _announce(self, began: float) -> None:
        """Say where the product is, once its first page really answers."""
        host = "127.0.0.1" if self.host in {"0.0.0.0", "::"} else self.host  # noqa: S104 (compared, not bound)
        deadline = time.monotonic() + FIRST_PAGE
        why = ""
        while time.monotonic() < deadline and not self.stopping.is_set():
            try:
                with urllib.request.urlopen(f"http://{host}:{self.port}/", timeout=5):
                    took = time.monotonic() - began
                    say(
                        "play",
                        f"Ready after {took:.1f} s: {self.env['SITE_URL']}/   (Ctrl-C stops everything)",
                    )
                    return
            except (urllib.error.URLError, OSError) as error:
                why = str(error)
                time.sleep(0.1)
        if not self.stopping.is_set():
            say("play", f"The first page does not answer: {why}. See the log above.")

    def _remember(self) -> None:
        """Write down what runs, in the order in which a later supervisor would have to stop it."""
        by_name = {child.name: child.process for child in self.children if child.process}
        order = ["beat", "web", *QUEUES]
        running = [(name, by_name[name]) for name in order if name in by_name]
        running += [(server.name, server.process) for server in reversed(self.servers) if server.process]
        traces = (Traces.of(name, process.pid) for name, process in running if process.poll() is None)
        self.pids.write(one for one in traces if one)

    # --- run -----------------------------------------------------------------------------------------------------

    def watch(self) -> None:
        """Until somebody stops us: start again whatever died, after a pause that doubles with every death."""
        while not self.stopping.wait(0.2):
            now = time.monotonic()
            for server in self.servers:
                if server.process is not None and server.process.poll() is not None:
                    say(
                        "play",
                        f"{server.name} ended by itself ({server.process.returncode}); starting it again.",
                    )
                    server.start()
                    server.wait()
                    self._remember()
            for child in self.children:
                self._tend(child, now)

    def _tend(self, child: Child, now: float) -> None:
        if child.process is None:
            if now >= child.due:
                child.start(self.env)
                self._remember()
            return
        code = child.process.poll()
        if code is None:
            return
        child.deaths = 1 if now - child.started > SETTLED else child.deaths + 1
        pause = min(LONGEST_PAUSE, 0.5 * 2 ** (child.deaths - 1))
        child.due = now + pause
        child.process = None
        say("play", f"{child.name} ended by itself ({code}); starting it again in {pause:g} s.")

    # --- stop ----------------------------------------------------------------------------------------------------

    def ask_to_stop(self, _signal: int, _frame: FrameType | None) -> None:
        """Signal handler. Another signal a second later means: do not wait for anybody.

        Sooner it is the same request, sent to us and to our group (as `timeout` and some shells do).
        """
        if not self.stopping.is_set():
            self.asked = time.monotonic()
        self.hurry = time.monotonic() - self.asked > 1
        self.stopping.set()

    def stop(self) -> None:
        """Who makes work first, who answers next, who keeps the data last."""
        self.stopping.set()
        by_name = {child.name: child.process for child in self.children}
        for names in (("beat",), ("web",), QUEUES):
            processes = [process for name in names if (process := by_name.get(name))]
            for process in processes:
                process.terminate()
            for process in processes:
                stop_process(process, patience=0 if self.hurry else PATIENCE, by=None)
        for server in reversed(self.servers):
            server.stop()
        self.pids.clear()


def main() -> int:
    """Exit code 0 after a stop that was asked for, 1 when it could not start."""
    folder = Path(os.environ.get("PLAY_FOLDER") or LOCAL).resolve()
    host = os.environ.get("HOST") or "127.0.0.1"
    (folder / "run").mkdir(parents=True, exist_ok=True)
    with (folder / "run" / "lock").open("a") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            say(
                "play",
                "It already runs from this folder, in another terminal. Stop that one first (Ctrl-C there).",
            )
            return 1
        # Before the port is looked at: a web process that outlived its supervisor holds it.
        left = stop_orphans(pid_file(folder).read(), patience=PATIENCE)
        if left:
            say("play", f"Stopped what an earlier run left behind: {', '.join(left)}.")
        try:
            supervisor = Supervisor(folder, host, chosen_port(host))
        except Refused as error:
            say("play", str(error))
            return 1
        # Both explicitly: a shell may have started us with SIGINT ignored.
        signal.signal(signal.SIGINT, supervisor.ask_to_stop)
        signal.signal(signal.SIGTERM, supervisor.ask_to_stop)
        failed = False
        try:
            supervisor.start()
            supervisor.watch()
        except (Refused, ServerFailed) as error:
            failed = True
            say("play", str(error))
        finally:
            say("play", "Stopping.")
            supervisor.stop()
            say("play", "Stopped.")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

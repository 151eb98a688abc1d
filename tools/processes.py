"""Processes we start, remember and stop: nothing but what we started, verified before it is signalled."""

import contextlib
import json
import os
import signal
import subprocess
import time
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path

import psutil


@dataclass(frozen=True)
class Traces:
    """Enough to recognise a process later: a pid alone may have been given to somebody else meanwhile."""

    name: str
    pid: int
    created: float  # seconds since the epoch, as the system tells it
    command: list[str]

    @classmethod
    def of(cls, name: str, pid: int) -> "Traces | None":
        """The traces of a running process, None if it is gone already."""
        try:
            process = psutil.Process(pid)
            return cls(name, pid, process.create_time(), process.cmdline())
        except psutil.Error:
            return None

    def alive(self) -> bool:
        """Whether that very process still runs: same pid, same start, same program.

        Only the first word of the command line is compared: servers rewrite the rest as their title.
        """
        try:
            process = psutil.Process(self.pid)
            if process.status() == psutil.STATUS_ZOMBIE or abs(process.create_time() - self.created) > 1.5:
                return False
            words = process.cmdline()
        except psutil.Error:
            return False
        return bool(words and self.command) and words[0].split()[0] == self.command[0].split()[0]


class PidFile:
    """The list of what a supervisor started, on disk: the next one stops what a killed one left behind."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def read(self) -> list[Traces]:
        """What was written; empty if there is nothing or it is not readable as such."""
        try:
            return [Traces(**entry) for entry in json.loads(self.path.read_text())]
        except (OSError, ValueError, TypeError):
            return []

    def write(self, traces: Iterable[Traces]) -> None:
        """Replace the list, in one step: a reader never sees half a file."""
        fresh = self.path.with_suffix(".new")
        fresh.write_text(json.dumps([asdict(one) for one in traces], indent=1))
        fresh.replace(self.path)

    def clear(self) -> None:
        """Forget everything."""
        self.path.unlink(missing_ok=True)


def stop_process(
    process: subprocess.Popen[bytes], *, patience: float, by: int | None = signal.SIGTERM
) -> None:
    """Ask a child (`by=None`: it was asked already), wait `patience` seconds, then kill its whole session.

    The child must lead a session.
    """
    if process.poll() is None:
        if by is not None:
            with contextlib.suppress(ProcessLookupError):
                process.send_signal(by)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(patience)
    # Whoever is left in its session (a pool's children, a hanging leader) goes too.
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def stop_orphans(traces: Iterable[Traces], *, patience: float) -> list[str]:
    """Stop, in the order given, what an earlier supervisor left; answers the names of what had to be stopped.

    PostgreSQL (named "db") gets SIGINT, its fast shutdown: SIGTERM would wait for every connection to close.
    """
    stopped = []
    for one in traces:
        if not one.alive():
            continue
        stopped.append(one.name)
        with contextlib.suppress(ProcessLookupError):
            os.kill(one.pid, signal.SIGINT if one.name == "db" else signal.SIGTERM)
        deadline = time.monotonic() + patience
        while one.alive() and time.monotonic() < deadline:
            time.sleep(0.05)
        if one.alive():
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(one.pid, signal.SIGKILL)
            while one.alive():
                time.sleep(0.05)
    return stopped

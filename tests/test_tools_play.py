"""The supervisor behind `make play`, started for real in a folder of its own."""

import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from tests.patience import PATIENCE
from tools.paths import PROJECT, socket_folder
from tools.processes import PidFile, Traces, stop_orphans, stop_process

EVERYTHING = {"beat", "web", "clock", "delivery", "redis", "db"}


class Play:
    """One run of `python -m tools.play`, with its output."""

    def __init__(self, folder: Path, port: int) -> None:
        env = {key: value for key, value in os.environ.items() if key in {"PATH", "HOME", "LANG"}}
        env |= {"PLAY_FOLDER": str(folder), "PORT": str(port)}
        self.port = port
        self.lines: list[str] = []
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tools.play"],
            cwd=PROJECT,
            env=env,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        self.lines.extend(line.rstrip() for line in self.process.stdout)

    @property
    def output(self) -> str:
        return "\n".join(self.lines)

    def wait_for(self, text: str) -> None:
        deadline = time.monotonic() + PATIENCE
        while text not in self.output:
            assert self.process.poll() is None, self.output
            assert time.monotonic() < deadline, self.output
            time.sleep(0.05)

    def end(self, by: int) -> int:
        self.process.send_signal(by)
        code = self.process.wait(PATIENCE)
        self._reader.join(PATIENCE)
        return code


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def answers(port: int) -> bool:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/health/", timeout=PATIENCE) as answer:
            return bool(answer.read() == b"ok\n")
    except (urllib.error.URLError, OSError):
        return False


def traces(folder: Path) -> dict[str, Traces]:
    return {one.name: one for one in PidFile(folder / "run" / "pids.json").read()}


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """A data folder; whatever still runs from it at the end is stopped, so that a failing test leaves nothing."""
    yield tmp_path
    stop_orphans(PidFile(tmp_path / "run" / "pids.json").read(), patience=5)


def test_it_starts_restarts_what_dies_survives_its_own_death_and_leaves_nothing(folder: Path):
    port = free_port()
    first = Play(folder, port)
    first.wait_for("Ready after")
    assert answers(port)
    assert first.output.count("Password: ") == 1
    running = traces(folder)
    assert set(running) == EVERYTHING

    os.kill(running["web"].pid, signal.SIGKILL)
    first.wait_for("web ended by itself")
    deadline = time.monotonic() + PATIENCE
    while not answers(port):
        assert time.monotonic() < deadline, first.output
        time.sleep(0.1)

    first.end(signal.SIGKILL)
    left = traces(folder)
    assert {"web", "db", "redis"} <= {name for name, one in left.items() if one.alive()}, (
        "nobody was left behind"
    )

    second = Play(folder, port)
    second.wait_for("Ready after")
    # Others may have died of writing into a log that nobody reads any more.
    stopped = next(line for line in second.lines if "Stopped what an earlier run left behind: " in line)
    assert {"web", "redis", "db"} <= set(stopped.split(": ")[1].rstrip(".").split(", "))
    assert not any(one.alive() for one in left.values())
    assert "Password: " not in second.output, "the data was not reused"

    third = Play(folder, free_port())
    assert third.process.wait(PATIENCE) == 1
    third._reader.join(PATIENCE)
    assert "It already runs from this folder" in third.output

    running = traces(folder)
    assert set(running) == EVERYTHING
    assert second.end(signal.SIGINT) == 0
    assert not any(one.alive() for one in running.values())
    assert traces(folder) == {}
    assert not answers(port)
    assert "Traceback" not in first.output + second.output


def test_a_busy_port_is_named_with_the_next_free_one(folder: Path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        play = Play(folder, port)
        assert play.process.wait(PATIENCE) == 1
    play._reader.join(5)
    assert f"Port {port} is already in use. Port " in play.output
    assert "is free: PORT=" in play.output
    assert traces(folder) == {}


@pytest.mark.parametrize("port", ["eighty", "0", "70000"])
def test_a_port_that_is_none_is_refused(monkeypatch: pytest.MonkeyPatch, port: str):
    from tools.play import Refused, chosen_port

    monkeypatch.setenv("PORT", port)
    with pytest.raises(Refused, match="must be a number from 1 to 65535"):
        chosen_port("127.0.0.1")


def test_a_child_that_hangs_is_killed_with_its_children():
    code = (
        "import signal, subprocess, sys, time; signal.signal(signal.SIGTERM, signal.SIG_IGN);"
        "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)']);"
        "print(child.pid, flush=True); time.sleep(600)"
    )
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, start_new_session=True)
    assert process.stdout is not None
    grandchild = psutil.Process(int(process.stdout.readline()))
    stop_process(process, patience=0.3)
    assert process.returncode == -signal.SIGKILL
    psutil.wait_procs([grandchild], timeout=PATIENCE)
    assert not grandchild.is_running() or grandchild.status() == psutil.STATUS_ZOMBIE
    process.stdout.close()


def test_a_process_that_only_has_the_same_pid_is_left_alone(tmp_path: Path):
    with subprocess.Popen(
        [sys.executable, "-c", "import time; time.sleep(600)"], start_new_session=True
    ) as process:
        true = Traces.of("web", process.pid)
        assert true is not None
        other_start = Traces("web", true.pid, true.created - 100, true.command)
        other_program = Traces("web", true.pid, true.created, ["/usr/bin/postgres"])
        assert stop_orphans([other_start, other_program], patience=1) == []
        assert process.poll() is None
        process.kill()


def test_an_unreadable_pid_file_is_an_empty_one(tmp_path: Path):
    file = PidFile(tmp_path / "pids.json")
    assert file.read() == []
    file.path.write_text(json.dumps([{"name": "web"}]))
    assert file.read() == []
    file.path.write_text("{")
    assert file.read() == []


def test_a_folder_too_deep_for_sockets_gets_them_elsewhere(tmp_path: Path):
    near = tmp_path / "run"
    deep = near / ("d" * 90)
    found = socket_folder(deep)
    try:
        assert len(str(found)) < 80
        assert found == socket_folder(deep)
        with socket.socket(socket.AF_UNIX) as server:
            server.bind(str(found / ".s.PGSQL.5432"))
    finally:
        for left in found.iterdir():
            left.unlink()
        found.rmdir()

"""Random players of catanatron, an engine of a game like Natrak, for the bench to put beside our own.

It is installed into an environment of its own, as `bench-constraints.txt` pins it; nothing else needs it.
"""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

from tools.paths import LOCAL, PROJECT

HOME = LOCAL / "bench"
PYTHON = HOME / "bin" / "python"
CONSTRAINTS = PROJECT / "bench-constraints.txt"
INSTALL_SECONDS, PLAY_SECONDS = 180.0, 120.0

PROGRAM = """
import json, random, sys, time
from catanatron import Color, Game, RandomPlayer
speeds = []
for run in range(int(sys.argv[1])):
    moves, began = 0, time.process_time()
    for number in range(int(sys.argv[2])):
        random.seed(run * 1000 + number)
        game = Game([RandomPlayer(color) for color in Color], seed=run * 1000 + number)
        game.play()
        moves += len(game.state.actions)
    speeds.append(moves / (time.process_time() - began))
print(json.dumps(speeds))
"""
"""Runs of so many matches of four random players to ten points; the moves a second of each run."""


class NotThere(Exception):
    """It could not be installed, or does not run."""


def catanatron_speeds(runs: int, matches: int) -> list[float]:
    """Moves a second of each run, in one process; raises NotThere."""
    if not (HOME / ".installed").exists():
        _install()
    found: list[float] = json.loads(_said(PYTHON, "-c", PROGRAM, runs, matches, seconds=PLAY_SECONDS))
    return found


def _install() -> None:
    """Without pip inside, as in the Makefile: the pip of the Python below ours installs into another environment."""
    below = getattr(sys, "_base_executable", sys.executable)
    _said(sys.executable, "-m", "venv", "--clear", "--without-pip", HOME, seconds=INSTALL_SECONDS)
    pip = ("-m", "pip", "--python", PYTHON, "install", "--quiet", "--disable-pip-version-check")
    _said(below, *pip, "-c", CONSTRAINTS, "catanatron", seconds=INSTALL_SECONDS)
    (HOME / ".installed").touch()


def _said(*command: Any, seconds: float) -> str:
    try:
        done = subprocess.run(
            [str(word) for word in command], capture_output=True, text=True, timeout=seconds, check=True
        )
    except subprocess.CalledProcessError as failed:
        raise NotThere((failed.stderr.strip().splitlines() or ["no word of why"])[-1]) from None
    except (OSError, subprocess.TimeoutExpired) as failed:
        raise NotThere(str(failed)) from None
    return done.stdout

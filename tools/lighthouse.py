"""What Lighthouse says of pages: speed on a phone, accessibility, good practice.

It is installed by npm into a folder of its own; neither the product nor its tests need it.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any

from tools import chromium
from tools.paths import LOCAL
from tools.processes import stop_process

VERSION = "12.8.2"
"""The last that runs with Node 18."""
OLDEST_NODE = 18
HOME = LOCAL / "lighthouse"
PROGRAM = HOME / "node_modules" / "lighthouse" / "cli" / "index.js"
INSTALL_SECONDS, RUN_SECONDS = 300.0, 180.0
RUNS = 3
"""Of which the median counts: one run alone says little of speed."""
LEAST: Mapping[str, int] = {"performance": 90, "accessibility": 100, "best-practices": 95}
"""What a page must reach, of a hundred; of `seo` nothing is asked: tables are nobody's to find."""


class NotThere(Exception):
    """It could not be installed, or does not run."""


@dataclass(frozen=True)
class Visited:
    """A page to judge, and the cookie header of whoever looks (empty: a stranger)."""

    name: str
    url: str
    cookie: str = ""


@dataclass(frozen=True)
class Verdict:
    """A page's scores by category, of a hundred, and what keeps each from being more.

    `machine` is Lighthouse's measure of the processor meanwhile: below a thousand others were using it, or it is a slow
    one, and `performance` says little.
    """

    scores: Mapping[str, int]
    faults: Mapping[str, Sequence[str]]
    machine: int

    def __str__(self) -> str:
        return (
            ", ".join(f"{name} {score}" for name, score in self.scores.items()) + f"; machine {self.machine}"
        )

    def short_of(self) -> list[str]:
        """A sentence for each category below what is asked."""
        return [
            f"{category} {self.scores[category]}, not {least}: {', '.join(self.faults[category])}"
            for category, least in LEAST.items()
            if self.scores[category] < least
        ]


def judge(page: Visited) -> Verdict:
    """Three runs as on a phone of the middle, with a cold cache; raises NotThere."""
    _ensure()
    runs = [read(_once_more(page)) for _ in range(RUNS)]
    scores = {name: round(median(run.scores[name] for run in runs)) for name in runs[0].scores}
    usual = sorted(runs, key=lambda run: run.scores["performance"])[RUNS // 2]
    return Verdict(scores, usual.faults, round(median(run.machine for run in runs)))


def _once_more(page: Visited) -> dict[str, Any]:
    """A run, and another one where it failed: on a busy machine a trace is lost now and then."""
    try:
        return _run(page)
    except NotThere:
        return _run(page)


def _run(page: Visited) -> dict[str, Any]:
    headers = json.dumps({"Cookie": page.cookie} if page.cookie else {})
    flags = " ".join(["--headless=new", *chromium.ARGS])
    said = _said(
        ("node", PROGRAM, page.url, "--quiet", "--output=json", "--no-enable-error-reporting"),
        (f"--extra-headers={headers}", f"--chrome-flags={flags}"),
        seconds=RUN_SECONDS,
    )
    found: dict[str, Any] = json.loads(said)
    if trouble := found.get("runtimeError"):
        raise NotThere(f"{page.name}: {trouble['message']}")
    return found


def read(report: Mapping[str, Any]) -> Verdict:
    """Scores and faults of a report of Lighthouse."""
    scores, faults = {}, {}
    for name, category in report["categories"].items():
        scores[name] = round(category["score"] * 100)
        audits = [report["audits"][ref["id"]] for ref in category["auditRefs"] if ref["weight"]]
        faults[name] = [
            " ".join(filter(None, (audit["id"], audit.get("displayValue", ""))))
            for audit in audits
            if audit["score"] is not None and audit["score"] < 0.9
        ]
    return Verdict(scores, faults, round(report["environment"]["benchmarkIndex"]))


def _ensure() -> None:
    """Install it, unless it is there; raises NotThere and says what is missing."""
    if not (shutil.which("node") and shutil.which("npm")):
        raise NotThere("there is no Node.js with npm; on Debian and Ubuntu: apt-get install nodejs npm")
    node = _said(("node", "--version"), seconds=RUN_SECONDS).strip()
    if int(node.lstrip("v").split(".")[0]) < OLDEST_NODE:
        raise NotThere(f"Node.js is {node}, and {OLDEST_NODE} or later is needed")
    if chromium.find() is None:
        raise NotThere(chromium.HOW)
    stamp = HOME / f".installed-{VERSION}"
    if not stamp.exists():
        HOME.mkdir(parents=True, exist_ok=True)
        words = ("--silent", "--no-audit", "--no-fund", "--no-save", "--no-package-lock")
        _said(("npm", "install", *words, "--prefix", HOME, f"lighthouse@{VERSION}"), seconds=INSTALL_SECONDS)
        stamp.touch()


def _said(*command: Sequence[object], seconds: float) -> str:
    words = [str(word) for part in command for word in part]
    env = {**os.environ, "CHROME_PATH": chromium.find() or ""}
    pipe = subprocess.PIPE
    try:
        process = subprocess.Popen(words, stdout=pipe, stderr=pipe, env=env, start_new_session=True)
    except OSError as failed:
        raise NotThere(str(failed)) from None
    try:
        said, complained = process.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        raise NotThere(f"it took longer than {seconds:g} seconds") from None
    finally:
        if process.poll() is None:
            stop_process(process, patience=10, by=signal.SIGINT)  # upon that signal its browser goes with it
    if process.returncode:
        raise NotThere((complained.decode().strip().splitlines() or ["no word of why"])[-1])
    return said.decode()

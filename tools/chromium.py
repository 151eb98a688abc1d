"""The Chromium that the browser tests drive: the system's own, since Playwright's builds are downloads.

`python -m tools.chromium` makes sure there is one before the tests start: on Debian, as root, it is installed by
apt; elsewhere a message says how to get it. Exit code 1 without one in CI (CI=true) or when installing failed;
on a developer's machine the browser tests are then skipped, and pytest says so.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
_ELSEWHERE = ("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome", "/snap/bin/chromium")
ARGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
"""How it is started."""
HOW = (
    "No Chromium found. Debian and Ubuntu: `sudo apt-get install chromium fonts-dejavu-core`; Fedora: `sudo dnf "
    "install chromium`; macOS: `brew install --cask google-chrome`; or set CHROMIUM to its path."
)


def find() -> str | None:
    """The path of a Chromium or Chrome: CHROMIUM if set, else the usual names and places. None if there is none."""
    chosen = os.environ.get("CHROMIUM")
    if chosen:
        return chosen if os.access(chosen, os.X_OK) else None
    for name in _NAMES:
        if found := shutil.which(name):
            return found
    return next((path for path in _ELSEWHERE if os.access(path, os.X_OK)), None)


def in_ci() -> bool:
    """Whether nobody watches: then nothing may be skipped."""
    return os.environ.get("CI", "").lower() in {"1", "true", "yes"}


def _install() -> bool:
    """By apt. False if it failed; its output has said why."""
    print("Installing Chromium by apt-get…", flush=True)
    env = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    packages = ["chromium", "fonts-dejavu-core", "fonts-noto-color-emoji"]
    for command in (["update", "-q"], ["install", "-qy", "--no-install-recommends", *packages]):
        if subprocess.run(["apt-get", *command], env=env, stdin=subprocess.DEVNULL).returncode != 0:
            return False
    return True


def main() -> int:
    """0 when the tests may start."""
    if find():
        return 0
    debian = Path("/etc/debian_version").exists() and shutil.which("apt-get")
    if debian and os.geteuid() == 0 and not os.environ.get("CHROMIUM") and _install() and find():
        return 0
    print(HOW, file=sys.stderr)
    return 1 if in_ci() else 0


if __name__ == "__main__":
    sys.exit(main())

"""One readable log out of several processes: `web   | a line`."""

import sys
import threading
from typing import IO

_COLOURS = {"web": 36, "clock": 33, "delivery": 35, "beat": 34, "play": 32, "setup": 32}
WIDTH = max(len(name) for name in _COLOURS)
_lock = threading.Lock()


def say(name: str, text: str, out: IO[str] | None = None) -> None:
    """Print `text` under the prefix of `name`, whole lines only; coloured when `out` (stdout) is a terminal."""
    out = out or sys.stdout
    prefix = f"{name:<{WIDTH}} |"
    if out.isatty():
        prefix = f"\x1b[{_COLOURS.get(name, 37)}m{prefix}\x1b[0m"
    with _lock:
        for line in text.splitlines():
            print(f"{prefix} {line}", file=out, flush=True)


def follow(name: str, stream: IO[bytes]) -> threading.Thread:
    """Repeat every line of a child's output until it closes it."""

    def run() -> None:
        with stream:
            for line in stream:
                text = line.decode(errors="replace").rstrip()
                if text:
                    say(name, text)

    thread = threading.Thread(target=run, name=f"log of {name}", daemon=True)
    thread.start()
    return thread

"""Run one Python command against throw-away servers: `python -m tools.with_servers manage.py migrate`."""

import os
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from tools.throwaway import Throwaway


def run(
    command: Sequence[str],
    env: Mapping[str, str] = MappingProxyType({}),
    *,
    count_queries: bool = False,
) -> int:
    """The exit code of a Python command whose environment names servers that nobody else uses, and `env`."""
    servers = Throwaway(count_queries=count_queries)
    try:
        servers.start()
        whole = {**os.environ, **servers.environment(), **env}
        return subprocess.run([sys.executable, *command], env=whole).returncode
    finally:
        servers.stop()


def main() -> int:
    """The command's exit code."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    return run(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())

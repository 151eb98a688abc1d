"""Run one Python command against throw-away servers: `python -m tools.with_servers manage.py migrate`."""

import os
import signal
import subprocess
import sys

from tools.throwaway import Throwaway


def main() -> int:
    """The command's exit code."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    servers = Throwaway()
    try:
        servers.start()
        env = {**os.environ, **servers.environment()}
        return subprocess.run([sys.executable, *sys.argv[1:]], env=env).returncode
    finally:
        servers.stop()


if __name__ == "__main__":
    sys.exit(main())

"""All tests of `make test`, in two runs at the same time: those in a browser, and the others.

Each run has servers of its own. What the browsers' run says is kept until the other one is over, so that both can be
read. With arguments (`make test ARGS="tests/portal -k lobby"`) there is one run, and pytest gets them as they are.
"""

import subprocess
import sys
import tempfile

PYTEST = [sys.executable, "-m", "pytest"]


def main(arguments: list[str]) -> int:
    """Zero if all passed, else the exit code of a run that failed."""
    if arguments:
        return subprocess.run([*PYTEST, "-m", "not long", *arguments]).returncode
    with tempfile.TemporaryFile() as said:
        browsers = subprocess.Popen(
            [*PYTEST, "-m", "browser and not long"], stdout=said, stderr=subprocess.STDOUT
        )
        try:
            others = subprocess.run([*PYTEST, "-m", "not browser and not long"]).returncode
            code = browsers.wait()
        finally:
            if browsers.poll() is None:
                browsers.terminate()
                browsers.wait()
        said.seek(0)
        sys.stdout.write(said.read().decode(errors="replace"))
    return others or code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

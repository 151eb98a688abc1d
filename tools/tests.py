"""All tests of `make test`, in three runs at the same time, of about equal weight.

Each run has servers of its own. Tests wait a good deal, so three runs keep two processors busy. What the
others say is kept until the first one is over, so that all can be read. With arguments (`make test ARGS="tests/portal
-k lobby"`) there is one run, and pytest gets them as they are.
"""

import subprocess
import sys
import tempfile
from contextlib import ExitStack

from tools.paths import PROJECT

TESTS = PROJECT / "tests"
PYTEST = [sys.executable, "-m", "pytest", "-m", "not long"]
BESIDE = (
    (
        "core/**/*",
        "games/**/*",
        "browser/test_pages.py",
        "browser/test_keyboard*.py",
        "browser/test_offline.py",
        "browser/test_screen_reader.py",
        "portal/test_li*.py",
        "portal/test_lobby.py",
    ),
    ("browser/*", "portal/test_m*.py", "portal/test_p*.py"),
)
"""What each run beside the first one takes, by patterns of files; the first one takes the rest."""


def runs() -> list[list[str]]:
    """The files of each run: every file of tests in exactly one."""
    left = set(TESTS.rglob("test_*.py"))
    beside = []
    for patterns in BESIDE:
        beside.append(left & {path for pattern in patterns for path in TESTS.glob(pattern)})
        left -= beside[-1]
    return [sorted(str(path.relative_to(PROJECT)) for path in files) for files in (left, *beside)]


def main(arguments: list[str]) -> int:
    """Zero if all passed, else the exit code of a run that failed."""
    if arguments:
        return subprocess.run([*PYTEST, *arguments]).returncode
    first, *others = runs()
    with ExitStack() as stack:
        beside = []
        for files in others:
            said = stack.enter_context(tempfile.TemporaryFile())
            process = subprocess.Popen([*PYTEST, *files], stdout=said, stderr=subprocess.STDOUT)
            stack.callback(_end, process)
            beside.append((process, said))
        codes = [subprocess.run([*PYTEST, *first]).returncode]
        for process, said in beside:
            codes.append(process.wait())
            said.seek(0)
            sys.stdout.write(said.read().decode(errors="replace"))
            sys.stdout.flush()
    return next(filter(None, codes), 0)


def _end(process: subprocess.Popen[bytes]) -> None:
    if process.poll() is None:
        process.terminate()
        process.wait()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

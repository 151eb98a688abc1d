"""Print what pyproject.toml asks for, one requirement a line: for `pip install -r`.

`python tools/requirements.py` prints the runtime requirements, `python tools/requirements.py dev` adds the extra
of that name. The project itself is an application that runs from its folder: it is never built or installed, so
setting it up needs no build backend. Standard library only, since it runs before anything is installed.
"""

import sys
import tomllib
from pathlib import Path


def requirements(extras: list[str]) -> list[str]:
    """The requirement lines of the project and the named extras. KeyError for an unknown extra."""
    pyproject = Path(__file__).resolve().parent.parent / "pyproject.toml"
    project = tomllib.loads(pyproject.read_text(encoding="utf-8"))["project"]
    lines = list(project["dependencies"])
    for extra in extras:
        lines += project["optional-dependencies"][extra]
    return lines


if __name__ == "__main__":
    print("\n".join(requirements(sys.argv[1:])))

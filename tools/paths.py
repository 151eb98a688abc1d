"""Where things lie on this machine: the project folder, its ignored `.local/`, and folders for sockets."""

import hashlib
import os
import stat
import tempfile
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent
LOCAL = PROJECT / ".local"

# sockaddr_un holds 108 bytes with the closing NUL (104 on macOS); the longest name we put into such a folder is
# PostgreSQL's ".s.PGSQL.5432.lock".
_LONGEST_SOCKET_FOLDER = 103 - len("/.s.PGSQL.5432.lock")


def socket_folder(wanted: Path) -> Path:
    """A folder whose sockets have short enough paths: `wanted`, or one in the temporary directory.

    The fallback's name depends on `wanted` and the user only, so that every process finds the same one. It is made
    private and must belong to this user: PermissionError when somebody else prepared it.
    """
    if len(os.fsencode(wanted)) <= _LONGEST_SOCKET_FOLDER:
        wanted.mkdir(parents=True, exist_ok=True)
        return wanted
    digest = hashlib.sha256(os.fsencode(wanted)).hexdigest()[:12]
    folder = Path(tempfile.gettempdir()) / f"dragons-{os.getuid()}-{digest}"
    folder.mkdir(mode=0o711, exist_ok=True)
    found = folder.lstat()
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid():
        raise PermissionError(f"{folder} was made by somebody else; remove it and start again")
    return folder


def open_path_for_others(folder: Path) -> None:
    """Let other users traverse (not read) every parent of `folder`: PostgreSQL refuses to run as root."""
    for parent in folder.parents:
        mode = parent.stat().st_mode
        if mode & 0o011 != 0o011:
            parent.chmod(stat.S_IMODE(mode) | 0o011)

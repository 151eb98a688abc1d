"""What `make play` does with Django before the first start of the web process: run as a child, then gone.

`python -m tools.prepare static` collects static files, `python -m tools.prepare database` migrates and makes the
first admin user. Two steps, because the first needs no database and runs while the servers start.
"""

import hashlib
import os
import secrets
import sys
from pathlib import Path

import django
from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.staticfiles import finders
from django.core.management import call_command


def _fingerprint() -> str:
    """Changes whenever a source of the static files does: names, sizes, times."""
    digest = hashlib.sha256()
    for finder in finders.get_finders():
        for name, storage in finder.list([]):
            found = os.stat(storage.path(name))
            digest.update(f"{name} {found.st_size} {found.st_mtime_ns}\n".encode())
    return digest.hexdigest()


def static() -> None:
    """Collect, hash and compress the static files, unless nothing changed since the last time."""
    assert settings.STATIC_ROOT
    stamp = Path(settings.STATIC_ROOT) / ".collected"
    now = _fingerprint()
    if stamp.exists() and stamp.read_text() == now:
        return
    stamp.unlink(missing_ok=True)
    call_command("collectstatic", interactive=False, clear=True, verbosity=0)
    stamp.write_text(now)


def database() -> None:
    """Migrate; on an empty list of users make `admin` and print its password, this once."""
    call_command("migrate", interactive=False, verbosity=1 if os.environ.get("VERBOSE") else 0)
    users = get_user_model()
    if not users.objects.exists():
        password = secrets.token_urlsafe(12)
        users.objects.create_superuser("admin", password=password)
        print(f"Admin user made. Name: admin  Password: {password}  (shown only now)", flush=True)


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "portal.settings")
    django.setup()
    {"static": static, "database": database}[sys.argv[1]]()

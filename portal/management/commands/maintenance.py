"""`manage.py maintenance`: the page that a proxy shows while no web process answers."""

import argparse
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from portal.views import alone


class Command(BaseCommand):
    """Writes deploy/maintenance.html, or another file."""

    help = "Write the page that a proxy shows while the product is down, one file in every language."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Where to."""
        parser.add_argument(
            "file", nargs="?", type=Path, default=settings.BASE_DIR / "deploy" / "maintenance.html"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Needs no database and no server."""
        file: Path = options["file"]
        file.write_text(alone.maintenance(), encoding="utf-8")
        self.stdout.write(f"{file}")

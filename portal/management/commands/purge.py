"""`manage.py purge`: deletes what nobody needs any more; beat does it once a day."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from portal import housekeeping


class Command(BaseCommand):
    """A line for each kind of rows."""

    help = "Delete tables that never started, old notices and chats, and people of whom nothing is left."

    def handle(self, *args: Any, **chosen: Any) -> None:
        for what, number in housekeeping.purge(timezone.now()).items():
            self.stdout.write(f"{what}: {number}")

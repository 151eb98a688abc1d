"""`manage.py doctor`: looks at everything the product needs and says in plain words how to mend what is not well."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from portal import health


class Command(BaseCommand):
    """Exit code 1 if anything is not well; a line each, and under it how to mend it."""

    help = "Look at servers, workers, sweeps, mails and deadlines, and say what to do about what is not well."
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **chosen: Any) -> None:
        found = health.examine_all()
        for one in found:
            self.stdout.write(f"{'ok  ' if one.well else 'NOT '}{one.name}: {one.said}")
            if not one.well and one.mend:
                self.stdout.write(f"      {one.mend}")
        wrong = sum(not one.well for one in found)
        self.stdout.write(f"{len(found)} looked at, {wrong} not well")
        if wrong:
            raise SystemExit(1)

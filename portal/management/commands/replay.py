"""`manage.py replay FILE|TABLE|--running`: does a match still play to what is written down about it?"""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games import GAMES
from games.core.checks import compare, read_record, replay
from games.core.model import IllegalMove
from portal.models import Table
from portal.replaying import differences


class Command(BaseCommand):
    """Exit code 1 if anything differs; every difference is one line."""

    help = "Replay a record, a table or every running table, and say what differs from what was stored."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "what", nargs="?", metavar="FILE|TABLE", help="a record file, or a table's link token"
        )
        parser.add_argument("--running", action="store_true", help="every running table")

    def handle(self, *args: Any, **chosen: Any) -> None:
        what: str | None = chosen["what"]
        if chosen["running"] == bool(what):
            raise CommandError("Name a record file or a table's token, or say --running.")
        if what and Path(what).is_file():
            found = {what: check_file(Path(what))}
        else:
            found = {table.token: differences(table) for table in _tables(what)}
        for name, differing in found.items():
            for difference in differing:
                self.stdout.write(f"{name}: {difference}")
        wrong = sum(map(bool, found.values()))
        self.stdout.write(f"{len(found)} replayed, {wrong} with differences")
        if wrong:
            raise SystemExit(1)


def _tables(token: str | None) -> Iterable[Table]:
    if token is None:
        return Table.objects.filter(status=Table.Status.RUNNING).order_by("pk").iterator()
    try:
        return [Table.objects.get(token=token)]
    except Table.DoesNotExist:
        raise CommandError(f"{token} is neither a file nor the token of a table.") from None


def check_file(path: Path) -> list[str]:
    """What a record says otherwise than its replay."""
    try:
        record = read_record(path.read_text())
        return compare(replay(record, GAMES), record.head)
    except IllegalMove as refusal:
        return [f"does not replay: {refusal}"]
    except ValueError as wrong:
        return [f"is no record that can be replayed: {wrong}"]

"""`manage.py messages`: the translations' catalogs, without the gettext programs."""

import argparse
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from tools import catalogs
from tools.extract import CannotExtract, extract

FOLDERS = ("games", "portal", "templates")


class Command(BaseCommand):
    """Collects sentences marked for translation into locale/es and locale/pt_BR; --check and --compile."""

    help = "Collect marked sentences into locale/*/LC_MESSAGES/django.po."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Without an option: merge what the sources say into the catalogs."""
        what = parser.add_mutually_exclusive_group()
        what.add_argument(
            "--check", action="store_true", help="change nothing; exit 1 and list what is wrong"
        )
        what.add_argument("--compile", action="store_true", help="write the .mo files that Django reads")
        parser.add_argument("--root", type=Path, default=settings.BASE_DIR, help="the project folder")

    def handle(self, *args: Any, **options: Any) -> None:
        """CommandError (exit 1) when a source can't be read or a check fails."""
        root: Path = options["root"]
        if options["compile"]:
            catalogs.compile_all(root / "locale")
            return
        try:
            found = extract(root, FOLDERS)
        except CannotExtract as error:
            raise CommandError(str(error)) from error
        wrong = []
        for language in catalogs.PLURALS:
            path = catalogs.catalog_path(root / "locale", language)
            catalog = catalogs.load(path, language)
            if options["check"]:
                wrong += [f"{language}: {line}" for line in catalogs.problems(catalog, found)]
                self.stdout.write(f"{language}: {catalogs.statistics(catalog, found)}")
                continue
            merged = catalogs.merge(catalog, found)
            path.parent.mkdir(parents=True, exist_ok=True)
            merged.save(str(path))
            empty = len(merged.untranslated_entries())
            self.stdout.write(f"{language}: {len(merged)} sentences, {empty} to translate")
        if wrong:
            raise CommandError(
                "\n".join([*wrong, f"{len(wrong)} problems. `make messages` collects, you translate."])
            )

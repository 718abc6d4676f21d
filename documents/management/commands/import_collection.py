"""Imports a collection of documents, or the ids of one that is not held."""

from pathlib import Path
from secrets import token_hex
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from documents import services
from documents.errors import CollectionRefused
from documents.management.meter import Meter
from documents.readers import READERS


class Command(BaseCommand):
    """`import_collection PATH [--slug S] [--format F] [--anew]`, or `import_collection --ids-only FILE --slug S`."""

    help = (
        "Import a folder of documents (with manifest.toml, or of a named format), or a list of ids. "
        "An import that was cut off goes on where it was."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "path", nargs="?", type=Path, help="a folder with manifest.toml, or files of a format"
        )
        parser.add_argument("--slug", help="the name of the collection; default: that of the manifest")
        parser.add_argument("--format", help=f"the format of the files: {', '.join(READERS)}")
        parser.add_argument(
            "--anew", action="store_true", help="read every file, those too that have not changed since"
        )
        parser.add_argument(
            "--ids-only", type=Path, metavar="FILE", help="a list of ids, plain or .gz, without texts"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            report = self._import(**options)
        except CollectionRefused as error:
            for problem in error.problems:
                self.stderr.write(str(problem))
            raise CommandError(f"{error.code}: {error}") from error
        for warning in report.warnings:
            self.stderr.write(f"warning: {warning}")
        if report.more_warnings:
            self.stderr.write(f"warning: and {report.more_warnings:,} more of the kind")
        self.stdout.write(str(report))

    def _import(
        self,
        *,
        path: Path | None,
        ids_only: Path | None,
        slug: str | None,
        format: str | None,
        anew: bool,
        **_: Any,
    ) -> services.ImportReport:
        meter = Meter(self.stderr)
        if ids_only is None and path is not None:
            wish = token_hex() if anew else ""
            return services.import_collection(path, slug=slug, format=format, anew=wish, progress=meter)
        if ids_only is not None and path is None and format is None and slug and not anew:
            return services.import_ids(ids_only, slug=slug, progress=meter)
        raise CommandError("Give either PATH, or --ids-only FILE with --slug S and nothing else.")

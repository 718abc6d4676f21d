"""Imports a collection of documents, or the ids of one that is not held."""

from argparse import ArgumentParser
from pathlib import Path
from secrets import token_hex
from typing import Any

from django.core.management.base import CommandError

from assessment.campaigns.management.meter import Meter
from assessment.campaigns.services.collections import as_refusal, index_imported
from assessment.people.services.events import record_event
from assessment.shared.commands import AssizeCommand, Outcome
from documents import services
from documents.errors import CollectionRefused
from documents.readers import READERS


class Command(AssizeCommand):
    """`import_collection PATH [--slug S] [--format F] [--anew]`, or `import_collection --ids-only FILE --slug S`; either with `--replace`."""

    help = (
        "Import a folder of documents (with manifest.toml, or of a named format), or a list of ids. "
        "An import that was cut off goes on where it was."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "path", nargs="?", type=Path, help="a folder with manifest.toml, or files of a format"
        )
        parser.add_argument("--slug", help="the name of the collection; default: that of the manifest")
        parser.add_argument("--format", help=f"the format of the files: {', '.join(READERS)}")
        parser.add_argument(
            "--anew", action="store_true", help="read every file, those too that have not changed since"
        )
        parser.add_argument(
            "--replace",
            action="store_true",
            help="replace a list of ids by another one, or a collection although pooled documents are not in the new one",
        )
        parser.add_argument(
            "--ids-only", type=Path, metavar="FILE", help="a list of ids, plain or .gz, without texts"
        )

    def do(self, **options: Any) -> Outcome:
        try:
            report = self._import(**options)
        except CollectionRefused as error:
            raise as_refusal(error) from error
        if not report.unchanged:
            record_event(by=None, campaign=None, verb="collection:imported", subject=report.collection.slug)
        if why := index_imported(report, Meter(self.stderr)):
            self.stderr.write(f"warning: {why}")
        self.warn(report.warnings)
        if report.more_warnings:
            self.stderr.write(f"warning: and {report.more_warnings:,} more of the kind")
        return Outcome(str(report), _fields(report))

    def _import(
        self,
        *,
        path: Path | None,
        ids_only: Path | None,
        slug: str | None,
        format: str | None,
        anew: bool,
        replace: bool,
        **_: Any,
    ) -> services.ImportReport:
        meter = Meter(self.stderr)
        if ids_only is None and path is not None:
            wish = token_hex() if anew else ""
            return services.import_collection(
                path, slug=slug, format=format, anew=wish, progress=meter, replace=replace
            )
        if ids_only is not None and path is None and format is None and slug and not anew:
            return services.import_ids(ids_only, slug=slug, progress=meter, replace=replace)
        raise CommandError("Give either PATH, or --ids-only FILE with --slug S and nothing else.")


def _fields(report: services.ImportReport) -> dict[str, Any]:
    """What --json adds to the sentence."""
    collection = report.collection
    return {
        "collection": collection.slug,
        "documents": collection.documents,
        "held": collection.held,
        "files": report.files,
        "unchanged": report.unchanged,
        "more_warnings": report.more_warnings,
    }

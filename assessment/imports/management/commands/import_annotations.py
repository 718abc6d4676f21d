"""Bring annotations of pages in."""

from argparse import ArgumentParser
from typing import Any

from assessment.campaigns.management.files import campaign_named, source_of_any_size
from assessment.imports.services.annotations import import_annotations
from assessment.shared.commands import AssizeCommand


class Command(AssizeCommand):
    """Reads annotations in the layout of Natural Questions: all of them or, where anything is wrong, nothing."""

    help = (
        "Store the annotations of a file in the layout of Natural Questions (JSON lines, plain or gzip, of any size). "
        "Annotations without a name are called annotator-1, annotator-2, … by their place in the example's list. "
        "If the command is killed after it began to store, a worker, or the next import, goes on with it."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("campaign", help="short name of the campaign")
        parser.add_argument("file", help="the file of annotations")
        parser.add_argument(
            "--new",
            action="store_true",
            help="let names that are not assessors of the campaign join it, without an account and without new work",
        )
        parser.add_argument(
            "--check", action="store_true", help="say what the file would do, and store nothing"
        )

    def do(self, **options: Any) -> str:
        source = source_of_any_size(options["file"])
        assert source.path
        return import_annotations(
            campaign=campaign_named(options["campaign"]),
            file=source.path,
            by=None,
            newcomers=options["new"],
            check_only=options["check"],
            progress=self.progress,
        )

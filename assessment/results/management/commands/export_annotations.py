"""Write annotations out as the corpus has them."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from assessment.campaigns.management.files import campaign_named
from assessment.results.services.annotation_export import export_annotations
from assessment.shared.commands import AssizeCommand


class Command(AssizeCommand):
    """Writes the annotations that count into a new file in the layout of Natural Questions."""

    help = (
        "Export a campaign's annotations as JSON lines in the layout of Natural Questions, which the corpus's own tools "
        "read. The annotations that count are written: complete, not handed over, of questions that are not dropped."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("campaign", help="short name of the campaign")
        parser.add_argument("file", help="the new file; packed if its name ends with .gz")
        parser.add_argument(
            "--with-pages",
            action="store_true",
            help="with pages, tokens and candidates as they came in, as in the corpus's original form",
        )

    def do(self, **options: Any) -> str:
        done = export_annotations(
            campaign=campaign_named(options["campaign"]),
            file=Path(options["file"]),
            with_pages=options["with_pages"],
            by=None,
            progress=self.progress,
        )
        return f"{done.sentence} File: {options['file']}."

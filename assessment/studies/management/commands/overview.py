"""Write the report that an overview paper needs."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from assessment.campaigns.management.files import campaign_named
from assessment.results.management.writing import add_version
from assessment.shared.commands import AssizeCommand
from assessment.studies.services.overview import write_overview


class Command(AssizeCommand):
    """Writes the report of a version of the scores into a new folder."""

    help = "Write the report that an overview paper needs: a page, tables as CSV and LaTeX, figures as SVG."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("campaign", help="short name of the campaign")
        parser.add_argument("folder", help="a new or empty folder")
        add_version(parser)

    def do(self, **options: Any) -> str:
        campaign = campaign_named(options["campaign"])
        found = write_overview(campaign=campaign, folder=Path(options["folder"]), version=options["scores"])
        return found.sentence

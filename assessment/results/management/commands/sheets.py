"""Write the sheets of runs."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from assessment.campaigns.management.files import campaign_named
from assessment.results.management.writing import add_version, new_folder
from assessment.results.services.sheets import write_sheets
from assessment.shared.commands import AssizeCommand


class Command(AssizeCommand):
    """Writes a sheet for each run, and the book of all, into a new folder."""

    help = "Write a printable page for each run of a version of the scores, and the book of all."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("campaign", help="short name of the campaign")
        parser.add_argument("folder", help="a new or empty folder")
        add_version(parser)
        parser.add_argument(
            "--blind", action="store_true", help="give runs numbers, and nothing of what their teams wrote"
        )

    def do(self, **options: Any) -> str:
        campaign = campaign_named(options["campaign"])
        folder = new_folder(Path(options["folder"]))
        found = write_sheets(
            campaign=campaign, folder=folder, version=options["scores"], blind=options["blind"]
        )
        return found.sentence

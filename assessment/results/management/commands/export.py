"""Write a campaign out as a bundle."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from assessment.campaigns.management.files import campaign_named
from assessment.results.services.export import export_bundle
from assessment.shared.commands import AssizeCommand


class Command(AssizeCommand):
    """Writes everything needed to repeat the scores into a new folder."""

    help = "Export a campaign as a bundle: a folder with its questions, runs, pool, judgments, decisions and qrels."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("campaign", help="short name of the campaign")
        parser.add_argument("folder", help="a new or empty folder")
        parser.add_argument(
            "--without-names", action="store_true", help="with pseudonyms for people: person-1, person-2, …"
        )

        parser.add_argument(
            "--released",
            action="store_true",
            help="only if what there is now gives the released scores",
        )

    def do(self, **options: Any) -> str:
        campaign = campaign_named(options["campaign"])
        exported = export_bundle(
            campaign=campaign,
            folder=Path(options["folder"]),
            by=None,
            without_names=options["without_names"],
            released=options["released"],
        )
        return exported.sentence

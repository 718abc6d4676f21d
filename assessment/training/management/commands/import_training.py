"""Bring in sample questions that assessors learn on."""

from argparse import ArgumentParser
from typing import Any

from assessment.campaigns.management.files import campaign_named, read_source
from assessment.shared.commands import AssizeCommand
from assessment.training.services.sample_files import COLUMNS
from assessment.training.services.samples import import_samples


class Command(AssizeCommand):
    """Takes in all sample questions of a table or, where anything is wrong, none."""

    help = "Import sample questions with small pools whose right grades and reasons are known."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("campaign", help="short name of the campaign")
        parser.add_argument(
            "file", help=f"a table (CSV), one row for each answer, with the columns {', '.join(COLUMNS)}"
        )

    def do(self, **options: Any) -> str:
        campaign = campaign_named(options["campaign"])
        imported = import_samples(campaign=campaign, file=read_source(options["file"]), by=None)
        return f"{imported.sentence} Campaign: {campaign.slug}."

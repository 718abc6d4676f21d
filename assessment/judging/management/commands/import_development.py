"""Bring in what question development found."""

from argparse import ArgumentParser
from typing import Any

from assessment.campaigns.management.files import campaign_named, read_source
from assessment.judging.services.development import FORMATS, import_development
from assessment.shared.commands import AssizeCommand


class Command(AssizeCommand):
    """Adds the answers that a file gives to the known answers of a campaign's questions."""

    help = "Import known answers of a campaign's questions, found before judging."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("campaign", help="short name of the campaign")
        parser.add_argument("file", help="the file of answers")
        parser.add_argument(
            "--format", required=True, help=f"what the file holds; read are: {', '.join(FORMATS)}"
        )

    def do(self, **options: Any) -> str:
        campaign = campaign_named(options["campaign"])
        file = read_source(options["file"])
        done = import_development(campaign=campaign, file=file, format=options["format"], by=None)
        before = f"; {done.known_before:,} were known before" if done.known_before else ""
        return (
            f"Added {done.added:,} known answers to {done.questions:,} questions of {campaign.slug}{before}."
        )

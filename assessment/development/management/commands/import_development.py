"""Bring in what question development found."""

from argparse import ArgumentParser
from typing import Any

from assessment.campaigns.management.files import campaign_named, read_source
from assessment.development.services.files import FORMATS, documents_not_there, import_development
from assessment.shared.commands import AssizeCommand

SHOWN = 20


class Command(AssizeCommand):
    """Adds what a file knows to the known answers and nuggets of a campaign's questions."""

    help = "Import known answers and nuggets of a campaign's questions, found before judging."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("campaign", help="short name of the campaign")
        parser.add_argument("file", help="the file of answers or nuggets")
        parser.add_argument(
            "--format", required=True, help=f"what the file holds; read are: {', '.join(FORMATS)}"
        )

    def do(self, **options: Any) -> str:
        campaign = campaign_named(options["campaign"])
        file = read_source(options["file"])
        done = import_development(campaign=campaign, file=file, format=options["format"], by=None)
        if unknown := documents_not_there(campaign, file, options["format"]):
            shown = ", ".join(unknown[:SHOWN]) + (" …" if len(unknown) > SHOWN else "")
            self.stderr.write(
                f"Warning: {len(unknown):,} of the documents named are not in the collection "
                f"{campaign.collection_slug}: {shown}. They are kept as in the file; check the spelling of these ids."
            )
        return done.sentence(campaign.slug)

"""Bring the document lists of a campaign in."""

from argparse import ArgumentParser
from typing import Any

from assessment.campaigns.management.files import campaign_named, read_source
from assessment.campaigns.services.document_lists import import_document_lists
from assessment.shared.commands import AssizeCommand


class Command(AssizeCommand):
    """Reads a file of lists: all of them or, where anything is wrong, none."""

    help = "Import what a search engine found for each target of a campaign, in place of the lists there are."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("campaign", help="short name of the campaign")
        parser.add_argument("file", help="a file with lines of: target rank docid rsv")

    def do(self, **options: Any) -> str:
        campaign = campaign_named(options["campaign"])
        imported = import_document_lists(campaign=campaign, file=read_source(options["file"]), by=None)
        return f"{imported.sentence} Campaign: {campaign.slug}."

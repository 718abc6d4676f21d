"""Take a dropped question or series back into the evaluation."""

from argparse import ArgumentParser
from typing import Any

from assessment.campaigns.management.files import campaign_named
from assessment.campaigns.selectors import sentences
from assessment.campaigns.services import restore
from assessment.shared.commands import AssizeCommand


class Command(AssizeCommand):
    """The reverse of drop."""

    help = (
        "Take a dropped question, or a dropped series, back into the evaluation. "
        "Example: manage.py restore_question facts 131"
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("campaign", help="short name of the campaign")
        parser.add_argument("id", help="id of the question or series")

    def do(self, **options: Any) -> str:
        campaign = campaign_named(options["campaign"])
        return sentences.evaluation_changed(restore(campaign=campaign, identifier=options["id"], by=None))

"""Take a question or a series out of the evaluation."""

from argparse import ArgumentParser
from typing import Any

from assessment.campaigns.management.files import campaign_named
from assessment.campaigns.selectors import sentences
from assessment.campaigns.services import drop
from assessment.shared.commands import AssizeCommand


class Command(AssizeCommand):
    """Drops one question, or all questions of a series. Its judgments are kept."""

    help = "Drop a question or a series from the evaluation, with a reason. It leaves every mean; nothing is deleted."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("campaign", help="short name of the campaign")
        parser.add_argument("id", help="id of the question or series")
        parser.add_argument(
            "--reason", required=True, help="why; it is shown with the question and the scores"
        )

    def do(self, **options: Any) -> str:
        campaign = campaign_named(options["campaign"])
        row = drop(campaign=campaign, identifier=options["id"], reason=options["reason"], by=None)
        return sentences.evaluation_changed(row)

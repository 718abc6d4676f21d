"""Take released scores back."""

from argparse import ArgumentParser
from typing import Any

from assessment.campaigns.management.files import campaign_named
from assessment.results.services.release import take_back
from assessment.shared.commands import AssizeCommand


class Command(AssizeCommand):
    """Hides the official scores from participants again; the version itself stays."""

    help = "Take the released scores of a campaign back, with a reason that participants see with the next release."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("campaign", help="short name of the campaign")
        parser.add_argument("--reason", required=True, help="why")

    def do(self, **options: Any) -> str:
        row = take_back(campaign=campaign_named(options["campaign"]), reason=options["reason"], by=None)
        version = row.scores.qrels.version
        return f"Version {version} is provisional again; participants no longer see it."

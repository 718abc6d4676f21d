"""Say whether assessors shall be trained before they judge."""

from argparse import ArgumentParser
from typing import Any

from assessment.campaigns.management.files import campaign_named
from assessment.shared.commands import AssizeCommand
from assessment.training.selectors import sentences
from assessment.training.services.samples import require_training


class Command(AssizeCommand):
    """Pages remind assessors of the training, or no longer do."""

    help = (
        "Have pages remind assessors that training comes before judging; nothing is locked. "
        "Example: manage.py require_training facts"
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("campaign", help="short name of the campaign")
        parser.add_argument("--off", action="store_true", help="remind them no longer")

    def do(self, **options: Any) -> str:
        required = not options["off"]
        require_training(campaign=campaign_named(options["campaign"]), required=required, by=None)
        return sentences.training_required(required)

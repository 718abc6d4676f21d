"""Put a sample question earlier."""

from argparse import ArgumentParser
from typing import Any

from assessment.campaigns.management.files import campaign_named
from assessment.shared.commands import AssizeCommand
from assessment.training.management.rows import sample_named
from assessment.training.selectors import sentences
from assessment.training.services.samples import move_sample


class Command(AssizeCommand):
    """Put a sample question earlier."""

    help = "Put a sample question before the one that stands before it. Example: manage.py move_sample facts first-steps"

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("campaign", help="short name of the campaign")
        parser.add_argument("name", help="name of the sample question")

    def do(self, **options: Any) -> str:
        sample = sample_named(campaign_named(options["campaign"]), options["name"])
        move_sample(question=sample, by=None)
        return sentences.sample_moved(sample.name)

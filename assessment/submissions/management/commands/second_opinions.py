"""python manage.py second_opinions CAMPAIGN"""

from typing import Any

from django.core.management.base import CommandParser

from assessment.campaigns.management.files import campaign_named
from assessment.shared.commands import AssizeCommand
from assessment.submissions.services.second_opinions import ask_all


class Command(AssizeCommand):
    help = (
        "Reads copied pages with another parser: those in which a cited answer does not stand, and a sample. "
        "Lists those that it reads differently."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("campaign")

    def do(self, **options: Any) -> str:
        return ask_all(campaign_named(options["campaign"]), self.progress, self.stdout.write).sentence

"""Take a rejected candidate up again."""

from argparse import ArgumentParser
from typing import Any

from assessment.campaigns.management.files import campaign_named
from assessment.campaigns.management.rows import candidate_numbered
from assessment.campaigns.selectors import sentences
from assessment.campaigns.services.candidates import reconsider_candidate
from assessment.shared.commands import AssizeCommand


class Command(AssizeCommand):
    """Take a rejected candidate up again."""

    help = "Take a rejected candidate up again. Example: manage.py reconsider_candidate comets 4"

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("campaign", help="short name of the campaign")
        parser.add_argument("number", type=int, help="as manage.py candidates lists it")

    def do(self, **options: Any) -> str:
        row = candidate_numbered(campaign_named(options["campaign"]), options["number"])
        return sentences.candidate_reconsidered(reconsider_candidate(candidate=row, by=None))

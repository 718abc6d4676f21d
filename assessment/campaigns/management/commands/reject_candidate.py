"""Put a candidate aside, with a reason; it stays listed."""

from argparse import ArgumentParser
from typing import Any

from assessment.campaigns.management.files import campaign_named
from assessment.campaigns.management.rows import candidate_numbered
from assessment.campaigns.selectors import sentences
from assessment.campaigns.services.candidates import reject_candidate
from assessment.shared.commands import AssizeCommand


class Command(AssizeCommand):
    """Put a candidate aside, with a reason; it stays listed."""

    help = "Put a candidate aside, with a reason; it stays listed. Example: manage.py reject_candidate comets 4 --reason 'No document answers it.'"

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("campaign", help="short name of the campaign")
        parser.add_argument("number", type=int, help="as manage.py candidates lists it")
        parser.add_argument("--reason", required=True, metavar="TEXT", help="why; it stays beside it")

    def do(self, **options: Any) -> str:
        row = candidate_numbered(campaign_named(options["campaign"]), options["number"])
        return sentences.candidate_rejected(
            reject_candidate(candidate=row, by=None, reason=options["reason"])
        )

"""Check how assessors judge."""

from argparse import ArgumentParser
from typing import Any

from assessment.assignments.services.checks import check_assessors, outcome_of
from assessment.campaigns.management.files import campaign_named
from assessment.shared.commands import AssizeCommand, Outcome


class Command(AssizeCommand):
    """Looks for what is unusual; the page Progress and the board show what was found."""

    help = "Look for order effects, assessors far off the others, and times per judgment unlike the others'."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("campaign", help="short name of the campaign")

    def do(self, **options: Any) -> Outcome:
        found = check_assessors(campaign=campaign_named(options["campaign"]), by=None)
        return Outcome(outcome_of(found), {"alarms": [alarm._asdict() for alarm in found]})

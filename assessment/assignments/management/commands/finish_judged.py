"""Finish what is judged, in the assessors' place."""

from argparse import ArgumentParser
from typing import Any

from assessment.assignments.services.finishing import finish_judged
from assessment.campaigns.management.files import campaign_named
from assessment.shared.commands import AssizeCommand, Outcome


class Command(AssizeCommand):
    """Finishes every question whose answers are all judged; the page Progress does the same."""

    help = "Finish, in their assessors' place, all questions whose answers are judged."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("campaign", help="short name of the campaign")
        parser.add_argument(
            "--nothing-found",
            action="store_true",
            help="also those in which the assessor judged no answer correct, as “no answer found”",
        )

    def do(self, **options: Any) -> Outcome:
        campaign = campaign_named(options["campaign"])
        done = finish_judged(
            campaign=campaign, by=None, nothing_found=options["nothing_found"], progress=self.progress
        )
        left = [one._asdict() for one in done.left]
        return Outcome(str(done), {"finished": done.finished, "left": left})

"""Draw the questions that people are asked to judge where a machine judged all."""

from argparse import ArgumentParser
from typing import Any

from assessment.campaigns.management.files import campaign_named
from assessment.shared.commands import AssizeCommand
from assessment.shared.errors import Refused
from assessment.studies.services.designs import record_design, withdraw_design
from scoring.studies.designs import DESIGNS, SIMPLE


class Command(AssizeCommand):
    """Records a design before anybody judged, or withdraws it."""

    help = (
        "Draw the questions that people are asked to judge where a machine judged all, and record the design; before the "
        "first judgment of a person. assign then gives people these questions alone, estimate says what follows of all."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("campaign", help="short name of the campaign")
        parser.add_argument(
            "name", nargs="?", default="", help="of the machine assessor, such as NAME@VERSION"
        )
        parser.add_argument("--questions", type=int, default=0, metavar="N", help="how many people judge")
        parser.add_argument("--design", default=SIMPLE, choices=list(DESIGNS), help="default simple")
        parser.add_argument("--seed", type=int, default=1, help="of the draw (default 1)")
        parser.add_argument(
            "--withdraw", action="store_true", help="take the design back; nobody may have judged"
        )

    def do(self, **options: Any) -> str:
        campaign = campaign_named(options["campaign"])
        if options["withdraw"]:
            return withdraw_design(campaign=campaign, by=None)
        if not options["name"] or not 0 <= options["seed"] < 10**15:
            raise Refused(
                "A design needs a machine and a seed from 0 to 999999999999999.",
                "design_unclear",
                "Name them.",
            )
        asked = {"name": options["name"], "design": options["design"]}
        return record_design(
            campaign=campaign, size=options["questions"], seed=options["seed"], by=None, **asked
        )

"""Give questions to assessors."""

from argparse import ArgumentParser
from typing import Any

from assessment.assignments.selectors.units import assessors_of
from assessment.assignments.services.assign import assign
from assessment.campaigns.management.files import campaign_named
from assessment.shared.commands import AssizeCommand


class Command(AssizeCommand):
    """Adds what is missing: a second call with nothing new pooled adds nothing."""

    help = "Assign assessors to all pooled questions, balanced by pool items; to whole series where there are series."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("campaign", help="short name of the campaign")
        parser.add_argument(
            "--assessors",
            metavar="A,B,C",
            help="who gets new questions; all assessors by default. Names join a campaign that has no assessors yet",
        )
        parser.add_argument(
            "--new",
            action="store_true",
            help="let unknown names of --assessors join as people without an account, beside those there are",
        )
        parser.add_argument(
            "--judges",
            type=int,
            metavar="K",
            help="assessors per question; the campaign's setting by default",
        )
        parser.add_argument("--seed", type=int, default=1, help="decides between equal loads (default 1)")

    def do(self, **options: Any) -> str:
        names = options["assessors"]
        campaign = campaign_named(options["campaign"])
        done = assign(
            campaign=campaign,
            by=None,
            assessors=None if names is None else [name.strip() for name in names.split(",") if name.strip()],
            judges=options["judges"],
            seed=options["seed"],
            newcomers=options["new"] or not assessors_of(campaign),
        )
        return str(done)

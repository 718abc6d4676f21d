"""Hold the counters against the rows."""

from argparse import ArgumentParser
from typing import Any

from assessment.campaigns.management.files import campaign_named
from assessment.judging.services.counters import recount
from assessment.shared.commands import AssizeCommand
from assessment.shared.errors import Refused


class Command(AssizeCommand):
    """Counts judgments, disputes and pools anew and prints what differs from the counters."""

    help = (
        "Count the judgments of each assignment, the disputed items and the pools of a campaign anew, and print every "
        "counter that says something else. Fails where one does, unless --fix puts it right."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("campaign", help="short name of the campaign")
        parser.add_argument("--fix", action="store_true", help="put wrong counters right")

    def do(self, **options: Any) -> str:
        campaign = campaign_named(options["campaign"])
        differences = recount(campaign=campaign, by=None, fix=options["fix"])
        for difference in differences:
            self.stdout.write(str(difference))
        if not differences:
            return f"All counters of {campaign.slug} are right."
        many = "1 counter" if len(differences) == 1 else f"{len(differences)} counters"
        if options["fix"]:
            return f"Put {many} right."
        raise Refused(f"{many} of {campaign.slug} differ.", "counters_differ", "Run it again with --fix.")

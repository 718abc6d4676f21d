"""python manage.py relieve CAMPAIGN --assessor A [--questions 1,2] [--all] [--check]"""

from argparse import ArgumentParser
from typing import Any

from assessment.assignments.management.moving import carried_out, wanted_of
from assessment.campaigns.management.files import campaign_named
from assessment.campaigns.management.rows import member_named
from assessment.judging.models import MoveKind
from assessment.shared.commands import AssizeCommand, Outcome


class Command(AssizeCommand):
    """Takes what somebody has not finished off them; nobody takes over."""

    help = (
        "Relieve an assessor of all unfinished questions, without anybody taking over. Judgments in them are kept, set "
        "aside; hand_over --from A --give-back undoes it."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("campaign", help="short name of the campaign")
        parser.add_argument("--assessor", metavar="A", required=True, help="whose work it is")
        parser.add_argument("--questions", metavar="IDS", help="only these")
        parser.add_argument("--all", action="store_true", help="finished questions too")
        parser.add_argument("--check", action="store_true", help="say what would happen, and change nothing")

    def do(self, **options: Any) -> Outcome:
        campaign = campaign_named(options["campaign"])
        member = member_named(campaign, options["assessor"])
        wanted = wanted_of(MoveKind.RELIEVED, options)
        return carried_out(self, campaign, member, wanted, options["check"])

"""python manage.py hand_over CAMPAIGN --from A [--to B,C] [--questions 1,2] [--all] [--check]"""

from argparse import ArgumentParser
from typing import Any

from assessment.assignments.management.moving import carried_out, wanted_of
from assessment.assignments.services.giving_back import give_back_arguments
from assessment.assignments.services.moves import GIVE_BACK
from assessment.campaigns.management.files import campaign_named
from assessment.campaigns.management.rows import member_named
from assessment.jobs.services.runner import do_here
from assessment.judging.models import MoveKind, MoveState, WorkMove
from assessment.shared.commands import AssizeCommand, Outcome
from assessment.shared.errors import Refused


class Command(AssizeCommand):
    """Moves what somebody has not finished to others, in balance; or gives the last such act back."""

    help = (
        "Hand all of an assessor's unfinished questions over to others: least loaded first, never the same question "
        "twice, series whole. Judgments in them are kept, set aside. If the command is killed, a worker goes on with it."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("campaign", help="short name of the campaign")
        parser.add_argument("--from", dest="member", metavar="A", required=True, help="whose work it is")
        parser.add_argument("--to", metavar="B,C", help="who takes over; all other assessors by default")
        parser.add_argument("--questions", metavar="IDS", help="only these, with the whole series of each")
        parser.add_argument("--all", action="store_true", help="finished questions too")
        parser.add_argument("--seed", type=int, default=1, help="decides between equal loads (default 1)")
        parser.add_argument(
            "--check", action="store_true", help="say who would get how much, and change nothing"
        )
        parser.add_argument(
            "--give-back",
            action="store_true",
            help="instead: undo the last act that moved this assessor's work",
        )

    def do(self, **options: Any) -> str | Outcome:
        campaign = campaign_named(options["campaign"])
        member = member_named(campaign, options["member"])
        if not options["give_back"]:
            wanted = wanted_of(MoveKind.HANDED_OVER, options)
            return carried_out(self, campaign, member, wanted, options["check"])
        act = WorkMove.objects.filter(member=member, state=MoveState.MOVED).order_by("-pk").first()
        if act is None:
            raise Refused(f"Nothing of {member} was moved.", "nothing_to_give_back", "Nothing was changed.")
        arguments = give_back_arguments(act=act)
        job = do_here(kind=GIVE_BACK, campaign=campaign, arguments=arguments, listener=self.progress)
        return str(job.result["sentence"])

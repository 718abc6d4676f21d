"""python manage.py unpool CAMPAIGN --run R | --team T | --round N | --withdrawn [--depth D] --reason TEXT [--check]"""

from typing import Any

from django.core.management.base import CommandParser

from assessment.campaigns.management.files import campaign_named
from assessment.judging.selectors.taking_out import preview
from assessment.shared.commands import AssizeCommand, Outcome
from assessment.submissions.selectors.taking_out import Cut
from assessment.submissions.services.unpooling import refuse_cut, unpool


class Command(AssizeCommand):
    """Takes runs and depth out of the pool, or says what that would do."""

    help = (
        "Takes a run, a team, a round, the withdrawn and replaced runs, or what lies below a rank, out of the pool of a "
        "campaign. Items that nothing else in the pool gives leave; their judgments are kept, and come back with them "
        "when the runs are pooled again (pool --again). The runs themselves stay in the evaluation."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("campaign")
        parser.add_argument("--run", default="", help="what this run gave")
        parser.add_argument("--team", default="", help="what the runs of this team gave")
        parser.add_argument("--round", type=int, help="what this round of pooling took")
        parser.add_argument("--withdrawn", action="store_true", help="what withdrawn and replaced runs gave")
        parser.add_argument("--depth", type=int, help="only what lies below this rank; alone: of all runs")
        parser.add_argument("--reason", default="", help="why; it is kept in the record")
        parser.add_argument("--check", action="store_true", help="say what would leave, and change nothing")

    def do(self, **options: Any) -> str | Outcome:
        campaign = campaign_named(options["campaign"])
        cut = Cut(
            run=options["run"],
            team=options["team"],
            round=options["round"],
            ended=options["withdrawn"],
            depth=options["depth"],
        )
        if not options["check"]:
            return unpool(by=None, campaign=campaign, cut=cut, reason=options["reason"]).sentence
        refuse_cut(campaign, cut)
        found = preview(campaign, cut)
        lines = [
            f"question {row.question.qid}: {row.items:,} items, {row.judged:,} judged"
            for row in found.questions
        ]
        fields = {"items": found.items, "judged": found.judged, "assessors": dict(found.assessors)}
        return Outcome(f"{found.sentence} Nothing was changed.", fields, lines)

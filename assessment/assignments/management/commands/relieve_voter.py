"""Go on without a voter."""

from argparse import ArgumentParser
from typing import Any

from assessment.assignments.services.voters import relieve_voter
from assessment.campaigns.management.files import campaign_named
from assessment.campaigns.models import Question
from assessment.people.services.accounts import member_named
from assessment.shared.commands import AssizeCommand
from assessment.shared.errors import Refused


class Command(AssizeCommand):
    """Sets the open voting of one person aside, so that release does not wait for it."""

    help = (
        "Ask a voter on nuggets for no more votes. Votes given in questions that the voter did not finish are set "
        "aside; adding the person on the page Assign brings them back."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("campaign", help="short name of the campaign")
        parser.add_argument("voter", help="name of the voter in the campaign")
        parser.add_argument(
            "--question",
            action="append",
            metavar="QID",
            help="only this question; may be given several times",
        )

    def do(self, **options: Any) -> str:
        campaign = campaign_named(options["campaign"])
        member = member_named(campaign, options["voter"])
        if member is None:
            raise Refused(
                f"{campaign.title} has no member called {options['voter']}.",
                "member_unknown",
                "Names are on the page People.",
            )
        wanted = options["question"]
        asked = Question.objects.filter(campaign=campaign, qid__in=wanted or ())
        found = list(asked.values_list("pk", "qid"))
        if unknown := set(wanted or ()) - {qid for _, qid in found}:
            raise Refused(f"There is no question {min(unknown)}.", "question_unknown", "Nothing was changed.")
        pks = [pk for pk, _ in found] if wanted else None
        qids = relieve_voter(campaign=campaign, member=member, questions=pks, by=None)
        return f"{member} need no longer vote on {', '.join(qids)}."

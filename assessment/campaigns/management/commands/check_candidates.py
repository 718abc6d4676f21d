"""Check the candidates for questions of a campaign."""

from argparse import ArgumentParser
from collections.abc import Iterable
from typing import Any

from assessment.campaigns.management.files import campaign_named
from assessment.campaigns.models import Candidate, CandidateState
from assessment.campaigns.selectors.candidate_list import Wanted, candidates_of
from assessment.campaigns.selectors.candidates import questions_of
from assessment.campaigns.selectors.similar import Repeats
from assessment.campaigns.selectors.verification import verified
from assessment.shared.commands import AssizeCommand, Outcome


class Command(AssizeCommand):
    """Says what is known and not where it is said to be, and which questions repeat others."""

    help = (
        "Say of the candidates under consideration what is known of them and is not in its document, and which repeat "
        "other questions. Example: manage.py check_candidates comets"
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("campaign", help="short name of the campaign")

    def do(self, **options: Any) -> Outcome:
        campaign = campaign_named(options["campaign"])
        found, repeats = [], Repeats(campaign)
        for row in candidates_of(campaign, Wanted(state=CandidateState.CONSIDERED)):
            row.campaign = campaign
            found += list(_found(row, repeats))
        many = "1 remark" if len(found) == 1 else f"{len(found):,} remarks"
        lines = [
            f"{one['candidate']}, question {one['question']}: {one['what']}: {one['about']}" for one in found
        ]
        return Outcome(f"{many} on candidates of {campaign.slug}.", {"found": found}, lines)


def _found(row: Candidate, repeats: Repeats) -> Iterable[dict[str, Any]]:
    questions = questions_of(row)
    known = verified(row.campaign, questions)
    for question in questions:
        place = {"candidate": row.pk, "question": question.position}
        for one in known[question.pk]:
            if one.is_wrong:
                yield place | {"what": str(one.label), "about": one.line}
        for other in repeats.alike(row, question):
            what = "Equal" if other.is_equal else "Nearly equal"
            where = f"question {other.qid}" if other.qid else f"candidate {other.candidate}"
            yield place | {"what": what, "about": f"{where}, {other.text}"}

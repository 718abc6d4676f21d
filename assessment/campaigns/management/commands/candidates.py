"""List the candidates for questions of a campaign."""

from argparse import ArgumentParser
from typing import Any

from assessment.campaigns.management.files import campaign_named
from assessment.campaigns.models import Candidate, CandidateState
from assessment.campaigns.selectors.candidate_list import Wanted, candidates_of
from assessment.shared.commands import AssizeCommand, Outcome


class Command(AssizeCommand):
    """Lists series and questions that are considered, rejected or accepted."""

    help = (
        "List the candidates of a campaign with their numbers, which accept_candidate, reject_candidate and "
        "reconsider_candidate take. Example: manage.py candidates comets"
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("campaign", help="short name of the campaign")
        parser.add_argument("--state", default="", choices=CandidateState.values)
        parser.add_argument("--source", default="", help="of one of its questions, such as assessor")
        parser.add_argument("--person", default="", help="the account that entered it")
        parser.add_argument(
            "--find", default="", metavar="WORDS", help="part of a target, question or answer"
        )

    def do(self, **options: Any) -> Outcome:
        campaign = campaign_named(options["campaign"])
        rows = candidates_of(campaign, Wanted(*(options[name] for name in Wanted._fields)))
        data = [_data(row) for row in rows]
        many = "1 candidate" if len(rows) == 1 else f"{len(rows):,} candidates"
        return Outcome(f"{many} of {campaign.slug}.", {"candidates": data}, [_line(row) for row in rows])


def _data(row: Candidate) -> dict[str, Any]:
    return {
        "number": row.pk,
        "state": row.state,
        "target": row.target,
        "entered_by": row.entered_by.username if row.entered_by else "",
        "questions": [question.text for question in row.questions.all()],
        "reason": row.reason,
    }


def _line(row: Candidate) -> str:
    questions = len(row.questions.all())
    about = row.target or "; ".join(question.text for question in row.questions.all())
    reason = f" ({row.reason})" if row.reason else ""
    return f"{row.pk} {row.get_state_display().lower()}{reason}: {about}, {questions} question{'' if questions == 1 else 's'}"

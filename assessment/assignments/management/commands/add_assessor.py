"""Give a question to one more assessor."""

from argparse import ArgumentParser
from typing import Any

from assessment.assignments.selectors import sentences
from assessment.assignments.services.handover import add_assessor
from assessment.campaigns.management.files import campaign_named
from assessment.campaigns.management.rows import member_named, question_named
from assessment.shared.commands import AssizeCommand


class Command(AssizeCommand):
    """Adds somebody to a question, or to its whole series."""

    help = (
        "Give a question, and the whole series where it has one, to an assessor, whatever the number asked for. "
        "Example: manage.py add_assessor facts 7 dora"
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("campaign", help="short name of the campaign")
        parser.add_argument("qid", help="id of the question")
        parser.add_argument("assessor", help="name of the assessor in the campaign")

    def do(self, **options: Any) -> str:
        campaign = campaign_named(options["campaign"])
        question, member = (
            question_named(campaign, options["qid"]),
            member_named(campaign, options["assessor"]),
        )
        add_assessor(question=question, member=member, by=None)
        return sentences.assessor_added(member)

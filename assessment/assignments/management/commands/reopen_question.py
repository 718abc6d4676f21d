"""Open a finished question again."""

from argparse import ArgumentParser
from typing import Any

from assessment.assignments.management.rows import assignment_named
from assessment.assignments.selectors import sentences
from assessment.assignments.services.handover import reopen
from assessment.campaigns.management.files import campaign_named
from assessment.shared.commands import AssizeCommand


class Command(AssizeCommand):
    """Lets an assessor go on with a question that they had finished."""

    help = (
        "Open a question again for an assessor who had finished it; all judgments stay as they are. "
        "Example: manage.py reopen_question facts 7 ada"
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("campaign", help="short name of the campaign")
        parser.add_argument("qid", help="id of the question")
        parser.add_argument("assessor", help="name of the assessor in the campaign")

    def do(self, **options: Any) -> str:
        row = assignment_named(campaign_named(options["campaign"]), options["qid"], options["assessor"])
        reopen(assignment=row, by=None)
        return sentences.reopened(row)

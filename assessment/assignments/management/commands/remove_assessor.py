"""Take a question from an assessor who has not begun it."""

from argparse import ArgumentParser
from typing import Any

from assessment.assignments.management.rows import assignment_named
from assessment.assignments.selectors import sentences
from assessment.assignments.services.handover import remove_assessor
from assessment.campaigns.management.files import campaign_named
from assessment.shared.commands import AssizeCommand


class Command(AssizeCommand):
    """Removes somebody from a question, or from its whole series."""

    help = (
        "Take a question, and the whole series where it has one, from an assessor who has not begun. "
        "Example: manage.py remove_assessor facts 7 dora"
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("campaign", help="short name of the campaign")
        parser.add_argument("qid", help="id of the question")
        parser.add_argument("assessor", help="name of the assessor in the campaign")

    def do(self, **options: Any) -> str:
        row = assignment_named(campaign_named(options["campaign"]), options["qid"], options["assessor"])
        remove_assessor(assignment=row, by=None)
        return sentences.assessor_removed(row.member)

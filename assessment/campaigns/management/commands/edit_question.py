"""Change or correct a question."""

from argparse import ArgumentParser
from typing import Any

from assessment.campaigns.management.files import campaign_named
from assessment.campaigns.management.rows import question_named
from assessment.campaigns.selectors import sentences
from assessment.campaigns.services import edit_question
from assessment.campaigns.services.questions import FIELDS
from assessment.shared.commands import AssizeCommand
from assessment.shared.errors import Refused


class Command(AssizeCommand):
    """Changes what is given and leaves the rest."""

    help = (
        "Change the text of a question, its source, or the answer suggested for it. Once its answers are pooled, another "
        "text takes a reason and is kept as a correction, shown beside the question. "
        'Example: manage.py edit_question facts 7 --text "Who built it?" --reason "A word was missing."'
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("campaign", help="short name of the campaign")
        parser.add_argument("qid", help="id of the question")
        parser.add_argument("--text", help="the question")
        parser.add_argument("--source", help="where the question comes from")
        parser.add_argument("--suggested-answer", metavar="ANSWER")
        parser.add_argument("--suggested-docid", metavar="DOCID", help="document of the suggested answer")
        parser.add_argument("--reason", default="", metavar="TEXT", help="why the text is corrected")

    def do(self, **options: Any) -> str:
        question = question_named(campaign_named(options["campaign"]), options["qid"])
        fields = {name: options[name] for name in FIELDS if options[name] is not None}
        if not fields:
            raise Refused(
                "Nothing to change was given.", "usage", "Give --text, --source or a suggested answer."
            )
        return sentences.question_saved(
            edit_question(question=question, by=None, reason=options["reason"], **fields)
        )

"""Say whether NIL is right."""

from argparse import ArgumentParser
from typing import Any

from assessment.campaigns.management.files import campaign_named
from assessment.campaigns.management.rows import question_named
from assessment.campaigns.selectors import sentences
from assessment.campaigns.services import settle_nil
from assessment.shared.commands import AssizeCommand

JUDGMENTS = "judgments"


class Command(AssizeCommand):
    """Settles NIL of one question, or leaves it to the judgments again."""

    help = (
        "Say whether NIL is right where the judgments of a question leave it open. "
        "Example: manage.py settle_nil series 3.2 right"
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("campaign", help="short name of the campaign")
        parser.add_argument("qid", help="id of the question")
        parser.add_argument(
            "nil", choices=["right", "wrong", JUDGMENTS], help=f"{JUDGMENTS}: nobody settles it"
        )

    def do(self, **options: Any) -> str:
        question = question_named(campaign_named(options["campaign"]), options["qid"])
        nil = "" if options["nil"] == JUDGMENTS else options["nil"]
        return sentences.nil_settled(settle_nil(question=question, nil=nil, by=None))

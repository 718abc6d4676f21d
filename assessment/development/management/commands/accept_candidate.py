"""Make a candidate's questions questions of the campaign."""

from argparse import ArgumentParser
from typing import Any

from assessment.campaigns.management.files import campaign_named
from assessment.campaigns.management.rows import candidate_numbered
from assessment.campaigns.selectors import sentences
from assessment.development.services.known import accept
from assessment.shared.commands import AssizeCommand, Outcome


class Command(AssizeCommand):
    """Accepts a candidate with what is known of its questions."""

    help = (
        "Make the questions of a candidate questions of the campaign, with what is known of them. "
        "Example: manage.py accept_candidate comets 4"
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("campaign", help="short name of the campaign")
        parser.add_argument("number", type=int, help="as manage.py candidates lists it")
        parser.add_argument(
            "--key", default="", help="id of the series, or of its first question; else the next free number"
        )
        parser.add_argument(
            "--pairs",
            default="",
            help='pairs of languages, such as "EN:EN EN:IT"; else those that the campaign has',
        )

    def do(self, **options: Any) -> Outcome:
        row = candidate_numbered(campaign_named(options["campaign"]), options["number"])
        questions = [
            one.question for one in accept(candidate=row, key=options["key"], pairs=options["pairs"], by=None)
        ]
        return Outcome(
            sentences.candidate_accepted(questions), {"questions": [question.qid for question in questions]}
        )

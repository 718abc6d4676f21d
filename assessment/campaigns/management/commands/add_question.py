"""Add a question to a series."""

from argparse import ArgumentParser
from typing import Any

from assessment.campaigns.management.files import campaign_named
from assessment.campaigns.management.rows import series_named
from assessment.campaigns.selectors import sentences
from assessment.campaigns.services.series import add_question
from assessment.shared.commands import AssizeCommand, Outcome


class Command(AssizeCommand):
    """Puts a question at the end of a series, with the next free number as its id."""

    help = (
        "Add a question at the end of a series, before runs come in. "
        'Example: manage.py add_question comets 3 "Who found it?" --type FACTOID'
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("campaign", help="short name of the campaign")
        parser.add_argument("series", help="id of the series")
        parser.add_argument("text", help="the question")
        parser.add_argument("--type", required=True, help="a type of question of the track")
        parser.add_argument("--source", default="", help="where the question comes from")

    def do(self, **options: Any) -> Outcome:
        series = series_named(campaign_named(options["campaign"]), options["series"])
        made = add_question(
            series=series, type=options["type"], text=options["text"], source=options["source"], by=None
        )
        return Outcome(sentences.question_added(made), {"qid": made.qid})

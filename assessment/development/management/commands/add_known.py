"""Add to what is known of a question."""

from argparse import ArgumentParser
from typing import Any

from assessment.campaigns.management.files import campaign_named
from assessment.campaigns.management.rows import question_named
from assessment.campaigns.selectors import sentences
from assessment.development.management.rows import known_lines
from assessment.development.services.known import add_known
from assessment.shared.commands import AssizeCommand


class Command(AssizeCommand):
    """Adds answers, or nuggets with a vote, a line each."""

    help = (
        "Add known answers or nuggets to a question, a line each; many at once come with import_development. "
        'Example: manage.py add_known facts 7 "Ada Rehn | WIRE-0001"'
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("campaign", help="short name of the campaign")
        parser.add_argument("qid", help="id of the question")
        parser.add_argument(
            "lines",
            nargs="+",
            metavar="LINE",
            help='a line, such as "Ada Rehn | WIRE-0001", or for a nugget "vital | came back in 1986"',
        )

    def do(self, **options: Any) -> str:
        question = question_named(campaign_named(options["campaign"]), options["qid"])
        known = known_lines(question, options["lines"])
        added = add_known(question=question, known=known, by=None)
        return sentences.known_added(added, len(known) - added)

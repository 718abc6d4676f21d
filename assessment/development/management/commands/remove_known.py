"""Take a known answer or nugget off the list."""

from argparse import ArgumentParser
from typing import Any

from assessment.campaigns.management.files import campaign_named
from assessment.campaigns.management.rows import question_named
from assessment.campaigns.selectors import sentences
from assessment.development.management.rows import known_called
from assessment.development.services.known import remove_known
from assessment.shared.commands import AssizeCommand


class Command(AssizeCommand):
    """Removes one that nobody has judged with."""

    help = (
        "Take a known answer or nugget off the list, as long as nobody judged with it. "
        'Example: manage.py remove_known facts 7 "Ada Rehn"'
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("campaign", help="short name of the campaign")
        parser.add_argument("qid", help="id of the question")
        parser.add_argument("text", help="its text as it is now")

    def do(self, **options: Any) -> str:
        question = question_named(campaign_named(options["campaign"]), options["qid"])
        uid = known_called(question, options["text"])
        return sentences.known_removed(remove_known(question=question, uid=uid, by=None))

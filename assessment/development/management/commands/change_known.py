"""Say a known answer or nugget in other words."""

from argparse import ArgumentParser
from typing import Any

from assessment.campaigns.management.files import campaign_named
from assessment.campaigns.management.rows import question_named
from assessment.campaigns.selectors import sentences
from assessment.development.management.rows import known_called, known_lines
from assessment.development.services.known import change_known
from assessment.shared.commands import AssizeCommand


class Command(AssizeCommand):
    """Changes one that nobody has judged with."""

    help = (
        "Say a known answer or nugget in other words, as long as nobody judged with it. "
        'Example: manage.py change_known facts 7 "Ada Rehn" "Ada Renn | WIRE-0001"'
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("campaign", help="short name of the campaign")
        parser.add_argument("qid", help="id of the question")
        parser.add_argument("text", help="its text as it is now")
        parser.add_argument(
            "line", help='a line, such as "Ada Rehn | WIRE-0001", or for a nugget "vital | came back in 1986"'
        )

    def do(self, **options: Any) -> str:
        question = question_named(campaign_named(options["campaign"]), options["qid"])
        uid, known = known_called(question, options["text"]), known_lines(question, [options["line"]])[0]
        says_rest = bool(known.group or known.weight)
        change_known(
            question=question, uid=uid, known=known, seen=options["text"], by=None, keeps_rest=not says_rest
        )
        return sentences.known_changed(known.text)

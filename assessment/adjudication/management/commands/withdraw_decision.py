"""Take a single decision back."""

from argparse import ArgumentParser
from typing import Any

from assessment.adjudication.selectors.sentences import decision_withdrawn
from assessment.adjudication.services.adjudicate import withdraw_decision
from assessment.campaigns.management.files import campaign_named
from assessment.campaigns.management.rows import question_named
from assessment.shared.commands import AssizeCommand
from assessment.shared.errors import Refused
from assessment.submissions.models import PoolItem


class Command(AssizeCommand):
    """Withdraws the decision on one pool item, as the page of its question does."""

    help = (
        "Withdraw the decision on one pool item: it is open again, and the decision is kept as history. "
        'Example: manage.py withdraw_decision facts 7 WIRE-0001 "Ada Rehn"'
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("campaign", help="short name of the campaign")
        parser.add_argument("qid", help="id of the question")
        parser.add_argument("docid", help="document of the item")
        parser.add_argument("answer", nargs="?", default="", help="its answer, letter by letter")
        parser.add_argument("--passage", default="", metavar="ID", help="its paragraph, where items have one")

    def do(self, **options: Any) -> str:
        question = question_named(campaign_named(options["campaign"]), options["qid"])
        named = {name: options[name] for name in ("docid", "passage", "answer")}
        item = PoolItem.objects.filter(question=question, **named).first()
        if item is None:
            raise Refused(
                f"The pool of question {question.qid} has no such item. Nothing was changed.",
                "item_unknown",
                f"List the decided ones: manage.py disputes {options['campaign']} --decided",
            )
        withdraw_decision(item=item, by=None)
        return decision_withdrawn(item)

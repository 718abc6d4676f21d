"""Bring judgments in."""

from argparse import ArgumentParser
from collections.abc import Mapping
from typing import Any

from assessment.campaigns.management.intakes import FileCommand
from assessment.campaigns.services.intakes import Taken
from assessment.imports.services.review import new_in
from assessment.shared.commands import Outcome


class Command(FileCommand):
    """Reads a judgments.csv: all of it or, where anything is wrong, nothing."""

    kind = "judgments"
    file_help = "the table of judgments"
    help = (
        "Store the judgments of a judgments.csv (qid,docid,passage,answer,assessor,grade,answer_class,note,judged_at). "
        "answer_class is the id or the label of a class of the question; another name makes a new class. "
        "If the command is killed after it began to store, a worker, or the next import, goes on with it."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument(
            "--machine", default="", metavar="VERSION", help="a program of this version judged"
        )
        parser.add_argument(
            "--new",
            action="store_true",
            help="let names that are not assessors of the campaign join it, without an account and without new work",
        )
        parser.add_argument(
            "--replace", action="store_true", help="let judgments that are stored become what the file says"
        )

    def said(self, options: Mapping[str, Any]) -> dict[str, Any]:
        return {"machine": options["machine"], "newcomers": options["new"], "replace": options["replace"]}

    def shown(self, taken: Taken) -> Outcome:
        """The people that a checked file brings, the classes it would make, then the sum."""
        review = dict(taken.review or {})
        lines = [f"joins the campaign: {one['name']}" for one in review["people"] if not one["is_known"]]
        lines += [f"new class: {one}" for one in new_in(review)]
        return Outcome(taken.sentence, review, [*lines, *review["warnings"]])

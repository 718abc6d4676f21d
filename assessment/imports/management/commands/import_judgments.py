"""Bring judgments in."""

from argparse import ArgumentParser
from typing import Any

from assessment.campaigns.management.files import campaign_named, read_source
from assessment.imports.services.files import JudgmentsFile, check_judgments, import_judgments
from assessment.imports.services.review import Review
from assessment.shared.commands import AssizeCommand, Outcome


class Command(AssizeCommand):
    """Reads a judgments.csv: all of it or, where anything is wrong, nothing."""

    help = (
        "Store the judgments of a judgments.csv (qid,docid,passage,answer,assessor,grade,answer_class,note,judged_at). "
        "answer_class is the id or the label of a class of the question; another name makes a new class. "
        "If the command is killed after it began to store, a worker, or the next import, goes on with it."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("campaign", help="short name of the campaign")
        parser.add_argument("file", help="the table of judgments")
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
        parser.add_argument(
            "--check", action="store_true", help="say what the file would do, and store nothing"
        )

    def do(self, **options: Any) -> str | Outcome:
        source, campaign = read_source(options["file"]), campaign_named(options["campaign"])
        if options["check"]:
            table = JudgmentsFile(source.name, source.data, options["machine"], options["new"])
            return _said(check_judgments(campaign=campaign, table=table))
        return import_judgments(
            campaign=campaign,
            file=source.name,
            data=source.data,
            by=None,
            machine=options["machine"],
            newcomers=options["new"],
            replace=options["replace"],
            progress=self.progress,
        )


def _said(found: Review) -> Outcome:
    """What a checked file would do: the people it brings, the classes it would make, then the sum."""
    lines = [f"joins the campaign: {person.name}" for person in found.unknown]
    lines += [f"new class: {one}" for one in found.new]
    lines += found.warnings
    return Outcome(found.sentence, found.as_data(), lines)

"""Bring judgments in."""

from argparse import ArgumentParser
from typing import Any

from assessment.campaigns.management.files import campaign_named, read_source
from assessment.judging.services.judgment_files import import_judgments
from assessment.shared.commands import AssizeCommand


class Command(AssizeCommand):
    """Reads a judgments.csv: all of it or, where anything is wrong, nothing."""

    help = (
        "Store the judgments of a judgments.csv (qid,docid,passage,answer,assessor,grade,answer_class,note,judged_at). "
        "Unknown assessors become members of the campaign without an account, assigned by the import."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("campaign", help="short name of the campaign")
        parser.add_argument("file", help="the table of judgments")
        parser.add_argument(
            "--machine", default="", metavar="VERSION", help="a program of this version judged"
        )

    def do(self, **options: Any) -> str:
        source = read_source(options["file"])
        campaign = campaign_named(options["campaign"])
        done = import_judgments(
            campaign=campaign, file=source.name, data=source.data, by=None, machine=options["machine"]
        )
        return str(done)

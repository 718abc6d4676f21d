"""Bring a campaign's questions in."""

from argparse import ArgumentParser
from typing import Any

from assessment.campaigns.management.files import campaign_named, read_source, source_of_any_size
from assessment.campaigns.management.intakes import COLUMNS, columns_of
from assessment.campaigns.services import import_questions
from assessment.shared.commands import AssizeCommand


class Command(AssizeCommand):
    """Reads a topics file in the format of the campaign's track: all of it or, where anything is wrong, nothing."""

    help = (
        "Import the questions of a campaign from a topics file, with types from a file of their own. "
        "Where each pair of languages has its own file, import one after the other."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("campaign", help="short name of the campaign")
        parser.add_argument(
            "file", help="the topics file, or a table of questions with the columns qid and text at least"
        )
        parser.add_argument("--columns", default="", metavar="OURS=THEIRS,…", help=COLUMNS)
        parser.add_argument(
            "--target-types",
            help="a file with a line #TYPE TARGET for each series, or a line ID TYPE for each question where topics tell no "
            "types; or a table with the columns qid and type, source, suggested_answer, suggested_docid or target_type",
        )
        parser.add_argument(
            "--replace",
            action="store_true",
            help="let questions go that the file does not have, though the campaign is open or most of them would",
        )

    def do(self, **options: Any) -> str:
        campaign = campaign_named(options["campaign"])
        types = options["target_types"]
        read = source_of_any_size if campaign.track.streams_topics else read_source
        imported = import_questions(
            campaign=campaign,
            topics=read(options["file"])._replace(columns=columns_of(options["columns"])),
            types=read_source(types) if types else None,
            by=None,
            replace=options["replace"],
        )
        return f"{imported.sentence} Campaign: {campaign.slug}."

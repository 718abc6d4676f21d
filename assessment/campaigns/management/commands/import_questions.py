"""Bring a campaign's questions in."""

from argparse import ArgumentParser
from collections.abc import Mapping
from typing import Any

from assessment.campaigns.management.files import read_source, source_of_any_size
from assessment.campaigns.management.intakes import FileCommand
from assessment.campaigns.models import Campaign
from assessment.campaigns.services import SourceFile
from assessment.campaigns.services.kept_questions import KIND


class Command(FileCommand):
    """Reads a topics file in the format of the campaign's track: all of it or, where anything is wrong, nothing."""

    help = (
        "Import the questions of a campaign from a topics file, with types from a file of their own. "
        "Where each pair of languages has its own file, import one after the other."
    )
    kind = KIND
    file_help = "the topics file, or a table of questions with the columns qid and text at least"

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
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

    def source(self, campaign: Campaign, options: Mapping[str, Any]) -> SourceFile:
        read = source_of_any_size if campaign.track.streams_topics else read_source
        return read(options["file"])

    def said(self, options: Mapping[str, Any]) -> dict[str, Any]:
        types = options["target_types"]
        return {"types": read_source(types) if types else None, "replace": options["replace"]}

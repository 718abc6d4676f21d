"""Bring annotations of pages in."""

from argparse import ArgumentParser
from collections.abc import Mapping
from typing import Any

from assessment.campaigns.management.files import source_of_any_size
from assessment.campaigns.management.intakes import FileCommand
from assessment.campaigns.models import Campaign
from assessment.campaigns.models.imports import ANNOTATIONS
from assessment.campaigns.services import SourceFile
from assessment.imports.services.annotations import refuse_not_annotated


class Command(FileCommand):
    """Reads annotations in the layout of Natural Questions: all of them or, where anything is wrong, nothing."""

    help = (
        "Store the annotations of a file in the layout of Natural Questions (JSON lines, plain or gzip, of any size). "
        "Annotations without a name are called annotator-1, annotator-2, … by their place in the example's list. "
        "If the command is killed after it began to store, a worker, or the next import, goes on with it."
    )
    kind = ANNOTATIONS
    file_help = "the file of annotations"
    is_table = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument(
            "--new",
            action="store_true",
            help="let names that are not assessors of the campaign join it, without an account and without new work",
        )

    def source(self, campaign: Campaign, options: Mapping[str, Any]) -> SourceFile:
        refuse_not_annotated(campaign)  # before a job is asked for, which would fail
        return source_of_any_size(options["file"])

    def said(self, options: Mapping[str, Any]) -> dict[str, Any]:
        return {"newcomers": options["new"]}

"""Bring annotations of pages in."""

from argparse import ArgumentParser
from typing import Any

from assessment.campaigns.management.files import campaign_named, source_of_any_size
from assessment.campaigns.services import SourceFile
from assessment.campaigns.services.checked_files import import_here, request_check
from assessment.campaigns.services.intakes import Sent
from assessment.imports.services.annotations import refuse_not_annotated
from assessment.imports.services.kept import ANNOTATIONS_FILE
from assessment.jobs.services.runner import finish_here
from assessment.jobs.services.uploads import forget_upload, keep_link
from assessment.shared.commands import AssizeCommand, Outcome


class Command(AssizeCommand):
    """Reads annotations in the layout of Natural Questions: all of them or, where anything is wrong, nothing."""

    help = (
        "Store the annotations of a file in the layout of Natural Questions (JSON lines, plain or gzip, of any size). "
        "Annotations without a name are called annotator-1, annotator-2, … by their place in the example's list. "
        "If the command is killed after it began to store, a worker, or the next import, goes on with it."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("campaign", help="short name of the campaign")
        parser.add_argument("file", help="the file of annotations")
        parser.add_argument(
            "--new",
            action="store_true",
            help="let names that are not assessors of the campaign join it, without an account and without new work",
        )
        parser.add_argument(
            "--check", action="store_true", help="say what the file would do, and store nothing"
        )

    def do(self, **options: Any) -> str | Outcome:
        source, campaign = source_of_any_size(options["file"]), campaign_named(options["campaign"])
        refuse_not_annotated(campaign)
        assert source.path
        link = keep_link(source.path)  # never copied: it may be as large as the corpus
        sent = Sent(campaign, SourceFile(source.name, path=link), None, newcomers=options["new"])
        try:
            if options["check"]:
                job = finish_here(request_check(kind=ANNOTATIONS_FILE, sent=sent), self.progress)
                return str(job.result["sentence"])
            return import_here(ANNOTATIONS_FILE, sent, self.progress)
        finally:
            forget_upload(link)

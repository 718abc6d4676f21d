"""The frame of commands that bring a table of what people decided."""

from argparse import ArgumentParser
from typing import Any

from assessment.adjudication.services.table_files import KINDS, TableReview, import_table
from assessment.campaigns.management.files import campaign_named, read_source
from assessment.shared.commands import AssizeCommand, Outcome


class TableCommand(AssizeCommand):
    """Reads a table: all of it or, where anything is wrong, nothing. Undone by `undo_import` or `undo_batch`."""

    kind = ""  # of services.table_files

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("campaign", help="short name of the campaign")
        parser.add_argument("file", help="the table")
        parser.add_argument("--check", action="store_true", help="say what the file would do; change nothing")

    def do(self, **options: Any) -> str | Outcome:
        source = read_source(options["file"])
        campaign = campaign_named(options["campaign"])
        if options["check"]:
            return said(KINDS[self.kind].check(campaign, source.name, source.data))
        return import_table(
            campaign=campaign,
            kind=self.kind,
            file=source.name,
            data=source.data,
            by=None,
            progress=self.progress,
        )


def said(review: TableReview) -> Outcome:
    """What a checked file would do."""
    facts = [f"{what}: {count:,}" for what, count in review.facts if count]
    questions = [f"question {qid}: {count:,} new or changed" for qid, count in review.questions]
    rows = "1 row is" if review.rows == 1 else f"{review.rows:,} rows are"
    sentence = f"{rows} in order; {review.changes:,} would change something. Nothing was changed."
    fields = {
        "facts": dict(review.facts),
        "questions": dict(review.questions),
        "changes": review.changes,
        "notes": list(review.notes),
    }
    return Outcome(sentence, fields, [*facts, *questions, *review.notes])

"""The frame of commands that bring a file in: checked, or stored as a whole, by what its intake declares."""

from argparse import ArgumentParser
from collections.abc import Mapping
from typing import Any

from assessment.campaigns.management.files import campaign_named, read_source
from assessment.campaigns.models import Campaign
from assessment.campaigns.services.checked_files import check_here, import_here
from assessment.campaigns.services.intakes import INTAKES, Sent, Taken
from assessment.campaigns.services.source_files import SourceFile
from assessment.jobs.services.uploads import forget_upload, keep_link
from assessment.shared.commands import AssizeCommand, Outcome
from assessment.shared.errors import Refused

COLUMNS = (
    "which column of the file is which, as qid=question_id,grade=label; the others are guessed by their names"
)


class FileCommand(AssizeCommand):
    """Reads a file: all of it or, where anything is wrong, nothing. Undone by `undo_import`."""

    kind = ""  # of the intakes, unless `kind_of` says another
    file_help = "the table"
    is_table = True  # with columns that a file may call otherwise

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("campaign", help="short name of the campaign")
        self.add_file_arguments(parser)

    def add_file_arguments(self, parser: ArgumentParser) -> None:
        """The file, and how it is read."""
        parser.add_argument("file", help=self.file_help)
        if self.is_table:
            parser.add_argument("--columns", default="", metavar="OURS=THEIRS,…", help=COLUMNS)
        parser.add_argument(
            "--check", action="store_true", help="say what the file would do, and store nothing"
        )

    def kind_of(self, options: Mapping[str, Any]) -> str:
        """What the file holds."""
        return self.kind

    def source(self, campaign: Campaign, options: Mapping[str, Any]) -> SourceFile:
        """The file. One that is named by its path alone may be as large as a corpus: it is never copied."""
        return read_source(options["file"])

    def said(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """What is said of the file, as fields of `Sent`."""
        return {}

    def shown(self, taken: Taken) -> Outcome:
        """What a checked file would do."""
        review = dict(taken.review or {})
        return Outcome(taken.sentence, review, [*lines_said(taken), *review.get("notes", ())])

    def stored(self, taken: Taken, options: Mapping[str, Any]) -> Outcome:
        """What a file did."""
        return Outcome(taken.sentence, dict(taken.review or {}), lines_said(taken))

    def do(self, **options: Any) -> str | Outcome:
        campaign = campaign_named(options["campaign"])
        file = self.source(campaign, options)
        if self.is_table:
            file = file._replace(columns=columns_of(options["columns"]))
        if file.path is None:
            return self._done(Sent(campaign, file, None, **self.said(options)), options)
        link = keep_link(file.path)
        try:
            file = file._replace(path=link)
            return self._done(Sent(campaign, file, None, **self.said(options)), options)
        finally:
            forget_upload(link)

    def _done(self, sent: Sent, options: Mapping[str, Any]) -> str | Outcome:
        """Check the file, or store it."""
        kind = self.kind_of(options)
        if not options["check"]:
            return self.stored(import_here(kind, sent, self.progress), options)
        taken = check_here(INTAKES[kind], sent)
        shown = self.shown(taken)
        columns = (taken.review or {}).get("columns")
        if columns is None:
            return shown
        lines = [*columns_said(columns), *shown.lines]
        return Outcome(shown.sentence, {**shown.fields, "columns": columns}, lines)


def lines_said(taken: Taken) -> list[str]:
    """What becomes of each line of a file, where its kind tells that."""
    lines = (taken.review or {}).get("lines", ())
    return [f"line {one['line']}: {one['name']}: {one['sentence']}" for one in lines]


def columns_said(columns: Mapping[str, Any]) -> list[str]:
    """Which column of a file is which, a line each, and which are not read."""
    lines = [f"{name} ← {other}" for name, other in columns["used"].items() if name != other]
    return [*lines, f"not read: {', '.join(columns['ignored'])}"] if columns["ignored"] else lines


def columns_of(text: str) -> dict[str, str]:
    """Which column is which, out of `qid=question_id,grade=label`."""
    pairs = [one.partition("=") for one in text.split(",") if one.strip()]
    if wrong := [name for name, sign, _ in pairs if not sign]:
        raise Refused(
            f'"{wrong[0]}" says of no column of ours what it is called. Nothing was read.',
            "columns",
            "Write --columns qid=question_id,grade=label.",
        )
    return {name.strip(): other.strip() for name, _, other in pairs}

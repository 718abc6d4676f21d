"""List what was imported."""

from argparse import ArgumentParser
from typing import Any

from assessment.campaigns.management.files import campaign_named
from assessment.campaigns.models import FileImport
from assessment.campaigns.selectors.imports import imports_of
from assessment.shared.commands import AssizeCommand


class Command(AssizeCommand):
    """Lists the imports of a campaign."""

    help = "List every file that was imported into a campaign, newest first: what it made, when, by whom, and its state."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("campaign", help="short name of the campaign")

    def do(self, **options: Any) -> str:
        rows = list(imports_of(campaign_named(options["campaign"])))
        return "\n".join(map(_line, rows)) or "Nothing has been imported."


def _line(row: FileImport) -> str:
    when, who = f"{row.made_at:%Y-%m-%d %H:%M}", row.made_by or "command"
    return f"{row.number}  {row.get_state_display()}  {row.title}: {row.file}  {when}  {who}  {row.sentence}"

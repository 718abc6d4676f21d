"""Bring in a file of a kind that has no command of its own."""

from argparse import ArgumentParser
from collections.abc import Mapping
from typing import Any

from assessment.campaigns.management.intakes import FileCommand
from assessment.campaigns.services.intakes import INTAKES
from assessment.shared.errors import Refused


class Command(FileCommand):
    """Reads a table of such a kind: all of it or, where anything is wrong, nothing."""

    help = "Import a file of a kind that has no command of its own. Example: manage.py import_file facts assignments plan.csv"

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("campaign", help="short name of the campaign")
        parser.add_argument("kind", help="what the table holds, such as assignments")
        self.add_file_arguments(parser)

    def kind_of(self, options: Mapping[str, Any]) -> str:
        kinds = [one.kind for one in INTAKES.values() if not one.page]
        if options["kind"] not in kinds:
            raise Refused(
                f"{options['kind']} is no such kind. Nothing was read.",
                "kind_unknown",
                f"Kinds: {', '.join(sorted(kinds))}. Others have commands of their own.",
            )
        return str(options["kind"])

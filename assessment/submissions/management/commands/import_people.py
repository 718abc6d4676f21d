"""Bring people in from a table."""

from argparse import ArgumentParser
from collections.abc import Mapping
from typing import Any

from assessment.campaigns.management.intakes import FileCommand
from assessment.campaigns.services.intakes import Taken
from assessment.shared.commands import Outcome
from assessment.submissions.services.people_plans import COLUMNS


class Command(FileCommand):
    """Adds and invites everybody in a table, or nobody."""

    kind = "people"
    help = (
        "Add and invite the people of a CSV table: accounts that exist are added, everybody else gets an invitation. "
        f"Columns: {', '.join(COLUMNS.names)}; only name is needed beside roles or team. Prints the links to hand over."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument(
            "--site", default="", metavar="URL", help="put before links, as https://assize.example"
        )

    def stored(self, taken: Taken, options: Mapping[str, Any]) -> Outcome:
        """What was done, and the links of invitations."""
        done, site = super().stored(taken, options), options["site"].rstrip("/")
        links = [{"name": one.name, "email": one.email, "link": f"{site}{path}"} for one, path in taken.links]
        lines = [*done.lines, *(f"{one['name']}: {one['link']}" for one in links)]
        return Outcome(done.sentence, {**done.fields, "invitations": links}, lines)

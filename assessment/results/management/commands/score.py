"""Score the runs of a campaign."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from assessment.campaigns.management.files import campaign_named
from assessment.results.management.arguments import add_rule
from assessment.results.services.scores import Scored, score
from assessment.shared.commands import AssizeCommand
from assessment.shared.errors import Refused


class Command(AssizeCommand):
    """Scores all current runs; freezes first when anything changed."""

    help = "Score all runs by a rule, as a version that stays; freezes the qrels first when anything changed."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("campaign", help="short name of the campaign")
        add_rule(parser)
        parser.add_argument(
            "--json", metavar="FILE", help="write the scores here as JSON; - for standard output"
        )

    def do(self, **options: Any) -> str:
        campaign = campaign_named(options["campaign"])
        made = score(campaign=campaign, rule=options["rule"], by=None, partial=options["partial"])
        for warning in made.report.warnings:
            self.stderr.write(f"warning: {warning}")
        if options["json"] == "-":
            return made.report.as_text().rstrip("\n")
        if options["json"]:
            write_json(made, Path(options["json"]))
        return made.sentence


def write_json(made: Scored, path: Path) -> None:
    try:
        path.write_bytes(made.report.as_text().encode())
    except OSError as error:
        raise Refused(
            f"{made.sentence} {path} cannot be written: {error.strerror}.",
            "file_unwritable",
            "Name another file.",
        ) from None

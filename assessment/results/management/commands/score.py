"""Score the runs of a campaign."""

from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from assessment.campaigns.management.files import campaign_named
from assessment.results.management.arguments import add_rule
from assessment.results.selectors.leaderboard import leaderboard
from assessment.results.selectors.score_table import score_table
from assessment.results.services.scores import Scored, score
from assessment.shared.commands import AssizeCommand, Outcome
from assessment.shared.errors import Refused
from assessment.submissions.selectors.doubts import not_closed
from scoring.evaluate.grouped import grouped


class Command(AssizeCommand):
    """Scores all current runs; freezes first when anything changed."""

    help = "Score all runs by a rule, as a version that stays; freezes the qrels first when anything changed."
    json_file = "the scores"

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("campaign", help="short name of the campaign")
        add_rule(parser)
        parser.add_argument(
            "--all", action="store_true", help="list every warning, not the first of each kind"
        )

    def do(self, **options: Any) -> str | Outcome:
        campaign = campaign_named(options["campaign"])
        made = score(campaign=campaign, rule=options["rule"], by=None, partial=options["partial"])
        for doubt in not_closed(campaign, "Scored"):
            self.stderr.write(f"warning: {doubt}")
        for warning in shown_warnings(made.report.warnings, whole=options["all"]):
            self.stderr.write(f"warning: {warning}")
        if options["json"] == "-":
            return made.report.as_text().rstrip("\n")
        if isinstance(options["json"], str):
            write_json(made, Path(options["json"]))
        qrels = made.score_set.qrels
        return Outcome(
            made.sentence,
            {"version": qrels.version, "rule": qrels.rule},
            score_table(leaderboard(made.score_set)).splitlines(),
        )


def shown_warnings(warnings: Sequence[str], *, whole: bool) -> list[str]:
    """The warnings by kind, each with its first case and how many there are; or all."""
    if whole:
        return list(warnings)
    groups = grouped(warnings)
    lines = [group.line for group in groups]
    return [*lines, "Name --all to list every one."] if len(groups) < len(warnings) else lines


def write_json(made: Scored, path: Path) -> None:
    try:
        path.write_bytes(made.report.as_text().encode())
    except OSError as error:
        raise Refused(
            f"{made.sentence} {path} cannot be written: {error.strerror}.",
            "file_unwritable",
            "Name another file.",
        ) from None

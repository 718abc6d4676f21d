"""Hold the scores of a campaign against those that it would have with some changes."""

from argparse import ArgumentParser, RawDescriptionHelpFormatter
from pathlib import Path
from typing import Any

from assessment.campaigns.management.files import campaign_named
from assessment.shared.commands import AssizeCommand, Outcome
from assessment.studies.management.commands.study import write
from assessment.studies.selectors.what_if_table import what_if_lines
from assessment.studies.services.studies import make_what_if
from scoring.studies.imagined import changes_explained


class Command(AssizeCommand):
    """What if a rule, a person, a run, a setting or a pool were another."""

    help = "Hold the scores against those with some changes, run by run; kept as a version."
    json_file = "both scores and how they differ"

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.formatter_class = RawDescriptionHelpFormatter
        lines = [f"  {one.spelling:<26} {one.explanation}" for one in changes_explained()]
        parser.epilog = "\n".join(["changes:", *lines])
        parser.add_argument("campaign", help="short name of the campaign")
        parser.add_argument(
            "changes", nargs="+", metavar="CHANGE", help="such as without-assessor:ada or beta=1"
        )
        parser.add_argument(
            "--rule", default="adjudicated", help="rule of the scores as they are (adjudicated)"
        )

    def do(self, **options: Any) -> str | Outcome:
        campaign = campaign_named(options["campaign"])
        made = make_what_if(campaign=campaign, changes=options["changes"], rule=options["rule"], by=None)
        text = made.found.as_text()
        if options["json"] == "-":
            return text.rstrip("\n")
        if isinstance(options["json"], str):
            write(Path(options["json"]), text, made.sentence)
        return Outcome(made.sentence, lines=list(what_if_lines(made.found.parts)))

"""Study how far the ranking of a campaign's runs can be trusted."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from assessment.campaigns.management.files import campaign_named
from assessment.shared.commands import AssizeCommand
from assessment.shared.errors import Refused
from assessment.studies.services.studies import make_study
from scoring.studies.arguments import add_options, options_of


class Command(AssizeCommand):
    """Studies the scores as they are now."""

    help = "Study how far the ranking of the runs can be trusted, as a version that stays."
    json_file = "the study"

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("campaign", help="short name of the campaign")
        add_options(parser)

    def do(self, **options: Any) -> str:
        campaign = campaign_named(options["campaign"])
        made = make_study(campaign=campaign, options=options_of(options), by=None)
        text = made.found.as_text()
        if options["json"] == "-":
            return text.rstrip("\n")
        if isinstance(options["json"], str):
            write(Path(options["json"]), text, made.sentence)
        return made.sentence


def write(path: Path, text: str, sentence: str) -> None:
    """Write the study; what was stored stays."""
    try:
        path.write_bytes(text.encode())
    except OSError as error:
        message = f"{sentence} {path} cannot be written: {error.strerror}."
        raise Refused(message, "file_unwritable", "Name another file.") from None

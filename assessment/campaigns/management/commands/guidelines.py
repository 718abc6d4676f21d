"""Write the guidelines of a campaign."""

from argparse import ArgumentParser
from typing import Any

from assessment.campaigns import services
from assessment.campaigns.management.files import campaign_named, read_source
from assessment.campaigns.selectors import sentences
from assessment.shared.commands import AssizeCommand, Outcome
from assessment.shared.errors import Refused


class Command(AssizeCommand):
    """Keeps a text as the newest version of what assessors go by."""

    help = (
        "Write a new version of the guidelines from a text file; the same text again makes none. "
        "Example: manage.py guidelines facts guidelines.txt"
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("campaign", help="short name of the campaign")
        parser.add_argument("file", help="a text in UTF-8")

    def do(self, **options: Any) -> Outcome:
        campaign, source = campaign_named(options["campaign"]), read_source(options["file"])
        try:
            text = source.data.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise Refused(
                f"{source.name} is not UTF-8: byte {error.start:,}. Nothing was stored.",
                "encoding",
                "Save it as UTF-8.",
            ) from None
        written = services.write_guidelines(campaign=campaign, text=text, by=None)
        return Outcome(sentences.guidelines_written(written), {"version": written.version})

"""Write the nuggets of a campaign with their weights."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from assessment.campaigns.management.files import campaign_named
from assessment.results.management.writing import write_new
from assessment.results.services.downloads import refuse_without_parts, write_pyramid
from assessment.results.services.export import note_export
from assessment.shared.commands import AssizeCommand


class Command(AssizeCommand):
    """Writes the pyramid as the votes are now."""

    help = (
        "Write the nuggets of all questions with their weights, as the votes are now. "
        "Example: manage.py export_pyramid comets pyramid.txt"
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("campaign", help="short name of the campaign")
        parser.add_argument("file", help="the new file")

    def do(self, **options: Any) -> str:
        campaign = campaign_named(options["campaign"])
        refuse_without_parts(campaign)
        write_new(campaign, Path(options["file"]), write_pyramid)
        note_export(campaign=campaign, what="the pyramid", by=None)
        return f"Wrote the pyramid of {campaign.slug} to {options['file']}."

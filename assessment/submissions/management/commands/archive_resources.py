"""python manage.py archive_resources CAMPAIGN [--retry]"""

from typing import Any

from django.core.management.base import CommandParser

from assessment.campaigns.management.files import campaign_named
from assessment.shared.commands import AssizeCommand
from assessment.submissions.services.archiving import archive_all


class Command(AssizeCommand):
    help = (
        "Fetches the images and style sheets that the pooled pages name, once, for a campaign that shows archived "
        "ones. From where: ASSIZE_ARCHIVE_URL."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("campaign")
        parser.add_argument(
            "--retry", action="store_true", help="fetch also what could not be had before, by any campaign"
        )

    def do(self, **options: Any) -> str:
        campaign = campaign_named(options["campaign"])
        return archive_all(campaign, self.progress, self.stdout.write, options["retry"]).sentence

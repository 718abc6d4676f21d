"""Take a campaign out of the archive."""

from argparse import ArgumentParser
from typing import Any

from assessment.campaigns.management.files import campaign_named
from assessment.campaigns.services.archiving import unarchive
from assessment.shared.commands import AssizeCommand


class Command(AssizeCommand):
    """Lets an archived campaign change again."""

    help = "Take a campaign out of the archive, so that it can be changed again."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("campaign", help="short name of the campaign")

    def do(self, **options: Any) -> str:
        campaign = unarchive(campaign=campaign_named(options["campaign"]), by=None)
        return f"{campaign.slug} is no longer archived and can be changed."

"""Archive a campaign."""

from argparse import ArgumentParser
from typing import Any

from assessment.campaigns.management.files import campaign_named
from assessment.campaigns.services.archiving import archive
from assessment.shared.commands import AssizeCommand


class Command(AssizeCommand):
    """Makes a campaign one that can only be read."""

    help = "Archive a campaign: it can be read, not changed, and leaves the lists."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("campaign", help="short name of the campaign")

    def do(self, **options: Any) -> str:
        campaign = archive(campaign=campaign_named(options["campaign"]), by=None)
        return f"{campaign.slug} is archived: it can be read, not changed."

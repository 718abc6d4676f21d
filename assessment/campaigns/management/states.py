"""What the commands that lead a campaign to another state have in common."""

from argparse import ArgumentParser
from typing import Any

from assessment.campaigns import services
from assessment.campaigns.management.files import campaign_named
from assessment.campaigns.models import State
from assessment.campaigns.selectors import sentences
from assessment.shared.commands import AssizeCommand


class StateCommand(AssizeCommand):
    """A step to the state `to`."""

    to: State

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("campaign", help="short name of the campaign")
        parser.add_argument(
            "--reason", default="", metavar="TEXT", help="why; needed for a step back, and kept in the log"
        )

    def do(self, **options: Any) -> str:
        campaign = campaign_named(options["campaign"])
        services.change_state(campaign=campaign, to=self.to, by=None, reason=options["reason"])
        return sentences.state_changed(campaign)

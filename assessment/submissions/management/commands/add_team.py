"""Make a team."""

from argparse import ArgumentParser
from typing import Any

from assessment.campaigns.management.files import campaign_named
from assessment.shared.commands import AssizeCommand
from assessment.submissions.management.teams import names_in, participants_called
from assessment.submissions.services import create_team


class Command(AssizeCommand):
    """Makes a team with its members."""

    help = "Make a team. Its members are participants of the campaign, who submit and see its runs."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("campaign", help="short name of the campaign")
        parser.add_argument("name", help="name of the team, as in run tags and files")
        parser.add_argument("--members", metavar="A,B", help="participants, as files name them")

    def do(self, **options: Any) -> str:
        campaign = campaign_named(options["campaign"])
        members = participants_called(campaign, names_in(options["members"]))
        team = create_team(by=None, campaign=campaign, name=options["name"], members=members)
        return (
            f"Made the team {team.name} of {campaign.slug}: {', '.join(team.member_names()) or 'nobody yet'}."
        )

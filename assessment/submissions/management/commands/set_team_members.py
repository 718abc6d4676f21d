"""Change who belongs to a team."""

from argparse import ArgumentParser
from typing import Any

from assessment.campaigns.management.files import campaign_named
from assessment.shared.commands import AssizeCommand
from assessment.submissions.management.teams import names_in, participants_called, team_called
from assessment.submissions.services import set_team_members


class Command(AssizeCommand):
    """Sets the members of a team."""

    help = "Let exactly these participants submit for a team and see its runs."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("campaign", help="short name of the campaign")
        parser.add_argument("team", help="name of the team")
        parser.add_argument("members", metavar="A,B", help='participants, as files name them; "" for nobody')

    def do(self, **options: Any) -> str:
        campaign = campaign_named(options["campaign"])
        team = team_called(campaign, options["team"])
        members = participants_called(campaign, names_in(options["members"]))
        set_team_members(by=None, team=team, members=members)
        names = ", ".join(sorted(member.name for member in members))
        return f"Members of {team.name}: {names or 'nobody'}."

"""Delete a team without runs, or take the name off one whose runs were withdrawn before any use."""

from argparse import ArgumentParser
from typing import Any

from assessment.campaigns.management.files import campaign_named
from assessment.shared.commands import AssizeCommand
from assessment.submissions.management.teams import team_called
from assessment.submissions.services import anonymize_team, delete_team


class Command(AssizeCommand):
    """Deletes or anonymizes a team."""

    help = "Delete a team that has no runs; its members stay in the campaign."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("campaign", help="short name of the campaign")
        parser.add_argument("team", help="name of the team")
        parser.add_argument("--reason", required=True, help="why; kept in the record")
        parser.add_argument(
            "--anonymize",
            action="store_true",
            help="take name and members off a team whose runs were all withdrawn, never pooled and never scored",
        )

    def do(self, **options: Any) -> str:
        campaign = campaign_named(options["campaign"])
        team = team_called(campaign, options["team"])
        if options["anonymize"]:
            now = anonymize_team(by=None, team=team, reason=options["reason"])
            return f"{team.name} is now called {now.name} and has no members."
        delete_team(by=None, team=team, reason=options["reason"])
        return f"Deleted the team {team.name} of {campaign.slug}. Its members stay in the campaign."

"""Give a team another name."""

from argparse import ArgumentParser
from typing import Any

from assessment.campaigns.management.files import campaign_named
from assessment.shared.commands import AssizeCommand
from assessment.submissions.management.teams import team_called
from assessment.submissions.services import rename_team


class Command(AssizeCommand):
    """Renames a team."""

    help = "Rename a team. Its runs and its own deadline go along; the former name stays in the record."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("campaign", help="short name of the campaign")
        parser.add_argument("old", help="its present name")
        parser.add_argument("new", help="its new name")
        parser.add_argument("--reason", required=True, help="why; kept in the record")

    def do(self, **options: Any) -> str:
        campaign = campaign_named(options["campaign"])
        team = team_called(campaign, options["old"])
        rename_team(by=None, team=team, name=options["new"], reason=options["reason"])
        return f"{team.name} is now called {options['new']}."

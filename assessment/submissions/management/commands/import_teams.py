"""Bring teams in from a table."""

from argparse import ArgumentParser
from typing import Any

from assessment.campaigns.management.files import campaign_named, read_source
from assessment.shared.commands import AssizeCommand, Outcome
from assessment.submissions.services.team_files import import_teams, plan_teams


class Command(AssizeCommand):
    """Makes the teams of a table with their members, or nothing."""

    help = (
        "Make the teams of a CSV table and add their members. Columns: team, members (participants as files name them, "
        "with semicolons between). Nobody leaves a team by it."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("campaign", help="short name of the campaign")
        parser.add_argument("file", help="the CSV table")
        parser.add_argument("--check", action="store_true", help="say what would happen and store nothing")

    def do(self, **options: Any) -> Outcome:
        campaign, file = campaign_named(options["campaign"]), read_source(options["file"])
        if options["check"]:
            plan, end = plan_teams(campaign=campaign, file=file), " Nothing was stored."
        else:
            plan, end = import_teams(by=None, campaign=campaign, file=file), ""
        teams = [{"line": one.line, "team": one.name, "what": one.sentence} for one in plan.teams]
        lines = [f"line {one['line']}: {one['team']}: {one['what']}" for one in teams]
        return Outcome(f"{plan.sentence}{end}", {"teams": teams}, lines)

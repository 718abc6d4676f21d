"""List the teams of a campaign."""

from argparse import ArgumentParser
from typing import Any

from assessment.campaigns.management.files import campaign_named
from assessment.shared.commands import AssizeCommand, Outcome
from assessment.submissions.models import Team
from assessment.submissions.selectors.runs import teams_of


class Command(AssizeCommand):
    """Lists teams with members, runs and last submission; changes nothing."""

    help = "List the teams of a campaign with their members, runs and last submission."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("campaign", help="short name of the campaign")

    def do(self, **options: Any) -> Outcome:
        campaign = campaign_named(options["campaign"])
        teams = [_facts(team) for team in teams_of(campaign)]
        count = "1 team" if len(teams) == 1 else f"{len(teams):,} teams"
        return Outcome(f"{campaign.slug} has {count}.", {"teams": teams}, [_line(team) for team in teams])


def _facts(team: Team) -> dict[str, Any]:
    last = team.last_submission  # type: ignore[attr-defined]  # annotated by teams_of
    return {
        "team": team.name,
        "members": team.member_names(),
        "runs": team.runs_current,  # type: ignore[attr-defined]  # annotated by teams_of
        "last_submission": last.isoformat(timespec="seconds") if last else None,
    }


def _line(team: dict[str, Any]) -> str:
    members = ", ".join(team["members"]) or "nobody"
    last = f", last {team['last_submission']}" if team["last_submission"] else ""
    return f"{team['team']}: {members}; {team['runs']} run{'' if team['runs'] == 1 else 's'}{last}"

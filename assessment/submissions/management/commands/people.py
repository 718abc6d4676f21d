"""List the people of a campaign."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from assessment.campaigns.management.files import campaign_named
from assessment.people.models import Invitation, Member
from assessment.people.selectors.accounts import invitations_of, members_of
from assessment.shared.commands import AssizeCommand, Outcome
from assessment.shared.errors import Refused
from assessment.submissions.selectors.people_files import people_table, teams_table


class Command(AssizeCommand):
    """Lists people and invitations; writes them as tables where asked to."""

    help = "List the people of a campaign with their roles and teams, and its invitations with their state."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("campaign", help="short name of the campaign")
        parser.add_argument("--csv", metavar="FILE", help="write them as a table that import_people reads")
        parser.add_argument(
            "--teams-csv", metavar="FILE", help="write the teams as a table that import_teams reads"
        )

    def do(self, **options: Any) -> Outcome:
        campaign = campaign_named(options["campaign"])
        if options["csv"]:
            _write(options["csv"], people_table(campaign))
        if options["teams_csv"]:
            _write(options["teams_csv"], teams_table(campaign))
        people = [_person(member) for member in members_of(campaign.pk)]
        invitations = [_invitation(row) for row in invitations_of(campaign.pk)]
        lines = [
            f"{one['name']}: {', '.join(one['roles']) or 'no role'}{_of(one['teams'])}" for one in people
        ]
        lines += [
            f"{one['name']} (invitation, {one['state']}): {', '.join(one['roles'])}" for one in invitations
        ]
        count = "1 person" if len(people) == 1 else f"{len(people):,} people"
        sentence = (
            f"{campaign.slug} has {count} and {len(invitations):,} invitation{'s' * (len(invitations) != 1)}."
        )
        return Outcome(sentence, {"people": people, "invitations": invitations}, lines)


def _person(member: Member) -> dict[str, Any]:
    teams = sorted(team.name for team in member.teams.all())
    account = member.account.username if member.account else None
    return {"name": member.name, "account": account, "roles": member.role_names(), "teams": teams}


def _invitation(row: Invitation) -> dict[str, Any]:
    accepted = row.accepted_by.username if row.accepted_by else None
    return {
        "name": row.name,
        "email": row.email,
        "roles": row.roles,
        "state": row.state,
        "accepted_as": accepted,
    }


def _of(teams: list[str]) -> str:
    return f"; team {', '.join(teams)}" if teams else ""


def _write(path: str, text: str) -> None:
    try:
        Path(path).write_bytes(text.encode())
    except OSError as error:
        raise Refused(
            f"{path} cannot be written: {error.strerror}.", "file_unwritable", "Name another."
        ) from None

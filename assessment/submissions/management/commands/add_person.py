"""Add an account to a campaign."""

from argparse import ArgumentParser
from typing import Any

from django.db import transaction

from assessment.campaigns.management.files import campaign_named
from assessment.people.models import Account, RoleName
from assessment.people.services.accounts import ensure_member, joined_sentence
from assessment.shared.commands import AssizeCommand
from assessment.shared.errors import Refused
from assessment.submissions.management.teams import team_called
from assessment.submissions.services import set_team_members


class Command(AssizeCommand):
    """Gives an account roles in a campaign."""

    help = "Add an account to a campaign, or give it further roles there; --team makes it a member of a team."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("campaign", help="short name of the campaign")
        parser.add_argument("name", help="user name of the account")
        parser.add_argument(
            "--role", action="append", required=True, choices=RoleName.values, help="may be repeated"
        )
        parser.add_argument("--team", help="a team of the campaign, for a participant")

    @transaction.atomic
    def do(self, **options: Any) -> str:
        campaign = campaign_named(options["campaign"])
        account = Account.objects.filter(username=options["name"]).first()
        if account is None:
            raise Refused(
                f'There is no account "{options["name"]}". Nobody was added.',
                "account_unknown",
                "Use invite instead.",
            )
        team = team_called(campaign, options["team"]) if options["team"] else None
        member = ensure_member(
            campaign=campaign, name=account.username, roles=options["role"], by=None, account=account
        )
        if team:
            set_team_members(by=None, team=team, members=[*team.members.all(), member])
        return f"{joined_sentence(member)} Roles: {', '.join(options['role'])}.{f' Team: {team.name}.' if team else ''}"

"""Say which roles a person has."""

from argparse import ArgumentParser
from typing import Any

from assessment.campaigns.management.files import campaign_named
from assessment.campaigns.management.rows import member_named
from assessment.people.models import RoleName
from assessment.people.selectors.sentences import roles_changed
from assessment.people.services.accounts import set_roles
from assessment.shared.commands import AssizeCommand, Outcome
from assessment.shared.errors import Refused
from assessment.submissions.management.teams import names_in


class Command(AssizeCommand):
    """Gives a person exactly these roles."""

    help = (
        "Give a person of a campaign exactly these roles; work done under a lost role is kept. "
        "Example: manage.py set_roles facts dora assessor,adjudicator"
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("campaign", help="short name of the campaign")
        parser.add_argument("name", help="the person, as files name them")
        parser.add_argument("roles", metavar="A,B", help=f'of {", ".join(RoleName.values)}; "" for none')

    def do(self, **options: Any) -> Outcome:
        member = member_named(campaign_named(options["campaign"]), options["name"])
        roles = names_in(options["roles"])
        if unknown := [role for role in roles if role not in RoleName.values]:
            raise Refused(
                f"“{unknown[0]}” is not a role. Nothing was changed.",
                "role_unknown",
                f"Roles: {', '.join(RoleName.values)}.",
            )
        set_roles(member=member, roles=roles, by=None)
        now = sorted(set(roles))
        return Outcome(f"{roles_changed(member)} Now: {', '.join(now) or 'none'}.", {"roles": now})

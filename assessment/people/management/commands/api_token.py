"""Make a token for the API."""

from argparse import ArgumentParser
from typing import Any

from assessment.people.management.rows import account_named, own_campaign
from assessment.people.models import RoleName
from assessment.people.selectors import sentences
from assessment.people.services.tokens import LONGEST_DAYS, USUAL_NAME, make_token
from assessment.shared.commands import AssizeCommand, Outcome


class Command(AssizeCommand):
    """Makes a new token for an account; one of the same name no longer works."""

    help = (
        "Make a new token for the API for an account; one of the same name no longer works. "
        "Example: manage.py api_token ada --name notebook --campaign lake --role assessor --read-only --days 30"
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("username", help="what the person signs in with")
        parser.add_argument("--name", default=USUAL_NAME, help=f"what it is for (default: {USUAL_NAME})")
        parser.add_argument("--campaign", default="", help="the one campaign in which it works; default: all")
        parser.add_argument(
            "--role", default="", choices=RoleName.values, help="the one role in which it works; default: all"
        )
        parser.add_argument("--read-only", action="store_true", help="it changes nothing")
        parser.add_argument("--days", type=int, help=f"how long it works, up to {LONGEST_DAYS} days")

    def do(self, **options: Any) -> Outcome:
        account = account_named(options["username"])
        made = make_token(
            account=account,
            by=None,
            name=options["name"][:100],
            campaign=own_campaign(account, options["campaign"]),
            role=options["role"],
            writes=not options["read_only"],
            days=options["days"],
        )
        return Outcome(sentences.token_made(made.token), {"token": made.token})

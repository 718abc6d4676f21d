"""Sign an account out in every browser."""

from argparse import ArgumentParser
from typing import Any

from assessment.people.management.rows import account_named
from assessment.people.services.sessions import end_sessions
from assessment.shared.commands import AssizeCommand


class Command(AssizeCommand):
    """Sign an account out in every browser."""

    help = (
        "Sign an account out in every browser; its password stays, and so do its tokens for the API. "
        "Example: manage.py end_sessions ada"
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("username", help="what the person signs in with")

    def do(self, **options: Any) -> str:
        account = account_named(options["username"])
        count = end_sessions(account=account, by=None)
        many = "1 session" if count == 1 else f"{count} sessions"
        return f"Ended {many} of {account.username}."

"""Sign an account out in every browser."""

from argparse import ArgumentParser
from typing import Any

from assessment.people.management.rows import account_named
from assessment.people.services.sessions import end_sessions
from assessment.people.services.tokens import revoke_tokens
from assessment.shared.commands import AssizeCommand


class Command(AssizeCommand):
    """Sign an account out in every browser."""

    help = (
        "Sign an account out in every browser; its password stays, and, without --tokens, its tokens for the API. "
        "Example: manage.py end_sessions ada"
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("username", help="what the person signs in with")
        parser.add_argument("--tokens", action="store_true", help="revoke the tokens for the API too")

    def do(self, **options: Any) -> str:
        account = account_named(options["username"])
        count = end_sessions(account=account, by=None)
        many = "1 session" if count == 1 else f"{count} sessions"
        revoked = revoke_tokens(account=account, by=None) if options["tokens"] else 0
        too = f" Revoked {revoked} API token{'s' * (revoked != 1)}." if options["tokens"] else ""
        return f"Ended {many} of {account.username}.{too}"

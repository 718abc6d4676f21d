"""Revoke a token of an account."""

from argparse import ArgumentParser
from typing import Any

from assessment.people.management.rows import account_named
from assessment.people.selectors import sentences
from assessment.people.services.tokens import revoke_token, token_named
from assessment.shared.commands import AssizeCommand


class Command(AssizeCommand):
    """Revokes a token: it no longer works."""

    help = "Revoke a token of an account: it no longer works. Example: manage.py revoke_token ada notebook"

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("username", help="what the person signs in with")
        parser.add_argument("name", help="of the token")

    def do(self, **options: Any) -> str:
        token = token_named(account_named(options["username"]), options["name"])
        revoke_token(token=token, by=None)
        return sentences.token_revoked(token)

"""Make a token for the API."""

from argparse import ArgumentParser
from typing import Any

from assessment.people.management.rows import account_named
from assessment.people.selectors import sentences
from assessment.people.services.accounts import renew_api_token
from assessment.shared.commands import AssizeCommand, Outcome


class Command(AssizeCommand):
    """Makes a new token for an account; the former one no longer works."""

    help = "Make a new token for the API for an account; the former one no longer works. Example: manage.py api_token ada"

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("username", help="what the person signs in with")

    def do(self, **options: Any) -> Outcome:
        token = renew_api_token(account=account_named(options["username"]), by=None)
        return Outcome(sentences.token_made(token), {"token": token})

"""Close an account: it can no longer sign in, and its work stays."""

from argparse import ArgumentParser
from typing import Any

from assessment.people.management.rows import account_named
from assessment.people.selectors import sentences
from assessment.people.services.accounts import set_account_open
from assessment.shared.commands import AssizeCommand


class Command(AssizeCommand):
    """Close an account: it can no longer sign in, and its work stays."""

    help = (
        "Close an account: it can no longer sign in, and its work stays. Example: manage.py close_account ada"
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("username", help="what the person signs in with")

    def do(self, **options: Any) -> str:
        account = account_named(options["username"])
        set_account_open(account=account, is_open=False, by=None)
        return sentences.account_open(account)

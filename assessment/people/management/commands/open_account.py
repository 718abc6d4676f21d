"""Open a closed account again."""

from argparse import ArgumentParser
from typing import Any

from assessment.people.management.rows import account_named
from assessment.people.selectors import sentences
from assessment.people.services.accounts import set_account_open
from assessment.shared.commands import AssizeCommand


class Command(AssizeCommand):
    """Open a closed account again."""

    help = "Open a closed account again. Example: manage.py open_account ada"

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("username", help="what the person signs in with")

    def do(self, **options: Any) -> str:
        account = account_named(options["username"])
        set_account_open(account=account, is_open=True, by=None)
        return sentences.account_open(account)

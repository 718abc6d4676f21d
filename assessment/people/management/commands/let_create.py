"""Let an account create campaigns and import collections."""

from argparse import ArgumentParser
from typing import Any

from assessment.people.management.rows import account_named
from assessment.people.selectors import sentences
from assessment.people.services.accounts import set_may_create
from assessment.shared.commands import AssizeCommand


class Command(AssizeCommand):
    """Gives the right to create campaigns and import collections, or takes it away."""

    help = (
        "Let an account create campaigns, whose admin it becomes, and import collections; with --no, no longer. "
        "Example: manage.py let_create ada"
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("username", help="what the person signs in with")
        parser.add_argument("--no", action="store_true", help="take the right away; their campaigns stay")

    def do(self, **options: Any) -> str:
        account = account_named(options["username"])
        set_may_create(account=account, may_create=not options["no"], by=None)
        return sentences.may_create(account)

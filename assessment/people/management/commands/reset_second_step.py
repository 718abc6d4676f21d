"""Let an account sign in with its password alone, after its phone was lost."""

from argparse import ArgumentParser
from typing import Any

from assessment.people.management.rows import account_named
from assessment.people.services.second_step import remove_second_step
from assessment.shared.commands import AssizeCommand


class Command(AssizeCommand):
    """Switches the second step of signing in off for an account."""

    help = (
        "Switch the second step of signing in off for an account whose phone and recovery codes are lost; make sure first "
        "who asks. Example: manage.py reset_second_step ada"
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("username", help="what the person signs in with")

    def do(self, **options: Any) -> str:
        account = account_named(options["username"])
        remove_second_step(account=account, by=None)
        return (
            f"{account.username} signs in with the password alone until the second step is set up again. "
            f"Sessions go on; where the phone was stolen: manage.py end_sessions {account.username}"
        )

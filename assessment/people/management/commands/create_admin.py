"""python manage.py create_admin NAME"""

import getpass
import sys
from typing import Any

from django.core.management.base import CommandParser

from assessment.people.services.accounts import create_account
from assessment.shared.commands import AssizeCommand
from assessment.shared.errors import Refused


class Command(AssizeCommand):
    help = "Make an account that may do everything: the first one of a site without the demo."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("username", help="what the admin signs in with")
        parser.add_argument("--display-name", default="", help="as pages show it")
        parser.add_argument("--email", default="")

    def do(self, **options: Any) -> str:
        """Ask for a password and make the account."""
        account = create_account(
            username=options["username"],
            password=_password(),
            by=None,
            display_name=options["display_name"],
            email=options["email"],
            site_admin=True,
        )
        return f"Made the admin {account.username}. Sign in at /sign-in/ of the site."


def _password() -> str:
    """What is typed twice at a terminal, without showing it; else the first line of the input."""
    if not sys.stdin.isatty():
        return sys.stdin.readline().rstrip("\r\n")
    password = getpass.getpass("Password: ")
    if getpass.getpass("Password, again: ") != password:
        raise Refused("The two passwords differ. No account was made.", "passwords_differ", "Try again.")
    return password

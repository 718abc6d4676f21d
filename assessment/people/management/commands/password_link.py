"""Make a link with which somebody sets a new password."""

from argparse import ArgumentParser
from typing import Any

from assessment.people.management.rows import account_named
from assessment.people.services.accounts import make_password_link
from assessment.shared.commands import AssizeCommand, Outcome


class Command(AssizeCommand):
    """Makes a link that works once, for three days."""

    help = "Make a link with which somebody sets a new password, once and within three days. Example: manage.py password_link ada"

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("username", help="what the person signs in with")

    def do(self, **options: Any) -> Outcome:
        link = make_password_link(account=account_named(options["username"]), by=None)
        return Outcome(f"Hand this link over: {link} (behind the address of this site).", {"link": link})

"""Make an account."""

from argparse import ArgumentParser
from typing import Any

from assessment.people.services.accounts import create_account, make_password_link
from assessment.shared.commands import AssizeCommand, Outcome


class Command(AssizeCommand):
    """Makes an account whose person sets the password with a link."""

    help = (
        "Make an account and a link with which its person sets a password; hand the link over. "
        'Example: manage.py create_account ada --display-name "Ada Wells"'
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("username", help="what the person signs in with")
        parser.add_argument("--display-name", default="", help="as pages show it")
        parser.add_argument("--email", default="")
        parser.add_argument(
            "--language", action="append", default=[], metavar="CODE", help="such as EN; may be repeated"
        )
        parser.add_argument(
            "--may-create",
            action="store_true",
            help="lets the person create campaigns and import collections",
        )

    def do(self, **options: Any) -> Outcome:
        account = create_account(
            username=options["username"],
            password=None,
            by=None,
            display_name=options["display_name"],
            email=options["email"],
            languages=options["language"],
            may_create=options["may_create"],
        )
        link = make_password_link(account=account, by=None)
        sentence = f"Made the account {account.username}. Hand this link over: {link} (behind the address of this site)."
        return Outcome(sentence, {"username": account.username, "link": link})

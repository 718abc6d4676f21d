"""Remove the personal data of an account."""

from argparse import ArgumentParser
from typing import Any

from assessment.people.management.rows import account_named
from assessment.privacy.services.removal import remove_personal_data
from assessment.shared.commands import AssizeCommand, Outcome
from assessment.shared.errors import Refused


class Command(AssizeCommand):
    """Removes what names a person; what they did stays under a pseudonym."""

    help = (
        "Remove the personal data of an account for good: name, address, sign-ins, tokens, mail. What the person did "
        "stays under a pseudonym. Take their copy first: manage.py personal_data ada ada.zip. "
        "Example: manage.py remove_personal_data ada --confirm ada"
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("username", help="what the person signs in with")
        parser.add_argument("--confirm", default="", help="the same name again: this cannot be undone")

    def do(self, **options: Any) -> Outcome:
        account = account_named(options["username"])
        if options["confirm"] != account.username:
            raise Refused(
                "This cannot be undone. Nothing was removed.",
                "not_confirmed",
                f"Add --confirm {account.username}",
            )
        pseudonym = remove_personal_data(account=account, by=None)
        sentence = (
            f"The personal data of {options['username']} are removed; what they did is now {pseudonym}’s."
        )
        return Outcome(sentence, {"pseudonym": pseudonym})

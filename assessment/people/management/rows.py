"""Accounts that a command line names."""

from assessment.people.models import Account
from assessment.shared.errors import Refused


def account_named(username: str) -> Account:
    """The account that signs in with this name."""
    row = Account.objects.filter(username=username).first()
    if row is None:
        raise Refused(
            f"There is no account {username}. Nothing was changed.",
            "account_unknown",
            "List them: manage.py accounts",
        )
    return row

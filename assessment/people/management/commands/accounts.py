"""List the accounts of the site."""

from typing import Any

from assessment.people.models import Account
from assessment.people.selectors import accounts as selectors
from assessment.shared.commands import AssizeCommand, Outcome


class Command(AssizeCommand):
    """Lists who can sign in."""

    help = "List the accounts of the site: who can sign in, and who is an admin. Example: manage.py accounts"

    def do(self, **options: Any) -> Outcome:
        rows = list(selectors.accounts())
        many = "1 account" if len(rows) == 1 else f"{len(rows):,} accounts"
        return Outcome(f"{many}.", {"accounts": [_data(row) for row in rows]}, [_line(row) for row in rows])


def _data(row: Account) -> dict[str, Any]:
    return {
        "username": row.username,
        "display_name": row.display_name,
        "email": row.email,
        "open": row.is_active,
        "admin": row.is_superuser,
        "may_create": row.may_create,
    }


def _line(row: Account) -> str:
    admin = ", admin" if row.is_superuser else ", creates campaigns" if row.may_create else ""
    named = f" ({row.display_name})" if row.display_name else ""
    return f"{row.username}{named}: {'open' if row.is_active else 'closed'}{admin}"

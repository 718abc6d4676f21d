"""List the tokens of an account."""

from argparse import ArgumentParser
from typing import Any

from assessment.people.management.rows import account_named
from assessment.people.models import ApiToken
from assessment.people.selectors.tokens import tokens_of
from assessment.shared.commands import AssizeCommand, Outcome


class Command(AssizeCommand):
    """Lists the tokens of an account: what each may do, and when it was used last."""

    help = "List the tokens of an account and what each may do. Example: manage.py api_tokens ada"

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("username", help="what the person signs in with")

    def do(self, **options: Any) -> Outcome:
        rows = list(tokens_of(account_named(options["username"])))
        many = "1 token" if len(rows) == 1 else f"{len(rows):,} tokens"
        return Outcome(f"{many}.", {"tokens": [_data(row) for row in rows]}, [_line(row) for row in rows])


def _data(row: ApiToken) -> dict[str, Any]:
    return {
        "name": row.name,
        "begins": row.begins,
        "state": row.state,
        "campaign": row.campaign.slug if row.campaign else None,
        "role": row.role,
        "writes": row.writes,
        "expires_at": row.expires_at,
        "used_at": row.used_at,
    }


def _line(row: ApiToken) -> str:
    place = row.campaign.slug if row.campaign else "all campaigns"
    used = f"last used {row.used_at:%Y-%m-%d %H:%M} UTC" if row.used_at else "never used"
    end = f", until {row.expires_at:%Y-%m-%d}" if row.expires_at else ""
    does = "reads and writes" if row.writes else "reads"
    return f"{row.name} ({row.begins}…): {row.state}, {does}, {place}, {row.role or 'all roles'}{end}, {used}"

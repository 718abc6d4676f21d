"""What people of a campaign were told."""

from argparse import ArgumentParser
from typing import Any

from assessment.campaigns.management.files import campaign_named
from assessment.notices.models import NoticeState
from assessment.notices.selectors import notices_of
from assessment.shared.commands import AssizeCommand, Outcome

SHOWN = 200


class Command(AssizeCommand):
    """Lists the newest notices, as the page Messages does."""

    help = "List the newest notices of a campaign: when, to whom, what about, and whether it was sent."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("campaign", help="short name of the campaign")
        parser.add_argument("--state", choices=NoticeState.values, help="only those in this state")

    def do(self, **options: Any) -> Outcome:
        rows = notices_of(campaign_named(options["campaign"]))
        if options["state"]:
            rows = rows.filter(state=options["state"])
        found = list(rows[:SHOWN])
        lines = [
            f"{row.made_at:%Y-%m-%d %H:%M} {row.get_state_display():<18} {row.name} <{row.email}>: {row.subject}"
            for row in found
        ]
        data = [
            {
                "at": row.made_at,
                "state": row.state,
                "name": row.name,
                "email": row.email,
                "subject": row.subject,
            }
            for row in found
        ]
        many = "1 notice" if len(found) == 1 else f"{rows.count():,} notices"
        return Outcome(f"{many}.", {"notices": data}, lines)

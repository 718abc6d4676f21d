"""Write to people of a campaign."""

from argparse import ArgumentParser
from typing import Any
from uuid import uuid4

from assessment.campaigns.management.files import campaign_named
from assessment.notices.selectors import GROUPS, group_of
from assessment.notices.services.notify import send_message
from assessment.shared.commands import AssizeCommand, Outcome


class Command(AssizeCommand):
    """Sends a message; the page Messages does the same."""

    help = "Write to people of a campaign: message trial --to teams --subject 'Deadline' --text 'Runs are due on Friday.'"

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("campaign", help="short name of the campaign")
        parser.add_argument("--to", required=True, choices=list(GROUPS))
        parser.add_argument("--subject", required=True)
        parser.add_argument("--text", required=True)

    def do(self, **options: Any) -> Outcome:
        campaign = campaign_named(options["campaign"])
        made = send_message(
            campaign=campaign,
            to=list(group_of(campaign, options["to"])),
            subject=" ".join(options["subject"].split()),
            text=options["text"],
            about=uuid4().hex,
            by=None,
        )
        people = "1 person" if len(made) == 1 else f"{len(made):,} people"
        return Outcome(f"Wrote to {people}.", {"people": [row.name for row in made]})

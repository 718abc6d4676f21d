"""Add a webhook to a campaign."""

from argparse import ArgumentParser
from typing import Any

from assessment.campaigns.management.files import campaign_named
from assessment.shared.commands import AssizeCommand, Outcome
from assessment.webhooks.models import CHOOSABLE
from assessment.webhooks.services.webhooks import add_webhook

KINDS = [one.value for one in CHOOSABLE]


class Command(AssizeCommand):
    """Adds an address that is told what happens in a campaign."""

    help = (
        "Add a webhook: an address that is told what happens in a campaign. Prints its secret, this once. "
        "Example: manage.py add_webhook facts https://example.org/hook --events scores.made"
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("campaign", help="short name of the campaign")
        parser.add_argument("url", help="https://…")
        parser.add_argument("--events", nargs="+", choices=KINDS, default=KINDS, help="default: all")

    def do(self, **options: Any) -> Outcome:
        made = add_webhook(
            campaign=campaign_named(options["campaign"]),
            url=options["url"],
            happenings=options["events"],
            by=None,
        )
        return Outcome(
            f"Added webhook {made.webhook.pk} to {made.webhook.host}. Its secret, shown this once: {made.secret}",
            {"webhook": made.webhook.pk, "url": made.webhook.url, "secret": made.secret},
        )

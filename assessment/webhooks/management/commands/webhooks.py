"""List the webhooks of a campaign, or the messages of one."""

from argparse import ArgumentParser
from typing import Any

from assessment.campaigns.management.files import campaign_named
from assessment.shared.commands import AssizeCommand, Outcome
from assessment.webhooks.management.rows import webhook_numbered
from assessment.webhooks.models import Delivery, Webhook
from assessment.webhooks.selectors import SHOWN, deliveries_of, last_outcome, next_attempt, webhooks_of


class Command(AssizeCommand):
    """Lists webhooks or messages, as their pages do."""

    help = "List the webhooks of a campaign, or the last messages of one. Example: manage.py webhooks facts --of 3"

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("campaign", help="short name of the campaign")
        parser.add_argument("--of", type=int, metavar="NUMBER", help="the last messages of this webhook")

    def do(self, **options: Any) -> Outcome:
        if options["of"] is not None:
            return _messages(webhook_numbered(options["campaign"], options["of"]))
        rows = list(webhooks_of(campaign_named(options["campaign"])))
        many = "1 webhook" if len(rows) == 1 else f"{len(rows):,} webhooks"
        return Outcome(f"{many}.", {"webhooks": [_data(row) for row in rows]}, [_line(row) for row in rows])


def _state(row: Webhook) -> str:
    if not row.is_on:
        return "off"
    return f"failing ({row.failures} attempts)" if row.failures else "on"


def _line(row: Webhook) -> str:
    return f"{row.pk}: {row.url}: {_state(row)}, {', '.join(row.happenings)}"


def _data(row: Webhook) -> dict[str, Any]:
    return {
        "webhook": row.pk,
        "url": row.url,
        "events": row.happenings,
        "is_on": row.is_on,
        "failures": row.failures,
    }


def _messages(webhook: Webhook) -> Outcome:
    rows = list(deliveries_of(webhook)[:SHOWN])
    many = "1 message" if len(rows) == 1 else f"{len(rows):,} messages"
    found = {"messages": [_message(row) for row in rows]}
    return Outcome(f"{many}.", found, [_message_line(row) for row in rows])


def _message_line(row: Delivery) -> str:
    outcome, next_at = last_outcome(row), next_attempt(row)
    attempts = "1 attempt" if row.attempts == 1 else f"{row.attempts} attempts"
    then = f", next {next_at:%Y-%m-%d %H:%M:%S} UTC" if next_at else ""
    came = f" ({outcome})" if outcome else ""
    return (
        f"{row.made_at:%Y-%m-%d %H:%M:%S} {row.event_id} {row.happening}: {row.state}{came}, {attempts}{then}"
    )


def _message(row: Delivery) -> dict[str, Any]:
    return {
        "id": row.event_id,
        "event": row.happening,
        "made_at": row.made_at,
        "state": row.state,
        "attempts": row.attempts,
        "status": row.status,
        "failure": row.failure,
        "next_at": next_attempt(row),
    }

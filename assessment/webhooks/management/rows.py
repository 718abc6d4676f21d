"""Webhooks that a command line names."""

from assessment.campaigns.management.files import campaign_named
from assessment.shared.errors import Refused
from assessment.webhooks.models import Delivery, Webhook
from assessment.webhooks.selectors import deliveries_of, webhooks_of


def webhook_numbered(slug: str, number: int) -> Webhook:
    """The webhook of a campaign that has this number."""
    row = webhooks_of(campaign_named(slug)).filter(pk=number).first()
    if row is None:
        raise Refused(
            f"{slug} has no webhook {number}. Nothing was changed.",
            "webhook_unknown",
            f"List them: manage.py webhooks {slug}",
        )
    return row


def message_named(webhook: Webhook, event_id: str) -> Delivery:
    """The message of that id."""
    row = deliveries_of(webhook).filter(event_id=event_id).first()
    if row is None:
        raise Refused(
            f"There is no message {event_id}. Nothing was sent.",
            "message_unknown",
            f"List them: manage.py webhooks {webhook.campaign.slug} --of {webhook.pk}",
        )
    return row

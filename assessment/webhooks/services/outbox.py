"""Writing messages, in the transaction of what they tell: what is rolled back was never told."""

import json
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import NamedTuple
from uuid import uuid4

from django.conf import settings
from django.utils import timezone

from assessment.campaigns.models import Campaign
from assessment.webhooks.models import Delivery, Happening, Webhook

LASTS = timedelta(hours=24)  # for which a message is tried


class Content(NamedTuple):
    """What a message says: ids and counts, and the path at which the API tells more."""

    data: Mapping[str, str | int]
    path: str


def tell(*, campaign: Campaign, happening: Happening, content: Callable[[], Content]) -> list[Delivery]:
    """Have all webhooks of a campaign told that want to know of it. `content` is called where there are any.

    Messages hold nothing that anybody may not know who works in the campaign: no grades, people, teams or runs.
    """
    rows = Webhook.objects.filter(campaign=campaign, is_on=True).order_by("pk")
    webhooks = [row for row in rows if happening in row.happenings]
    return write(campaign, webhooks, happening, content()) if webhooks else []


def write(
    campaign: Campaign, webhooks: list[Webhook], happening: Happening, content: Content
) -> list[Delivery]:
    """Write a message to each of some webhooks: the same for all."""
    now = timezone.now()
    event_id = f"msg_{uuid4().hex}"
    body = _body(campaign, happening, content, now)
    return Delivery.objects.bulk_create(
        Delivery(
            webhook=webhook,
            event_id=event_id,
            happening=happening,
            body=body,
            made_at=now,
            next_at=now,
            expires_at=now + LASTS,
        )
        for webhook in webhooks
    )


def _body(campaign: Campaign, happening: Happening, content: Content, now: datetime) -> str:
    data = {"campaign": campaign.slug, **content.data, "url": f"{settings.SITE_URL}{content.path}"}
    message = {"type": happening.value, "timestamp": now.isoformat(), "data": data}
    return json.dumps(message, ensure_ascii=False, separators=(",", ":"))

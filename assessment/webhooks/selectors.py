"""Reads of the webhooks app: who may manage them, what is due, and what became of messages."""

from datetime import datetime

from django.conf import settings
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import Http404

from assessment.campaigns.models import Campaign
from assessment.campaigns.selectors.campaigns import access_campaign
from assessment.people.selectors.access import Access, Permission, Visitor
from assessment.shared.leases import unheld
from assessment.shared.say import say
from assessment.webhooks.models import Delivery, DeliveryState, Webhook

IN_ORDER = 5  # attempts during which later messages wait for one that fails
SECONDS = 10.0  # for a whole try; looking the host up is not counted
SHOWN = 20  # deliveries on a page


def access_webhooks(visitor: Visitor, slug: str) -> Access:
    """A campaign whose webhooks the visitor may manage."""
    return access_campaign(visitor, slug, Permission.EDIT_CAMPAIGN)


def access_webhook(visitor: Visitor, slug: str, pk: int) -> tuple[Access, Webhook]:
    """A webhook of the campaign that the visitor may manage."""
    access = access_webhooks(visitor, slug)
    return access, webhook_of(access.campaign, pk)


def webhook_of(campaign: Campaign, pk: int) -> Webhook:
    """A webhook of the campaign; Http404 where it has none of that number."""
    found = webhooks_of(campaign).filter(pk=pk).first()
    if found is None:
        raise Http404
    return found


def delivery_of(webhook: Webhook, pk: int) -> Delivery:
    """A message to the webhook; Http404 where there is none of that number."""
    found = deliveries_of(webhook).filter(pk=pk).first()
    if found is None:
        raise Http404
    return found


def webhooks_of(campaign: Campaign) -> QuerySet[Webhook]:
    """All webhooks of a campaign, oldest first."""
    return Webhook.objects.filter(campaign=campaign).select_related("campaign").order_by("pk")


def deliveries_of(webhook: Webhook) -> QuerySet[Delivery]:
    """The messages to a webhook that are still known, newest first."""
    return Delivery.objects.filter(webhook=webhook).select_related("webhook").order_by("-pk")


def next_attempt(delivery: Delivery) -> datetime | None:
    """When a message is tried next, as things are; None where it is not."""
    if not (delivery.is_waiting and delivery.webhook.is_on):
        return None
    return max(delivery.next_at, delivery.webhook.paused_until or delivery.next_at)


def last_outcome(delivery: Delivery) -> str:
    """What came of the last try, in a few words; empty before the first."""
    if delivery.status:
        return say("answered {status}", status=str(delivery.status))
    return str(delivery.get_failure_display()) if delivery.failure else ""


# For whoever delivers


def lease_seconds() -> float:
    """For how long whoever delivers holds a webhook without a sign of life."""
    seconds: float = 2 * SECONDS + settings.JOB_LEASE_SECONDS
    return seconds


def free() -> Q:
    """Webhooks that nobody delivers to now."""
    return unheld("lease_until", 2 * lease_seconds())


def due_webhooks(now: datetime) -> list[Webhook]:
    """Those with something to deliver that nobody delivers now; those that do well first."""
    waiting = Delivery.objects.filter(
        webhook=OuterRef("pk"), state=DeliveryState.WAITING, next_at__lte=now, expires_at__gt=now
    )
    ready = Q(paused_until=None) | Q(paused_until__lte=now)
    rows = Webhook.objects.filter(free(), ready, Exists(waiting), is_on=True)
    return list(rows.order_by("failures", "pk"))


def next_delivery(webhook: Webhook, now: datetime) -> Delivery | None:
    """What to try next: the oldest message, and while that waits for its next try nothing that came after it.

    One that failed IN_ORDER times holds up the others no longer: it is tried in between.
    """
    waiting = Delivery.objects.filter(webhook=webhook, state=DeliveryState.WAITING, expires_at__gt=now)
    head = waiting.filter(attempts__lt=IN_ORDER).order_by("pk").first()
    if head and head.next_at <= now:
        return head
    return waiting.filter(attempts__gte=IN_ORDER, next_at__lte=now).order_by("next_at", "pk").first()

"""Delivering what waits: one webhook at a time, in order, at least once each.

Whoever delivers holds a lease on the webhook. A message is marked after its answer: if the process dies in between, the
lease ends, and the message is sent again under the same id.
"""

import logging
import secrets
from datetime import datetime, timedelta
from http import HTTPStatus

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from assessment.people.services.events import record_event
from assessment.shared.leases import from_now
from assessment.webhooks.models import Delivery, DeliveryState, Webhook
from assessment.webhooks.selectors import IN_ORDER, free, lease_seconds, next_delivery
from assessment.webhooks.services.post import Answer, post
from assessment.webhooks.services.signing import signatures
from documents.steps import delete_in_steps

logger = logging.getLogger(__name__)
# Seconds from a try that failed to the next one: of a message by its attempts, of a webhook by its failures in a row.
DELAYS = (5, 30, 120, 600, 1_800, 3_600, 7_200, 10_800, 14_400, 21_600)
AT_ONCE = 50  # messages to one webhook before others have their turn
KEPT = timedelta(days=14)


def deliver(*, webhook: Webhook) -> int:
    """Deliver what waits for a webhook until nothing does, a try fails or others have their turn. How many went out.

    Nothing where another process delivers to it.
    """
    if next_delivery(webhook, timezone.now()) is None or not (owner := _claim(webhook)):
        return 0
    sent = 0
    try:
        while sent < AT_ONCE and _deliver_next(webhook.pk, owner):
            sent += 1
    finally:
        Webhook.objects.filter(pk=webhook.pk, owner=owner).update(lease_until=None, owner="")
    return sent


def _claim(webhook: Webhook) -> str:
    owner = secrets.token_hex(16)
    unheld = Webhook.objects.filter(free(), pk=webhook.pk, is_on=True)
    return owner if unheld.update(owner=owner, lease_until=from_now(lease_seconds())) else ""


def _deliver_next(pk: int, owner: str) -> bool:
    """One try. Whether it went well and the lease is still held."""
    now = timezone.now()
    held = Webhook.objects.filter(pk=pk, owner=owner, is_on=True)
    if not held.update(lease_until=from_now(lease_seconds())):
        return False
    webhook = held.select_related("campaign").first()
    delivery = next_delivery(webhook, now) if webhook else None
    if webhook is None or delivery is None:
        return False
    answer = send(webhook, delivery, now)
    return keep(webhook, delivery, answer)


def send(webhook: Webhook, delivery: Delivery, now: datetime) -> Answer:
    """Sign a message with this moment, and send it. No transaction is open meanwhile."""
    body = delivery.body.encode()
    headers = {
        "Content-Type": "application/json",
        "User-Agent": "Assize-Webhooks",
        "Connection": "close",
        "webhook-id": delivery.event_id,
        "webhook-timestamp": str(int(now.timestamp())),
        "webhook-signature": signatures(webhook, delivery.event_id, body, now),
    }
    return post(webhook.url, body, headers)


@transaction.atomic
def keep(webhook: Webhook, delivery: Delivery, answer: Answer) -> bool:
    """Mark what came of a try. Whether the message was taken."""
    now = timezone.now()
    tried = {
        "attempts": F("attempts") + 1,
        "tried_at": now,
        "status": answer.status,
        "failure": answer.failure,
    }
    mine = Delivery.objects.filter(pk=delivery.pk, state=DeliveryState.WAITING)
    hooks = Webhook.objects.filter(pk=webhook.pk)
    if answer.is_taken:
        mine.update(state=DeliveryState.DELIVERED, ended_at=now, **tried)
        hooks.update(failures=0, paused_until=None, reported_at=None)
        return True
    next_at = now + _delay(delivery.attempts + 1)
    mine.update(next_at=next_at, **tried)
    pause = now + _delay(webhook.failures + 1)
    if delivery.attempts + 1 < IN_ORDER:  # until then nothing else goes out either
        pause = max(pause, next_at)
    hooks.update(failures=F("failures") + 1, paused_until=pause)
    if answer.status == HTTPStatus.GONE:
        _switch_off(webhook)
    return False


def _delay(failures: int) -> timedelta:
    return timedelta(seconds=DELAYS[min(failures, len(DELAYS)) - 1])


def _switch_off(webhook: Webhook) -> None:
    """A receiver that says it is gone for good is asked no more."""
    if Webhook.objects.filter(pk=webhook.pk, is_on=True).update(is_on=False):
        _record(webhook, "webhook:gone")


def pause(*, webhook: Webhook) -> None:
    """Try nothing for a while: something is wrong with us."""
    Webhook.objects.filter(pk=webhook.pk).update(paused_until=timezone.now() + _delay(3))


def give_up_late() -> int:
    """Give up what could not be delivered in its time, and have the organizers told, once while a webhook fails. How many."""
    now = timezone.now()
    late = Delivery.objects.filter(state=DeliveryState.WAITING, expires_at__lte=now)
    given_up = 0
    for pk in list(late.order_by("webhook").values_list("webhook", flat=True).distinct()):
        with transaction.atomic():
            many = late.filter(webhook=pk).update(state=DeliveryState.GIVEN_UP, ended_at=now)
            given_up += many
            unreported = Webhook.objects.select_related("campaign").filter(
                pk=pk, is_on=True, reported_at=None
            )
            webhook = unreported.first() if many else None
            if webhook and unreported.update(reported_at=now):
                _record(webhook, "webhook:failing")
    return given_up


def _record(webhook: Webhook, verb: str) -> None:
    """Note it in the record of events, to which the notices listen."""
    record_event(by=None, campaign=webhook.campaign, verb=verb, subject=webhook.host, webhook=webhook.pk)


def forget_old() -> None:
    """Delete messages that ended some days ago."""
    delete_in_steps(Delivery.objects.filter(ended_at__lt=timezone.now() - KEPT))

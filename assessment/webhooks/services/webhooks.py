"""What organizers do with webhooks: add, choose, rotate the secret, switch off, try, remove."""

from collections.abc import Sequence
from datetime import timedelta
from typing import NamedTuple

from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from assessment.campaigns.models import Campaign
from assessment.people.models import Account
from assessment.people.services.events import record_event
from assessment.people.services.frozen import refuse_archived_now
from assessment.shared.errors import Refused
from assessment.shared.say import say
from assessment.webhooks.models import CHOOSABLE, Delivery, DeliveryState, Happening, Webhook
from assessment.webhooks.services.addresses import checked_address
from assessment.webhooks.services.outbox import LASTS, Content, write
from assessment.webhooks.services.signing import new_seed, secret_of

MOST = 10  # of a campaign
FORMER_LASTS = timedelta(hours=24)  # for which messages are signed with the former secret too


class NewSecret(NamedTuple):
    """A webhook, and its secret as it is shown once."""

    webhook: Webhook
    secret: str


@transaction.atomic
def add_webhook(*, campaign: Campaign, url: str, happenings: Sequence[str], by: Account | None) -> NewSecret:
    """Have an address told of some kinds of happening from now on. Refused where it is not public, or is there already."""
    address = checked_address(url)
    Campaign.objects.select_for_update(no_key=True).get(pk=campaign.pk)
    own = Webhook.objects.filter(campaign=campaign)
    if own.filter(url=address).exists():
        raise Refused(
            say("This campaign already has a webhook with this address. Nothing was changed."),
            "webhook_exists",
            say("Choose its events on its own page."),
        )
    if own.count() >= MOST:
        raise Refused(
            say("A campaign has at most {most} webhooks. None was added.", most=MOST),
            "webhooks_many",
            say("Remove one first."),
        )
    webhook = Webhook.objects.create(
        campaign=campaign,
        url=address,
        happenings=_chosen(happenings),
        secret_seed=new_seed(),
        made_by=by,
    )
    _record(webhook, "webhook:added", by)
    return NewSecret(webhook, secret_of(webhook.secret_seed))


def _chosen(happenings: Sequence[str]) -> list[str]:
    """The kinds of happening in their order. Refused where there is none, or one that nobody knows."""
    unknown = sorted(set(happenings) - {one.value for one in CHOOSABLE})
    if unknown or not happenings:
        raise Refused(
            say("Choose at least one event. Nothing was changed."),
            "webhook_events",
            say("Events: {events}.", events=", ".join(one.value for one in CHOOSABLE)),
        )
    return [one.value for one in CHOOSABLE if one.value in happenings]


@transaction.atomic
def change_webhook(
    *,
    webhook: Webhook,
    by: Account | None,
    happenings: Sequence[str] | None = None,
    is_on: bool | None = None,
) -> Webhook:
    """Choose what an address is told, or switch it off or on; None leaves that as it is.

    Events that happen while it is off are not sent later. What waited goes on when it is switched on, unless a day has passed.
    """
    refuse_archived_now(webhook.campaign)
    now = Webhook.objects.select_related("campaign").select_for_update(of=("self",)).get(pk=webhook.pk)
    before = (now.happenings, now.is_on)
    now.happenings = now.happenings if happenings is None else _chosen(happenings)
    now.is_on = now.is_on if is_on is None else is_on
    if (now.happenings, now.is_on) != before:
        _forgive(now)
        now.save(update_fields=["happenings", "is_on", "failures", "paused_until", "reported_at"])
        _record(now, "webhook:changed", by)
    return now


def _forgive(webhook: Webhook) -> None:
    """Try again at once, whatever became of earlier attempts."""
    webhook.failures, webhook.paused_until, webhook.reported_at = 0, None, None


@transaction.atomic
def orphan_webhooks(*, account: Account, by: Account | None) -> None:
    """Switch off what somebody added whose data are removed: the receiver may be theirs, and nobody vouches for it.

    Who goes on with it switches it on again, and replaces the secret. What waits for a try is not delivered meanwhile.
    """
    own = Webhook.objects.filter(made_by=account, is_on=True).select_related("campaign")
    for webhook in own.select_for_update(of=("self",)).order_by("pk"):
        webhook.is_on = False
        webhook.save(update_fields=["is_on"])
        _record(webhook, "webhook:orphaned", by)


@transaction.atomic
def rotate_secret(*, webhook: Webhook, by: Account | None) -> NewSecret:
    """Make a new secret. For a day messages are signed with both, so that receivers can change over."""
    now = Webhook.objects.select_related("campaign").select_for_update(of=("self",)).get(pk=webhook.pk)
    now.former_seed, now.former_until = now.secret_seed, timezone.now() + FORMER_LASTS
    now.secret_seed = new_seed()
    now.save(update_fields=["secret_seed", "former_seed", "former_until"])
    _record(now, "webhook:rotated", by)
    return NewSecret(now, secret_of(now.secret_seed))


@transaction.atomic
def remove_webhook(*, webhook: Webhook, by: Account | None) -> None:
    """Remove a webhook with its messages; what waits is not delivered."""
    _record(webhook, "webhook:removed", by)
    Webhook.objects.filter(pk=webhook.pk).delete()


@transaction.atomic
def send_trial(*, webhook: Webhook) -> Delivery:
    """Write a message that tells nothing, at once and before all that waits for its next try."""
    _refuse_off(webhook)
    content = Content({}, reverse("api:webhook", args=[webhook.campaign.slug, webhook.pk]))
    (delivery,) = write(webhook.campaign, [webhook], Happening.TRIAL, content)
    _try_now(webhook)
    return delivery


@transaction.atomic
def send_again(*, delivery: Delivery) -> Delivery:
    """Have a message delivered again, under its own id, whatever became of it; for a day from now."""
    _refuse_off(delivery.webhook)
    now = timezone.now()
    Delivery.objects.filter(pk=delivery.pk).update(
        state=DeliveryState.WAITING, attempts=0, next_at=now, expires_at=now + LASTS, ended_at=None
    )
    _try_now(delivery.webhook)
    delivery.refresh_from_db()
    return delivery


def _try_now(webhook: Webhook) -> None:
    Webhook.objects.filter(pk=webhook.pk).update(paused_until=None)
    waiting = Delivery.objects.filter(webhook=webhook, state=DeliveryState.WAITING)
    waiting.update(next_at=timezone.now())


def _refuse_off(webhook: Webhook) -> None:
    refuse_archived_now(webhook.campaign)
    if not webhook.is_on:
        raise Refused(
            say("This webhook is switched off. Nothing was sent."), "webhook_off", say("Switch it on first.")
        )


def _record(webhook: Webhook, verb: str, by: Account | None) -> None:
    record_event(by=by, campaign=webhook.campaign, verb=verb, subject=webhook.host, webhook=webhook.pk)

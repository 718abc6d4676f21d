"""A campaign, its organizer, and a receiver on this machine, which the settings allow."""

from collections.abc import Iterator
from ipaddress import ip_network
from typing import Any

import pytest

from assessment.campaigns.models import Campaign, State
from assessment.people.models import Account
from assessment.webhooks.models import CHOOSABLE, Webhook
from assessment.webhooks.services.webhooks import add_webhook
from tests.factory import make_campaign, make_member
from tests.webhooks.receiver import Receiver, listening


@pytest.fixture
def here(settings: Any) -> None:
    """Let messages go to this machine."""
    settings.WEBHOOK_HTTP = True
    settings.WEBHOOK_NETWORKS = [ip_network("127.0.0.0/8")]


@pytest.fixture
def receiver(here: None) -> Iterator[Receiver]:
    with listening() as found:
        yield found


@pytest.fixture
def campaign(db: None) -> Campaign:
    return make_campaign("trial", state=State.OPEN)


@pytest.fixture
def olga(campaign: Campaign) -> Account:
    account = make_member(campaign, "olga", "organizer")
    account.email = "olga@example.org"
    account.save()
    return account


@pytest.fixture
def webhook(campaign: Campaign, receiver: Receiver) -> Webhook:
    """One that is told everything."""
    every = [one.value for one in CHOOSABLE]
    return add_webhook(campaign=campaign, url=receiver.url, happenings=every, by=None).webhook

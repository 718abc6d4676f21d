"""Pages of the whole site while a campaign is deleted row by row, or comes in: it has no page that could be opened."""

import pytest
from django.urls import reverse
from django.utils import timezone

from assessment.campaigns.models import Campaign
from assessment.people.services.events import record_event
from assessment.results.services.deletion import request_deletion
from tests.blindness.addresses import all_patterns
from tests.client import Client
from tests.factory import make_account, make_campaign

pytestmark = pytest.mark.django_db


@pytest.fixture
def campaigns() -> list[Campaign]:
    """One that goes, one that comes, and one that is there; of each something is told."""
    goes, comes, here = (make_campaign(slug) for slug in ("goes", "comes", "here"))
    for one in (goes, comes, here):
        record_event(by=None, campaign=one, verb="campaign:created", subject=one.slug)
    request_deletion(campaign=goes, confirm="goes", by=None)
    Campaign.objects.filter(pk=comes.pk).update(importing=timezone.now())
    return list(Campaign.objects.order_by("pk"))


def test_every_page_of_the_whole_site_opens(campaigns: list[Campaign], client: Client) -> None:
    client.force_login(make_account("root", site_admin=True))
    of_site = [reverse(found.name) for found in all_patterns() if not found.parts]
    assert {"/", "/accounts/", "/campaigns/"} <= set(of_site)
    assert not [page for page in of_site if client.get(page).status_code >= 500]


def test_what_is_told_of_it_leads_nowhere(campaigns: list[Campaign], client: Client) -> None:
    client.force_login(make_account("root", site_admin=True))
    page = client.get("/accounts/").text
    for one in campaigns:
        assert one.title in page
    assert "/campaigns/here/" in page
    assert "/campaigns/comes/" not in page
    assert "~" not in page

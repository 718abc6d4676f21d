"""An archived campaign as its organizer finds it: pages open, and none shows a form that would be refused."""

import pytest
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from assessment.campaigns.models import Campaign
from assessment.people.models import Account
from assessment.people.selectors.access import access_to
from tests import factory
from tests.browser.judging import sign_in
from tests.client import Client

pytestmark = pytest.mark.django_db(transaction=True)
REFUSED = ".wrap form[method=post]:not([data-while-archived])"
PAGES = ("settings/", "people/", "messages/", "teams/", "questions/", "assign/", "guidelines/", "studies/")


@pytest.fixture
def campaign(transactional_db: None) -> Campaign:
    made = factory.make_campaign("house")
    factory.make_questions(made, "1", "2", type="factoid")
    factory.make_member(made, "olga", "organizer")
    Campaign.objects.update(archived_at=timezone.now())
    return Campaign.objects.get()


def test_no_page_of_an_archived_campaign_offers_what_would_be_refused(
    page: Page, context: BrowserContext, live_server: LiveServer, campaign: Campaign
) -> None:
    olga = Account.objects.get(username="olga")
    assert access_to(olga, campaign).can["edit_campaign"] is False
    sign_in(context, olga, live_server)
    hidden = 0
    for name in PAGES:
        answer = page.goto(f"/campaigns/house/{name}")
        assert answer
        assert answer.status == 200, name
        hidden += page.locator(REFUSED).count()
        assert page.locator(f"{REFUSED}:visible").count() == 0, name
    assert hidden >= 3
    page.goto("/campaigns/house/messages/")
    expect(page.get_by_role("heading", name="Write to people")).to_be_hidden()
    page.goto("/campaigns/house/settings/")
    expect(page.get_by_role("button", name="Un-archive")).to_be_visible()


def test_what_is_not_archived_keeps_its_forms(campaign: Campaign) -> None:
    Campaign.objects.update(archived_at=None)
    client = Client()
    client.force_login(Account.objects.get(username="olga"))
    assert '<div class="wrap">' in client.get("/campaigns/house/messages/").text

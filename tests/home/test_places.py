"""The way through a campaign: everybody reaches what they may open, and each page says where it is."""

import re

import pytest

from assessment.people.models import Account
from tests.client import Client
from tests.factory import make_campaign, make_member

pytestmark = pytest.mark.django_db

NAV = re.compile(r'<nav class="(?P<kind>tabs|house)".*?</nav>', re.DOTALL)
WAY = re.compile(r'<a\s+href="(?P<address>/campaigns/[^"]*)"(?P<here> aria-current="page")?')
ROLES = [
    ("organizer",),
    ("adjudicator",),
    ("assessor",),
    ("participant",),
    ("organizer", "assessor", "adjudicator", "participant"),
]


def ways_on(client: Client, address: str) -> dict[str, bool]:
    """The pages that the way on a page leads to, and whether it says that one is there."""
    response = client.get(address)
    assert response.status_code == 200, address
    found = NAV.search(response.text)
    assert found, address
    pages = re.sub(r'<a class="to".*?</a>', "", found[0])
    return {way["address"]: bool(way["here"]) for way in WAY.finditer(pages)}


@pytest.mark.parametrize("roles", ROLES, ids="+".join)
@pytest.mark.parametrize("track", ["trec8", "series2004", "respubliqa2010", "nq"])
def test_each_page_of_the_way_opens_and_says_that_one_is_there(
    client: Client, track: str, roles: tuple[str, ...]
) -> None:
    campaign = make_campaign(track=track)
    client.force_login(make_member(campaign, "ada", *roles))
    first = ways_on(client, f"/campaigns/{campaign.slug}/guidelines/")
    assert len(first) > 1
    for address in first:
        ways = ways_on(client, address)
        assert list(ways) == list(first)
        assert [way for way, is_here in ways.items() if is_here] == [address]


def test_places_are_for_those_who_reach_many_pages(client: Client) -> None:
    campaign = make_campaign()
    address = f"/campaigns/{campaign.slug}/guidelines/"
    client.force_login(make_member(campaign, "lake", "participant"))
    assert 'class="tabs"' in client.get(address).text
    client.force_login(make_member(campaign, "olga", "organizer"))
    page = client.get(address).text
    assert 'class="house"' in page
    crumbs = re.search(r'<nav class="crumbs".*?</nav>', page, re.DOTALL)
    assert crumbs
    assert "Prepare" in crumbs[0]


def test_admins_walk_as_organizers_do(client: Client) -> None:
    campaign = make_campaign()
    client.force_login(Account.objects.create_superuser("root"))
    address = f"/campaigns/{campaign.slug}/jobs/"
    assert ways_on(client, address)[address]

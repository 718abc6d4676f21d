"""Going somewhere by typing: everybody finds what pages of theirs show, and nothing else."""

import re
from pathlib import Path

import pytest

from assessment.campaigns.models import Campaign
from tests import factory
from tests.client import Client
from tests.submissions.scene import as_bytes, campaign_with_ids, submit, team_of, whole_run

pytestmark = pytest.mark.django_db


def found(client: Client, words: str, slug: str = "trial") -> dict[str, str]:
    """What is found by words: its name and where it leads."""
    address = f"/campaigns/{slug}/go/" if slug else "/go/"
    page = client.get(address, {"q": words}).text
    part = page[page.index("data-found") :]
    links = re.findall(r'<li><a href="([^"]+)">(.*?)</a>', part)
    return {re.sub(r"<[^>]*>", "", name): where for where, name in links}


@pytest.fixture
def campaign() -> Campaign:
    campaign = factory.make_campaign(state="open")
    Campaign.objects.filter(pk=campaign.pk).update(title="Lamps of Vell")
    factory.make_questions(campaign, "7", "8", type="factoid")
    factory.make_member(campaign, "ada", "assessor")
    factory.make_member(campaign, "lake", "participant")
    return campaign


def client_of(campaign: Campaign, name: str, *roles: str) -> Client:
    client = Client()
    client.force_login(factory.make_member(campaign, name, *roles))
    return client


@pytest.mark.both_databases
def test_organizers_go_to_questions_people_pages_and_campaigns(campaign: Campaign) -> None:
    client = client_of(campaign, "olga", "organizer")
    assert found(client, "what is 7") == {"What is 7? 7": "/campaigns/trial/questions/7/"}
    assert "/assign/person/" in found(client, "ADA")["ada"]
    assert found(client, "  reliab ") == {"Reliability": "/campaigns/trial/studies/"}
    assert found(client, "vell", slug="") == {"Lamps of Vell trial": "/campaigns/trial/"}
    assert "Settings" in found(client, "")
    assert "Nothing with this name is open to you" in client.get("/campaigns/trial/go/?q=zzz").text


@pytest.mark.parametrize("role", ["assessor", "participant"])
def test_others_find_neither_questions_nor_people(campaign: Campaign, role: str) -> None:
    client = client_of(campaign, "una", role)
    for words in ("what", "7", "ada", "lake"):
        assert not found(client, words), words
    assert "Guidelines" in found(client, "guide")
    assert "Settings" not in found(client, "")


def test_every_page_that_is_found_opens(campaign: Campaign) -> None:
    for role in ("organizer", "adjudicator", "assessor", "participant"):
        client = client_of(campaign, f"their-{role}", role)
        for address in found(client, "").values():
            assert client.get(address).status_code == 200, (role, address)


def test_strangers_find_no_campaign(campaign: Campaign) -> None:
    client = Client()
    client.force_login(factory.make_account("eve"))
    assert client.get("/campaigns/trial/go/").status_code == 404
    assert not found(client, "vell", slug="")


def test_runs_are_for_those_who_see_all(tmp_path: Path) -> None:
    campaign = campaign_with_ids(tmp_path)
    team_of(campaign, "lkg", "lena")
    submit(campaign, as_bytes(whole_run()))
    client = client_of(campaign, "otto", "organizer")
    address = "/campaigns/trial/runs/lkg1/"
    assert found(client, "LKG") == {"lkg1 lkg": address}
    assert client.get(address).status_code == 200
    for role in ("adjudicator", "assessor", "participant"):
        assert not found(client_of(campaign, role, role), "lkg"), role


@pytest.mark.both_databases
def test_what_is_typed_may_be_anything(campaign: Campaign) -> None:
    client = client_of(campaign, "olga", "organizer")
    for words in ("%", "_", "'", "<b>", "مصباح", "x" * 5000, "\\"):
        assert client.get("/campaigns/trial/go/", {"q": words}).status_code == 200, words

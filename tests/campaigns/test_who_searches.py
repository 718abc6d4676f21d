"""Who may search the collection of a campaign, and who is shown the way there."""

import re
from collections.abc import Callable
from html import unescape
from pathlib import Path

import pytest
from pytest_django import Settings

from assessment.campaigns.models import Campaign, LicenceAcceptance, State
from documents.models import Collection
from documents.search.indexes import build
from tests.campaigns.conftest import ROLES
from tests.client import Client
from tests.commands import run
from tests.documents.helpers import import_records, record
from tests.factory import make_campaign, make_member, make_questions

pytestmark = pytest.mark.django_db

Enter = Callable[[Campaign | None, str], Client]
PAGE = "/campaigns/comet/search/"
ALWAYS = {"admin", "organizer", "adjudicator", "site admin"}


@pytest.fixture
def campaign(tmp_path: Path, settings: Settings) -> Campaign:
    settings.DATA_DIR = tmp_path / "data"
    import_records(tmp_path / "wire", record("AP-1", "The tide gauge stood still."))
    build(Collection.visible.get())
    return make_campaign("comet", collection_slug="wire", state=State.OPEN)


def signed_in(campaign: Campaign, username: str, *roles: str) -> Client:
    client = Client()
    client.force_login(make_member(campaign, username, *roles))
    return client


def seekers(campaign: Campaign, enter: Enter) -> set[str]:
    """Who gets the page, each of whom is shown the link on another page of the campaign, and nobody else is."""
    found = set()
    for role in (*ROLES, "site admin", "stranger"):
        client = enter(campaign, role)
        status = client.get(PAGE).status_code
        assert status in {200, 404}
        assert (f'href="{PAGE}"' in client.get("/campaigns/comet/guidelines/").content.decode()) == (
            status == 200
        )
        found |= {role} if status == 200 else set()
    return found


@pytest.mark.parametrize(
    ("state", "given", "further"),
    [
        ("draft", "", set()),
        ("draft", "search_developing=true", {"assessor"}),
        ("draft", "search_judging=true", set()),
        ("draft", "search_for_teams=true", set()),
        ("open", "search_developing=true", set()),
        ("open", "search_judging=true", {"assessor"}),
        ("closed", "search_judging=true", {"assessor"}),
        ("open", "search_for_teams=true", {"participant"}),
    ],
)
def test_settings_give_the_search_by_role_and_stage(
    campaign: Campaign, enter: Enter, state: str, given: str, further: set[str]
) -> None:
    Campaign.objects.update(state=state)
    if given:
        run("settings", "comet", given)
    assert seekers(Campaign.objects.get(), enter) == ALWAYS | further


def test_my_work_leads_assessors_there_where_it_is_open(campaign: Campaign) -> None:
    client = signed_in(campaign, "ada", "assessor")
    assert PAGE not in client.get("/").content.decode()
    Campaign.objects.update(search_judging=True)
    assert PAGE in client.get("/").content.decode()


def test_without_a_collection_nobody_is_led_there(campaign: Campaign, enter: Enter) -> None:
    Campaign.objects.update(collection_slug="")
    client = enter(Campaign.objects.get(), "organizer")
    assert PAGE not in client.get("/campaigns/comet/settings/").content.decode()
    asked = client.get(PAGE, {"q": "tide"})
    assert asked.status_code == 422
    assert "there is nothing to search" in asked.content.decode()


def test_participants_search_once_they_accepted_the_licence(campaign: Campaign) -> None:
    Campaign.objects.update(search_for_teams=True)
    client = signed_in(campaign, "ann", "participant")
    refused = client.get(PAGE, {"q": "tide"})
    assert refused.status_code == 422
    assert "There is no licence yet for the texts of wire" in refused.content.decode()
    Collection.visible.update(licence="Agreement of 1926", licence_text="For research alone.")
    waiting = client.get(PAGE, {"q": "tide"})
    assert waiting.status_code == 422
    assert "AP-1" not in waiting.content.decode()
    unread = client.get("/campaigns/comet/document/", {"id": "AP-1"})
    assert (unread.status_code, b"<iframe" in unread.content) == (404, False)
    seen = waiting.context["licence"].sha256
    back = client.post("/campaigns/comet/accept-licence/", {"seen": seen, "search": ""})
    assert (back.status_code, back["Location"]) == (302, PAGE)
    assert LicenceAcceptance.objects.get().account.username == "ann"
    assert "AP-1" in client.get(PAGE, {"q": "tide"}).content.decode()


@pytest.mark.parametrize(
    "change",
    [
        lambda: Collection.visible.update(licence_text="Other."),
        lambda: Campaign.objects.update(search_for_teams=False),
    ],
)
def test_an_address_of_before_opens_nothing_when_the_right_is_gone(
    campaign: Campaign, change: Callable[[], object]
) -> None:
    Campaign.objects.update(search_for_teams=True)
    Collection.visible.update(licence="Agreement of 1926", licence_text="For research alone.")
    client = signed_in(campaign, "ann", "participant")
    seen = client.get(PAGE, {"q": "tide"}).context["licence"].sha256
    client.post("/campaigns/comet/accept-licence/", {"seen": seen, "search": ""})
    page = client.get(PAGE, {"q": "tide", "document": "AP-1"}).text
    found = re.search(r'data-src="([^"]+)"', page)
    assert found
    address = unescape(found[1])
    assert "stood still" in client.get(address).text
    change()
    assert client.get(address).status_code == 403


def test_who_also_judges_searches_without_the_licence(campaign: Campaign) -> None:
    Campaign.objects.update(search_for_teams=True, search_judging=True)
    client = signed_in(campaign, "ann", "participant", "assessor")
    assert "AP-1" in client.get(PAGE, {"q": "tide"}).content.decode()
    Campaign.objects.update(search_judging=False)
    assert client.get(PAGE, {"q": "tide"}).status_code == 422


def test_whoever_may_not_search_accepts_no_licence(campaign: Campaign) -> None:
    client = signed_in(campaign, "ada", "assessor")
    Campaign.objects.update(track_slug="series2004", state=State.DRAFT)
    assert client.post("/campaigns/comet/accept-licence/", {"search": ""}).status_code == 404


def test_who_searches_goes_with_the_campaign(campaign: Campaign, tmp_path: Path) -> None:
    make_questions(campaign, "1", "2", type="factoid")
    run("export", "comet", str(tmp_path / "before"))
    assert b"search_" not in (tmp_path / "before" / "campaign.json").read_bytes()  # at its default
    run("settings", "comet", "search_judging=true", "search_for_teams=true")
    run("export", "comet", str(tmp_path / "bundle"))
    run("import_bundle", str(tmp_path / "bundle"), "--slug", "again")
    run("clone_campaign", "comet", "twin")
    for slug in ("again", "twin"):
        made = Campaign.objects.get(slug=slug)
        assert (made.search_developing, made.search_judging, made.search_for_teams) == (False, True, True)

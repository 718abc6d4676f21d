"""To whom scores are released is said, never taken for granted: not by a form, not by a program; a command tells teams alone."""

import pytest
from django.core.management import call_command

from assessment.campaigns.models import Campaign
from assessment.people.models import Account, Member
from assessment.results.models import Release, ReleasePreview
from assessment.submissions.models import Run
from tests.api.asking import client_of, send_json
from tests.client import Client
from tests.factory import make_member
from tests.results.golden import imported
from tests.results.settled import settle_everything
from tests.results.test_breakdown import words

pytestmark = pytest.mark.django_db
RELEASE = "/campaigns/trec8_small/results/release/"


@pytest.fixture
def campaign() -> Campaign:
    made = imported("trec8_small")
    settle_everything(made)
    return made


@pytest.fixture
def olga(campaign: Campaign) -> Account:
    return make_member(campaign, "olga", "organizer")


@pytest.mark.parametrize("said", [{}, {"audience": ""}, {"audience": "everybody"}])
def test_a_form_that_does_not_say_to_whom_releases_nothing(
    olga: Account, client: Client, said: dict[str, str]
) -> None:
    client.force_login(olga)
    client.post(f"{RELEASE}preview/")
    seen = ReleasePreview.objects.get().inputs_sha256
    response = client.post(RELEASE, {"seen": seen, "choose": "1", "run": ["alpha1"]} | said)
    assert response.status_code == 422
    assert "Choose to whom the scores are released. Nothing was released." in response.text
    assert not Release.objects.exists()
    assert "nothing is public yet" in words(client, RELEASE)


def test_a_program_that_does_not_say_to_whom_releases_nothing(olga: Account, client: Client) -> None:
    client.force_login(olga)
    client.post(f"{RELEASE}preview/")
    program, seen = client_of(olga), ReleasePreview.objects.get().inputs_sha256
    answer = send_json(program, "/api/v1/campaigns/trec8_small/release/", {"seen": seen})
    assert answer.status_code == 400
    assert "Say to whom the scores are released: teams or all." in answer.text
    assert not Release.objects.exists()


def test_the_command_tells_each_team_alone_unless_it_says_all(campaign: Campaign) -> None:
    call_command("release", campaign.slug)
    assert Release.objects.get().audience == "teams"
    call_command("release", campaign.slug, "--audience", "all")
    assert Release.objects.get().audience == "all"


@pytest.mark.parametrize("audience", ["teams", "all"])
@pytest.mark.parametrize(
    ("name", "role"), [("ada", "assessor"), ("una", "participant"), ("lake", "participant")]
)
def test_the_leaderboard_stands_in_places_where_it_opens(
    campaign: Campaign, client: Client, audience: str, name: str, role: str
) -> None:
    """Una takes part without a team; after a release to teams alone she and assessors have nothing to open."""
    call_command("release", campaign.slug, "--audience", audience)
    account = make_member(campaign, name, role)
    if name == "lake":
        Run.objects.order_by("pk")[0].team.members.add(Member.objects.get(account=account))
    client.force_login(account)
    opens = client.get("/campaigns/trec8_small/results/").status_code == 200
    assert opens == (audience == "all" or name == "lake")
    for page in ("guidelines/", "go/?q=leaderboard"):
        shown = 'href="/campaigns/trec8_small/results/"' in client.get(f"/campaigns/trec8_small/{page}").text
        assert shown == opens, page

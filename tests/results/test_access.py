"""Who sees which scores: every page against every role, before and after release."""

from collections.abc import Callable, Iterator

import pytest

from assessment.campaigns.models import Campaign
from assessment.people.models import Account
from assessment.people.services import accounts as people
from assessment.results.services.release import release, take_back
from assessment.results.services.scores import score
from assessment.submissions.models import Team
from tests.client import Client
from tests.factory import make_account, make_member
from tests.results.golden import imported
from tests.results.settled import settle_everything
from tests.scenes import Kept, as_built

pytestmark = pytest.mark.django_db

ALWAYS = [
    "",
    "results/",
    "results/1/",
    "results/1/leaderboard.csv",
    "results/1/leaderboard.json",
    "results/1/leaderboard.svg",
    "results/1/runs/alpha1/",
    "results/1/runs/beta1/",
    "results/1/questions/1/",
]
EXPORTS = [
    "exports/",
    "exports/bundle.zip",
    "exports/runs.zip",
    "exports/tables/judgments.csv",
    "exports/tables/questions.txt",
    "exports/qrels/union.txt",
    "exports/trec_eval/union.txt",
    "results/1/qrels.txt",
]
PAGES = [*ALWAYS, *EXPORTS]


@pytest.fixture(scope="module")
def built(kept: Kept) -> Iterator[Campaign]:
    """A scored campaign that could be released; version 1 is by union, version 2 would be official."""
    with kept():
        made = imported("trec8_small")
        settle_everything(made)
        score(campaign=made, rule="union", by=None)
        yield made


@pytest.fixture
def campaign(db: None, built: Campaign) -> Campaign:
    return as_built(built)


@pytest.fixture
def as_role(campaign: Campaign) -> Callable[[str], Client]:
    """A client signed in as somebody of one role; "participant" belongs to the team alpha."""

    def sign_in(role: str) -> Client:
        client = Client()
        if role != "stranger to the site":
            client.force_login(person(campaign, role))
        return client

    return sign_in


def person(campaign: Campaign, role: str) -> Account:
    if role == "stranger to the campaign":
        return make_account("stranger")
    if role == "site admin":
        return make_account("root", site_admin=True)
    account = make_member(campaign, f"some-{role}", role)
    if role == "participant":
        member = people.member_named(campaign, f"some-{role}")
        assert member
        Team.objects.get(campaign=campaign, name="alpha").members.add(member)
    return account


def open_pages(client: Client, version: int = 1) -> set[str]:
    paths = [
        path.replace("/1/", f"/{version}/", 1) if path.startswith("results/1") else path for path in PAGES
    ]
    statuses = {}
    for path in paths:
        response = client.get(f"/campaigns/trec8_small/{path}")
        statuses[path] = response.status_code
        if response.streaming:
            assert b"".join(response)  # to its end, which closes the file
    assert set(statuses.values()) <= {200, 302, 404}
    return {path for path, status in statuses.items() if status == 200}


@pytest.mark.parametrize("role", ["site admin", "admin", "organizer"])
def test_organizers_see_and_take_everything(as_role: Callable[[str], Client], role: str) -> None:
    assert open_pages(as_role(role)) == set(PAGES)


def test_adjudicators_see_scores_and_take_nothing(as_role: Callable[[str], Client]) -> None:
    assert open_pages(as_role("adjudicator")) == set(ALWAYS)


@pytest.mark.parametrize(
    "role", ["assessor", "participant", "stranger to the campaign", "stranger to the site"]
)
def test_others_see_nothing_before_release(as_role: Callable[[str], Client], role: str) -> None:
    assert open_pages(as_role(role)) == set()


def test_after_release_people_of_the_campaign_see_the_official_version_alone(
    campaign: Campaign, as_role: Callable[[str], Client]
) -> None:
    release(campaign=campaign, by=None)
    board = {"results/", "results/2/", *(f"results/2/leaderboard.{form}" for form in ("csv", "json", "svg"))}
    participant, assessor = as_role("participant"), as_role("assessor")
    assert open_pages(participant, version=2) == {*board, "results/2/runs/alpha1/"}
    assert open_pages(assessor, version=2) == board
    for client in (participant, assessor):
        assert open_pages(client, version=1) == {"results/"}
    assert open_pages(as_role("stranger to the campaign"), version=2) == set()
    assert open_pages(as_role("stranger to the site"), version=2) == set()
    take_back(campaign=campaign, reason="a wrong key", by=None)
    assert open_pages(participant, version=2) == set()


def test_a_participant_meets_other_teams_on_the_leaderboard_only(
    campaign: Campaign, as_role: Callable[[str], Client]
) -> None:
    Campaign.objects.update(team_names=True)
    release(campaign=campaign, by=None)
    client = as_role("participant")
    board = client.get("/campaigns/trec8_small/results/").content.decode()
    assert "/results/2/runs/alpha1/" in board
    assert "beta1" in board
    assert "/results/2/runs/beta1/" not in board
    own = client.get("/campaigns/trec8_small/results/2/runs/alpha1/").content.decode()
    assert "beta" not in own
    assert "/questions/" not in own.split("<main", 1)[1]
    scores = client.get("/campaigns/trec8_small/results/2/leaderboard.json").json()
    assert all("questions" not in run for run in scores["runs"].values())


@pytest.mark.parametrize("role", ["adjudicator", "assessor", "participant", "stranger to the campaign"])
def test_only_organizers_score_release_and_take_back(
    campaign: Campaign, as_role: Callable[[str], Client], role: str
) -> None:
    client = as_role(role)
    start = "/campaigns/trec8_small/results/"
    assert client.post(start, {"form": "union"}).status_code == 404
    for action in ("compare/", "release/", "take-back/"):
        assert client.post(start + action, {"reason": "x"}).status_code == 404
    campaign.refresh_from_db()
    assert campaign.state == "closed"
    assert campaign.qrels.count() == 1


@pytest.mark.parametrize("role", ["admin", "organizer", "adjudicator"])
def test_only_site_admins_import(as_role: Callable[[str], Client], role: str) -> None:
    assert as_role(role).get("/import/").status_code == 404


def test_versions_and_files_that_do_not_exist_are_not_found(as_role: Callable[[str], Client]) -> None:
    client = as_role("organizer")
    for path in (
        "results/9/",
        "results/9/qrels.txt",
        "results/1/leaderboard.png",
        "results/1/runs/nobody/",
        "results/1/questions/99/",
        "exports/tables/accounts.csv",
        "exports/qrels/best.txt",
        "exports/csv/union.txt",
    ):
        assert client.get(f"/campaigns/trec8_small/{path}").status_code == 404


def test_series_are_open_to_those_who_see_all_runs() -> None:
    campaign = imported("series_small")
    settle_everything(campaign)
    release(campaign=campaign, by=None)
    paths = ["series/", "series/1/", "changes/"]
    for role, status in (("organizer", 200), ("adjudicator", 200), ("assessor", 404), ("participant", 404)):
        client = Client()
        client.force_login(make_member(campaign, f"one-{role}", role))
        for path in paths:
            assert client.get(f"/campaigns/series_small/results/1/{path}").status_code == status, (role, path)

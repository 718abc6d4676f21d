"""A team's own runs beside best and median, and beside its runs of earlier campaigns: to itself alone, and only what was given out."""

import io
import re
import zipfile
from collections.abc import Iterator
from statistics import median

import pytest

from assessment.campaigns.models import Campaign, State
from assessment.campaigns.services.evaluations import keep_evaluation
from assessment.jobs.models import Job
from assessment.people.models import Account
from assessment.people.services.accounts import ensure_member
from assessment.people.services.tokens import make_token
from assessment.results.models import RunScore, ScoreSet, VersionFile
from assessment.results.services.release import release, take_back
from assessment.submissions.models import Team
from scoring.decimals import decimal
from tests.client import Client
from tests.factory import make_account, make_member
from tests.query_counts import QueryCount
from tests.results.golden import imported
from tests.results.settled import settle_everything
from tests.results.test_breakdown import words
from tests.scenes import Kept, as_built

pytestmark = pytest.mark.django_db
EARLIER = "Earlier campaigns of the same evaluation"


def judged(slug: str) -> Campaign:
    campaign = imported("trec8_small", slug)
    Campaign.objects.filter(pk=campaign.pk).update(title=f"Year {slug}")
    settle_everything(campaign)
    return campaign


def give_out(campaign: Campaign, audience: str = "all", leave_out: list[str] | None = None) -> None:
    release(campaign=campaign, by=None, audience=audience, leave_out=leave_out or [])


def join(campaign: Campaign, account: Account, team: str = "alpha") -> None:
    """Let somebody take part, in a team that is there."""
    ensure_member(campaign=campaign, name=account.username, roles=["participant"], by=None, account=account)
    Team.objects.get(campaign=campaign, name=team).members.add(campaign.members.get(account=account))


@pytest.fixture(scope="module")
def built(kept: Kept) -> Iterator[tuple[Campaign, Campaign]]:
    with kept():
        former, campaign = judged("former"), judged("this")
        give_out(former)
        yield former, campaign


@pytest.fixture
def years(db: None, built: tuple[Campaign, Campaign]) -> tuple[Campaign, Campaign]:
    """Last year's campaign, released, and this year's, about to be."""
    return as_built(built)


@pytest.fixture
def ann(years: tuple[Campaign, Campaign]) -> Account:
    account = make_account("ann")
    for campaign in years:
        join(campaign, account)
    return account


def page_of(account: Account, campaign: Campaign) -> str:
    client = Client()
    client.force_login(account)
    return words(client, f"/campaigns/{campaign.slug}/results/")


def sheet_of(account: Account, campaign: Campaign, run_id: str = "alpha1") -> str:
    client = Client()
    client.force_login(account)
    page = client.get(f"/campaigns/{campaign.slug}/results/1/runs/{run_id}/sheet.html").content.decode()
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", page))


@pytest.mark.both_databases
@pytest.mark.parametrize("audience", ["teams", "all"])
def test_own_run_best_median_and_last_year_s(
    years: tuple[Campaign, Campaign], ann: Account, audience: str, query_count: QueryCount
) -> None:
    former, campaign = years
    RunScore.objects.filter(run__campaign=former, run__run_id="alpha1").update(score=0.1234)
    give_out(campaign, audience)
    client = Client()
    client.force_login(ann)
    with query_count("results: a team's results beside its earlier ones"):
        page = words(client, "/campaigns/this/results/")
    scores = {one.run.run_id: one.score or 0.0 for one in RunScore.objects.filter(run__campaign=campaign)}
    beside = f"{decimal(scores['alpha1'])} {decimal(median(scores.values()))} {decimal(max(scores.values()))}"
    assert f"alpha1 Mean reciprocal rank {beside} 3" in page
    assert EARLIER in page
    assert "Year former alpha1 Mean reciprocal rank .123" in page
    sheet = sheet_of(ann, campaign)
    assert "Earlier runs of the team" in sheet
    assert ".123" in sheet


def test_nothing_of_a_campaign_that_is_not_released_or_taken_back_or_without_the_run(
    years: tuple[Campaign, Campaign], ann: Account
) -> None:
    former, campaign = years
    give_out(campaign)
    take_back(campaign=former, by=None, reason="wrong")
    assert EARLIER not in page_of(ann, campaign)
    assert "Earlier runs" not in sheet_of(ann, campaign)
    give_out(former)
    assert EARLIER not in page_of(ann, campaign)  # now it is the later one
    assert "Year this" in page_of(ann, former)
    take_back(campaign=campaign, by=None, reason="wrong")
    give_out(campaign, leave_out=["alpha1"])
    assert "Year this" not in page_of(ann, former)


@pytest.mark.parametrize("other", ["another team", "not in that team", "no role"])
def test_it_is_the_own_team_alone(years: tuple[Campaign, Campaign], other: str) -> None:
    former, campaign = years
    bob = make_account("bob")
    join(campaign, bob)
    if other == "another team":
        join(former, bob, "beta")
    if other == "not in that team":
        ensure_member(campaign=former, name="bob", roles=["participant"], by=None, account=bob)
    if other == "no role":
        join(former, bob)
        former.members.get(account=bob).roles.all().delete()
    give_out(campaign)
    assert "alpha1" in page_of(bob, campaign)
    assert EARLIER not in page_of(bob, campaign)
    assert "Earlier runs" not in sheet_of(bob, campaign)


def test_another_evaluation_is_not_the_same(years: tuple[Campaign, Campaign], ann: Account) -> None:
    former, campaign = years
    Campaign.objects.filter(pk=former.pk).update(track_slug="series2004")
    give_out(campaign)
    assert EARLIER not in page_of(ann, campaign)


OWN = """title = "Questions of 1999"
about = "Is it right?"

[questions]
reader = "table"

[runs]
reader = "lines"
ranks = 5

[[type]]
name = "factoid"
label = "Factoid"
form = "answers"
scale = "yes-no"
measures = ["mrr"]
"""


@pytest.mark.both_databases
@pytest.mark.parametrize(
    ("before", "after", "is_same"),
    [("Questions of 1999", "Questions of 2000", True), ("ranks = 5", "ranks = 4", False)],
)
def test_an_own_evaluation_is_the_same_whatever_its_words(
    years: tuple[Campaign, Campaign], ann: Account, before: str, after: str, is_same: bool
) -> None:
    for campaign, text in zip(years, (OWN, OWN.replace(before, after)), strict=True):
        kept = keep_evaluation(text, None)
        Campaign.objects.filter(pk=campaign.pk).update(track_slug="own", evaluation=kept, settings={})
        for version in ScoreSet.objects.filter(qrels__campaign=campaign):
            version.report["settings"] = {}
            version.save()
    this = Campaign.objects.get(slug="this")
    give_out(this)
    assert (EARLIER in page_of(ann, this)) is is_same


def test_organizers_see_no_campaign_of_the_teams(years: tuple[Campaign, Campaign], ann: Account) -> None:
    campaign = years[1]
    olga = make_member(campaign, "olga", "organizer")
    give_out(campaign)
    assert "Year former" not in page_of(olga, campaign)
    assert "Earlier runs" not in sheet_of(olga, campaign)


def test_before_the_release_there_is_no_page(years: tuple[Campaign, Campaign], ann: Account) -> None:
    campaign = years[1]
    assert campaign.state != State.RELEASED
    client = Client()
    client.force_login(ann)
    assert client.get(f"/campaigns/{campaign.slug}/results/").status_code == 404


@pytest.mark.parametrize("narrow", [False, True])
def test_a_token_for_one_campaign_tells_nothing_of_another(
    years: tuple[Campaign, Campaign], ann: Account, *, narrow: bool
) -> None:
    campaign = years[1]
    give_out(campaign)
    token = make_token(account=ann, by=ann, campaign=campaign if narrow else None).token
    program = Client(headers={"Authorization": f"Bearer {token}"})
    answer = program.get("/api/v1/campaigns/this/scores/1/own-runs/")
    with zipfile.ZipFile(io.BytesIO(b"".join(answer))) as packed:
        sheet = packed.read("alpha1/sheet.html").decode()
    assert ("Earlier runs of the team" in sheet) == (not narrow)


def test_files_that_are_kept_give_no_one_the_earlier_results_of_a_teammate(
    years: tuple[Campaign, Campaign], ann: Account
) -> None:
    campaign = years[1]
    new = make_account("new")
    join(campaign, new)
    give_out(campaign)
    for account in (ann, new, ann, new):
        client = Client()
        client.force_login(account)
        start = f"/campaigns/{campaign.slug}/results/1/"
        book = client.get(f"{start}book.html").text
        with zipfile.ZipFile(io.BytesIO(client.get(f"{start}own-runs.zip").getvalue())) as packed:
            sheet = packed.read("alpha1/sheet.html").decode()
        assert (
            ("Earlier runs of the team" in sheet) == ("Earlier runs of the team" in book) == (account == ann)
        )
    assert VersionFile.objects.count() == Job.objects.count() == 4

"""Several processes at the same moment: exactly one wins, the others hear why, and nothing is half stored."""

from pathlib import Path

import pytest

from assessment.campaigns.models import Campaign
from assessment.people.models import Event
from assessment.shared.errors import AssizeError
from assessment.submissions import services
from assessment.submissions.models import Download, PoolItem, PoolRound, Registration, Response, Run, Team
from assessment.submissions.services.downloads import TopicsDownload, download_topics
from tests.submissions import scene, tongues

pytestmark = [pytest.mark.both_databases, pytest.mark.django_db(transaction=True)]
FILE = scene.as_bytes(scene.whole_run("lkg1"))
TOGETHER = 6


@pytest.fixture
def open_campaign(transactional_db: None, tmp_path: Path) -> Campaign:
    return scene.campaign_with_ids(tmp_path)


def _codes(outcomes: list[object]) -> list[str]:
    assert all(isinstance(outcome, Run | AssizeError) for outcome in outcomes), outcomes
    return sorted(outcome.code if isinstance(outcome, AssizeError) else "stored" for outcome in outcomes)


def test_one_file_submitted_at_once_is_stored_once(open_campaign: Campaign) -> None:
    outcomes = scene.at_once(*[lambda: scene.submit(open_campaign, FILE)] * TOGETHER)
    assert _codes(outcomes) == ["same_file"] * (TOGETHER - 1) + ["stored"]
    assert (Run.objects.count(), Response.objects.count(), Team.objects.count()) == (1, 4, 1)


def test_one_run_id_of_several_teams_is_given_once(open_campaign: Campaign) -> None:
    files = [scene.as_bytes(scene.whole_run("lkg1", f"answer {n} {{}}")) for n in range(TOGETHER)]
    outcomes = scene.at_once(
        *[lambda n=n: scene.submit(open_campaign, files[n], team=f"team{n}") for n in range(TOGETHER)]
    )
    assert _codes(outcomes) == ["run_id_taken"] * (TOGETHER - 1) + ["stored"]
    assert (Run.objects.count(), Response.objects.count(), Team.objects.count()) == (1, 4, 1)


def test_a_team_never_gets_more_runs_than_it_may_have(open_campaign: Campaign) -> None:
    Campaign.objects.filter(pk=open_campaign.pk).update(settings={"max_runs": 2})
    open_campaign.refresh_from_db()
    files = [scene.as_bytes(scene.whole_run(f"lkg{n}")) for n in range(TOGETHER)]
    outcomes = scene.at_once(*[lambda n=n: scene.submit(open_campaign, files[n]) for n in range(TOGETHER)])
    assert _codes(outcomes) == ["stored"] * 2 + ["too_many_runs"] * (TOGETHER - 2)
    assert Response.objects.count() == 8


def test_pooling_at_once_adds_each_item_once(open_campaign: Campaign) -> None:
    scene.submit(open_campaign, FILE)
    scene.submit(open_campaign, scene.as_bytes(scene.whole_run("tern1")), team="tern")
    outcomes = scene.at_once(*[lambda: services.pool(by=None, campaign=open_campaign)] * TOGETHER)
    assert sorted(outcome.added for outcome in outcomes if isinstance(outcome, PoolRound)) == [0] * 5 + [4]
    assert PoolItem.objects.count() == 4
    numbers = PoolRound.objects.order_by("number").values_list("number", flat=True)
    assert list(numbers) == list(range(1, TOGETHER + 1))


def test_runs_that_come_in_while_pooling_are_pooled_whole_or_not_at_all(open_campaign: Campaign) -> None:
    scene.submit(open_campaign, FILE)
    files = [scene.as_bytes(scene.whole_run(f"lkg{n}", f"text {n} {{}}")) for n in range(2, 6)]
    outcomes = scene.at_once(
        *[lambda n=n: scene.submit(open_campaign, files[n]) for n in range(4)],
        *[lambda: services.pool(by=None, campaign=open_campaign)] * 2,
    )
    assert not [outcome for outcome in outcomes if isinstance(outcome, Exception)]
    pooled = Run.objects.filter(pooled=True)
    expected = set(Response.objects.filter(run__in=pooled).values_list("key", flat=True))
    assert set(PoolItem.objects.values_list("key", flat=True)) == expected


def test_members_who_download_at_once_start_one_clock(transactional_db: None) -> None:
    campaign = tongues.campaign_in_tongues()
    tongues.people_of(campaign)
    tongues.register(campaign, "uned")
    registration = tongues.register(campaign, "clct")
    registration.team.members.set(campaign.members.filter(name__in=["ann", "tom"]))
    account = scene.organizer(campaign)
    outcomes = scene.at_once(
        *[lambda: download_topics(by=account, registration=registration, pair="EN:EN")] * TOGETHER
    )
    assert all(isinstance(outcome, TopicsDownload) for outcome in outcomes), outcomes
    assert sum(outcome.started for outcome in outcomes if isinstance(outcome, TopicsDownload)) == 1
    first = Download.objects.order_by("pk").first()
    registration.refresh_from_db()
    assert first is not None
    assert (Download.objects.count(), registration.started_at) == (TOGETHER, first.at)
    assert Event.objects.filter(verb="clock:started").count() == 1


def test_a_team_id_is_given_once(transactional_db: None) -> None:
    campaign = tongues.campaign_in_tongues()
    outcomes = scene.at_once(*[lambda: tongues.register(campaign, "clct")] * TOGETHER)
    codes = sorted(outcome.code if isinstance(outcome, AssizeError) else "stored" for outcome in outcomes)
    assert codes == ["stored"] + ["team_id_taken"] * (TOGETHER - 1)
    assert Registration.objects.count() == 1

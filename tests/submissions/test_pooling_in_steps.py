"""Pooling in short steps: others write in between, nobody uses half a pool, and a round that was cut off goes on."""

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from assessment.assignments.services.assign import assign
from assessment.campaigns.models import Campaign
from assessment.jobs.models import JobState
from assessment.jobs.services.lifecycle import enqueue
from assessment.jobs.services.runner import run_job
from assessment.people.models import Event
from assessment.results.services.scores import score
from assessment.shared.errors import Refused
from assessment.submissions import services
from assessment.submissions.models import PoolItem, PoolRound, QuestionPool
from assessment.submissions.services import pooling
from documents import bulk, steps
from tests.jobs.work import vanish
from tests.submissions import scene
from tests.write_locks import watch_writes

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def campaign(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Campaign:
    """Two runs of eight different items, pooled two at a time."""
    campaign = scene.campaign_with_ids(tmp_path)
    scene.submit(campaign, scene.as_bytes(scene.whole_run("lkg1")))
    scene.submit(campaign, scene.as_bytes(scene.whole_run("tern1", "other {}")), team="tern")
    monkeypatch.setattr("assessment.submissions.services.pooling.Pace", lambda: steps.Pace(2))
    monkeypatch.setattr(steps, "FEWEST", 2)
    monkeypatch.setattr(steps, "MOST", 2)
    return campaign


def test_no_transaction_of_pooling_writes_many_rows(campaign: Campaign) -> None:
    with watch_writes() as watch:
        made = services.pool(by=None, campaign=campaign)
    assert (made.added, made.unfinished, PoolItem.objects.count()) == (8, False, 8)
    assert sum(done.rows >= 2 for done in watch.transactions) >= 4
    assert watch.most_rows <= 6


@pytest.mark.both_databases
def test_a_round_that_was_cut_off_is_refused_to_all_and_completed_by_the_next(
    campaign: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = _cut_off_after(2, monkeypatch, lambda: services.pool(by=None, campaign=campaign))
    assert 0 < PoolItem.objects.count() < 8
    for refused in (
        lambda: score(campaign=campaign, rule="adjudicated", by=None),
        lambda: assign(campaign=campaign, by=None, judges=1, assessors=["ada"], newcomers=True),
    ):
        with pytest.raises(Refused, match="round 1 is not finished") as result:
            refused()
        assert result.value.code == "pooling_unfinished"
    with pytest.raises(CommandError, match="Nothing was exported"):
        call_command("export", campaign.slug, "/nowhere/bundle")
    whole()
    PoolRound.objects.update(step_at=PoolRound.objects.get().step_at - timedelta(minutes=1))
    made = services.pool(by=None, campaign=campaign)
    assert (made.number, made.added, made.unfinished) == (1, 8, False)
    assert list(QuestionPool.objects.values_list("items", flat=True)) == [2, 2, 2, 2]
    assert Event.objects.filter(verb="pool:made").count() == 1
    assert set(campaign.runs.values_list("pooled", flat=True)) == {True}


@pytest.mark.both_databases
def test_a_job_that_was_killed_goes_on_with_its_round_at_once(
    campaign: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = enqueue(
        kind="submissions.pool", by=None, campaign=campaign, arguments={"priorities": [], "depth": None}
    )
    whole = _cut_off_after(1, monkeypatch, lambda: run_job(job.pk, heartbeat=False))
    whole()
    vanish(job)
    assert run_job(job.pk, heartbeat=False)
    job.refresh_from_db()
    assert (job.state, PoolRound.objects.count(), PoolItem.objects.count()) == (JobState.DONE, 1, 8)
    assert job.result["sentence"] == "Round 1 pooled 2 runs and added 8 items."


def _cut_off_after(
    inserts: int, monkeypatch: pytest.MonkeyPatch, work: Callable[[], object]
) -> Callable[[], None]:
    """Pool until so many steps have stored items, then die; returns what takes death away again."""
    real, done = bulk.insert_rows, list[int]()

    def die(*arguments: object) -> None:
        if len(done) == inserts:
            raise KeyboardInterrupt
        done.append(1)
        real(*arguments)  # type: ignore[arg-type]  # as they came

    monkeypatch.setattr(pooling, "insert_rows", die)
    with pytest.raises(KeyboardInterrupt):
        work()
    assert not connection.in_atomic_block
    return lambda: monkeypatch.setattr(pooling, "insert_rows", real)

"""The pooled documents are copied after pooling: by a job, which goes on where it ended, and by commands."""

from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from assessment.campaigns.models import Campaign, State
from assessment.jobs.models import Job, JobState
from assessment.jobs.services.lifecycle import enqueue
from assessment.jobs.services.runner import run_job
from assessment.submissions import services
from documents import snapshots
from documents.models import Snapshot
from tests.documents.helpers import import_records, record
from tests.factory import make_campaign, make_questions
from tests.jobs.work import vanish
from tests.submissions import scene

pytestmark = pytest.mark.django_db


@pytest.fixture
def held(tmp_path: Path) -> Campaign:
    """A campaign with a collection that is held, and a run that cites four of its documents."""
    import_records(tmp_path, *(record(docid, f"About {docid}.") for docid in scene.DOCIDS), slug="wire")
    campaign = make_campaign("trial", "trec8", collection_slug="wire", state=State.OPEN)
    make_questions(campaign, *scene.QIDS, type="factoid")
    scene.submit(campaign, scene.as_bytes(scene.whole_run("lkg1")))
    return campaign


def copied() -> list[str]:
    return sorted(Snapshot.objects.values_list("docid", flat=True))


CITED = sorted(scene.DOCIDS[:4])


def test_pooling_on_the_page_copies_the_pooled_documents(held: Campaign) -> None:
    scene.organizer(held)
    scene.client_of("olga").post(f"/campaigns/{held.slug}/pool/", {"priorities": [], "depth": ""})
    job = Job.objects.get(kind="submissions.copy")
    run_job(job.pk, heartbeat=False)
    job.refresh_from_db()
    assert (job.state, copied()) == (JobState.DONE, CITED)
    assert job.result["sentence"] == "Copied 4 of 4 documents, 0 had been copied before."


def test_copying_goes_on_where_a_killed_worker_ended(held: Campaign, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(snapshots, "BATCH", 1)
    services.pool(by=None, campaign=held)
    job = enqueue(kind="submissions.copy", by=None, campaign=held, arguments={"pool_round": 1})
    real, calls = snapshots.copy_some, list[str]()

    def die_at_the_third(collection: str, docids: list[str]) -> snapshots.Batch:
        calls.extend(docids)
        if len(calls) == 3:
            raise KeyboardInterrupt
        return real(collection, docids)

    monkeypatch.setattr(snapshots, "copy_some", die_at_the_third)
    with pytest.raises(KeyboardInterrupt):
        run_job(job.pk, heartbeat=False)
    vanish(job)
    run_job(job.pk, heartbeat=False)
    job.refresh_from_db()
    assert (job.state, copied()) == (JobState.DONE, CITED)
    assert calls == [*CITED[:3], *CITED[2:]]
    assert job.result["sentence"].startswith("Copied 4 of 4")


def test_the_commands_copy_and_say_so(held: Campaign, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("pool", held.slug)
    assert capsys.readouterr().out.endswith("Copied 4 of 4 documents, 0 had been copied before.\n")
    call_command("copy_documents", held.slug)
    assert capsys.readouterr().out == "Copied 0 of 4 documents, 4 had been copied before.\n"
    assert copied() == CITED


def test_what_is_not_held_is_not_copied(tmp_path: Path) -> None:
    campaign = scene.campaign_with_ids(tmp_path)
    scene.submit(campaign, scene.as_bytes(scene.whole_run("lkg1")))
    call_command("pool", campaign.slug)
    with pytest.raises(CommandError, match="collection_not_held"):
        call_command("copy_documents", campaign.slug)
    assert not Snapshot.objects.exists()

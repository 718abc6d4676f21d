"""The indexes of collections as jobs make them: after imports, and wherever one is missing or damaged."""

from pathlib import Path

import pytest
from pytest_django import Settings

from assessment.campaigns.services.collections import INDEX, request_import, request_missing_indexes
from assessment.jobs.models import Job
from assessment.jobs.services.handle import JobHandle
from assessment.jobs.services.runner import run_job
from documents.models import Collection
from documents.search import embedded, indexes
from documents.search.embedded import COMPLETE
from documents.search.finding import search
from documents.search.indexes import NoIndex
from tests.commands import refusal, run
from tests.documents.helpers import record
from tests.documents.search.helpers import folders, found, wire
from tests.factory import make_account

pytestmark = [pytest.mark.both_databases, pytest.mark.django_db]
TEXTS = {f"A-{n}": f"tide {n}" for n in range(30)}


@pytest.fixture(autouse=True)
def data(tmp_path: Path, settings: Settings) -> Path:
    settings.DATA_DIR = tmp_path / "data"
    settings.COLLECTION_ROOTS = [tmp_path]
    return tmp_path / "data"


def run_jobs() -> None:
    """Do the jobs that wait, as a worker."""
    for job in Job.objects.active():
        run_job(job.pk, heartbeat=False)


def test_an_import_makes_the_index_and_tells_how_far_it_is(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(indexes, "_BATCH", 10)
    told: list[tuple[int, int, str]] = []
    progress = JobHandle.progress

    def heard(handle: JobHandle, done: int, total: int = 0, message: str = "") -> None:
        told.append((done, total, message))
        progress(handle, done, total, message)

    monkeypatch.setattr(JobHandle, "progress", heard)
    (tmp_path / "wire").mkdir()
    (tmp_path / "wire" / "a.sgm").write_bytes(b"".join(record(docid) for docid in TEXTS))
    admin = make_account("root", site_admin=True)
    request_import(by=admin, folder=tmp_path / "wire", slug="wire", format="newswire")
    run_jobs()
    assert Job.objects.get().state == "done"
    assert told[-3:] == [(done, 30, "documents indexed") for done in (10, 20, 30)]
    assert search(Collection.visible.get(), "nothing").total == 30
    request_missing_indexes()
    assert Job.objects.count() == 1


@pytest.mark.parametrize("harm", ["none", "gone", "cut off"])
def test_an_index_that_is_missing_or_damaged_is_made_by_a_job(
    tmp_path: Path,
    data: Path,
    harm: str,
) -> None:
    collection = wire(tmp_path, TEXTS)
    if harm != "none":
        run("index_collection")
        (folder,) = folders(data)
        for file in folder.iterdir():
            if harm == "gone":
                file.unlink()
            elif file.name != COMPLETE:
                file.write_bytes(file.read_bytes()[:-1])
    with pytest.raises(NoIndex, match="no index"):
        search(collection, "tide")
    request_missing_indexes()
    run_jobs()
    job = Job.objects.get()
    assert (job.kind, job.state, job.asked_by) == (INDEX, "done", None)
    assert job.result["sentence"] == "Indexed 30 documents of wire."
    assert found(collection, "7") == ["A-7"]


def test_where_the_worker_vanishes_the_next_one_goes_on(
    tmp_path: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.JOBS_INLINE = False
    monkeypatch.setattr(indexes, "_BATCH", 10)
    monkeypatch.setattr(embedded, "_COMMIT", 1)
    collection = wire(tmp_path, TEXTS)
    request_missing_indexes()
    job = Job.objects.get()

    class VanishedError(BaseException):
        """As if the process were gone."""

    told: list[int] = []

    def vanish(_: JobHandle, done: int, total: int = 0, message: str = "") -> None:
        told.append(done)
        if len(told) == 2:
            raise VanishedError

    with monkeypatch.context() as patch:
        patch.setattr(JobHandle, "progress", vanish)
        with pytest.raises(VanishedError):
            run_job(job.pk, heartbeat=False)
    monkeypatch.setattr(JobHandle, "progress", lambda _, done, *more: told.append(done))
    Job.objects.update(lease_until=None)
    assert run_job(job.pk, heartbeat=False)
    assert told == [10, 20, 30]
    assert search(collection, "tide").total == 30


def test_an_index_that_cannot_be_made_is_said_and_not_tried_again_at_once(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    collection = wire(tmp_path, TEXTS)
    with monkeypatch.context() as full:
        full.setattr(embedded, "SPARE", 10**18)
        request_missing_indexes()
        run_jobs()
        assert "index_not_written" in refusal("index_collection", "wire")
    job = Job.objects.get()
    assert (job.state, job.error["code"]) == ("failed", "index_not_written")
    assert "MB are needed" in job.error["message"]
    request_missing_indexes()
    assert Job.objects.count() == 1
    assert "Indexed 1 collection" in run("index_collection")
    assert found(collection, "7") == ["A-7"]

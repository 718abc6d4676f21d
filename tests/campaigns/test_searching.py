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
from tests.factory import make_account, make_campaign, make_questions

pytestmark = pytest.mark.django_db
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
    with pytest.raises(NoIndex, match="no index") as refusal:
        search(collection, "tide")
    assert "`manage.py index_collection wire`" in refusal.value.hint
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


@pytest.mark.both_databases
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


@pytest.mark.both_databases
def test_where_another_process_makes_the_index_the_job_ends_as_done(tmp_path: Path) -> None:
    """A fresh site imports its sample collections, which are indexed then, while a look finds no index of them."""
    collection = wire(tmp_path, TEXTS)

    def meanwhile(*_: object) -> None:
        if not Job.objects.exists():
            request_missing_indexes()
            run_jobs()

    indexes.build(collection, meanwhile)
    job = Job.objects.get()
    assert (job.kind, job.state) == (INDEX, "done")
    assert job.result["sentence"] == "Another process is making the index of wire: nothing was left to do."
    assert found(collection, "7") == ["A-7"]


def rows_of(file: Path) -> dict[str, list[tuple[int, str, float]]]:
    """A list as who works with trec_eval reads it: four columns parted by white space, the ranks of a topic from 1 on."""
    rows: dict[str, list[tuple[int, str, float]]] = {}
    for line in file.read_text("ascii").splitlines():
        topic, rank, docid, rsv = line.split()
        rows.setdefault(topic, []).append((int(rank), docid, float(rsv)))
    for listed in rows.values():
        assert [rank for rank, _, _ in listed] == list(range(1, len(listed) + 1))
        assert [rsv for _, _, rsv in listed] == sorted((rsv for _, _, rsv in listed), reverse=True)
        assert len({docid for _, docid, _ in listed}) == len(listed)
    return rows


@pytest.mark.parametrize("track", ["series2004", "tac2008", "trec8"])
def test_lists_for_targets_or_questions_are_read_by_others_and_by_the_site(
    tmp_path: Path, track: str
) -> None:
    texts = {f"A-{n}": "Target comet " * (n % 5 + 1) + f"What is {n}" for n in range(30)}
    wire(tmp_path, texts)
    run("index_collection")
    campaign = make_campaign("c", track, collection_slug="wire")
    make_questions(campaign, "1.1", "1.2", series="1")
    make_questions(campaign, "7", "8")
    out = tmp_path / "lists.txt"
    assert "for 3 topics" in run("document_lists", "c", "--out", str(out), "--top", "25")
    rows = rows_of(out)
    assert list(rows) == ["1", "7", "8"]
    assert {len(listed) for listed in rows.values()} == {25}
    assert rows["7"][0][1] == "A-7"
    assert "file_exists" in refusal("document_lists", "c", "--out", str(out))
    if track != "trec8":
        assert "3 lists of 75 documents" in run("import_document_lists", "c", str(out))


def test_where_nothing_can_be_searched_no_file_is_left(tmp_path: Path) -> None:
    wire(tmp_path, TEXTS)
    make_questions(make_campaign("c", collection_slug="wire"), "1")
    assert "no_index" in refusal("document_lists", "c", "--out", str(tmp_path / "lists.txt"))
    assert not (tmp_path / "lists.txt").exists()

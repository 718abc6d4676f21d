"""Jobs that go through the pooled documents come to their end although other people save between their steps."""

from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from django.db import connection

from assessment.jobs.models import JobState
from assessment.jobs.services.handle import JobHandle
from assessment.jobs.services.lifecycle import enqueue
from assessment.jobs.services.runner import run_job
from assessment.people.services.events import record_event
from tests.documents.helpers import import_records, record
from tests.factory import make_campaign, make_items, make_questions

pytestmark = pytest.mark.django_db(transaction=True)

DOCUMENTS = 2_400  # more than an open cursor fetches at once


@pytest.mark.parametrize(
    ("kind", "arguments"),
    [
        ("submissions.copy", {"pool_round": 1}),
        ("submissions.opinions", {"pool_round": 1}),
        ("submissions.archive", {}),
    ],
)
def test_saves_beside_the_job_do_not_stop_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str, arguments: dict[str, Any]
) -> None:
    import_records(tmp_path, record("D1", "About D1."), slug="wire")
    campaign = make_campaign("trial", "trec8", collection_slug="wire", remote_resources="archived")
    (question,) = make_questions(campaign, "1")
    make_items(question, *((f"D{number}", "x") for number in range(DOCUMENTS)))
    steps = list[int]()
    progress = JobHandle.progress

    def save_beside(job: JobHandle, done: int, total: int = 0, message: str = "") -> None:
        progress(job, done, total, message)
        steps.append(done)
        saver = Thread(target=_save)
        saver.start()
        saver.join()

    monkeypatch.setattr(JobHandle, "progress", save_beside)
    job = enqueue(kind=kind, by=None, campaign=campaign, arguments=arguments)
    assert run_job(job.pk, heartbeat=False)
    job.refresh_from_db()
    assert (job.state, job.attempts, steps) == (JobState.DONE, 1, [*range(0, DOCUMENTS, 100), DOCUMENTS])


def _save() -> None:
    record_event(by=None, campaign=None, verb="pool:made", subject="")
    connection.close()

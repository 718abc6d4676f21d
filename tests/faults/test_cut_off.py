"""A connection to PostgreSQL that is cut in the middle of a job: the job is tried again, however the driver says it."""

import psycopg2
import pytest
from django.db import DatabaseError

from assessment.jobs.models import JobState
from assessment.jobs.services.runner import run_job
from tests.jobs.ground import kinds
from tests.jobs.work import ask, read, rows, vanish

pytestmark = pytest.mark.django_db(
    transaction=True
)  # a connection that broke is closed, outside of transactions


def cut(*_: object) -> None:
    """As Django passes on what libpq says of a server that was killed: a bare error, without a code."""
    raise DatabaseError("error with status PGRES_TUPLES_OK") from psycopg2.DatabaseError(
        "no message from the libpq"
    )


@pytest.mark.parametrize("kind", ["whole", "steps"])
def test_the_job_is_tried_again(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    job = ask(kind)
    with monkeypatch.context() as changed:
        changed.setattr(kinds, "write_row", cut)
        assert not run_job(job.pk, heartbeat=False)
    assert read(job).state == JobState.RUNNING  # until its lease ends
    vanish(job)
    assert run_job(job.pk, heartbeat=False)
    assert (read(job).state, rows()) == (JobState.DONE, [0, 1, 2])

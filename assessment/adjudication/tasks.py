"""The long work of this app, done as jobs."""

from typing import Any

from assessment.adjudication.services import (  # noqa: F401  # register their tables
    decisions,
    nugget_files,
)
from assessment.adjudication.services.majorities import ACCEPT, accept_shown
from assessment.adjudication.services.table_files import KINDS, STORE
from assessment.jobs.models.registry import Link, Result, register
from assessment.jobs.services.handle import JobHandle
from assessment.judging.selectors.batches import UNDO
from assessment.shared.say import sentence


@register(ACCEPT, sentence("Accepting majorities"), undo=UNDO)
def accept(job: JobHandle, **wanted: Any) -> Result:
    """Accept the majorities that somebody was shown: all of them, whoever goes on with the job, or none."""
    sentence = accept_shown(job, **wanted)
    return Result(sentence, Link("judging:batch", [job.campaign.slug, job.checkpoint["batch"]]))


@register(STORE, sentence("Storing a table"), undo=UNDO)
def store(job: JobHandle, *, kind: str, **said: Any) -> Result:
    """Store an uploaded table: all of it, whoever goes on with the job, or nothing."""
    done = KINDS[kind].stored_by(job, **said)
    if batch := job.checkpoint.get("batch"):
        return Result(done, Link("judging:batch", [job.campaign.slug, batch]))
    return Result(done, Link(f"judging:table-{kind}", [job.campaign.slug]))

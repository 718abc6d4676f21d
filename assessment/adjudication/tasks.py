"""The long work of this app, done as jobs."""

from pathlib import Path
from typing import Any

from assessment.adjudication.services import (  # noqa: F401  # register their tables
    decisions,
    intake,  # registers by being imported
    nugget_files,
)
from assessment.adjudication.services.majorities import ACCEPT, accept_shown
from assessment.adjudication.services.table_files import CHECK, STORE, check_table, store_table
from assessment.jobs.models.registry import Link, Result, register
from assessment.jobs.services.handle import JobHandle
from assessment.jobs.services.uploads import forget_upload, read_once
from assessment.judging.selectors.batches import UNDO
from assessment.shared.errors import AssizeError
from assessment.shared.say import say_n, sentence


@register(ACCEPT, sentence("Accepting majorities"), undo=UNDO)
def accept(job: JobHandle, **wanted: Any) -> Result:
    """Accept the majorities that somebody was shown: all of them, whoever goes on with the job, or none."""
    sentence = accept_shown(job, **wanted)
    return Result(sentence, Link("judging:batch", [job.campaign.slug, job.checkpoint["batch"]]))


@register(CHECK, sentence("Checking a table"))
def check(job: JobHandle, *, kind: str, path: str) -> Result:
    """Hold an uploaded table against the campaign. The file stays unless something is wrong with it."""
    file = Path(path)
    try:
        review = check_table(job, kind, file)
    except AssizeError:
        forget_upload(file)
        raise
    page = Link("judging:table-file", [job.campaign.slug, kind])
    return Result(
        say_n(
            "Checked {n} row. Nothing is stored yet.", "Checked {n} rows. Nothing is stored yet.", review.rows
        ),
        page.asking(job=job.job.pk),
    )


@register(STORE, sentence("Storing a table"), undo=UNDO)
def store(job: JobHandle, *, kind: str, path: str) -> Result:
    """Store an uploaded table: all of it, whoever goes on with the job, or nothing."""
    page = Link("judging:table-file", [job.campaign.slug, kind])
    if sentence := job.checkpoint.get("sentence"):  # an earlier attempt ended after its last step
        return Result(str(sentence), page)
    with read_once(Path(path)) as file:
        done = store_table(job, kind, file)
    batch = job.checkpoint.get("batch")
    return Result(done, Link("judging:batch", [job.campaign.slug, batch]) if batch else page)

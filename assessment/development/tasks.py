"""The work of this app that is done as jobs."""

from pathlib import Path
from typing import Any

from assessment.development.services import intake, known  # noqa: F401  # they register by being imported
from assessment.development.services.query_log_choice import CHECK_LOG, log_preview
from assessment.jobs.models.registry import Link, Result, register
from assessment.jobs.services.handle import JobHandle
from assessment.jobs.services.uploads import read_once
from assessment.shared.say import say, sentence


@register(CHECK_LOG, sentence("Reading a query log"))
def check_query_log(job: JobHandle, *, path: str, wanted: dict[str, Any]) -> Result:
    """Work out which queries would become candidates; the preview holds them, and the log goes."""
    with read_once(Path(path)) as file:
        found = log_preview(job.campaign, file, wanted)
        with job.step({"preview": found}):
            pass
    page = Link("judging:query-log", [job.campaign.slug])
    return Result(say("Read the log. Nothing is entered yet."), page.asking(job=job.job.pk))

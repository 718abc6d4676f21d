"""The long work of this app, done as jobs."""

from pathlib import Path

from django.urls import reverse

from assessment.jobs.handle import JobHandle
from assessment.jobs.registry import Result, register
from assessment.jobs.uploads import read_once
from assessment.judging.services.judgment_files import IMPORT, import_judgments


@register(IMPORT, "Storing judgments", atomic=True)
def store_judgments(job: JobHandle, *, path: str, machine: str) -> Result:
    """Store an uploaded table of judgments, all of it once or nothing."""
    with read_once(Path(path)) as file:
        done = import_judgments(
            campaign=job.campaign,
            file=file.name,
            data=file.read_bytes(),
            by=job.by,
            machine=machine,
            progress=job.progress,
        )
    return Result(str(done), reverse("judging:assign", args=[job.campaign.slug]))

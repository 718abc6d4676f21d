"""The work of this app that is done as jobs."""

from pathlib import Path

from assessment.campaigns.services import SourceFile
from assessment.development.services import intake  # noqa: F401  # registers by being imported
from assessment.development.services.preview import CHECK, preview_of
from assessment.jobs.models.registry import Link, Result, register
from assessment.jobs.services.handle import JobHandle
from assessment.jobs.services.uploads import forget_upload
from assessment.shared.errors import AssizeError
from assessment.shared.say import say, sentence


@register(CHECK, sentence("Checking a file of known answers or nuggets"))
def check_development(job: JobHandle, *, path: str, format: str) -> Result:
    """Work out what an uploaded file would do. The file stays unless something is wrong with it."""
    file = Path(path)
    try:
        found = preview_of(job.campaign, SourceFile(file.name, file.read_bytes()), format)
    except AssizeError:
        forget_upload(file)
        raise
    with job.step({"preview": found._asdict()}):
        pass
    page = Link("judging:development", [job.campaign.slug])
    return Result(say("Checked the file. Nothing is stored yet."), page.asking(job=job.job.pk))

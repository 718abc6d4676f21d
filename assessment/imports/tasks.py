"""The long work of this app, done as jobs."""

from typing import Any

from assessment.imports.selectors import IMPORT, IMPORT_ANNOTATIONS, TAKE_BACK
from assessment.imports.services import (  # noqa: F401  # they register by being imported
    drafts,
    judgment_intake,
    machine_matches,
)
from assessment.imports.services.annotations import AnnotationsFile
from assessment.imports.services.files import JudgmentsFile
from assessment.imports.services.patterns import JUDGE, judge_pool
from assessment.imports.services.takeback import take_back
from assessment.jobs.models.registry import Link, Result, register
from assessment.jobs.services.handle import JobHandle
from assessment.shared.say import sentence


@register(JUDGE, sentence("Judging by patterns"))
def judge_by_patterns(job: JobHandle, **given: Any) -> Result:
    """Look for patterns in the pool; what they say is then checked like an uploaded table."""
    said, check = judge_pool(job, **given)
    return Result(said, Link("judging:judgments", [job.campaign.slug]).asking(job=check))


@register(IMPORT, sentence("Storing judgments"), undo=TAKE_BACK)
def store_judgments(job: JobHandle, *, replace: bool = True, **said: Any) -> Result:
    """Store an uploaded table of judgments: all of it, whoever goes on with the job, or nothing."""
    done = JudgmentsFile.stored_by(job, replace=replace, **said)
    return Result(done, Link("judging:judgments", [job.campaign.slug]))


@register(IMPORT_ANNOTATIONS, sentence("Storing annotations"), undo=TAKE_BACK)
def store_annotations(job: JobHandle, **said: Any) -> Result:
    """Store a checked file of annotations: all of it, whoever goes on with the job, or nothing."""
    return Result(AnnotationsFile.stored_by(job, **said), Link("judging:annotations", [job.campaign.slug]))


@register(TAKE_BACK, sentence("Taking judgments back"))
def take_judgments_back(job: JobHandle, **wanted: Any) -> Result:
    """Take back what an import stored."""
    page = "judging:annotations" if job.campaign.track.marks_places else "judging:judgments"
    return Result(take_back(job, **wanted), Link(page, [job.campaign.slug]))

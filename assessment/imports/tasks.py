"""The long work of this app, done as jobs."""

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

from assessment.campaigns.services.source_files import SourceFile
from assessment.imports.selectors import IMPORT, IMPORT_ANNOTATIONS, TAKE_BACK
from assessment.imports.services import (  # noqa: F401  # they register by being imported
    annotation_intake,
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
from scoring.records import MachineAssessor


@register(JUDGE, sentence("Judging by patterns"))
def judge_by_patterns(job: JobHandle, **given: Any) -> Result:
    """Look for patterns in the pool; what they say is then checked like an uploaded table."""
    said, check = judge_pool(job, **given)
    return Result(said, Link("judging:judgments", [job.campaign.slug]).asking(job=check))


@register(IMPORT, sentence("Storing judgments"), undo=TAKE_BACK)
def store_judgments(
    job: JobHandle,
    *,
    path: str,
    machine: str,
    newcomers: bool = False,
    facts: Mapping[str, str] | None = None,
    replace: bool = True,
    columns: Mapping[str, str] = MappingProxyType({}),
) -> Result:
    """Store an uploaded table of judgments: all of it, whoever goes on with the job, or nothing."""
    file = SourceFile(Path(path).name, path=Path(path), columns=columns)
    table = JudgmentsFile(
        job.campaign,
        file,
        machine=machine,
        newcomers=newcomers,
        facts=MachineAssessor(**facts) if facts else None,
        replace=replace,
    )
    return Result(table.store(job), Link("judging:judgments", [job.campaign.slug]))


@register(IMPORT_ANNOTATIONS, sentence("Storing annotations"), undo=TAKE_BACK)
def store_annotations(job: JobHandle, *, path: str, newcomers: bool = False) -> Result:
    """Store a checked file of annotations: all of it, whoever goes on with the job, or nothing."""
    file = SourceFile(Path(path).name, path=Path(path))
    done = AnnotationsFile(job.campaign, file, newcomers=newcomers).store(job)
    return Result(done, Link("judging:annotations", [job.campaign.slug]))


@register(TAKE_BACK, sentence("Taking judgments back"))
def take_judgments_back(job: JobHandle, **wanted: Any) -> Result:
    """Take back what an import stored."""
    page = "judging:annotations" if job.campaign.track.marks_places else "judging:judgments"
    return Result(take_back(job, **wanted), Link(page, [job.campaign.slug]))

"""The long work of this app, done as jobs."""

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

from assessment.imports.selectors import IMPORT, IMPORT_ANNOTATIONS, TAKE_BACK
from assessment.imports.services import (  # noqa: F401  # they register by being imported
    annotation_intake,
    judgment_intake,
    program_intake,
)
from assessment.imports.services.annotations import store_file
from assessment.imports.services.files import JudgmentsFile, store_table
from assessment.imports.services.patterns import JUDGE, judge_pool
from assessment.imports.services.takeback import take_back
from assessment.jobs.models.registry import Link, Result, register
from assessment.jobs.services.handle import JobHandle
from assessment.jobs.services.uploads import read_once
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
    page = Link("judging:judgments", [job.campaign.slug])
    if said := job.checkpoint.get("sentence"):  # an earlier attempt ended after its last step
        return Result(str(said), page)
    with read_once(Path(path)) as file:
        given = machine, newcomers, _machine(facts), replace, columns
        table = JudgmentsFile(file.name, file.read_bytes(), *given)
        done = store_table(job, table)
    return Result(done, page)


def _machine(facts: Mapping[str, str] | None) -> MachineAssessor | None:
    """The program that a job's arguments name."""
    return MachineAssessor(**facts) if facts else None


@register(IMPORT_ANNOTATIONS, sentence("Storing annotations"), undo=TAKE_BACK)
def store_annotations(job: JobHandle, *, path: str, newcomers: bool = False) -> Result:
    """Store a checked file of annotations: all of it, whoever goes on with the job, or nothing."""
    page = Link("judging:annotations", [job.campaign.slug])
    if said := job.checkpoint.get("sentence"):  # an earlier attempt ended after its last step
        return Result(str(said), page)
    with read_once(Path(path)) as file:
        return Result(store_file(job, file, newcomers), page)


@register(TAKE_BACK, sentence("Taking judgments back"))
def take_judgments_back(job: JobHandle, **wanted: Any) -> Result:
    """Take back what an import stored."""
    page = "judging:annotations" if job.campaign.track.marks_places else "judging:judgments"
    return Result(take_back(job, **wanted), Link(page, [job.campaign.slug]))

"""The long work of this app, done as jobs."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from assessment.imports.selectors import CHECK, CHECK_ANNOTATIONS, IMPORT, IMPORT_ANNOTATIONS, TAKE_BACK
from assessment.imports.services import (  # noqa: F401  # they register by being imported
    annotation_intake,
    judgment_intake,
)
from assessment.imports.services.annotations import check_file, store_file
from assessment.imports.services.files import JudgmentsFile, store_table
from assessment.imports.services.patterns import JUDGE, judge_pool
from assessment.imports.services.program_uploads import CHECK_DRAFTS, CHECK_MATCHES, review_upload
from assessment.imports.services.takeback import take_back
from assessment.imports.services.uploads import check_table
from assessment.jobs.models.registry import Link, Result, register
from assessment.jobs.services.handle import JobHandle
from assessment.jobs.services.uploads import forget_upload, read_once
from assessment.shared.errors import AssizeError
from assessment.shared.say import say, say_n, sentence
from scoring.records import MachineAssessor


@register(CHECK, sentence("Checking judgments"))
def check_judgments(
    job: JobHandle, *, path: str, machine: str, facts: Mapping[str, str] | None = None
) -> Result:
    """Compare an uploaded table with the campaign. The file stays unless something is wrong with it."""
    file = Path(path)
    try:
        table = JudgmentsFile(file.name, file.read_bytes(), machine, facts=_machine(facts))
        result = check_table(job, table)
    except AssizeError:
        forget_upload(file)
        raise
    said = say_n(
        "Checked {n} judgment. Nothing is stored yet.",
        "Checked {n} judgments. Nothing is stored yet.",
        result.rows,
    )
    page = Link("judging:judgments", [job.campaign.slug])
    return Result(said, page.asking(job=job.job.pk))


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
) -> Result:
    """Store an uploaded table of judgments: all of it, whoever goes on with the job, or nothing."""
    page = Link("judging:judgments", [job.campaign.slug])
    if said := job.checkpoint.get("sentence"):  # an earlier attempt ended after its last step
        return Result(str(said), page)
    with read_once(Path(path)) as file:
        table = JudgmentsFile(file.name, file.read_bytes(), machine, newcomers, _machine(facts), replace)
        done = store_table(job, table)
    return Result(done, page)


@register(CHECK_MATCHES, sentence("Checking nugget matches of a program"))
def check_machine_matches(job: JobHandle, *, path: str, facts: Mapping[str, str]) -> Result:
    """Hold an uploaded table of matches against the campaign. The file stays unless something is wrong with it."""
    return _check_table(job, CHECK_MATCHES, Path(path), facts, "judging:machine-matches")


@register(CHECK_DRAFTS, sentence("Checking nugget drafts of a program"))
def check_machine_nuggets(job: JobHandle, *, path: str, facts: Mapping[str, str]) -> Result:
    """Hold an uploaded table of drafts against the campaign. The file stays unless something is wrong with it."""
    return _check_table(job, CHECK_DRAFTS, Path(path), facts, "judging:machine-nuggets")


def _check_table(job: JobHandle, kind: str, file: Path, facts: Mapping[str, str], page: str) -> Result:
    try:
        found = review_upload(kind, job.campaign, file, MachineAssessor(**facts))
    except AssizeError:
        forget_upload(file)
        raise
    with job.step({"review": found._asdict() | {"sentence": found.sentence, "machine": facts["assessor"]}}):
        pass
    address = Link(page, [job.campaign.slug])
    return Result(say("Checked the file. Nothing is stored yet."), address.asking(job=job.job.pk))


def _machine(facts: Mapping[str, str] | None) -> MachineAssessor | None:
    """The program that a job's arguments name."""
    return MachineAssessor(**facts) if facts else None


@register(CHECK_ANNOTATIONS, sentence("Checking annotations"))
def check_annotations(
    job: JobHandle, *, path: str, then_store: bool = False, newcomers: bool = False
) -> Result:
    """Hold an uploaded file against pages and campaign. It stays, as it was understood, unless something is wrong with it."""
    file, page = Path(path), Link("judging:annotations", [job.campaign.slug])
    if job.checkpoint.get("check"):  # an earlier attempt ended after its step
        return Result(say("Checked the file. Nothing is stored yet."), page)
    try:
        result = check_file(job, file, then_store=then_store, newcomers=newcomers)
    except AssizeError:
        forget_upload(file)
        raise
    said = say_n(
        "Checked {n} annotation. Nothing is stored yet.",
        "Checked {n} annotations. Nothing is stored yet.",
        result.rows,
    )
    return Result(said, page.asking(job=job.job.pk))


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

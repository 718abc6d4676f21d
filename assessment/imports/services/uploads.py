"""Files of judgments from the page: checked first, and stored when somebody has looked at what they would do."""

from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any

from django.core.files.uploadedfile import UploadedFile
from django.utils import timezone

from assessment.campaigns.models import Campaign
from assessment.imports.selectors import CHECK, CHECK_ANNOTATIONS, IMPORT, IMPORT_ANNOTATIONS
from assessment.imports.services.files import JudgmentsFile
from assessment.imports.services.machines import (
    MachineRow,
    machine_entries,
    machine_table,
    refuse_other,
    review_of,
)
from assessment.imports.services.review import Review
from assessment.jobs.models import ACTIVE, Job, JobState
from assessment.jobs.services.handle import JobHandle
from assessment.jobs.services.lifecycle import enqueue
from assessment.jobs.services.uploads import forget_upload, keep_file, keep_upload
from assessment.people.models import Account
from assessment.shared.errors import Refused
from assessment.shared.say import say
from scoring.formats.problems import Problems
from scoring.records import MachineAssessor

KEPT_DAYS = 7  # a file that was checked, and neither imported nor discarded


def request_check(
    *,
    campaign: Campaign,
    upload: "UploadedFile[bytes]",
    by: Account | None,
    machine: str = "",
    facts: MachineAssessor | None = None,
) -> Job:
    """Have an uploaded table of judgments compared with the campaign. It is kept until it is imported or discarded."""
    forget_old(campaign)
    if facts:
        refuse_other(campaign, facts)
    arguments: dict[str, Any] = {
        "path": str(keep_upload(upload)),
        "machine": facts.version if facts else machine,
    }
    if facts:
        arguments["facts"] = facts._asdict()
    return enqueue(kind=CHECK, by=by, campaign=campaign, arguments=arguments)


def request_machine_import(
    *, campaign: Campaign, facts: MachineAssessor, rows: Sequence[MachineRow], by: Account | None
) -> Job:
    """Check what a program sent, and have it stored by a job: all of it, or nothing.

    Raises FileRefused with everything that is wrong, by the place of the row (from 1).
    """
    problems = Problems("judgments")
    review_of(campaign, machine_entries(enumerate(rows, 1), facts, problems), problems, facts)
    arguments = {
        "path": str(keep_file(f"{facts.assessor}.csv", machine_table(rows))),
        "machine": facts.version,
        "newcomers": True,
        "facts": facts._asdict(),
    }
    return enqueue(kind=IMPORT, by=by, campaign=campaign, arguments=arguments)


def check_table(handle: JobHandle, table: JudgmentsFile) -> Review:
    """Do the job: keep what the file would do, for the page. Raises FileRefused with everything that is wrong."""
    handle.progress(0, 0, say("Reading the table"))
    problems = Problems(table.file)
    entries = table.entries(problems)
    handle.progress(0, len(entries), say("Comparing the rows with the pool"))
    result, _ = review_of(handle.campaign, entries, problems, table.facts)
    with handle.step({"review": result.as_data()}):
        pass
    return result


def request_import(*, check: Job, by: Account | None, newcomers: bool = False) -> Job:
    """Have a checked table stored. Refused where it is not kept any more, or names unknown people."""
    return request_checked(kind=IMPORT, check=check, by=by, newcomers=newcomers)


def request_checked(*, kind: str, check: Job, by: Account | None, newcomers: bool) -> Job:
    """Have a checked file stored by a job of this kind."""
    if check.state != JobState.DONE or not has_file(check):
        raise Refused(
            say("The file of this preview is no longer kept. Nothing was stored."),
            "upload_gone",
            say("Choose it again."),
        )
    unknown = [person["name"] for person in check.checkpoint["review"]["people"] if not person["is_known"]]
    newcomers = newcomers or "facts" in check.arguments  # a program joins with its table
    if unknown and not newcomers:
        raise Refused(
            say("The file names people who are not assessors of this campaign. Nothing was stored."),
            "assessor_unknown",
            say("Add them as new people, or correct the file and choose it again."),
        )
    arguments = {**check.arguments, "newcomers": newcomers}
    return enqueue(kind=kind, by=by, campaign=check.campaign, arguments=arguments)


def discard(*, check: Job) -> None:
    """Delete an uploaded file that is not to be imported; not one that is being imported."""
    if not _is_imported(check):
        forget_upload(Path(check.arguments["path"]))


def has_file(check: Job) -> bool:
    """Whether the file of a preview is still kept."""
    return Path(check.arguments["path"]).is_file()


def _is_imported(check: Job) -> bool:
    jobs = Job.objects.filter(
        campaign=check.campaign, kind__in=(IMPORT, IMPORT_ANNOTATIONS), state__in=ACTIVE
    )
    return any(job.arguments["path"] == check.arguments["path"] for job in jobs)


def forget_old(campaign: Campaign) -> None:
    """Delete files that nobody imported after their preview."""
    old = timezone.now() - timedelta(days=KEPT_DAYS)
    checks = Job.objects.filter(campaign=campaign, kind__in=(CHECK, CHECK_ANNOTATIONS), state=JobState.DONE)
    for check in checks.filter(asked_at__lt=old):
        discard(check=check)

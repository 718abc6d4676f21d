"""Making files of a version once, by jobs, and keeping them. Rights are asked by whoever gives them out, each time."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from django.http import Http404

from assessment.jobs.errors import as_error
from assessment.jobs.models import Job, JobState
from assessment.jobs.services.handle import JobHandle
from assessment.jobs.services.lifecycle import enqueue
from assessment.people.models import Account, Limits
from assessment.results.models import ScoreSet, VersionFile
from assessment.results.selectors.version_files import Wanted, kept
from assessment.shared.errors import Refused
from assessment.shared.say import say

Found = TypeVar("Found")


def sought(wanted: Wanted, *, by: Account, number: int = 0) -> VersionFile | Job:
    """The file, or the job that makes it: the one that the reader was told the number of, else one asked for now."""
    if file := kept(wanted):
        return file
    arguments = {"version": wanted.version, "reader": wanted.reader, "limits": list(by.limits)}
    campaign = wanted.score_set.qrels.campaign
    named = Job.objects.filter(pk=number, campaign=campaign, kind=wanted.job).exclude(state=JobState.DONE)
    if number and (job := named.first()) and job.arguments == arguments:
        return job
    return enqueue(kind=wanted.job, campaign=campaign, by=by, arguments=arguments)


def outcome(wanted: Wanted, job: Job) -> VersionFile | Job:
    """The file that a job made; the job while it is at it, or where the file has to be asked for again because what it
    tells changed meanwhile. Raises the error that it ended with.
    """
    if job.state in (JobState.FAILED, JobState.CANCELLED):
        raise as_error(job.name, job.error)
    return kept(wanted) or job


def keep(job: JobHandle, wanted: Wanted, files: Sequence[VersionFile]) -> None:
    """Store what a job made in the place of what it made before: all of it or nothing, in one short step."""
    with job.step({"kept": wanted.mark}):
        ScoreSet.objects.select_for_update(no_key=True).get(pk=wanted.score_set.pk)  # one job after the other
        for file in files:
            file.score_set, file.mark, file.reader = wanted.score_set, wanted.mark, wanted.reader
            former = VersionFile.objects.filter(score_set=file.score_set, name=file.name, reader=file.reader)
            former.delete()
            file.save(force_insert=True)


def still_allowed(
    access: Callable[..., Found], job: JobHandle, version: int, limits: tuple[int | None, str]
) -> Found:
    """What an access function gives whoever asked for a job, as far as their token went; `limits` are its `Limits`.

    Raises Refused where they may not see it any more.
    """
    account = job.by
    if account:
        account.limits = Limits(*limits)
    try:
        return access(account, job.campaign.slug, version)
    except Http404 as error:
        raise Refused(
            say("The account that asked for this file no longer has access to it. Nothing was made."),
            "not_allowed_any_more",
            say("Ask for it again."),
        ) from error

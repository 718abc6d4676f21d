"""A file that is checked as a whole by a job, looked at, then stored or discarded: the same for every kind (`intakes`)."""

from datetime import timedelta
from pathlib import Path
from typing import Any

from django.utils import timezone

from assessment.campaigns.models import Campaign
from assessment.campaigns.services.intakes import INTAKES, Sent, Taken
from assessment.campaigns.services.source_files import SourceFile
from assessment.jobs.models import ACTIVE, Job, JobState
from assessment.jobs.services.handle import JobHandle
from assessment.jobs.services.lifecycle import enqueue
from assessment.jobs.services.uploads import forget_upload, found_upload, is_kept
from assessment.people.models import Account
from assessment.shared.errors import AssizeError, Refused
from assessment.shared.say import say

CHECK = "campaigns.check_file"
KEPT_DAYS = 7  # a file that was checked, and neither stored nor discarded
SAID = ("machine", "facts", "newcomers", "replace")  # fields of Sent that a job's arguments keep


def request_check(*, kind: str, sent: Sent, then_store: bool = False) -> Job:
    """Have a file compared with the campaign. It is kept until it is stored or discarded.

    With `then_store` it is stored at once, by a job of its own, unless something is wrong with it.
    """
    _forget_old(sent.campaign)
    arguments = check_arguments(kind, sent.file.kept(), sent) | {"then_store": then_store}
    return enqueue(kind=CHECK, by=sent.by, campaign=sent.campaign, arguments=arguments)


def check_arguments(kind: str, path: Path, sent: Sent) -> dict[str, Any]:
    """What the job that checks a kept file is asked with."""
    said = {name: value for name in SAID if (value := getattr(sent, name))}
    return {"kind": kind, "path": str(path), "said": said}


def check_kept(
    handle: JobHandle, *, kind: str, path: str, said: dict[str, Any], then_store: bool = False
) -> Taken:
    """Do the job: keep what the file would do, for whoever looks. It stays unless something is wrong with it."""
    intake, file = INTAKES[kind], found_upload(Path(path))
    handle.progress(0, 0, say("Reading the file"))
    sent = Sent(
        handle.campaign, SourceFile(file.name, path=file), handle.by, progress=handle.progress, **said
    )
    try:
        taken = intake.check(sent)
        review = {"sentence": taken.sentence, **(taken.review or {})}
        checkpoint: dict[str, Any] = {"review": review}
        with handle.step(checkpoint):
            if then_store and (job := intake.store(sent._replace(review=review)).job):
                checkpoint["check"] = job.pk
    except AssizeError:
        forget_upload(file)
        raise
    return taken._replace(review=review)


def store_checked(*, check: Job, by: Account | None, **said: Any) -> Taken:
    """Store a file as its preview showed. Refused where it is not kept any more."""
    if check.state != JobState.DONE or not has_file(check) or check.campaign is None:
        raise Refused(
            say("The file of this preview is no longer kept. Nothing was stored."),
            "upload_gone",
            say("Choose it again."),
        )
    path = found_upload(Path(check.arguments["path"]))
    said = {**check.arguments["said"], **said, "review": check.checkpoint["review"]}
    taken = INTAKES[check.arguments["kind"]].store(
        Sent(check.campaign, SourceFile(path.name, path=path), by, **said)
    )
    if taken.job is None:
        forget_upload(path)
    return taken


def discard(*, check: Job) -> None:
    """Delete a file that is not to be stored; not one that is being stored."""
    path = check.arguments["path"]
    at_work = Job.objects.filter(campaign=check.campaign, state__in=ACTIVE).exclude(pk=check.pk)
    if not any(arguments.get("path") == path for arguments in at_work.values_list("arguments", flat=True)):
        forget_upload(Path(path))


def has_file(check: Job) -> bool:
    """Whether the file of a preview is still kept."""
    return is_kept(Path(check.arguments["path"]))


def _forget_old(campaign: Campaign) -> None:
    """Delete files that nobody stored after their preview."""
    old = timezone.now() - timedelta(days=KEPT_DAYS)
    for check in Job.objects.filter(campaign=campaign, kind=CHECK, state=JobState.DONE, asked_at__lt=old):
        discard(check=check)

"""Files that come in for the site and into no campaign, as bundles: found again until they are stored or discarded.

Each kind has a job of its own that checks it (one of `CHECKS`), which keeps what it found as its `review`.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path

from django.http import Http404
from django.utils import timezone

from assessment.campaigns.services.checked_files import (
    KEPT_DAYS,
    has_file,
    is_at_work,
    refuse_gone,
)
from assessment.campaigns.services.intakes import CHECKS
from assessment.campaigns.services.planned import refuse_unchecked
from assessment.jobs.models import Job, JobState
from assessment.jobs.selectors import site_jobs
from assessment.jobs.services.handle import JobHandle
from assessment.jobs.services.uploads import is_any_kept, is_kept, read_once
from assessment.people.selectors.access import Visitor
from assessment.shared.say import say


def access_check(visitor: Visitor, kind: str, number: str) -> Job:
    """The check of that number, for site admins and whoever asked for it; others get a 404."""
    pk = int(number) if number.isascii() and number.isdecimal() and len(number) < 19 else 0
    check = site_jobs(visitor).filter(kind=kind, pk=pk).first()
    if check is None:
        raise Http404
    return check


def lock_looked_at(check: Job) -> None:
    """Lock a check whose file is to be stored. Refused where it is not done, or where somebody was faster."""
    now = Job.objects.select_for_update().get(pk=check.pk)
    refuse_gone(now)
    refuse_unchecked(now)


@contextmanager
def read_confirmed(job: JobHandle, path: str) -> Iterator[Path]:
    """Read a file that is stored now, and deleted then. Where that fails one that was looked at stays to try again."""
    was_looked_at = Job.objects.filter(kind__in=CHECKS, state=JobState.DONE, arguments__path=path).exists()
    try:
        with read_once(Path(path), stays=was_looked_at) as file:
            yield file
    except Exception:
        if was_looked_at and is_kept(Path(path)):
            job.note(say("The file is still kept: you can import it again from its preview."))
        raise


def waiting_of(visitor: Visitor, kind: str) -> list[Job]:
    """Checks of a kind whose files somebody has still to store or discard, newest first."""
    if not is_any_kept():
        return []
    since = timezone.now() - timedelta(days=KEPT_DAYS)
    checks = site_jobs(visitor).filter(kind=kind, state=JobState.DONE, ended_at__gt=since).order_by("-pk")
    return [check for check in checks if has_file(check) and not is_at_work(check)]

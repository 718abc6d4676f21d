"""Does one job: claim, heartbeat beside it, the function, and the end. The same for every way a worker is run."""

import logging
import threading
import time
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.db import DatabaseError, InterfaceError, OperationalError, connection, transaction
from django.urls import set_script_prefix
from django.utils import translation

from assessment.jobs.errors import CancelledError, LeaseLostError, as_data, as_error, broken
from assessment.jobs.models import Job, JobState
from assessment.jobs.models.registry import KINDS, JobKind, Result
from assessment.jobs.services import lifecycle
from assessment.jobs.services.handle import JobHandle
from assessment.people.models import Account
from assessment.shared import at_hand, outages
from assessment.shared.errors import AssizeError, Refused
from assessment.shared.outages import outage_of
from assessment.shared.say import say

if TYPE_CHECKING:
    from assessment.campaigns.models import Campaign

logger = logging.getLogger(__name__)
POLL_SECONDS = 0.5


def run_job(pk: int, *, heartbeat: bool = True) -> bool:
    """Do a job unless somebody holds it or did it. Returns whether this call ended it."""
    job = lifecycle.claim(pk=pk)
    if job is None:
        return False
    return _do(JobHandle(job), heartbeat)


def do_here(
    *,
    kind: str,
    campaign: "Campaign | None",
    arguments: Mapping[str, Any],
    by: Account | None = None,
    listener: Callable[[int, int, str], None] | None = None,
) -> Job:
    """Ask for work and do it in this process, for commands. If the process dies, a worker goes on with it.

    Raises the error that it ended with.
    """
    with transaction.atomic():
        asked = lifecycle.enqueue(kind=kind, by=by, campaign=campaign, arguments=arguments)
        claimed = lifecycle.claim(pk=asked.pk)
    return _finished(asked, claimed, listener)


def finish_here(asked: Job, listener: Callable[[int, int, str], None] | None = None) -> Job:
    """Do work that was asked for in this process, or wait for the worker who was faster. Raises as `do_here`."""
    return _finished(asked, lifecycle.claim(pk=asked.pk), listener)


def _finished(asked: Job, claimed: Job | None, listener: Callable[[int, int, str], None] | None) -> Job:
    handle = JobHandle(claimed or asked)
    handle.listener = listener
    if claimed:
        _do(handle, heartbeat=not connection.in_atomic_block)
    job = wait_for(asked)
    if job.state == JobState.DONE:
        return job
    raise handle.error if isinstance(handle.error, AssizeError) else as_error(job.name, job.error)


def wait_for(job: Job) -> Job:
    """Wait until a job has ended, doing it here where no living worker holds it."""
    while (now := Job.objects.select_related("campaign").get(pk=job.pk)).is_active:
        if not _done_here(job.pk):
            time.sleep(POLL_SECONDS)
    return now


def _done_here(pk: int) -> bool:
    """Do a job unless somebody holds it. A database that is too busy for that is asked again later."""
    try:
        # Nobody else sees a job of an open transaction, not even its own heartbeat.
        return run_job(pk, heartbeat=not connection.in_atomic_block)
    except OperationalError as error:
        if connection.in_atomic_block:
            raise
        logger.warning("Job %s: %s", pk, error)
        return False


def _do(handle: JobHandle, heartbeat: bool) -> bool:
    """Do it in the language of whoever asked; its lines in the log name the job, and the request that asked for it."""
    request = at_hand.request_id.set(handle.job.request_id)
    job = at_hand.job.set(handle.job.pk)
    began = time.perf_counter()
    try:
        with translation.override(handle.job.language or lifecycle.ENGLISH):
            ended = _do_in_words(handle, heartbeat)
        if settings.LOG_FORM == "json":  # people have the page of the job
            seconds = time.perf_counter() - began
            logger.info("%s: %s in %.1f s", handle.job, _outcome(handle, ended), seconds)
        return ended
    finally:
        at_hand.job.reset(job)
        at_hand.request_id.reset(request)


def _outcome(handle: JobHandle, ended: bool) -> str:
    """How an attempt ended, for the log."""
    if not ended:
        return "given up, to be tried again"
    return "failed" if handle.error else "cancelled" if handle.cancelled else "ended"


def _do_in_words(handle: JobHandle, heartbeat: bool) -> bool:
    if handle.job.attempts > 1:
        handle.note(say("An earlier worker disappeared; continuing from what was kept."))
    if not heartbeat:
        return _attempt(handle)
    with Heart(handle):
        return _attempt(handle)


def _attempt(handle: JobHandle) -> bool:
    job = handle.job
    set_script_prefix(f"{settings.PREFIX}/")  # which each thread has for itself, and only requests set
    try:
        return _work(handle, _kind_of(job))
    except CancelledError:
        return lifecycle.stop(job=job, **_log(handle))
    except LeaseLostError:
        logger.warning("%s: the lease was lost, and nothing of this attempt is kept", job)
        return False
    except AssizeError as error:
        handle.error = error
        return lifecycle.fail(job=job, error=as_data(error), **_log(handle))
    except Exception as error:
        if _is_away(error):  # the lease ends by itself, and the sweep begins again
            logger.warning("%s: %s", job, " ".join(str(error).split()))
            connection.close_if_unusable_or_obsolete()
            return False
        handle.error = error
        logger.exception("%s broke", job)
        handle.note(f"{type(error).__name__}: {error}"[:500])
        return lifecycle.fail(job=job, error=broken(error), **_log(handle))


def _is_away(error: Exception) -> bool:
    """Whether the database went away, which is no fault of the work: PostgreSQL's driver also says it by a bare error."""
    outage = outage_of(error)
    return isinstance(error, OperationalError | InterfaceError) or (
        outage is not None and outage.code == outages.AWAY.code
    )


def _kind_of(job: Job) -> JobKind:
    if job.kind not in KINDS:
        raise Refused(
            say("This version knows no work called {kind}.", kind=job.kind),
            "job_unknown",
            say("Start it again from its page."),
        )
    return KINDS[job.kind]


def _work(handle: JobHandle, kind: JobKind) -> bool:
    job = handle.job
    if not kind.atomic:
        result = _result(handle, kind)
        return lifecycle.finish(job=job, result=result, **_log(handle))
    with transaction.atomic():
        result = _result(handle, kind)
        if not lifecycle.finish(job=job, result=result, **_log(handle)):
            raise LeaseLostError
    return True


def _result(handle: JobHandle, kind: JobKind) -> Result:
    """What the function brings, with its sentence in the log; in English where everybody must get the same."""
    with translation.override(lifecycle.ENGLISH if kind.english else translation.get_language()):
        result = kind.work(handle, **handle.job.arguments)
    handle.note(result.sentence)
    return result


def _log(handle: JobHandle) -> dict[str, object]:
    written = handle.written()
    return {name: written[name] for name in ("log", "done", "total")}


class Heart(threading.Thread):
    """Extends the lease and writes progress while the function works, from a thread and connection of its own."""

    def __init__(self, handle: JobHandle) -> None:
        super().__init__(daemon=True, name=f"heart of job {handle.job.pk}")
        self.handle = handle
        self.ended = threading.Event()

    def __enter__(self) -> "Heart":
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.ended.set()
        self.join()

    def run(self) -> None:
        """Beat four times a lease, at least every second, until the function has ended or the lease is lost.

        A step does the same. To beat beside it would be taken for somebody else who writes, and for a reason to pause.
        """
        interval = min(1.0, settings.JOB_LEASE_SECONDS / 4)
        try:
            while not self.ended.wait(interval) and not self.handle.lost:
                if time.monotonic() - self.handle.kept_at >= interval:
                    self._beat()
        finally:
            connection.close()

    def _beat(self) -> None:
        try:
            cancel = lifecycle.heartbeat(job=self.handle.job, **self.handle.written())
        except (DatabaseError, InterfaceError) as error:
            # SQLite's one writer may be the job itself: whoever wants its lease waits for it as well.
            logger.debug("A heartbeat was missed: %s", error)
            connection.close()
            return
        self.handle.lost = cancel is None
        self.handle.cancelled = bool(cancel)

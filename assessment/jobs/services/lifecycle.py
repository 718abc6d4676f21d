"""Writes of the jobs app. Each is one statement that asks for the state it changes, so that of two only one succeeds."""

import hashlib
import json
import secrets
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import F, QuerySet
from django.db.models.functions import Coalesce, Now
from django.utils import translation

from assessment.jobs.errors import given_up
from assessment.jobs.models import Job, JobState
from assessment.jobs.models.registry import KINDS, Result, is_final
from assessment.jobs.services import endings, runners
from assessment.people.models import Account
from assessment.people.services.events import record_event
from assessment.people.services.frozen import refuse_archived_now
from assessment.shared import at_hand
from assessment.shared.errors import Refused
from assessment.shared.leases import from_now
from assessment.shared.say import say

if TYPE_CHECKING:
    from assessment.campaigns.models import Campaign

SWEEP_SECONDS = 2.0
SENT_AT_ONCE = 20  # by one sweep: enough to fill every worker, too few to fill a queue behind busy ones
MOST_ATTEMPTS = 5
ENGLISH = "en"


@transaction.atomic
def enqueue(
    *,
    kind: str,
    by: Account | None,
    campaign: "Campaign | None" = None,
    arguments: Mapping[str, Any] | None = None,
    key: str = "",
) -> Job:
    """Ask for work, in the caller's transaction; a worker hears of it on commit.

    Where the same work (by default: kind, campaign and arguments) is waiting or running, that job is returned.
    """
    values = dict(arguments or {})
    key = key or _key_of(kind, campaign, values)
    if kind not in KINDS:
        raise ValueError(f"{kind} is registered by no app")
    if not KINDS[kind].archived:
        refuse_archived_now(campaign)
    if same := Job.objects.active().filter(key=key).first():
        return same
    try:
        with transaction.atomic():
            job = Job.objects.create(
                kind=kind,
                campaign=campaign,
                arguments=values,
                key=key,
                asked_by=by,
                language=_language() if by else "",
                request_id=at_hand.request_id.get(),
                sent_at=Now(),
            )
    except IntegrityError:  # somebody asked at the same moment
        return Job.objects.active().get(key=key)
    transaction.on_commit(lambda: runners.send(job.pk))
    return job


def _language() -> str:
    """In which whoever asks is spoken to now; blank is English, as on the command line and for programs."""
    language = translation.get_language() or ENGLISH
    return "" if language == ENGLISH else language[:8]


def _key_of(kind: str, campaign: "Campaign | None", arguments: Mapping[str, Any]) -> str:
    text = json.dumps(arguments, sort_keys=True)
    where = campaign.pk if campaign else ""
    return f"{kind}:{where}:{hashlib.sha256(text.encode()).hexdigest()}"


def claim(*, pk: int) -> Job | None:
    """Take a job that nobody holds. Returns None where somebody does, or it has ended, or was tried often enough."""
    owner = secrets.token_hex(16)
    free = Job.objects.unleased().filter(pk=pk, cancel_asked=False, attempts__lt=MOST_ATTEMPTS)
    taken = free.update(
        state=JobState.RUNNING,
        owner=owner,
        lease_until=from_now(settings.JOB_LEASE_SECONDS),
        attempts=F("attempts") + 1,
        started_at=Coalesce("started_at", Now()),
        seconds_left=None,
    )
    return Job.objects.select_related("campaign", "asked_by").get(pk=pk) if taken else None


def heartbeat(*, job: Job, **progress: Any) -> bool | None:
    """Extend the lease and write how far the work is. Returns whether to cancel; None where the lease is lost."""
    held = Job.objects.filter(pk=job.pk, owner=job.owner, state=JobState.RUNNING)
    if not held.update(lease_until=from_now(settings.JOB_LEASE_SECONDS), **progress):
        return None
    return Job.objects.values_list("cancel_asked", flat=True).get(pk=job.pk)


def keep_step(*, job: Job, checkpoint: Mapping[str, Any], **progress: Any) -> bool | None:
    """Write where the next attempt goes on, in the transaction of a step. Returns what `heartbeat` does."""
    return heartbeat(job=job, checkpoint=dict(checkpoint), attempts=1, **progress)


def finish(*, job: Job, result: Result, **progress: Any) -> bool:
    """Mark a job done, in the transaction of its output. Returns whether the lease was held until now."""
    ended = {"result": result._asdict(), "seconds_left": None, "message": "", **progress}
    return _end(job, JobState.DONE, **ended)


def fail(*, job: Job, error: Mapping[str, Any], **progress: Any) -> bool:
    """Mark a job failed, with what happened and what to do."""
    return _end(job, JobState.FAILED, **{"error": dict(error), "seconds_left": None, **progress})


def stop(*, job: Job, **progress: Any) -> bool:
    """Mark a job cancelled by the worker that has just given up on it."""
    return _end(job, JobState.CANCELLED, **{"seconds_left": None, **progress})


def _end(job: Job, state: JobState, **fields: Any) -> bool:
    held = Job.objects.filter(pk=job.pk, owner=job.owner, state=JobState.RUNNING)
    return bool(_end_all(held, state, **fields))


def _end_all(jobs: QuerySet[Job], state: JobState, **fields: Any) -> int:
    """End jobs, and tell whoever listens; of those cancelled or given up whose kind says so, have the kept steps taken back."""
    ended = 0
    for pk in list(jobs.values_list("pk", flat=True)):
        with transaction.atomic():
            if jobs.filter(pk=pk).update(state=state, ended_at=Now(), lease_until=None, **fields):
                ended += 1
                if state != JobState.DONE:
                    _take_back(Job.objects.select_related("campaign", "asked_by").get(pk=pk))
                endings.tell(pk)
    return ended


def _take_back(job: Job) -> None:
    kind = KINDS.get(job.kind)
    if kind and kind.undo and job.checkpoint:
        with translation.override(job.language or ENGLISH):
            enqueue(
                kind=kind.undo,
                by=job.asked_by,
                campaign=job.campaign,
                arguments={"of_job": job.pk},
            )


@transaction.atomic
def cancel(*, job: Job, by: Account | None) -> bool:
    """Ask for a job to end. One that nobody holds ends at once, a running one at its next step.

    Returns whether it was active. What a job kept before it was cancelled stays, unless its kind has an `undo`.
    """
    if is_final(job.kind):
        raise Refused(
            say("{job} cannot be cancelled: it goes on to its end.", job=job.name),
            "job_final",
            say("Wait for it."),
        )
    if not Job.objects.active().filter(pk=job.pk).update(cancel_asked=True):
        return False
    _end_unheld()
    record_event(by=by, campaign=job.campaign, verb="job:cancelled", subject=str(job))
    return True


def _end_unheld() -> int:
    wished = Job.objects.unleased().filter(cancel_asked=True)
    return _end_all(wished, JobState.CANCELLED)


def sweep() -> int:
    """Send again what is not ended and in nobody's hands, and give up what was tried too often. Returns how many went out.

    Every process of workers sweeps at its start and every two seconds; the statements see to it that two do nothing twice.
    """
    _end_unheld()
    hopeless = Job.objects.unleased().filter(attempts__gte=MOST_ATTEMPTS)
    for language in hopeless.order_by().values_list("language", flat=True).distinct():
        with translation.override(language or ENGLISH):
            error = given_up(MOST_ATTEMPTS)
        _end_all(hopeless.filter(language=language), JobState.FAILED, error=error)
    return sum(_send_again(pk) for pk in due()[:SENT_AT_ONCE])


def due() -> list[int]:
    """The jobs to send now, oldest first: unleased, and not sent lately."""
    return list(Job.objects.unsent().order_by("pk").values_list("pk", flat=True)[:SENT_AT_ONCE])


def _send_again(pk: int) -> bool:
    if not Job.objects.unsent().filter(pk=pk).update(sent_at=Now()):
        return False
    runners.send(pk)
    return True

"""Acts of many changes: which there are, which one is at work, and who may see them."""

from django.db.models import QuerySet
from django.http import Http404

from assessment.campaigns.models import Campaign
from assessment.jobs.models import Job
from assessment.judging.models import HALF_DONE, BatchState, ChangeBatch
from assessment.people.selectors.access import Access
from assessment.shared.errors import Refused
from assessment.shared.say import say, sentence

UNDO = "judging.undo_batch"
SHOWN = 50
# What is said of an act at which a job is at work, and of one whose job has failed.
_HALF_DONE = {
    BatchState.STORING: (
        sentence("{act} (no. {number}) are being stored (job {job}). Nothing was done."),
        sentence("{act} (no. {number}) were being stored, and the job has failed. Nothing was done."),
    ),
    BatchState.UNDOING: (
        sentence("{act} (no. {number}) are being undone (job {job}). Nothing was done."),
        sentence("{act} (no. {number}) were being undone, and the job has failed. Nothing was done."),
    ),
}


def batches_of(campaign: Campaign, *kinds: str) -> QuerySet[ChangeBatch]:
    """The acts of a campaign, newest first: all, or those of some kinds."""
    rows = ChangeBatch.objects.filter(campaign=campaign)
    rows = rows.filter(kind__in=kinds) if kinds else rows
    return rows.select_related("made_by", "undone_by").order_by("-pk")[:SHOWN]


def access_batch(access: Access, pk: int) -> ChangeBatch:
    """An act of the campaign; who may adjudicate may see it."""
    rows = ChangeBatch.objects.filter(campaign=access.campaign, pk=pk)
    found = rows.select_related("made_by", "undone_by", "job", "campaign").first()
    if found is None:
        raise Http404
    return found


def half_done(campaign: Campaign) -> ChangeBatch | None:
    """The act that is being stored or undone just now."""
    rows = ChangeBatch.objects.filter(campaign=campaign, state__in=HALF_DONE)
    return rows.select_related("job").first()


def refusal_of_half(batch: ChangeBatch) -> Refused:
    """Why nothing else is done while an act is half done."""
    at_work, failed = _HALF_DONE[BatchState(batch.state)]
    act: dict[str, str] = {"act": batch.get_kind_display(), "number": str(batch.pk)}
    if batch.job_is_active and batch.job:
        job = str(batch.job.pk)
        hint = say("Try again when job {job} is done.", job=job)
        return Refused(say(at_work, job=job, **act), "batch_running", hint)
    return Refused(say(failed, **act), "batch_half_done", say("Undo it on its page, or with undo_batch."))


def job_of(access: Access, number: str | None, *kinds: str) -> Job | None:
    """The job of some kinds that a page of the campaign was asked to show (?job=12)."""
    if not (number and number.isdecimal() and len(number) < 19):
        return None
    jobs = Job.objects.select_related("campaign", "asked_by")
    return jobs.filter(pk=int(number), campaign=access.campaign, kind__in=kinds).first()

"""On which occasions webhooks are told something. Each function is called in the transaction of what it tells."""

from collections.abc import Callable, Mapping

from django.urls import reverse

from assessment.campaigns.models import Campaign
from assessment.jobs.models import Job, JobState
from assessment.judging.models import Assignment
from assessment.people.models import Event
from assessment.results.models import QrelsSnapshot, RunScore
from assessment.webhooks.models import Happening
from assessment.webhooks.services.outbox import Content, tell


def tell_job(job: Job) -> None:
    """A job of a campaign ended: which, of what kind, and how."""
    if job.campaign is None:
        return
    campaign = job.campaign
    happening = Happening.JOB_DONE if job.state == JobState.DONE else Happening.JOB_FAILED
    tell(
        campaign=campaign,
        happening=happening,
        content=lambda: Content(
            {"job": job.pk, "kind": job.kind, "state": str(job.state)},
            reverse("api:job", args=[campaign.slug, job.pk]),
        ),
    )


def tell_finished(event: Event) -> None:
    """An assessor finished a question: which, and how many of its assessors have."""
    campaign = event.campaign
    assert campaign is not None
    tell(
        campaign=campaign,
        happening=Happening.QUESTION_FINISHED,
        content=lambda: _finished(campaign, event.subject),
    )


def _finished(campaign: Campaign, qid: str) -> Content:
    given = Assignment.objects.counting().filter(question__campaign=campaign, question__qid=qid)
    counts = {"finished": given.exclude(finished_at=None).count(), "assignments": given.count()}
    return Content({"question": qid, **counts}, reverse("api:questions", args=[campaign.slug]))


def tell_scores(event: Event) -> None:
    """Scores were made: their version, and of how many runs. The rule stays out, for it can name a person."""
    campaign = event.campaign
    assert campaign is not None
    tell(campaign=campaign, happening=Happening.SCORES_MADE, content=lambda: _scores(campaign))


def _scores(campaign: Campaign) -> Content:
    newest = QrelsSnapshot.objects.filter(campaign=campaign, scores__isnull=False).order_by("-version")[0]
    runs = RunScore.objects.filter(score_set__qrels=newest).count()
    path = f"{reverse('api:scores', args=[campaign.slug])}?version={newest.version}"
    return Content({"version": newest.version, "runs": runs}, path)


BY_VERB: Mapping[str, Callable[[Event], None]] = {
    "question:finished": tell_finished,
    "question:no_answer_found": tell_finished,
    "scores:made": tell_scores,
}

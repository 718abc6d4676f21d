"""Reads of the jobs app, and access to its rows."""

from typing import Any

from django.apps import apps
from django.db.models import Count, Min, QuerySet
from django.http import Http404
from django.utils import timezone

from assessment.jobs.models import Job, JobState
from assessment.jobs.models.jobs import JobQuerySet
from assessment.jobs.models.registry import KINDS
from assessment.people.models import Account
from assessment.people.selectors.access import Access, Permission, Visitor, access_to

LIST_LENGTH = 200


def access_jobs(visitor: Visitor, slug: str) -> Access:
    """A campaign whose jobs the visitor may see and cancel: its organizers."""
    # By name, as the foreign key: campaigns is further up the street.
    campaigns: Any = apps.get_model("campaigns", "Campaign")
    campaign = campaigns.visible.filter(slug=slug).first()
    if campaign is None:
        raise Http404
    access = access_to(visitor, campaign)
    if not access.may(Permission.SEE_JOBS):
        raise Http404
    return access


def access_job(visitor: Visitor, slug: str, pk: int) -> tuple[Access | None, Job]:
    """One job of a campaign, or with no slug one of the site, which site admins see and who asked for it."""
    access = access_jobs(visitor, slug) if slug else None
    jobs = Job.objects.select_related("campaign", "asked_by")
    if access is None:
        jobs = site_jobs(visitor)
    job = jobs.filter(pk=pk, campaign=access.campaign if access else None).first()
    if job is None:
        raise Http404
    return access, job


def site_jobs(visitor: Visitor) -> JobQuerySet:
    """The jobs that belong to no campaign: all for site admins, the own ones for those who create campaigns."""
    if not (isinstance(visitor, Account) and visitor.creates):
        raise Http404
    jobs = Job.objects.filter(campaign=None).select_related("campaign", "asked_by")
    return jobs if visitor.is_superuser else jobs.filter(asked_by=visitor)


def jobs_of(access: Access | None, visitor: Visitor) -> QuerySet[Job]:
    """The newest jobs of a campaign, or those of the site that somebody may see, without their logs."""
    if access is None:
        jobs = site_jobs(visitor)
    else:
        jobs = Job.objects.filter(campaign=access.campaign).select_related("campaign", "asked_by")
    return jobs.defer("log", "arguments").order_by("-pk")[:LIST_LENGTH]


def all_jobs_of(access: Access) -> QuerySet[Job]:
    """All jobs of a campaign, without their logs, for programs that read them page by page."""
    jobs = Job.objects.filter(campaign=access.campaign).select_related("campaign")
    return jobs.defer("log", "arguments", "checkpoint")


def shown_job(access: Access, number: str | None) -> Job | None:
    """The job that a page of the campaign was asked to show (?job=12), if it is one of the campaign."""
    if not (number and number.isdecimal() and len(number) < 19 and access.may(Permission.SEE_JOBS)):
        return None
    jobs = Job.objects.select_related("campaign", "asked_by")
    return jobs.filter(pk=int(number), campaign=access.campaign).first()


def queue_now() -> dict[str, tuple[int, float]]:
    """By kind, how many jobs wait for a worker, and for how many seconds the oldest does."""
    waiting = Job.objects.active().filter(state=JobState.WAITING).order_by()
    rows = waiting.values_list("kind").annotate(Count("pk"), Min("asked_at"))
    found = {kind: (count, max(0.0, (timezone.now() - asked).total_seconds())) for kind, count, asked in rows}
    return {kind: found.get(kind, (0, 0.0)) for kind in sorted(KINDS.keys() | found)}


def job_counts() -> dict[str, int]:
    """How many jobs the table has in each state."""
    found = dict(Job.objects.order_by().values_list("state").annotate(Count("pk")))
    return {state: found.get(state, 0) for state in JobState.values}

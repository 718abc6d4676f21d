"""Asking for jobs and looking at what they wrote."""

from datetime import timedelta
from typing import Any

from django.utils import timezone

from assessment.jobs.models import Job
from assessment.jobs.services.lifecycle import claim, enqueue
from assessment.people.models import Event


def ask(kind: str = "whole", name: str = "a", rows: int = 3, **fields: Any) -> Job:
    """A job that writes rows."""
    arguments = {"name": name, "rows": rows, "seconds": 0.0} | fields.pop("arguments", {})
    return enqueue(kind=f"ground.{kind}", by=None, arguments=arguments, **fields)


def taken(job: Job) -> Job:
    """The job in the hands of a worker."""
    held = claim(pk=job.pk)
    assert held is not None
    return held


def vanish(job: Job) -> None:
    """Let the lease of a job's worker run out."""
    Job.objects.filter(pk=job.pk).update(lease_until=timezone.now() - timedelta(minutes=1))


def read(job: Job) -> Job:
    """The job as it stands."""
    return Job.objects.select_related("campaign").get(pk=job.pk)


def rows(name: str = "a") -> list[int]:
    """The numbers that a job wrote."""
    found = Event.objects.filter(verb="ground:row", subject=name).values_list("data", flat=True)
    return sorted(data["number"] for data in found)

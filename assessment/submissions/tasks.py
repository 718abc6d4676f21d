"""The long work of this app, done as jobs."""

from collections.abc import Sequence

from django.urls import reverse

from assessment.jobs.handle import JobHandle
from assessment.jobs.registry import Result, register
from assessment.submissions.services import pool


@register("submissions.pool", "Pooling", atomic=True)
def pool_runs(job: JobHandle, *, priorities: Sequence[int], depth: int | None) -> Result:
    """Add a round to the pools, once."""
    made = pool(by=job.by, campaign=job.campaign, priorities=priorities, depth=depth)
    return Result(made.sentence, reverse("submissions:pool", args=[job.campaign.slug]))

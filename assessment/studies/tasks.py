"""The long work of this app, done as jobs. A study of what did not change makes no further version, so it may be repeated."""

from collections.abc import Mapping
from typing import Any

from django.urls import reverse

from assessment.jobs.models.registry import Result, register
from assessment.jobs.services.handle import JobHandle
from assessment.studies.services.studies import make_study
from scoring.studies.study import Options


@register("studies.study", "Studying the scores")
def study_scores(job: JobHandle, *, options: Mapping[str, Any]) -> Result:
    """Study the scores of a campaign."""
    job.progress(0, 0, "Reading judgments and runs")
    made = make_study(
        campaign=job.campaign, options=Options.from_json(options), by=job.by, progress=job.progress
    )
    link = reverse("studies:study", args=[job.campaign.slug, made.study.version])
    return Result(made.sentence, link)

"""The release as a job: scoring takes seconds where runs and questions are many, and the act itself is one short step."""

import functools
from collections.abc import Callable, Collection
from typing import Any

from assessment.campaigns.models import Campaign
from assessment.jobs.services.handle import JobHandle
from assessment.results.models import Audience, Release
from assessment.results.selectors.partial import partial_sentence
from assessment.results.services.readings import Reading, on_what_stands
from assessment.results.services.release import make_public, only_teams_know, publish, ready_release
from assessment.shared.say import say

RELEASE = "results.release"


def release_arguments(
    *,
    without: Collection[str] = (),
    alike: Collection[str] = (),
    leave_out: Collection[str] | None = None,
    audience: str,
    seen: str | None = None,
    partial: bool = False,
) -> dict[str, Any]:
    """What the job is told; the meanings are those of `release`."""
    return {
        "without": sorted(without),
        "alike": sorted(alike),
        "leave_out": None if leave_out is None else sorted(leave_out),
        "audience": str(audience),
        "seen": seen,
        "partial": partial,
    }


def release_in_job(job: JobHandle, **chosen: Any) -> Release:
    """Release the scores, once: whoever goes on after the act finds it in the checkpoint."""
    if not job.checkpoint:
        _act(job, job.campaign, chosen)
    return Release.objects.select_related("scores__qrels").get(pk=job.checkpoint["release"])


def _act(job: JobHandle, campaign: Campaign, chosen: dict[str, Any]) -> None:
    job.progress(0, 2, say("Reading judgments and runs, and scoring"))
    if only_teams_know(campaign) and chosen["audience"] == Audience.ALL:
        _keep(job, functools.partial(make_public, campaign=campaign, by=job.by))
    else:
        on_what_stands(campaign, functools.partial(_score_and_keep, job, campaign, chosen))


def _score_and_keep(job: JobHandle, campaign: Campaign, chosen: dict[str, Any], reading: Reading) -> None:
    _keep(
        job,
        functools.partial(
            publish, ready=ready_release(campaign=campaign, reading=reading, by=job.by, **chosen), by=job.by
        ),
    )


def _keep(job: JobHandle, act: Callable[[], Release]) -> None:
    job.progress(1, 2, say("Releasing"))
    kept: dict[str, int] = {}
    with job.step(kept):
        kept["release"] = act().pk


def sentence_of(row: Release) -> str:
    """What was done, for people."""
    return " ".join(filter(None, [_done(row), partial_sentence(row.unjudged)]))


def _done(row: Release) -> str:
    version = str(row.scores.qrels.version)
    if row.audience == Audience.TEAMS:
        return say("Version {version} is released: each team sees its own scores now.", version=version)
    return say("Version {version} is released: participants see it now.", version=version)

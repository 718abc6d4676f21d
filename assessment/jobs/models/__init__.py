"""The record of long work, and which kinds of it there are."""

from assessment.jobs.models.jobs import ACTIVE, Job, JobState

__all__ = [
    "ACTIVE",
    "Job",
    "JobState",
]

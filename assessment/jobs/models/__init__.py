"""The record of long work, and which kinds of it there are."""

from assessment.jobs.models.jobs import ACTIVE, Job, JobState, from_now

__all__ = [
    "ACTIVE",
    "Job",
    "JobState",
    "from_now",
]

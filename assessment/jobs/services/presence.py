"""That workers of a queue are there: each says so every ten seconds in the cache that all processes share."""

from django.conf import settings
from django.core.cache import cache

from assessment.jobs.services.regularly import regularly

EVERY = 10.0  # seconds
LASTS = 60  # seconds after which a worker that says nothing counts as gone
_KEY = "jobs:worker-seen"


def announce() -> None:
    """Have every worker say that it is there."""
    regularly("jobs.presence", EVERY, say_so)


def say_so() -> None:
    """Say it once. Without a queue there is nothing to say: workers belong to the process that serves."""
    if settings.JOB_SENDER:
        cache.set(_KEY, True, LASTS)


def was_seen() -> bool:
    """Whether a worker said lately that it is there."""
    return cache.get(_KEY) is not None

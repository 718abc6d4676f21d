"""That workers of a queue are there: each says so every ten seconds in the cache that all processes share."""

import time

from django.conf import settings
from django.core.cache import cache

from assessment.jobs.services.regularly import regularly

EVERY = 10.0  # seconds
LASTS = 60  # seconds after which a worker that says nothing counts as gone
_KEY = "jobs:worker-seen"
_last_seen = -2 * EVERY  # when this process heard of one


def announce() -> None:
    """Have every worker say that it is there."""
    regularly("jobs.presence", EVERY, say_so)


def say_so() -> None:
    """Say it once. Without a queue there is nothing to say: workers belong to the process that serves."""
    if settings.JOB_SENDER:
        cache.set(_KEY, True, LASTS)


def was_seen() -> bool:
    """Whether a worker said lately that it is there.

    What a Redis lost that was emptied, or that began again with nothing, they say again within a moment: until then
    this process goes by what it heard.
    """
    global _last_seen  # noqa: PLW0603 -- a process hears in one place
    if cache.get(_KEY) is not None:
        _last_seen = time.monotonic()
    return time.monotonic() - _last_seen < 2 * EVERY

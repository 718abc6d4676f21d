"""How workers hear that there is work. A message carries a number only; the sweep sends again what got lost."""

import logging
import threading
from collections.abc import Callable

from django.conf import settings
from django.utils.module_loading import import_string

logger = logging.getLogger(__name__)

# Set when a job was asked for: workers that are threads of this process look into the table at once.
asked = threading.Event()
# What else is called then: the serving process wakes another one that does jobs.
wakers: list[Callable[[], object]] = [asked.set]


def send(pk: int) -> None:
    """Tell the workers of a job. Never fails: who asked for work is not to suffer from a broker that is down."""
    if settings.JOB_SENDER:
        try:
            import_string(settings.JOB_SENDER)(pk)
        except Exception as error:  # what a broker raises is its own affair
            logger.warning("Job %s could not be sent; it will be sent again. %s", pk, error)
    for wake in wakers:
        wake()

"""What workers do from time to time, beside their jobs. It must be short, and harmless when several processes do it."""

import logging
import time
from collections.abc import Callable

from assessment.jobs.services.repeater import Repeater
from assessment.shared.outages import outage_of

logger = logging.getLogger(__name__)
BEAT_SECONDS = 1.0
_works: dict[str, tuple[float, Callable[[], object]]] = {}
_last: dict[str, float] = {}


def regularly(name: str, seconds: float, work: Callable[[], object]) -> None:
    """Have every worker process call `work` every so many seconds; the first time when it starts."""
    _works[name] = (seconds, work)


def beat() -> Repeater:
    """What every process of workers has once: a thread that does what is due, however long its jobs take."""
    return Repeater("beat of the workers", do_what_is_due, BEAT_SECONDS)


def do_what_is_due() -> None:
    """Call whatever is due in this process. What fails is logged and waits for its next time; raises where nothing can be done."""
    for name, (seconds, work) in _works.items():
        now = time.monotonic()
        if now - _last.get(name, -seconds) < seconds:
            continue
        _last[name] = now
        try:
            work()
        except Exception as error:
            if outage_of(error):
                raise
            logger.exception("%s failed", name)

"""What workers do from time to time. It must be short, and harmless when several processes do it."""

import logging
import time
from collections.abc import Callable

from django.db import DatabaseError

logger = logging.getLogger(__name__)
_works: dict[str, tuple[float, Callable[[], None]]] = {}
_last: dict[str, float] = {}


def regularly(name: str, seconds: float, work: Callable[[], None]) -> None:
    """Have every worker process call `work` every so many seconds; the first time when it starts."""
    _works[name] = (seconds, work)


def do_what_is_due() -> None:
    """Call whatever is due in this process. What fails is logged and waits for its next time."""
    for name, (seconds, work) in _works.items():
        now = time.monotonic()
        if now - _last.get(name, -seconds) < seconds:
            continue
        _last[name] = now
        try:
            work()
        except DatabaseError as error:
            logger.warning("%s has to wait: %s", name, error)
        except Exception:
            logger.exception("%s failed", name)

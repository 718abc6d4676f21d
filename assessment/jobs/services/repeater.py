"""A thread that does something again and again, whatever fails: one that ended would be missed by nobody for long."""

import logging
import threading
from collections.abc import Callable

from django.db import close_old_connections, connection

from assessment.shared.outages import outage_of

logger = logging.getLogger(__name__)


class Repeater(threading.Thread):
    """Calls `work`, again at once where that is true, else after so many seconds or when it is woken."""

    def __init__(
        self,
        name: str,
        work: Callable[[], object],
        seconds: float,
        woken: threading.Event | None = None,
    ) -> None:
        super().__init__(daemon=True, name=name)
        self._work, self._seconds, self._woken = work, seconds, woken or threading.Event()
        self._is_stopped = False
        self._outage = ""  # what keeps it from working, as it was last said

    def run(self) -> None:
        """Go on until told to stop, or until the process ends, however that comes about."""
        try:
            while not self._is_stopped:
                self._woken.clear()
                if not self._once():
                    self._woken.wait(self._seconds)
        finally:
            connection.close()

    def stop(self) -> None:
        """Begin nothing more."""
        self._is_stopped = True
        self._woken.set()

    def _once(self) -> object:
        try:
            close_old_connections()
            found = self._work()
        except Exception as error:
            self._tell(error)
            connection.close()
            return None
        self._outage = ""
        return found

    def _tell(self, error: Exception) -> None:
        """Say what went wrong; while the database is away or the disk full once, not every time."""
        outage = outage_of(error)
        if outage is None:
            logger.exception("A worker failed outside of a job; it goes on in a moment")
        elif outage.code != self._outage:
            self._outage = outage.code
            logger.error("Jobs wait. %s (%s)", outage.message, " ".join(str(error).split()))

"""Workers as threads: no broker, and nothing to install. They read the table of jobs itself."""

import logging
import threading

from django.db import close_old_connections, connection

from assessment.jobs.models import Job
from assessment.jobs.services import lifecycle
from assessment.jobs.services.regularly import do_what_is_due
from assessment.jobs.services.runner import run_job
from assessment.jobs.services.runners import asked
from assessment.shared.outages import outage_of

logger = logging.getLogger(__name__)
SWEEP_SECONDS = 2.0
WORKERS = 2  # so that a short job does not wait for an hour behind a long one


class Worker(threading.Thread):
    """Does one job after the other; looks for more when one is asked for, and every two seconds."""

    def __init__(self, number: int = 1) -> None:
        super().__init__(daemon=True, name=f"job worker {number}")
        self.stopped = threading.Event()
        self._outage = ""  # what keeps it from working, as it was last said

    def run(self) -> None:
        """Work until told to stop, or until the process ends, however that comes about."""
        try:
            while not self.stopped.is_set():
                asked.clear()
                if not self._work_off():
                    asked.wait(SWEEP_SECONDS)
        finally:
            connection.close()

    def stop(self) -> None:
        """Do no further job."""
        self.stopped.set()
        asked.set()

    def _work_off(self) -> int:
        try:
            close_old_connections()
            do_what_is_due()
            ended = work_off()
        except Exception as error:  # a worker that ends is missed by nobody until work lies about
            self._tell(error)
            connection.close()
            return 0
        self._outage = ""
        return ended

    def _tell(self, error: Exception) -> None:
        """Say what went wrong; while the database is away or the disk full once, not every two seconds."""
        outage = outage_of(error)
        if outage is None:
            logger.exception("A worker failed outside of a job; it goes on in a moment")
        elif outage.code != self._outage:
            self._outage = outage.code
            logger.error("Jobs wait. %s (%s)", outage.message, " ".join(str(error).split()))


def work_off() -> int:
    """Do every job that nobody holds, oldest first. Returns how many were ended."""
    lifecycle.sweep()
    waiting = Job.objects.unleased().order_by("pk").values_list("pk", flat=True)
    return sum(run_job(pk) for pk in list(waiting))


def start() -> list[Worker]:
    """Start the workers of this process."""
    workers = [Worker(number + 1) for number in range(WORKERS)]
    for worker in workers:
        worker.start()
    return workers

"""Workers as threads: no broker, and nothing to install. They read the table of jobs itself."""

from assessment.jobs.models import Job
from assessment.jobs.services.regularly import beat
from assessment.jobs.services.repeater import Repeater
from assessment.jobs.services.runner import run_job
from assessment.jobs.services.runners import asked

LOOK_SECONDS = 2.0
WORKERS = 2  # so that a short job does not wait for an hour behind a long one


def worker(number: int = 1) -> Repeater:
    """Does one job after the other; looks for more when one is asked for, and every two seconds."""
    return Repeater(f"job worker {number}", work_off, LOOK_SECONDS, asked)


def work_off() -> int:
    """Do every job that nobody holds, oldest first. Returns how many were ended."""
    waiting = Job.objects.unleased().order_by("pk").values_list("pk", flat=True)
    return sum(run_job(pk) for pk in list(waiting))


def start(workers: int = WORKERS) -> list[Repeater]:
    """Start the workers of this process, and what it does beside them."""
    threads = [beat(), *(worker(number + 1) for number in range(workers))]
    for thread in threads:
        thread.start()
    return threads

"""Jobs whose process dies between two steps."""

from datetime import timedelta
from unittest import mock

from django.utils import timezone

from assessment.jobs.models import Job
from assessment.jobs.services.handle import JobHandle
from assessment.jobs.services.runner import run_job


class Killed(BaseException):
    """Stands for SIGKILL: nothing of the program may handle it."""


def run_and_die(job: Job, steps: int) -> bool:
    """Let the process die when so many steps of a job were kept; whether it had more of them."""
    kept, step = [0], JobHandle.step

    def dying(self: JobHandle, checkpoint: dict[str, object]) -> object:
        kept[0] += 1
        if kept[0] > steps:
            raise Killed
        return step(self, checkpoint)

    with mock.patch.object(JobHandle, "step", dying):
        try:
            run_job(job.pk, heartbeat=False)
        except Killed:
            Job.objects.filter(pk=job.pk).update(lease_until=timezone.now() - timedelta(minutes=1))
            return True
    return False

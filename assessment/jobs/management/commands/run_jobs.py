"""python manage.py run_jobs [--until-done]"""

import time
from typing import Any

from django.core.management.base import CommandParser

from assessment.jobs.models import Job
from assessment.jobs.services import embedded
from assessment.jobs.services.lifecycle import sweep
from assessment.shared.commands import AssizeCommand


class Command(AssizeCommand):
    help = "Does background jobs until stopped: a worker apart from the pages, without a broker."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--until-done", action="store_true", help="end when no job is left")

    def do(self, **options: Any) -> str:
        if not options["until_done"]:
            return self._work()
        ended = 0
        while Job.objects.active().exists():
            sweep()
            ended += (now := embedded.work_off())
            if not now:
                time.sleep(0.5)  # another worker holds what is left
        return f"Did {ended} job{'' if ended == 1 else 's'}."

    def _work(self) -> str:
        _, worker = embedded.start(workers=1)
        try:
            worker.join()
        except KeyboardInterrupt:
            worker.stop()
            self.stderr.write("Finishing the job at hand; Ctrl+C again leaves it to the next worker.")
            worker.join()
        return "Stopped."

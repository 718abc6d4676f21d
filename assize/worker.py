"""Does background jobs with Celery until stopped: `python -m assize.worker [options of celery worker]`.

Celery's worker may end by itself when Redis dies at an unlucky moment, and the jobs would wait for nobody; this
process then starts it again. On SIGTERM or Ctrl+C the job at hand is finished and both end.
"""

import os
import signal
import subprocess
import sys
import time
from types import FrameType

import django

UNKNOWN_OPTION = 2  # Celery's exit code
PAUSES = (1.0, 2.0, 5.0, 10.0, 30.0)  # seconds before the first start again, the second, …
WORKED = 60.0  # seconds; a worker that lasted longer had no trouble starting


class Keeper:
    """Keeps one worker of Celery running."""

    def __init__(self, options: list[str]) -> None:
        self._command = [sys.executable, "-m", "celery", "-A", "assize", "worker", *options]
        self._is_stopping = False
        self._worker: subprocess.Popen[bytes] | None = None

    def keep(self) -> int:
        """Run workers one after the other until asked to stop; 0, or what Celery says of its options."""
        signal.signal(signal.SIGTERM, self._hand_on)
        signal.signal(signal.SIGINT, self._remember)  # a terminal sends it to both
        troubles = 0
        while True:
            began = time.monotonic()
            code = self._run()
            if self._is_stopping:
                return 0
            if code in (0, UNKNOWN_OPTION):
                return code
            troubles = 0 if time.monotonic() - began > WORKED else troubles
            pause = PAUSES[min(troubles, len(PAUSES) - 1)]
            troubles += 1
            print(f"The worker ended with {code}. It is started again in {pause:.0f} s.", flush=True)
            if not self._waited(pause):
                return 0

    def _run(self) -> int:
        self._worker = subprocess.Popen(self._command)
        if self._is_stopping:  # asked while it was being started
            self._worker.terminate()
        return self._worker.wait()

    def _waited(self, seconds: float) -> bool:
        """Whether nobody asked to stop meanwhile."""
        end = time.monotonic() + seconds
        while not self._is_stopping and time.monotonic() < end:
            time.sleep(0.1)
        return not self._is_stopping

    def _remember(self, *_: int | FrameType | None) -> None:
        self._is_stopping = True

    def _hand_on(self, *_: int | FrameType | None) -> None:
        self._is_stopping = True
        if self._worker is not None:
            self._worker.terminate()


def main() -> int:
    """Refuse to run without a Redis, else keep a worker."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "assize.settings")
    from django.conf import settings

    if not settings.REDIS_URL:
        print(
            "There is no Redis to take jobs from. Nothing was started. Set ASSIZE_REDIS_URL, "
            "or run `python manage.py run_jobs`, which needs none.",
            file=sys.stderr,
        )
        return 1
    django.setup()
    from assize.soundness import refuse_unsound

    refuse_unsound(may_be_away=True)
    return Keeper(sys.argv[1:]).keep()


if __name__ == "__main__":
    sys.exit(main())

"""Does background jobs with Celery until stopped: `python -m assize.worker [options of celery worker]`.

Celery's worker may end by itself when Redis dies at an unlucky moment, and the jobs would wait for nobody; this
process then starts it again. One that cannot start says why, and both end. On SIGTERM or Ctrl+C the job at hand is
finished and both end.
"""

import os
import signal
import subprocess
import sys
import time
from types import FrameType

from assize.celery_worker import CANNOT_START, READY_FILE, give_up, missing

UNKNOWN_OPTION = 2  # Celery's exit code
PAUSES = (1.0, 2.0, 5.0, 10.0, 30.0)  # seconds before the first start again, the second, …
WORKED = 60.0  # seconds; a worker that lasted longer had no trouble starting
STARTS = 3  # after so many in a row that were never ready another one would not be either


class Keeper:
    """Keeps one worker of Celery running."""

    def __init__(self, options: list[str]) -> None:
        self._command = [sys.executable, "-m", "assize.celery_worker", *options]
        self._is_stopping = False
        self._has_worked = False
        self._worker: subprocess.Popen[bytes] | None = None

    def keep(self) -> int:
        """Run workers one after the other until asked to stop; 0, or the code of one that cannot start."""
        signal.signal(signal.SIGTERM, self._hand_on)
        signal.signal(signal.SIGINT, self._remember)  # a terminal sends it to both
        troubles = unready = 0
        while True:
            began = time.monotonic()
            code = self._run()
            if self._is_stopping:
                return 0
            if code in (0, UNKNOWN_OPTION) or (code == CANNOT_START and not self._has_worked):
                return code
            unready = 0 if self._has_worked or code < 0 else unready + 1
            if unready == STARTS:
                print(
                    f"The worker ended {STARTS} times before it was ready; the reason is above.", flush=True
                )
                return code
            troubles = 0 if time.monotonic() - began > WORKED else troubles
            pause = PAUSES[min(troubles, len(PAUSES) - 1)]
            troubles += 1
            print(f"The worker ended with {code}. It is started again in {pause:.0f} s.", flush=True)
            if not self._waited(pause):
                return 0

    def _run(self) -> int:
        ready, ready_end = os.pipe()
        try:
            os.set_blocking(ready, False)
            environment = os.environ | {READY_FILE: str(ready_end)}
            self._worker = subprocess.Popen(self._command, env=environment, pass_fds=[ready_end])
            if self._is_stopping:  # asked while it was being started
                self._worker.terminate()
            code = self._worker.wait()
            self._has_worked = self._has_worked or _has_come(ready)
            return code
        finally:
            os.close(ready)
            os.close(ready_end)

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


def _has_come(file: int) -> bool:
    try:
        return bool(os.read(file, 1))
    except BlockingIOError:
        return False


def main() -> int:
    """Refuse to run without a Redis, else keep a worker."""
    if not _redis_url():
        print(
            "There is no Redis to take jobs from. Nothing was started. Set ASSIZE_REDIS_URL, "
            "or run `python manage.py run_jobs`, which needs none.",
            file=sys.stderr,
        )
        return 1
    return Keeper(sys.argv[1:]).keep()


def _redis_url() -> str:
    """The setting; ends with a sentence where the settings cannot be read."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "assize.settings")
    try:
        from django.conf import settings
        from django.core.exceptions import ImproperlyConfigured

        try:
            return str(settings.REDIS_URL)
        except ImproperlyConfigured as error:
            give_up(str(error))
    except ImportError as error:
        missing(error)


if __name__ == "__main__":
    sys.exit(main())

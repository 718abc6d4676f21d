"""Does background jobs beside a process that serves: one of its own, so that no page waits for Python's lock.

`python -m assize.job_process` is started by the serving process, which writes a byte to its input where a job was asked
for. It has a lower priority than the pages, is started again where it dies, and ends with the process that started it.
"""

import logging
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable

from assize.garbage import keep_what_is_loaded, look_seldom
from assize.worker import LOWER_PRIORITY

PAUSE = 2.0  # seconds before it is started again

logger = logging.getLogger(__name__)


class JobProcess(threading.Thread):
    """Keeps one such process running for as long as this process lives."""

    def __init__(self) -> None:
        super().__init__(daemon=True, name="keeper of the job process")
        self._process: subprocess.Popen[bytes] | None = None

    def run(self) -> None:
        """Start it again whenever it ends."""
        while True:
            process = subprocess.Popen([sys.executable, "-m", __name__], stdin=subprocess.PIPE)
            assert process.stdin
            os.set_blocking(process.stdin.fileno(), False)
            self._process = process
            code = process.wait()
            logger.error("The process that does jobs ended with %s. It is started again.", code)
            time.sleep(PAUSE)

    def wake(self) -> None:
        """Let it look for jobs now; where it does not hear, it looks by itself in a moment."""
        process = self._process
        try:
            if process and process.stdin:
                os.write(process.stdin.fileno(), b".")
        except (OSError, ValueError):
            logger.debug("The process that does jobs is not there.")


def start() -> Callable[[], None]:
    """Have jobs done beside this process from now on; gives what wakes the process that does them."""
    from assessment.jobs.services import runners

    keeper = JobProcess()
    keeper.start()
    runners.wakers.append(keeper.wake)
    return keeper.wake


def main() -> None:
    """Do jobs until the input ends."""
    os.nice(LOWER_PRIORITY)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a terminal sends it to both; the end of the input follows
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "assize.settings")
    import django

    look_seldom()
    django.setup()
    keep_what_is_loaded()
    from assessment.jobs.services import embedded, runners

    embedded.start()
    while os.read(sys.stdin.fileno(), 4096):
        runners.asked.set()
    os._exit(0)  # at once, as with a crash: what the workers had begun is taken up by the next ones


if __name__ == "__main__":
    main()

"""Serves pages beside the process that took the port, so that the site uses more than one core.

`python -m assize.serving_process SOCKET PIPE` is started by that process with the listening socket, on which both take
connections, and a pipe to say that a job was asked for. It is started again where it dies, and ends with its parent.
"""

import logging
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable

PAUSE = 2.0  # seconds before it is started again

logger = logging.getLogger(__name__)


class ServingProcess(threading.Thread):
    """Keeps one such process running for as long as this process lives."""

    def __init__(self, listener: socket.socket, asking: int) -> None:
        super().__init__(daemon=True, name="keeper of a serving process")
        self._given = (listener.fileno(), asking)

    def run(self) -> None:
        """Start it again whenever it ends."""
        while True:
            command = [sys.executable, "-m", __name__, *map(str, self._given)]
            process = subprocess.Popen(command, stdin=subprocess.PIPE, pass_fds=self._given)
            code = process.wait()
            logger.error("A process that serves ended with %s. It is started again.", code)
            time.sleep(PAUSE)


def start(listener: socket.socket, number: int, wake: Callable[[], None]) -> None:
    """Have so many further processes serve; `wake` is called when one of them asked for a job."""
    heard, asking = os.pipe()
    os.set_blocking(asking, False)
    threading.Thread(target=_hear, args=(heard, wake), daemon=True, name="hearer of jobs").start()
    for _ in range(number):
        ServingProcess(listener, asking).start()


def _hear(pipe: int, wake: Callable[[], None]) -> None:
    while os.read(pipe, 4096):
        wake()


def _ask(pipe: int) -> None:
    try:
        os.write(pipe, b".")
    except OSError:
        logger.debug("Nobody hears of jobs; whoever does them looks by itself.")


def _end_with_parent() -> None:
    """Stop as a person would stop it once the input ends."""
    while os.read(sys.stdin.fileno(), 4096):
        pass
    os.kill(os.getpid(), signal.SIGTERM)


def main() -> None:
    """Serve until the input ends."""
    listener, asking = socket.socket(fileno=int(sys.argv[1])), int(sys.argv[2])
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a terminal sends it to all; the end of the input follows
    threading.Thread(target=_end_with_parent, daemon=True).start()
    from assize.serve import server_on

    server = server_on(listener)
    from assessment.jobs.services import runners

    runners.wakers.append(lambda: _ask(asking))
    server.run()


if __name__ == "__main__":
    main()

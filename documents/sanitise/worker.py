"""The process that cleans pages: `python -m documents.sanitise.worker`. It reads pages and writes what comes out.

It has little memory, and no page keeps it longer than a few seconds: then it ends, whoever is waiting for it.
"""

import gc
import resource
import signal
import sys

from documents.sanitise import wire
from documents.sanitise.clean import clean_bytes
from documents.sanitise.result import NotClean

MEMORY = 1024**3  # bytes of address space
SECONDS = 2.5  # for one page
_NEW_OBJECTS = 50_000  # until cycles are looked for: a page makes thousands of objects, and no cycles


def main() -> None:
    """Clean pages until the other side goes away."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    gc.freeze()
    gc.set_threshold(_NEW_OBJECTS)
    incoming, outgoing = sys.stdin.buffer, sys.stdout.buffer
    while message := wire.receive(incoming):
        head, parts = message
        signal.setitimer(signal.ITIMER_REAL, SECONDS)  # nobody catches the signal: it ends the process
        try:
            wire.send_clean(outgoing, clean_bytes(parts[0], str(head["base"])).packed())
        except NotClean as error:
            wire.send(outgoing, {"refused": str(error)})
        except (MemoryError, RecursionError):
            wire.send(outgoing, {"refused": "It takes more memory than a page may."})
        signal.setitimer(signal.ITIMER_REAL, 0)


if __name__ == "__main__":
    main()

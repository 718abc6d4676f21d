"""The process that cleans pages: `python -m documents.sanitise.worker`. It reads pages and writes what comes out.

It has little memory, and no page keeps it longer than a few seconds: then it ends, whoever is waiting for it.
"""

import gc
import resource
import signal
from typing import Any

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
    wire.serve(_answer)


def _answer(head: dict[str, Any], parts: list[bytes]) -> bytes:
    signal.setitimer(signal.ITIMER_REAL, SECONDS)  # nobody catches the signal: it ends the process
    try:
        return wire.packed_page(clean_bytes(parts[0], str(head["base"])).packed())
    except NotClean as error:
        return wire.packed({"refused": str(error)})
    except (MemoryError, RecursionError):
        return wire.packed({"refused": "It takes more memory than a page may."})
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


if __name__ == "__main__":
    main()

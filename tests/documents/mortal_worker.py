"""The process that cleans pages, but one page fells it at once, where in earnest it would work for seconds before it dies."""

import os
import signal
from typing import Any

from documents.sanitise import worker

DEADLY = "<p>deadly"
_answer = worker._answer


def _answer_unless_deadly(head: dict[str, Any], parts: list[bytes]) -> bytes:
    if parts[0] == DEADLY.encode():
        os.kill(os.getpid(), signal.SIGKILL)
    return _answer(head, parts)


if __name__ == "__main__":
    worker._answer = _answer_unless_deadly
    worker.main()

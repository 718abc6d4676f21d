"""A site whose answers come late: what a test of a page looks at too early is unfinished far more often."""

import os
import random
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.core.servers.basehttp import ServerHandler

LATE = bool(os.environ.get("ASSIZE_LATE_ANSWERS"))
# Seconds, of which one is drawn before a request is looked at, and one before its answer is sent.
DELAYS = (0, 0, 0.05, 0.1, 0.2, 0.4, 0.4, 1.2)


@contextmanager
def answers_come_late() -> Iterator[None]:
    """While this lasts, the server of the tests takes its time; requests are still answered side by side."""
    run, send, dice = ServerHandler.run, ServerHandler.finish_response, random.Random()

    def run_late(self: ServerHandler, application: Any) -> None:
        time.sleep(dice.choice(DELAYS))
        run(self, application)

    def send_late(self: ServerHandler) -> None:
        time.sleep(dice.choice(DELAYS))
        send(self)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ServerHandler, "run", run_late)
        patch.setattr(ServerHandler, "finish_response", send_late)
        yield

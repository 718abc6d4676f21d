"""The long work of this app, done as jobs."""

import logging

from django.db import transaction

from assessment.jobs.models.registry import Result, register
from assessment.jobs.services.handle import JobHandle
from assessment.jobs.services.regularly import regularly
from assessment.notices.services.notify import send_waiting, send_what_waits
from assessment.notices.services.occasions import tell_near_deadlines
from assessment.shared.say import say, say_n, sentence

logger = logging.getLogger(__name__)
EVERY = 600.0  # seconds


@register("notices.send", sentence("Sending mail"))
def send(job: JobHandle) -> Result:
    """Send every notice that waits. What a dead attempt was sending is not sent again."""
    sent, failed = send_waiting()
    if failed:
        return Result(say("Sent {sent} notices; {failed} could not be sent.", sent=sent, failed=failed))
    return Result(say_n("Sent {n} notice.", "Sent {n} notices.", sent))


def watch_deadlines() -> None:
    """Have workers look every ten minutes for near deadlines, and for notices that nobody sends."""
    regularly("notices.deadlines", EVERY, _tell)


def _tell() -> None:
    with transaction.atomic():
        tell_near_deadlines()
        send_what_waits()

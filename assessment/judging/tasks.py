"""The long work of this app, done as jobs."""

from typing import Any

from assessment.jobs.models.registry import Link, Result, register
from assessment.jobs.services.handle import JobHandle
from assessment.jobs.services.regularly import regularly
from assessment.judging.selectors.batches import UNDO
from assessment.judging.services.batches import undo_batch
from assessment.judging.services.sealing import SEAL, seal_history, seal_when_due
from assessment.shared.say import say_n, sentence
from assessment.shared.steady import SteadyClock

SEAL_EVERY = 900.0  # seconds
_clock = SteadyClock()


@register(UNDO, sentence("Undoing many changes"))
def undo(job: JobHandle, **wanted: Any) -> Result:
    """Undo what one act did."""
    sentence = undo_batch(job, **wanted)
    batch = job.checkpoint.get("batch")
    page = Link("judging:batch", [job.campaign.slug, batch]) if batch else ""
    return Result(sentence, page)


@register(SEAL, sentence("Sealing the history"))
def seal(job: JobHandle) -> Result:
    """Seal the days that are over."""
    made = seal_history(progress=job.progress)
    return Result(say_n("Sealed {n} day of the history.", "Sealed {n} days of the history.", len(made)))


def seal_regularly() -> None:
    """Have workers look every quarter of an hour whether a day is to be sealed."""
    regularly("judging.seal", SEAL_EVERY, _seal_when_due)


def _seal_when_due() -> None:
    """Not at the first look, nor after a jump: a day sealed by a clock that is ahead gets rows after its seal."""
    if _clock.is_steady():
        seal_when_due()

"""What a job's function holds of its job: progress, log, steps that are kept, and the wish to cancel."""

import math
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from copy import deepcopy
from typing import TYPE_CHECKING, Any

from django.utils import timezone

from assessment.jobs.errors import CancelledError, LeaseLostError
from assessment.jobs.models import Job
from assessment.jobs.services import lifecycle
from assessment.people.models import Account
from documents.steps import Pace, short_step

if TYPE_CHECKING:
    from assessment.campaigns.models import Campaign

MOST_LINES = 200
# Of a part of the work, before its pace says how long the rest takes. What is counted in a few unlike steps has none.
FIRST_SECONDS, FIRST_PART, FIRST_COUNT = 3.0, 0.02, 20


class JobHandle:
    """One attempt at a job. Progress is kept in memory; each step writes it, and the heartbeat where no step does."""

    def __init__(self, job: Job) -> None:
        self.job = job
        self.cancelled = False
        self.lost = False
        self.kept_at = -math.inf  # when a step was kept last, by the steady clock
        self.error: Exception | None = None  # what this attempt failed with
        self.listener: Callable[[int, int, str], None] | None = None  # of somebody who waits for it
        self._log = [*job.log]
        self._message, self._done, self._total = job.message, job.done, job.total
        self._began: tuple[float, int] | None = None

    @property
    def campaign(self) -> "Campaign":
        """The campaign that the job is about."""
        if self.job.campaign is None:
            raise ValueError(f"{self.job} is about no campaign")
        return self.job.campaign

    @property
    def by(self) -> Account | None:
        """Who asked for it."""
        return self.job.asked_by

    @property
    def checkpoint(self) -> Mapping[str, Any]:
        """What the last kept step of any attempt said; empty at the very beginning."""
        kept: Mapping[str, Any] = self.job.checkpoint
        return kept

    def progress(self, done: int, total: int = 0, message: str = "") -> None:
        """Say how far it is. Raises where the work is to end: cancelled, or in another worker's hands."""
        self.tell(done, total, message)
        self.go_on()

    def tell(self, done: int, total: int = 0, message: str = "") -> None:
        """Say how far work is that goes on to the end of its part, whatever was asked for."""
        if (
            self._began is None or total != self._total or done < self._done
        ):  # another part, with a pace of its own
            self._began = (time.monotonic(), done)
        self._done, self._total, self._message = done, max(total, 0), message[:200]
        if self.listener:
            self.listener(done, total, message)

    def note(self, line: str) -> None:
        """Add a line to the log; the oldest lines go where there are very many."""
        self._log = [*self._log, [timezone.now().isoformat(timespec="seconds"), line]][-MOST_LINES:]

    def go_on(self) -> None:
        """Raise where the work is to end."""
        if self.lost:
            raise LeaseLostError(f"{self.job} is in other hands")
        if self.cancelled:
            raise CancelledError(f"{self.job} was cancelled")

    @contextmanager
    def step(self, checkpoint: Mapping[str, Any], *, heeds_cancel: bool = True) -> Iterator[None]:
        """Keep a part of the work: what is written inside and the checkpoint are one transaction, once for all attempts.

        The part is to be a short one, and others write after it (`documents.steps`). One that no longer `heeds_cancel` tells
        of work that stands already.
        """
        if heeds_cancel:
            self.go_on()
        with short_step():
            yield
            cancel = lifecycle.keep_step(job=self.job, checkpoint=checkpoint, **self.written())
            if cancel is None:
                self.lost = True
                raise LeaseLostError(f"{self.job} is in other hands")
        self.cancelled = cancel
        self.kept_at = time.monotonic()
        self.job.checkpoint = dict(checkpoint)

    @contextmanager
    def tallied(self, pace: Pace | None = None) -> Iterator[dict[str, Any]]:
        """A step whose checkpoint is what the last one said, to be changed inside; by a pace it is timed."""
        checkpoint = deepcopy(dict(self.checkpoint))
        with self.step(checkpoint), pace.timed() if pace else nullcontext():
            yield checkpoint

    def written(self) -> dict[str, Any]:
        """Progress and log as the row keeps them."""
        own = {"done": self._done, "total": self._total, "message": self._message, "log": self._log}
        return own | {"seconds_left": self._seconds_left()}

    def _seconds_left(self) -> int | None:
        """The rest of this part of the work at its pace in this attempt; nothing before there is one."""
        began, at_first = self._began or (0.0, 0)
        spent, done, left = time.monotonic() - began, self._done - at_first, self._total - self._done
        if left <= 0 or spent < FIRST_SECONDS or done < max(FIRST_COUNT, FIRST_PART * (done + left)):
            return None
        return round(spent * left / done)

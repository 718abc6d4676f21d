"""What the newest trial of samples with a machine showed: how often intervals held, and what the machine saved."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from assessment.campaigns.models import Campaign
from assessment.jobs.models import Job, JobState
from assessment.shared.say import say
from scoring.studies.designs import DESIGNS, SIMPLE
from scoring.studies.fewer_judgments import HOLDS
from scoring.studies.fewer_simulated import in_short

KIND = "studies.fewer_judgments"


class TriedRun(NamedTuple):
    """A run, by the sample alone and with the machine."""

    run_id: str
    truth: float
    plain: Mapping[str, float]
    powered: Mapping[str, float]
    saved: int

    @property
    def plain_holds(self) -> bool:
        """Whether intervals without the machine hold about as often as they say."""
        return HOLDS[0] <= self.plain["held"] <= HOLDS[1]

    @property
    def powered_holds(self) -> bool:
        """The same of those with the machine."""
        return HOLDS[0] <= self.powered["held"] <= HOLDS[1]

    @property
    def plain_percent(self) -> float:
        """How often intervals without the machine hold."""
        return 100 * self.plain["held"]

    @property
    def powered_percent(self) -> float:
        """The same of those with the machine."""
        return 100 * self.powered["held"]


class TriedSize(NamedTuple):
    """All runs with samples of one size."""

    n: int
    is_sound: bool
    sentence: str
    runs: Sequence[TriedRun]


class Trial(NamedTuple):
    """What a trial said, and when it was made."""

    job: Job
    found: Mapping[str, Any]

    @property
    def design(self) -> str:
        """How samples were drawn; trials from before there were designs drew simple ones."""
        return say(DESIGNS[self.found.get("design", SIMPLE)])

    @property
    def sizes(self) -> list[TriedSize]:
        """Each size with its sentence in the reader's language."""
        return [
            TriedSize(
                size["n"],
                not size["unsound"],
                in_short(size, self.found["questions"]),
                [TriedRun(**run) for run in size["runs"]],
            )
            for size in self.found["sizes"]
        ]


def newest_trial(campaign: Campaign, name: str) -> Trial | None:
    """The newest trial with a machine."""
    done = Job.objects.filter(campaign=campaign, kind=KIND, state=JobState.DONE, arguments__name=name)
    job = done.order_by("-pk").first()
    found = job.checkpoint.get("simulated") if job else None
    return Trial(job, found) if job and found else None

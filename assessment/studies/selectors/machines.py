"""The machines that judged in a campaign, and what the newest comparison of each with people said."""

from typing import Any, NamedTuple

from assessment.campaigns.models import Campaign
from assessment.jobs.models import Job, JobState
from assessment.judging.models import MACHINE, Assignment
from scoring.studies.machines import in_short

KIND = "studies.machine"


class Comparison(NamedTuple):
    """What a comparison said, and when it was made."""

    job: Job
    found: dict[str, Any]

    @property
    def sentence(self) -> str:
        """The result in short, in the reader's language."""
        tau = self.found["ranking"] and self.found["ranking"]["tau"]
        return in_short(self.found["machine"], self.found["total"], len(self.found["questions"]), tau)


def machines_of(campaign: Campaign) -> list[str]:
    """The names of the machines, in code-point order."""
    rows = Assignment.objects.filter(question__campaign=campaign, role=MACHINE)
    return sorted(set(rows.values_list("member__name", flat=True)))


def newest_comparison(campaign: Campaign, name: str) -> Comparison | None:
    """The newest comparison of a machine with people."""
    done = Job.objects.filter(campaign=campaign, kind=KIND, state=JobState.DONE, arguments__name=name)
    job = done.order_by("-pk").first()
    found = job.checkpoint.get("comparison") if job else None
    return Comparison(job, found) if job and found else None

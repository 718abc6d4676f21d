"""The long work of this app, done as jobs. A check may be repeated: its findings replace the former ones."""

from collections.abc import Mapping
from typing import Any

from assessment.assignments.selectors import work_figure  # noqa: F401  # registers by being imported
from assessment.assignments.services import assignment_table  # noqa: F401  # registers by being imported
from assessment.assignments.services.checks import check_assessors, outcome_of
from assessment.assignments.services.finishing import finish_judged
from assessment.assignments.services.giving_back import give_back
from assessment.assignments.services.moves import GIVE_BACK, MOVE, move
from assessment.assignments.services.thirds import ASK, ask_for_one
from assessment.jobs.models.registry import Link, Result, register
from assessment.jobs.services.handle import JobHandle
from assessment.shared.say import say, sentence


@register("assignments.check", sentence("Checking how assessors judge"))
def check(job: JobHandle) -> Result:
    """Look for what is unusual in the judgments so far."""
    job.progress(0, 1, say("Reading the judgments"))
    found = check_assessors(campaign=job.campaign, by=job.by)
    job.progress(1, 1)
    return Result(outcome_of(found), Link("judging:progress", [job.campaign.slug]))


@register("assignments.finish", sentence("Finishing judged questions"))
def finish(job: JobHandle, *, nothing_found: bool) -> Result:
    """Finish what is judged. Each question stands by itself, so an attempt that was cut off is gone on with."""
    done = finish_judged(campaign=job.campaign, by=job.by, nothing_found=nothing_found, progress=job.progress)
    return Result(str(done), Link("judging:progress", [job.campaign.slug]))


@register(ASK, sentence("Asking a third assessor"))
def ask_third(job: JobHandle, *, question: int) -> Result:
    """Give the answers of a question on which its judges differ to a third, where all have finished still."""
    asked = ask_for_one(campaign=job.campaign, question=question)
    return Result(str(asked), Link("judging:thirds", [job.campaign.slug]))


@register(MOVE, sentence("Moving assignments"), undo=GIVE_BACK)
def move_work(job: JobHandle, *, member: int, wanted: Mapping[str, Any], seen: str, reason: str) -> Result:
    """Move somebody's work: all that was planned, whoever goes on with the job, or nothing."""
    sentence = move(job, member=member, wanted=wanted, seen=seen, reason=reason)
    return Result(sentence, Link("judging:assign-person", [job.campaign.slug, member]))


@register(GIVE_BACK, sentence("Giving assignments back"))
def give_work_back(job: JobHandle, **wanted: Any) -> Result:
    """Give back what an act moved."""
    return Result(give_back(job, **wanted), Link("judging:assign", [job.campaign.slug]))

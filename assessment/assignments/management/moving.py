"""What the commands that move an assessor's work share."""

from typing import Any

from assessment.assignments.management.commands.assign import split_names
from assessment.assignments.services.moves import MOVE, checked_plan, move_arguments
from assessment.assignments.services.planning import Wanted
from assessment.campaigns.models import Campaign
from assessment.jobs.services.runner import do_here
from assessment.people.models import Member
from assessment.shared.commands import AssizeCommand, Outcome


def wanted_of(kind: str, options: dict[str, Any]) -> Wanted:
    """What the options ask for."""
    to, questions = (split_names(options.get(name) or "") for name in ("to", "questions"))
    return Wanted(kind, tuple(to), tuple(questions), options["all"], options.get("seed") or 1)


def carried_out(
    command: AssizeCommand, campaign: Campaign, member: Member, wanted: Wanted, check: bool
) -> Outcome:
    """Say who gets how much; and do it, unless that was only to be checked."""
    plan = checked_plan(campaign, member, wanted)
    lines = [f"{share.name}: {share.questions:,} questions, {share.items:,} items" for share in plan.shares]
    fields = {"shares": [share._asdict() for share in plan.shares], "questions": plan.questions}
    if check:
        return Outcome(f"{plan.sentence} Nothing was changed.", fields, lines)
    arguments = move_arguments(campaign=campaign, member=member, wanted=wanted)
    job = do_here(kind=MOVE, campaign=campaign, arguments=arguments, listener=command.progress)
    return Outcome(str(job.result["sentence"]), fields, lines)

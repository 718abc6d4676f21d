"""Designs that ask people for a sample: recorded before anybody judges, and what is estimated from the sample afterwards."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import transaction

from assessment.assignments.selectors.units import assignments_of
from assessment.assignments.services.assign import lock_assignments
from assessment.campaigns.models import Campaign
from assessment.judging.selectors.designs import design_of, have_people_judged
from assessment.judging.selectors.post_editing import plan_of
from assessment.judging.services.designs import store_design
from assessment.people.models import Account
from assessment.people.services.events import record_event
from assessment.results.services.readings import scorer_of
from assessment.shared.errors import Refused
from assessment.shared.say import say
from scoring.studies.designs import CannotDraw, drawn_sample
from scoring.studies.estimates import Estimates, estimated
from scoring.studies.machines import UnknownMachine


def record_design(
    *, campaign: Campaign, name: str, design: str, size: int, seed: int, by: Account | None
) -> str:
    """Draw the questions that people are asked to judge, and record the design. Returns what was done, in a sentence.

    Refused once anybody judged, or has questions assigned: whoever knows judgments could choose the design to suit them.
    """
    refuse_begun(campaign)
    with _explained():
        sampling = drawn_sample(scorer_of(campaign).evaluation, name, design, size, seed)
    with transaction.atomic():
        refuse_begun(lock_assignments(campaign))
        store_design(campaign=campaign, sampling=sampling, by=by)
        facts: dict[str, Any] = {"design": design, "machine": name, "size": size, "seed": seed}
        record_event(by=by, campaign=campaign, verb="sample:drawn", **facts)
    return say(
        "{n} of {questions} questions were drawn (seed {seed}). Assign them now: people get no others.",
        n=size,
        questions=len(sampling.questions),
        seed=str(seed),
    )


@transaction.atomic
def withdraw_design(*, campaign: Campaign, by: Account | None) -> str:
    """Ask people for everything again, as long as nobody judged. Returns what was done, in a sentence."""
    lock_assignments(campaign)
    design = design_of(campaign)
    if design is None:
        raise Refused(say("No sample was drawn in this campaign."), "no_design", say("Draw one first."))
    _refuse_judged(campaign)
    design.delete()
    record_event(by=by, campaign=campaign, verb="sample:withdrawn")
    return say("The sample was withdrawn. People are asked for all questions.")


def refuse_begun(campaign: Campaign) -> None:
    """Refuse a design where there is one, where anybody judged, or where questions are assigned."""
    if design_of(campaign):
        raise Refused(
            say("A sample was drawn already."),
            "design_recorded",
            say("Withdraw it first; nobody may have judged."),
        )
    if plan_of(campaign):
        raise Refused(
            say("Post-editing was declared here: estimates need people who saw no grades of a machine."),
            "post_editing_declared",
            say("Withdraw it first; nothing may be assigned under it."),
        )
    _refuse_judged(campaign)
    if assignments_of(campaign).exists():
        raise Refused(
            say("Questions are assigned to people already. No sample was drawn."),
            "design_assigned",
            say("Take them off on the page Assign, then draw the sample, then assign it."),
        )


def why_begun(campaign: Campaign) -> Refused | None:
    """What stands in the way of drawing a sample now; None where nothing does."""
    try:
        refuse_begun(campaign)
    except Refused as refused:
        return refused
    return None


def _refuse_judged(campaign: Campaign) -> None:
    if have_people_judged(campaign):
        raise Refused(
            say(
                "People have judged already. A design is recorded before the first judgment, and then stays."
            ),
            "design_too_late",
            say("Anyone who knows judgments could choose a sample to suit them, and no interval would hold."),
        )


def estimate_scores(*, campaign: Campaign) -> Estimates:
    """Estimate the scores of all questions from the sample. Reads only."""
    with _explained():
        return estimated(scorer_of(campaign).evaluation)


@contextmanager
def _explained() -> Iterator[None]:
    """Refuse what cannot be drawn or estimated."""
    try:
        yield
    except (CannotDraw, UnknownMachine) as error:
        message = say("{problem} Nothing was drawn or estimated.", problem=error)
        raise Refused(message, "cannot_sample", say("The manual names what each design needs.")) from None

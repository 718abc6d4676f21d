"""Post-editing: declared before anything is assigned, and drawn for each assignment when it is made."""

from collections.abc import Sequence
from typing import Any

from django.db import transaction

from assessment.assignments.selectors.post_editing import is_assigned
from assessment.assignments.selectors.sentences import listed
from assessment.assignments.services.assign import lock_assignments
from assessment.campaigns.models import Campaign
from assessment.judging.models import PostEditingPlan, SamplingDesign
from assessment.judging.selectors.post_editing import (
    digest_of,
    drafted_questions,
    machine_members,
    may_be_shown,
    plan_of,
)
from assessment.judging.services.post_editing import store_plan
from assessment.people.models import Account, Member
from assessment.people.services.events import record_event
from assessment.shared.errors import Refused
from assessment.shared.say import say, say_n, sentence
from scoring.records import PostEditing

SHOWN = 8  # names in a sentence
PERCENT = 100
NOT_NOW = sentence("Nothing was declared.")


@transaction.atomic
def declare_post_editing(
    *, campaign: Campaign, name: str, share: int, seed: int, questions: Sequence[str], by: Account | None
) -> str:
    """Declare that assessors see a machine's grades first in a share of their questions. Returns what was done.

    `questions` (ids) limits it to a part of the campaign; empty: all. Refused where anything of it is assigned: a
    condition is fixed before anybody knows what they will judge.
    """
    lock_assignments(campaign)
    if plan_of(campaign):
        raise Refused(
            say("Post-editing was declared already."),
            "post_editing_declared",
            say("Withdraw it first; nothing may be assigned under it."),
        )
    machine = _machine(campaign, name)
    qids = _known(campaign, questions)
    _refuse_sampled(campaign)
    if not 1 <= share <= PERCENT:
        raise Refused(say("The share is a percentage from 1 to 100."), "share_invalid", say(NOT_NOW))
    _refuse_assigned(campaign, qids)
    declared = PostEditing(machine.name, share, seed, digest_of(machine), tuple(qids))
    plan = store_plan(campaign=campaign, declared=declared, by=by)
    facts: dict[str, Any] = {"machine": machine.name, "share": share, "seed": seed, "limited_to": len(qids)}
    record_event(by=by, campaign=campaign, verb="post_editing:declared", **facts)
    said = say(
        "In about {share} % of their questions (seed {seed}) assessors will see what {machine} said before they judge. "
        "Assign now: the condition of each question is drawn then, and stays.",
        machine=machine.name,
        share=share,
        seed=str(seed),
    )
    return " ".join([said, *_drafts_included(plan)])


def _drafts_included(plan: PostEditingPlan) -> list[str]:
    drafted = len(drafted_questions(plan.machine, plan.questions))
    if not drafted:
        return []
    return [
        say_n(
            "Its nugget drafts are included: there are some for {n} question.",
            "Its nugget drafts are included: there are some for {n} questions.",
            drafted,
        )
    ]


@transaction.atomic
def withdraw_post_editing(*, campaign: Campaign, by: Account | None) -> str:
    """Let everybody judge blind, as long as nothing is assigned under the declaration. Returns what was done."""
    lock_assignments(campaign)
    plan = plan_of(campaign)
    if plan is None:
        raise Refused(say("Post-editing was not declared here."), "no_post_editing", say("Declare it first."))
    _refuse_assigned(campaign, plan.questions)
    plan.delete()
    record_event(by=by, campaign=campaign, verb="post_editing:withdrawn")
    return say("Post-editing was withdrawn. Everybody judges blind.")


def _machine(campaign: Campaign, name: str) -> Member:
    machines = {member.name: member for member in machine_members(campaign)}
    if name not in machines:
        raise Refused(
            say("No machine {name} judged in this campaign.", name=name),
            "machine_unknown",
            say("Import its judgments first."),
        )
    return machines[name]


def _known(campaign: Campaign, qids: Sequence[str]) -> list[str]:
    """The questions that it is limited to, each once, in order; refused where one has no graded answers."""
    known = {question.qid: question for question in campaign.questions.all()}
    wrong = sorted({qid for qid in qids if qid not in known or not may_be_shown(known[qid])})
    if wrong:
        raise Refused(
            say(
                "Not questions whose answers are graded one by one, or that are judged by nuggets: {qids}.",
                qids=listed(wrong, SHOWN),
            ),
            "questions_unknown",
            say(NOT_NOW),
        )
    if not any(map(may_be_shown, known.values())):
        raise Refused(
            say("No question of this campaign has answers that are graded one by one, or nuggets."),
            "nothing_to_show",
            say(NOT_NOW),
        )
    return sorted(set(qids))


def _refuse_sampled(campaign: Campaign) -> None:
    if SamplingDesign.objects.filter(campaign=campaign).exists():
        raise Refused(
            say(
                "A sample was drawn in this campaign: its estimates rest on what people say without a machine’s grades in view."
            ),
            "design_recorded",
            say(NOT_NOW),
        )


def _refuse_assigned(campaign: Campaign, qids: Sequence[str]) -> None:
    if is_assigned(campaign, qids):
        raise Refused(
            say(
                "Questions are assigned to people already. A condition is fixed when a question is assigned."
            ),
            "post_editing_assigned",
            say("Take people off on the page Assign, as long as they have not begun."),
        )

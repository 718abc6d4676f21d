"""What was declared of post-editing, and how much of the work is under which condition."""

from collections.abc import Sequence
from typing import NamedTuple

from django.db.models import Count, Q, Sum

from assessment.assignments.selectors.units import assignments_of
from assessment.campaigns.models import Campaign
from assessment.judging.models import PostEditingPlan
from assessment.judging.selectors.drafts import TakenDrafts, drafts_taken
from assessment.judging.selectors.post_editing import drafted_questions, machine_members, plan_of
from scoring.conditions import BLIND, POST_EDITING


class ConditionRow(NamedTuple):
    """The work under one condition."""

    condition: str
    assigned: int  # questions, each counted for each of its assessors
    judged: int


class PostEditingPage(NamedTuple):
    """What the page shows."""

    plan: PostEditingPlan | None
    machines: Sequence[str]
    rows: Sequence[ConditionRow]
    is_fixed: bool  # whether it can be withdrawn no more
    drafted: int = 0  # questions of the declaration for which the machine drafted nuggets: they are included
    taken: Sequence[TakenDrafts] = ()


def post_editing_page(campaign: Campaign) -> PostEditingPage:
    """Read the page."""
    names = [member.name for member in machine_members(campaign)]
    plan = plan_of(campaign)
    is_fixed = plan is not None and is_assigned(campaign, plan.questions)
    drafted = len(drafted_questions(plan.machine, plan.questions)) if plan else 0
    return PostEditingPage(plan, names, _rows(campaign), is_fixed, drafted, drafts_taken(campaign))


def is_assigned(campaign: Campaign, qids: Sequence[str]) -> bool:
    """Whether somebody has one of these questions, of any where none is named: its condition is fixed then."""
    rows = assignments_of(campaign)
    return (rows.filter(question__qid__in=qids) if qids else rows).exists()


def _rows(campaign: Campaign) -> list[ConditionRow]:
    counting = assignments_of(campaign).judging().filter(handed_over_at=None).order_by()
    parts = {BLIND: Q(shown=None), POST_EDITING: Q(shown__isnull=False)}
    rows = []
    for condition, part in parts.items():
        found = counting.filter(part).aggregate(assigned=Count("pk"), judged=Sum("judged"))
        rows.append(ConditionRow(condition, found["assigned"], found["judged"] or 0))
    return rows

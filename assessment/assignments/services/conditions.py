"""Under which condition an assignment is judged: drawn once, when it is made."""

from collections.abc import Collection, Sequence

from assessment.campaigns.models import Campaign, Question
from assessment.judging.models import Assignment
from assessment.judging.selectors.post_editing import (
    drafted_questions,
    judged_anything,
    may_be_shown,
    plan_of,
)
from assessment.people.models import Member
from scoring.conditions import is_drawn
from scoring.stages import LISTING


def draw_conditions(campaign: Campaign, made: Sequence[Assignment]) -> None:
    """Let new assignments, not stored yet, be judged as was declared; without a declaration all are blind.

    What comes from files is not drawn: nobody was shown anything here before they judged.
    """
    plan = plan_of(campaign)
    if plan is None or not made:
        return
    declared = plan.record
    questions = Question.objects.in_bulk({row.question_id for row in made})
    members = Member.objects.filter(pk__in={row.member_id for row in made})
    names = dict(members.values_list("pk", "name"))
    drafted, has_judged = drafted_questions(plan.machine), judged_anything(plan.machine)
    for row in made:
        question = questions[row.question_id]
        question.campaign = campaign
        is_listed = question.kind.form.asks(LISTING)
        if _may_see_drafts(row, drafted) if is_listed else has_judged and _may_see_grades(row, question):
            is_edited = is_drawn(declared, question.qid, names[row.member_id])
            row.shown = plan.machine if is_edited else None


def _may_see_grades(row: Assignment, question: Question) -> bool:
    return row.judges and may_be_shown(question)


def _may_see_drafts(row: Assignment, drafted: Collection[int]) -> bool:
    """Drafts are for whoever writes the list alone, where there are any."""
    return row.primary and row.question_id in drafted

"""Assignments changed by hand: add, remove, hand over, reopen. Judgments are set aside at most, never lost."""

from collections.abc import Mapping, Sequence

from django.db import transaction
from django.db.models import Exists, OuterRef
from django.utils import timezone

from assessment.assignments.selectors.begun import begun
from assessment.assignments.selectors.sentences import was_third
from assessment.assignments.selectors.units import (
    assessors_of,
    assignable_questions,
    not_drawn,
    questions_of_unit,
    unit_name,
    unit_subject,
)
from assessment.assignments.services.assign import lock_assignments, refuse_without_texts
from assessment.assignments.services.conditions import draw_conditions
from assessment.assignments.services.roles import add_assignments, ask_again, fill_primary, refresh_disputes
from assessment.campaigns.models import Campaign, Question
from assessment.judging.models import Assignment
from assessment.judging.services.assigned_items import pass_items_on
from assessment.judging.services.counters import refresh_work
from assessment.judging.services.disputes import refuse_released
from assessment.people.models import Account, Member
from assessment.people.services.events import record_event
from assessment.shared.errors import Refused
from assessment.shared.say import say
from scoring.evaluations import OF_SOME


@transaction.atomic
def add_assessor(*, question: Question, member: Member, by: Account | None) -> list[Assignment]:
    """Give somebody a question, and the whole series where the question has one, whatever the number asked for."""
    campaign = lock_assignments(question.campaign)
    _refuse_non_assessor(member, question)
    unit = assignable_questions(campaign).filter(pk__in=questions_of_unit(question).values("pk"))
    had = {
        row.question_id: row
        for row in Assignment.objects.filter(question__in=unit.values("pk"), member=member)
    }
    relieved = [row for row in had.values() if row.is_set_aside]
    _refuse_third(relieved)
    if any(row.handed_over_at and not row.is_set_aside for row in had.values()):
        raise Refused(
            say("{member} had {unit} and handed it over.", member=member, unit=unit_name(question)),
            "assignment_handed_over",
            say("Hand it back to them: their judgments come back with it."),
        )
    missing = [other for other in unit if other.pk not in had]
    if not (missing or relieved):
        raise _nothing_to_add(question, member, already=bool(had))
    refuse_without_texts(
        campaign, [*(row.question.qid for row in relieved), *(other.qid for other in missing)]
    )
    ask_again(relieved)
    added = [*relieved, *add_assignments(((other, member) for other in missing), campaign)]
    _record(question, "added", by, assessor=member.name, questions=len(added))
    return added


def _refuse_third(relieved: Sequence[Assignment]) -> None:
    """What somebody judged of a question as a third is not the beginning of all of it."""
    if thirds := [row for row in relieved if row.of_some]:
        sentence = was_third(thirds[0].member.name, thirds[0].question.qid)
        raise Refused(sentence, "was_third", say("Choose somebody else."))


def _nothing_to_add(question: Question, member: Member, *, already: bool) -> Refused:
    if already:
        return Refused(
            say("{member} has {unit} already.", member=member, unit=unit_name(question)),
            "assignment_exists",
            say("Choose somebody else."),
        )
    if not_drawn(question.campaign).filter(question=question).exists():
        return Refused(
            say("People are asked for a sample, and {unit} was not drawn.", unit=unit_name(question)),
            "question_not_drawn",
            say("Assign a question of the sample."),
        )
    return Refused(
        say("The pool of {unit} is empty.", unit=unit_name(question)),
        "pool_empty",
        say("Make the pool first."),
    )


@transaction.atomic
def remove_assessor(*, assignment: Assignment, by: Account | None) -> int:
    """Take somebody off a question (or its whole series) who has not begun. Returns how many questions it was."""
    question = assignment.question
    lock_assignments(question.campaign)
    mine = _locked(question, [assignment.member])
    if assignment.pk not in {row.pk for row in mine}:
        raise _already_gone(assignment)
    held = _begun(mine)
    if held:
        raise Refused(
            say(
                "{member} has begun {unit} (question {qid}). Nothing was removed.",
                member=assignment.member,
                unit=unit_name(question),
                qid=held.question.qid,
            ),
            "assignment_begun",
            say("Hand it over to somebody else instead: everything done so far is kept."),
        )
    Assignment.objects.filter(pk__in=[row.pk for row in mine]).delete()
    left = Question.objects.filter(pk__in=[row.question_id for row in mine]).select_related("campaign")
    refresh_work(Assignment.objects.filter(pk__in=fill_primary(left)))
    _record(question, "removed", by, assessor=assignment.member.name, questions=len(mine))
    return len(mine)


def _begun(mine: Sequence[Assignment]) -> Assignment | None:
    """The first of somebody's assignments that holds work, or took over somebody else's."""
    rows = Assignment.objects.filter(pk__in=[row.pk for row in mine])
    taken_over = rows.filter(Exists(Assignment.objects.filter(handed_to=OuterRef("pk"))))
    held = (begun(rows) | taken_over).select_related("question")
    return held.order_by("question__position", "pk").first()


@transaction.atomic
def hand_over(*, assignment: Assignment, to: Member, by: Account | None) -> list[Assignment]:
    """Pass somebody's question, or whole series, to somebody else, and return the new one's assignments.

    The judgments done so far are set aside: kept, and out of every rule. The new assessor starts afresh; one who
    had it before gets it back with all judgments. Refused for those who have it now.
    """
    question = assignment.question
    refuse_released(lock_assignments(question.campaign), "judgments")
    _refuse_non_assessor(to, question)
    rows = _locked(question, [assignment.member, to], handed_over=True)
    mine = [row for row in rows if row.member_id == assignment.member_id and row.handed_over_at is None]
    theirs = {row.question_id: row for row in rows if row.member_id == to.pk}
    if assignment.pk not in {row.pk for row in mine}:
        raise _already_gone(assignment)
    _refuse_judge_as_third(mine, theirs, to)
    if any(row.question_id in theirs and theirs[row.question_id].handed_over_at is None for row in mine):
        raise Refused(
            say("{member} has {unit} already.", member=to, unit=unit_name(question)),
            "assignment_exists",
            say("Choose somebody else."),
        )
    taken = [_pass_on(row, to, theirs.get(row.question_id), question.campaign) for row in mine]
    refresh_disputes([*mine, *taken])
    names = {"from": assignment.member.name, "to": to.name}
    _record(question, "handed_over", by, **names, questions=len(taken))
    return taken


def _refuse_judge_as_third(mine: Sequence[Assignment], theirs: Mapping[int, Assignment], to: Member) -> None:
    """Nobody judges again, as a third, what they judged before."""
    stages = {row.question_id: theirs[row.question_id].stage for row in mine if row.question_id in theirs}
    judged = [
        row for row in mine if row.stage in OF_SOME and stages.get(row.question_id, row.stage) != row.stage
    ]
    if judged:
        raise Refused(
            say("{member} judged question {qid} before.", member=to, qid=judged[0].question.qid),
            "third_judged",
            say("Choose somebody who did not judge it. Nothing was changed."),
        )


def _pass_on(old: Assignment, to: Member, before: Assignment | None, campaign: Campaign) -> Assignment:
    new = before or _made(old, to, campaign)
    new.handed_over_at = new.handed_to = new.finished_at = None
    new.stage, new.primary = old.stage, old.primary
    new.save(update_fields=["handed_over_at", "handed_to", "finished_at", "stage", "primary"])
    if old.stage in OF_SOME:
        pass_items_on({old.pk: new.pk})
    refresh_work(Assignment.objects.filter(pk=new.pk))
    old.handed_over_at, old.handed_to = timezone.now(), new
    old.save(update_fields=["handed_over_at", "handed_to"])
    return new


def _made(old: Assignment, to: Member, campaign: Campaign) -> Assignment:
    """The same question for somebody else, under a condition of their own."""
    new = Assignment(question_id=old.question_id, member=to, stage=old.stage, primary=old.primary)
    draw_conditions(campaign, [new])
    new.save()
    return new


@transaction.atomic
def reopen(*, assignment: Assignment, by: Account | None) -> None:
    """Let somebody go on with a question that they had finished. All judgments stay as they are."""
    refuse_released(lock_assignments(assignment.question.campaign), "judgments")
    row = (
        Assignment.objects.select_for_update(of=("self",), no_key=True)
        .select_related("question", "member")
        .get(pk=assignment.pk)
    )
    if row.handed_over_at:
        raise _already_gone(row)
    if row.finished_at is None:
        raise Refused(
            say("{member} has not finished question {qid}.", member=row.member, qid=row.question.qid),
            "assignment_open",
            say("There is nothing to do: it is open."),
        )
    row.finished_at = None
    row.save(update_fields=["finished_at"])
    _record(row.question, "reopened", by, subject=f"question {row.question.qid}", assessor=row.member.name)


def _locked(question: Question, members: Sequence[Member], *, handed_over: bool = False) -> list[Assignment]:
    """Lock what some people have of the question's unit, in one order for all callers; saves of theirs wait."""
    rows = Assignment.objects.filter(
        question__in=questions_of_unit(question).values("pk"), member__in=members
    )
    if not handed_over:
        rows = rows.counting()
    return list(rows.select_for_update(no_key=True).order_by("pk"))


def _refuse_non_assessor(member: Member, question: Question) -> None:
    if not assessors_of(question.campaign).filter(pk=member.pk).exists():
        raise Refused(
            say("{member} is not an assessor of this campaign.", member=member),
            "assessor_unknown",
            say("Give them the role assessor on the page People."),
        )


def _already_gone(assignment: Assignment) -> Refused:
    return Refused(
        say(
            "{member} no longer has {unit}: somebody changed it meanwhile.",
            member=assignment.member,
            unit=unit_name(assignment.question),
        ),
        "assignment_gone",
        say("Reload the page. Nothing was changed."),
    )


def _record(question: Question, what: str, by: Account | None, *, subject: str = "", **data: object) -> None:
    subject = subject or unit_subject(question)
    record_event(by=by, campaign=question.campaign, verb=f"assignment:{what}", subject=subject, **data)

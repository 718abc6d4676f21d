"""Settling the answer classes that assessors see differently."""

from collections.abc import Mapping
from uuid import UUID

from django.db import transaction

from assessment.adjudication.services.decision_classes import settling_of
from assessment.campaigns.models import Question
from assessment.judging.models import AnswerClass, Judgment
from assessment.judging.services.changes import (
    ChangePlan,
    ChangeResult,
    Save,
    as_repeated,
    known_change,
    lock_question,
    make_change,
    newest_of,
    undo_change,
)
from assessment.judging.services.disputes import refuse_released
from assessment.judging.services.parts.part import State, Subject
from assessment.people.models import Account
from assessment.people.services.events import record_event
from assessment.shared.errors import Refused
from assessment.shared.say import say
from assessment.submissions.models import in_pool

Wanted = Mapping[int, UUID | None]  # item -> its class; None takes the decision back


@transaction.atomic
def settle_classes(
    *,
    question: Question,
    by: Account | None,
    client_id: UUID,
    items: Wanted,
    seen: Mapping[int, str | None] | None = None,
) -> ChangeResult:
    """Decide to which class answers belong, whoever made the class; what stood before is kept for the undo.

    `seen` holds the settled classes that the page showed. Refused for answers that nobody judged correct, for a
    class of another question, and once the results are out.
    """
    subject = Subject(lock_question(question.pk))
    asked: State = {"classes": {str(pk): str(uid) if uid else None for pk, uid in items.items()}}
    name, made = known_change(subject, client_id, asked)
    if made:
        return as_repeated(subject, made)
    refuse_released(subject.question.campaign, "answer classes")
    _refuse_strangers(subject, items)
    shown: State = {} if seen is None else {"classes": {str(pk): uid for pk, uid in seen.items()}}
    if asked == shown:
        raise Refused(
            say("Every class stands as it was chosen. Nothing was changed."),
            "nothing_chosen",
            say("Choose a class for an answer, or take an assessor’s word for all of them."),
        )
    plan = ChangePlan(settling_of(len(items)), asked, shown)
    outcome = make_change(subject, plan, Save(by, name))
    _record(subject.question, "settled", by, answers=len(items))
    return outcome


@transaction.atomic
def undo_settling(*, question: Question, by: Account | None, client_id: UUID) -> ChangeResult:
    """Take back the newest settling of a question's classes."""
    subject = Subject(lock_question(question.pk))
    name, made = known_change(subject, client_id, {}, is_undo=True)
    if made:
        return as_repeated(subject, made)
    refuse_released(subject.question.campaign, "answer classes")
    outcome = undo_change(subject, newest_of(subject), Save(by, name))
    _record(subject.question, "unsettled", by)
    return outcome


def _refuse_strangers(subject: Subject, items: Wanted) -> None:
    scale = subject.question.kind.scale
    correct = scale.strictly_correct if scale else ()
    rows = Judgment.objects.filter(
        in_pool("item"), item__question=subject.question, item__in=items, grade__in=correct
    )
    if set(rows.values_list("item_id", flat=True)) != set(items):
        raise Refused(
            say("Only answers that somebody judged correct have a class."),
            "not_correct",
            say("Reload the page."),
        )
    wanted = {uid for uid in items.values() if uid}
    known = AnswerClass.objects.filter(question=subject.question, uid__in=wanted, removed=False)
    if known.count() != len(wanted):
        raise Refused(
            say("One of the classes is not of this question. Nothing was changed."),
            "class_unknown",
            say("Reload the page."),
        )


def _record(question: Question, what: str, by: Account | None, **data: object) -> None:
    record_event(by=by, campaign=question.campaign, verb=f"classes:{what}", subject=question.qid, **data)

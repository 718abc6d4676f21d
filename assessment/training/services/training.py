"""Writes of assessors who learn: beginning a try at a sample question, grading its answers, finishing it.

Where a page is annotated, `annotating` keeps what is said in between.
"""

from collections.abc import Mapping

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from assessment.campaigns.selectors.campaigns import guidelines_in_force
from assessment.people.models import Account, Member
from assessment.people.services.events import record_event
from assessment.shared.errors import Refused
from assessment.shared.say import say, say_n
from assessment.training.models import TrainingAnswer, TrainingAttempt, TrainingQuestion
from assessment.training.selectors.annotating import expected_annotations
from assessment.training.services.annotating import agreed_of
from assessment.training.services.open_try import open_try
from scoring.spans.steps import steps_of


@transaction.atomic
def begin_try(*, question: TrainingQuestion, member: Member, by: Account | None) -> TrainingAttempt:
    """Begin a try, or give the one that was begun before. Every try stays."""
    attempt, created = TrainingAttempt.objects.get_or_create(
        question=question,
        member=member,
        finished_at=None,
        defaults={"items": _asked(question), "guidelines": guidelines_in_force(question.campaign)},
    )
    if created:
        record_event(by=by, campaign=question.campaign, verb="training:begun", subject=question.name)
    return attempt


@transaction.atomic
def save_grades(*, try_id: int, grades: Mapping[int, str], by: Account) -> TrainingAttempt:
    """Keep the grades of some answers, by the key of the answer. Refused once the try is finished."""
    attempt = open_try(by, try_id)
    _refuse_unknown(attempt, grades)
    TrainingAnswer.objects.bulk_create(
        [TrainingAnswer(attempt=attempt, item_id=item, grade=grade) for item, grade in grades.items()],
        update_conflicts=True,
        unique_fields=["attempt", "item"],
        update_fields=["grade"],
    )
    return attempt


@transaction.atomic
def finish_try(*, try_id: int, by: Account) -> TrainingAttempt:
    """End a try and open its review. Refused while an answer has no grade, or a step of an annotation is not said."""
    attempt = open_try(by, try_id)
    attempt.agreed = agreed_of(attempt) if attempt.question.is_annotation else _graded_alike(attempt)
    attempt.finished_at = timezone.now()
    attempt.save(update_fields=["agreed", "finished_at"])
    record_event(
        by=by,
        campaign=attempt.question.campaign,
        verb="training:finished",
        subject=attempt.question.name,
        agreed=attempt.agreed,
        items=attempt.items,
    )
    return attempt


def _asked(question: TrainingQuestion) -> int:
    """What can agree with the key: answers, or the steps of the annotation with the most of them."""
    if not question.is_annotation:
        return question.items.count()
    return max(len(steps_of(one)) for one in expected_annotations(question))


def _graded_alike(attempt: TrainingAttempt) -> int:
    """How many answers have the right grade. Refused while one has none."""
    wanting = attempt.items - attempt.answers.count()
    if wanting:
        raise Refused(
            say("One answer has no grade yet. Those you gave are kept.")
            if wanting == 1
            else say_n(
                "{n} answer has no grade yet. Those you gave are kept.",
                "{n} answers have no grade yet. Those you gave are kept.",
                wanting,
            ),
            "answers_ungraded",
            say("Grade the marked answers, then finish."),
        )
    return attempt.answers.filter(grade=F("item__right_grade")).count()


def _refuse_unknown(attempt: TrainingAttempt, grades: Mapping[int, str]) -> None:
    graded = () if attempt.question.is_annotation else attempt.question.items.values_list("pk", flat=True)
    items = set(graded)
    if not grades.keys() <= items:
        raise Refused(
            say("An answer is not of this sample question. Nothing was saved."),
            "answer_unknown",
            say("Reload the page."),
        )
    unknown = set(grades.values()) - set(attempt.question.scale.grades)
    if unknown:
        raise Refused(
            say("There is no grade “{grade}” here. Nothing was saved.", grade=min(unknown)[:20]),
            "grade_unknown",
            say("Grades: {listed}.", listed=", ".join(attempt.question.scale.grades)),
        )

"""A try at a sample whose page is annotated: what is said of it, step by step, taken back, and compared with the key.

The rules are those of judging; the try keeps the record, with what it was before, so that undo and repeats work as on
the judging page. Nothing of it reaches the ledger, and no seconds are counted.
"""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.db import transaction

from assessment.judging.selectors.annotation_records import annotation_of
from assessment.judging.selectors.readiness import UNSAID
from assessment.judging.services.annotation_answers import Step, StepAnswer, understood
from assessment.judging.services.changes import ChangeResult
from assessment.judging.services.parts.annotations import (
    NAME,
    changed_elsewhere,
    record_of,
    said_anew,
    taken_back,
)
from assessment.people.models import Account
from assessment.shared.errors import Refused
from assessment.shared.say import say
from assessment.training.models import TrainingAttempt
from assessment.training.selectors.annotating import expected_annotations, page_of_sample
from assessment.training.services.open_try import open_try
from scoring.spans.steps import agreement

MOST_STEPS = 200  # of a try; what was said before can no longer be taken back


@transaction.atomic
def say_step(
    *,
    by: Account,
    try_id: int,
    client_id: UUID,
    seen: int,
    step: Step,
    answer: StepAnswer,
    seconds: int = 0,
    document: int | None = None,
) -> ChangeResult:
    """Keep what is said in one step, as `judging.services.annotations.annotate` does of a question.

    A repeat (same `client_id`) changes nothing. Raises Http404 for somebody else's try, ChangeConflict where another
    window said something since, Refused where the try is finished or the answer cannot stand.
    """
    attempt = open_try(by, try_id)
    if _is_known(attempt, client_id):
        return _result(attempt, repeated=True)
    record = _record(attempt)
    if record["version"] != seen:
        raise changed_elsewhere(record, {})
    found = understood(page_of_sample(attempt.question), record, step, answer, document)
    after = said_anew(record, found.said)
    _keep(attempt, client_id, found.label, after, may_be_undone=after != record)
    return _result(attempt)


@transaction.atomic
def undo_step(*, by: Account, try_id: int, client_id: UUID, seconds: int = 0) -> ChangeResult:
    """Take back the newest step that was not taken back."""
    attempt = open_try(by, try_id)
    if _is_known(attempt, client_id):
        return _result(attempt, repeated=True)
    place = attempt.undoable
    if place is None:
        raise Refused(say("There is nothing to undo here."), "nothing_to_undo", "")
    step = attempt.steps[place]
    step["undone"] = True
    before = attempt.steps[place - 1]["record"] if place else record_of(None)
    _keep(attempt, client_id, step["label"], taken_back(before, _record(attempt)), may_be_undone=False)
    return _result(attempt)


def agreed_of(attempt: TrainingAttempt) -> int:
    """In how many steps a try is as expected. Refused while one of them is not decided."""
    said = attempt.annotation
    if said.step:
        message = say("The annotation is not complete.")
        raise Refused(message, "annotation_incomplete", say(UNSAID[said.step]))
    return sum(agreement(annotation_of(said), expected_annotations(attempt.question)))


def _record(attempt: TrainingAttempt) -> dict[str, Any]:
    return record_of(attempt.annotation)


def _is_known(attempt: TrainingAttempt, client_id: UUID) -> bool:
    return any(step["id"] == str(client_id) for step in attempt.steps)


def _keep(
    attempt: TrainingAttempt, client_id: UUID, label: str, record: Mapping[str, Any], *, may_be_undone: bool
) -> None:
    step = {"id": str(client_id), "label": label, "record": record, "undone": not may_be_undone}
    attempt.steps = [*attempt.steps, step][-MOST_STEPS:]
    if len(attempt.steps) == MOST_STEPS:
        attempt.steps[0]["undone"] = True  # what stood before it is gone
    attempt.save(update_fields=["steps"])


def _result(attempt: TrainingAttempt, repeated: bool = False) -> ChangeResult:
    return ChangeResult({NAME: {"": _record(attempt)}}, undo=attempt.next_undo, repeated=repeated)

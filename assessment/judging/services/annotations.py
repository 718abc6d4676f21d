"""An annotator's word on a page, step by step: is it a question, where is the long answer, where the short ones.

(Kwiatkowski et al., Natural Questions, TACL 2019, section 3.1.)
"""

from uuid import UUID

from assessment.judging.models import Assignment, ChangeKind, PageAnnotation
from assessment.judging.selectors.assignments import access_assignment
from assessment.judging.selectors.page_places import page_of
from assessment.judging.services.annotation_answers import (
    Step,
    StepAnswer,
    Understood,
    of_question,
    understood,
)
from assessment.judging.services.changes import (
    ChangePlan,
    ChangeResult,
    Save,
    as_assessor,
    changes_of,
    make_change,
    undo_as_assessor,
)
from assessment.judging.services.closed import counted_seconds
from assessment.judging.services.parts import annotations as part
from assessment.judging.services.parts import read_state
from assessment.judging.services.parts.part import State, Subject
from assessment.people.models import Account
from assessment.shared.errors import Refused
from assessment.shared.say import say


def annotate(
    *,
    by: Account | None,
    assignment_id: int,
    client_id: UUID,
    seen: int,
    step: Step,
    answer: StepAnswer,
    seconds: int = 0,
    document: int | None = None,
) -> ChangeResult:
    """Store what an annotator says in one step. `seen` is the version of the record that the page showed.

    `document` is the copy of the page on which boxes and words were chosen; refused where another has come since.

    What no longer fits of later steps is taken away; undo brings it back. A repeat (same `client_id`) changes
    nothing. Raises Http404 for somebody else's assignment, ChangeConflict where another window changed the record.
    """
    found = _understood(by, assignment_id, step, answer, document)
    save = Save(by, client_id, seconds, document=found.document if isinstance(found, Understood) else None)
    asked: State = {part.NAME: {"": found.said}} if isinstance(found, Understood) else {}

    def work(subject: Subject) -> ChangeResult:
        _refuse_other(subject.assignment)
        if isinstance(found, Refused):
            raise _conflict(subject, seen) or found
        if found.version not in (None, seen) and (changed := _changed(subject, seen, found.version)):
            raise changed
        spent = {f"seconds_{step}": counted_seconds(seconds)}
        after: State = {part.NAME: {"": {**found.said, **spent}}}
        plan = ChangePlan(found.label, after, {part.NAME: {"": {"version": seen}}})
        outcome = make_change(subject, plan, save)
        return outcome._replace(undo=changes_of(subject).next_undo())

    return as_assessor(save, assignment_id, ChangeKind.PARTS, work, asked=asked)[1]


def undo_annotation(
    *, by: Account | None, assignment_id: int, client_id: UUID, seconds: int = 0
) -> ChangeResult:
    """Take back the newest change that was not undone, of whichever step."""
    _refuse_other(_assignment(by, assignment_id))
    return undo_as_assessor(by=by, assignment_id=assignment_id, client_id=client_id, seconds=seconds)


def _assignment(by: Account | None, pk: int) -> Assignment:
    if by is not None:
        return access_assignment(by, pk)
    return Assignment.objects.select_related("question__campaign", "member").get(pk=pk)


def _conflict(subject: Subject, seen: int | None) -> Exception | None:
    """What another window changed is said first: what was refused may be right by what the page showed."""
    stored = read_state(subject, {part.NAME: {"": None}})
    if stored[part.NAME][""]["version"] == seen:
        return None
    return part.PART.conflict("", stored, {part.NAME: {"": {}}})


def _changed(subject: Subject, *versions: int | None) -> Exception | None:
    """The conflict where what stands is another version than one of these."""
    return next(filter(None, (_conflict(subject, version) for version in versions)), None)


def _understood(
    by: Account | None, pk: int, step: Step, answer: StepAnswer, document: int | None
) -> Understood | Refused:
    """The answer with its places, read before anything is locked; or why it cannot stand."""
    try:
        if step == "question":
            return of_question(answer)
        assignment = _assignment(by, pk)
        _refuse_other(assignment)
        record = part.record_of(PageAnnotation.objects.filter(assignment=assignment).first())
        return understood(page_of(assignment.question), record, step, answer, document)
    except Refused as refusal:
        return refusal


def _refuse_other(assignment: Assignment | None) -> None:
    if assignment is None or not assignment.is_annotation:
        raise Refused(
            say("This question is not annotated."), "not_annotated", say("Choose another question.")
        )

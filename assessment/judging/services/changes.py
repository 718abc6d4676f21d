"""Changing answer classes, nuggets, votes and matches: held against what the page saw, kept as history, undone."""

from collections.abc import Callable, Mapping
from typing import NamedTuple
from uuid import UUID

from django.db import transaction
from django.db.models import F, QuerySet

from assessment.campaigns.models import Question
from assessment.judging.models import Assignment, Change
from assessment.judging.services.counters import refresh_work
from assessment.judging.services.desk import counted_seconds, open_desk, refuse_closed
from assessment.judging.services.parts import PARTS, State, Subject, Values, read_state, write_state
from assessment.people.models import Account
from assessment.shared.errors import Conflict, Refused


class Plan(NamedTuple):
    """What a change is to do: its name for the undo button, what is to stand, and what the page saw standing."""

    label: str
    after: State
    seen: State = {}
    notices: tuple[str, ...] = ()


class Outcome(NamedTuple):
    """How the touched keys stand after a change."""

    state: State
    undo: str  # what the next undo takes back; empty where there is nothing
    notices: tuple[str, ...] = ()
    repeated: bool = False


class ChangeConflict(Conflict):
    """What the page saw was changed meanwhile: what stands now, and what was to stand."""

    def __init__(self, message: str, stored: State, wanted: State) -> None:
        super().__init__(message, "changed_meanwhile", "Look at it again; yours was kept aside.")
        self.stored = stored
        self.wanted = wanted


def change_as_assessor(
    *,
    by: Account | None,
    assignment_id: int,
    client_id: UUID,
    plan: Callable[[Subject], Plan],
    seconds: int = 0,
) -> Outcome:
    """Carry out a change of an assessor's own, in one transaction. A repeat (same `client_id`) changes nothing.

    `plan` is called with everything locked, and says what to store or raises Refused. Raises Http404 for somebody
    else's assignment, ChangeConflict where what the page saw is no more.
    """
    with transaction.atomic():
        assignment, subject = _open(by, assignment_id)
        if repeated := known_change(subject, client_id):
            return repeated
        refuse_closed(assignment)
        outcome = make_change(subject, plan(subject), client_id, by)
        Assignment.objects.filter(pk=assignment.pk).update(
            seconds=F("seconds") + counted_seconds(seconds), finished_at=None, no_answer_found=False
        )
        return outcome


def _open(by: Account | None, assignment_id: int) -> tuple[Assignment, Subject]:
    """Lock what a change touches, in the order of everybody who locks it: question, assignments by key.

    In questions judged by nuggets one assessor's change moves the counters of the others.
    """
    rows = Assignment.objects.filter(pk=assignment_id).values_list("question_id", flat=True)
    question = lock_question(rows[0]) if rows else None
    if question and question.kind.form.has_nuggets:
        others = question.assignments.order_by("pk").select_for_update(no_key=True)
        list(others.values_list("pk"))
    assignment = open_desk(by, assignment_id).assignment
    assert question is not None
    return assignment, Subject(question, assignment.member, assignment)


def make_change(subject: Subject, plan: Plan, client_id: UUID, by: Account | None) -> Outcome:
    """Store what a plan wants, with what stood before. Everything it touches is locked.

    A change that finds everything as it wants it is kept too, as one with nothing to undo: sent again after somebody
    else's change, it must be known by its `client_id`.
    """
    before = read_state(subject, plan.after)
    wrong = _differing(plan.seen, read_state(subject, plan.seen))
    if wrong:
        raise ChangeConflict(_meanwhile(plan.label), before, plan.after)
    different = _differing(plan.after, before)
    after = different or plan.after
    if different:
        write_state(subject, different)
    Change.objects.create(
        question=subject.question,
        assignment=subject.assignment,
        client_id=client_id,
        label=plan.label,
        before=_like(before, after),
        after=after,
        undone=not different,
        made_by=by,
    )
    if different:
        refresh_nugget_counters(subject.question)
    return Outcome(read_state(subject, plan.after), next_undo(subject), plan.notices)


def undo_as_assessor(*, by: Account | None, assignment_id: int, client_id: UUID, seconds: int = 0) -> Outcome:
    """Take back the assessor's newest change of this question that was not undone, however long ago."""
    with transaction.atomic():
        assignment, subject = _open(by, assignment_id)
        if repeated := known_change(subject, client_id):
            return repeated
        refuse_closed(assignment)
        outcome = undo_change(subject, client_id, by)
        Assignment.objects.filter(pk=assignment.pk).update(
            seconds=F("seconds") + counted_seconds(seconds), finished_at=None
        )
        return outcome


def undo_change(subject: Subject, client_id: UUID, by: Account | None) -> Outcome:
    """Put back what stood before the newest change. What somebody else changed since stays, and is told."""
    newest = _undoable(subject).first()
    if newest is None:
        raise Refused("There is nothing to undo here.", "nothing_to_undo", "")
    stored = read_state(subject, newest.after)
    changed_since = _differing(newest.after, stored)
    back = _differing(_without(newest.before, changed_since), stored)
    write_state(subject, back)
    Change.objects.filter(pk=newest.pk).update(undone=True)
    Change.objects.create(
        question=subject.question,
        assignment=subject.assignment,
        client_id=client_id,
        label=newest.label,
        before=_like(stored, back),
        after=back,
        is_undo=True,
        made_by=by,
    )
    refresh_nugget_counters(subject.question)
    told = _undone(newest.label, back, changed_since)
    return Outcome(read_state(subject, newest.before), next_undo(subject), (told,))


def next_undo(subject: Subject) -> str:
    """What the next undo takes back."""
    newest = _undoable(subject).values_list("label", flat=True).first()
    return newest or ""


def lock_question(pk: int) -> Question:
    """Let nobody else change the classes and nuggets of a question until the transaction ends."""
    return Question.objects.select_for_update(of=("self",), no_key=True).select_related("campaign").get(pk=pk)


def refresh_nugget_counters(question: Question) -> None:
    """Count anew what the assessors of a question judged by nuggets have done and have to do."""
    if question.kind.form.has_nuggets:
        refresh_work(Assignment.objects.filter(question=question))


def _undoable(subject: Subject) -> QuerySet[Change]:
    rows = Change.objects.filter(question=subject.question, assignment=subject.assignment)
    return rows.filter(is_undo=False, undone=False).order_by("-pk")


def known_change(subject: Subject, client_id: UUID) -> Outcome | None:
    """What stands where this very change was made before."""
    made = Change.objects.filter(question=subject.question, client_id=client_id).first()
    if made is None:
        return None
    after = {part: values for part, values in made.after.items() if part in PARTS}
    return Outcome(read_state(subject, after), next_undo(subject), repeated=True)


def _differing(wanted: Mapping[str, Values], stored: Mapping[str, Values]) -> State:
    """The values that are to be others than those that stand."""
    differing = {
        part: {key: value for key, value in values.items() if stored[part].get(key) != value}
        for part, values in wanted.items()
    }
    return {part: values for part, values in differing.items() if values}


def _without(state: Mapping[str, Values], other: Mapping[str, Values]) -> State:
    """Those values of a state whose keys another one has not."""
    return {
        part: {key: value for key, value in values.items() if key not in other.get(part, {})}
        for part, values in state.items()
    }


def _like(state: Mapping[str, Values], shape: Mapping[str, Values]) -> State:
    """Those values of a state whose keys another one has."""
    return {
        part: {key: state[part][key] for key in values} for part, values in shape.items() if part in PARTS
    }


def _meanwhile(label: str) -> str:
    return f"This was changed in another window, or by another assessor, meanwhile. Not stored: {label}."


def _undone(label: str, back: State, changed_since: State) -> str:
    if not changed_since:
        return f"Undone: {label}."
    if not back:
        return f"Left as it stands, because somebody changed it since: {label}. Undo again goes further back."
    return f"Undone: {label}. What somebody changed since stays as it is."

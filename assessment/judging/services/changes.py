"""The ledger: changing what people decide, held against what the page saw, kept as history, undone."""

from collections.abc import Callable
from typing import Any, NamedTuple
from uuid import UUID, uuid4

from django.db import IntegrityError, transaction
from django.db.models import F, QuerySet

from assessment.campaigns.models import Question
from assessment.judging.models import Assignment, Change, ChangeKind
from assessment.judging.models.changes import ChangeQuerySet
from assessment.judging.selectors.assignments import access_assignment_to_write
from assessment.judging.services.closed import counted_seconds, refuse_closed
from assessment.judging.services.parts import PARTS, read_state, write_state
from assessment.judging.services.parts.nuggets import own_matches
from assessment.judging.services.parts.part import (
    KEEP,
    ChangeConflict,
    State,
    Subject,
    differing,
    joined,
    like,
)
from assessment.judging.services.work_days import count_work, counted_anew
from assessment.people.models import Account
from assessment.people.services.frozen import refuse_archived, refuse_released
from assessment.shared.errors import AssizeError, Refused
from assessment.shared.gate import enter_gate
from assessment.shared.say import say
from assessment.shared.tallies import count_conflict, count_saves
from documents.prepared import PreparedUpdate
from scoring.stages import MATCHING

_Update = tuple[QuerySet[Assignment], dict[str, Any]]


class Save(NamedTuple):
    """One save as it came in: whose it is, the browser's name for it, and what was around it."""

    by: Account | None
    client_id: UUID
    seconds: int = 0  # active time since the last save
    place: int | None = None  # of the item in the assessor's list, from 1
    document: int | None = None  # revision of the document's copy that stood beside it
    remote: str = ""  # the setting under which that was shown
    batch: int | None = (
        None  # the act of which it is one of many changes; such a change opens no finished question
    )


class ChangePlan(NamedTuple):
    """What a change is to do: its name for the undo button, what is wanted, and what the page saw."""

    label: str
    after: State
    seen: State = {}
    notices: tuple[str, ...] = ()
    item: int | None = None  # where it concerns one


class ChangeResult(NamedTuple):
    """How the touched keys stand after a change."""

    state: State
    undo: str = ""  # what the next undo takes back; empty where there is nothing
    notices: tuple[str, ...] = ()
    repeated: bool = False  # this change had been stored before; nothing was written now


def change_as_assessor(
    *,
    by: Account | None,
    assignment_id: int,
    client_id: UUID,
    plan: Callable[[Subject], ChangePlan],
    seconds: int = 0,
) -> ChangeResult:
    """Carry out a change of an assessor's own classes or nuggets. A repeat (same `client_id`) changes nothing.

    `plan` is called with everything locked, and says what to store or raises Refused. Raises Http404 for somebody
    else's assignment, ChangeConflict where what the page saw is no more.
    """
    save = Save(by, client_id, seconds)

    def work(subject: Subject) -> ChangeResult:
        return _as_its_own(subject, make_change(subject, plan(subject), save))

    return as_assessor(save, assignment_id, ChangeKind.PARTS, work)[1]


def undo_as_assessor(
    *, by: Account | None, assignment_id: int, client_id: UUID, seconds: int = 0
) -> ChangeResult:
    """Take back the assessor's newest change of classes or nuggets that was not undone, however long ago."""
    save = Save(by, client_id, seconds)

    def work(subject: Subject) -> ChangeResult:
        return _as_its_own(subject, undo_change(subject, newest_of(subject), save))

    return as_assessor(save, assignment_id, ChangeKind.PARTS, work, is_undo=True)[1]


def _as_its_own(subject: Subject, outcome: ChangeResult) -> ChangeResult:
    """An outcome as its assessor may see it: merging nuggets moves other people's marks too, which nobody is told."""
    state = {**outcome.state}
    for name in {"matches", "cells"} & state.keys():
        state[name] = own_matches(subject, state[name])
    return outcome._replace(state=state, undo=changes_of(subject).next_undo())


def as_assessor(
    save: Save,
    assignment_id: int,
    kind: ChangeKind,
    work: Callable[[Subject], ChangeResult],
    *,
    asked: State | None = None,
    is_undo: bool = False,
) -> tuple[Subject, ChangeResult]:
    """Do some work on an assessor's own word in one transaction, and give back whose word it is.

    Whatever stands in the way of a change that was stored before (of this name, and as `asked`) is no matter: it is
    answered as saved. So no change need be looked up before it is made.
    """
    try:
        with transaction.atomic():
            subject = lock_as_assessor(save.by, assignment_id, kind)
            assert subject.assignment is not None
            refuse_closed(subject.assignment)
            return subject, work(subject)
    except (AssizeError, IntegrityError) as error:
        with transaction.atomic():
            subject = lock_as_assessor(save.by, assignment_id, kind)
            made = _made_as(subject, save.client_id)
            if made and is_repeat(made, subject, asked or {}, is_undo):
                return subject, as_repeated(subject, made)
        if made and isinstance(error, IntegrityError):
            raise used_twice() from error
        if isinstance(error, ChangeConflict):
            count_conflict()
        raise


def lock_as_assessor(by: Account | None, assignment_id: int, kind: ChangeKind) -> Subject:
    """Lock what a change touches, in the order of everybody who locks it: question, assignments by key, pool items.

    Classes and nuggets are the question's, and in questions judged by nuggets one assessor's change moves the
    counters of the others. Http404 where the assignment is somebody else's.
    """
    if kind == ChangeKind.PARTS:
        _lock_question_of(assignment_id)
    assignment, guidelines = access_assignment_to_write(by, assignment_id)
    return Subject(assignment.question, assignment.member, assignment, kind, guidelines)


def _lock_question_of(assignment_id: int) -> None:
    questions = Question.objects.filter(assignments=assignment_id)
    question = questions.select_for_update(of=("self",), no_key=True).select_related("campaign").first()
    if question:
        _lock_work(question)


def _lock_work(question: Question) -> None:
    """Lock the counters that a change of nuggets moves."""
    if question.kind.form.asks(MATCHING):
        others = question.assignments.order_by("pk").select_for_update(no_key=True)
        list(others.values_list("pk"))


def lock_parts(pk: int) -> Question:
    """Let nobody else change classes and nuggets of a question, nor the counters that hang on them."""
    question = lock_question(pk)
    _lock_work(question)
    return question


def lock_question(pk: int) -> Question:
    """Let nobody else change the classes and nuggets of a question until the transaction ends."""
    questions = Question.objects.filter(pk=pk)
    enter_gate(questions.values_list("campaign_id", flat=True).get())
    return questions.select_for_update(of=("self",), no_key=True).select_related("campaign").get()


# Changes. Everything that they touch is locked.


def make_change(subject: Subject, plan: ChangePlan, save: Save) -> ChangeResult:
    """Store what a plan wants, with what stood before.

    A change that finds everything as it wants it is kept too, as one with nothing to undo: sent again after somebody
    else's change, it must be known by its `client_id`.
    """
    before = read_state(subject, plan.after, plan.seen)
    if seen_otherwise := differing(plan.seen, before):
        if subject.assignment is None:  # else it may be a repeat, which is no conflict: as_assessor finds out
            count_conflict()
        conflict = PARTS[next(iter(seen_otherwise))].conflict
        raise conflict(plan.label, _of_keys(before, {**plan.seen, **plan.after}), plan.after)
    wanted = _resolved(subject, before, plan.after)
    different = differing(wanted, before)
    after = different or wanted
    write_state(subject, different)
    _keep(subject, save, plan.label, like(before, after), after, item_id=plan.item, undone=not different)
    count_change(subject, save, before, different)
    return ChangeResult(joined(_of_keys(before, wanted), wanted), notices=plan.notices)


def undo_change(subject: Subject, newest: Change, save: Save) -> ChangeResult:
    """Put back what stood before a change. What somebody else changed since stays, and is listed."""
    stored = read_state(subject, newest.after)
    restored = _restored(newest, stored)
    back = differing(_without_keep(restored), stored)
    write_state(subject, back)
    Change.objects.filter(pk=newest.pk).update(undone=True)
    _keep(subject, save, newest.label, like(stored, back), back, item_id=newest.item_id, is_undo=True)
    count_change(subject, save, stored, back)
    stays = any(
        restored[part][key] is KEEP
        for part, values in differing(newest.after, stored).items()
        for key in values
    )
    return ChangeResult(joined(stored, back), notices=(_undone(newest.label, back, stays),))


def _of_keys(state: State, shape: State) -> State:
    return {name: {key: state[name][key] for key in values} for name, values in shape.items()}


def _resolved(subject: Subject, before: State, wanted: State) -> State:
    return {
        name: {key: PARTS[name].resolve(subject, before[name][key], value) for key, value in values.items()}
        for name, values in wanted.items()
    }


def _restored(change: Change, stored: State) -> State:
    return {
        name: {
            key: PARTS[name].restore(change.before[name][key], value, stored[name][key])
            for key, value in values.items()
        }
        for name, values in change.after.items()
    }


def _without_keep(state: State) -> State:
    return {
        name: {key: value for key, value in values.items() if value is not KEEP}
        for name, values in state.items()
    }


def _keep(subject: Subject, save: Save, label: str, before: State, after: State, **more: Any) -> None:
    """Add a change to the history. Nothing is added to that of a frozen campaign."""
    refuse_archived(subject.question.campaign)
    refuse_released(subject.question.campaign)
    store_changes(history_row(subject, save, label, before, after, **more))


def history_row(subject: Subject, save: Save, label: str, before: State, after: State, **more: Any) -> Change:
    """A change as the history keeps it."""
    return Change(
        question=subject.question,
        assignment=subject.assignment,
        kind=subject.kind,
        client_id=save.client_id,
        label=label,
        before=before,
        after=after,
        made_by=save.by,
        seconds=counted_seconds(save.seconds),
        place=save.place,
        document_revision=save.document,
        remote_resources=save.remote if save.document else "",
        batch_id=save.batch,
        **more,
    )


def store_changes(*changes: Change) -> None:
    """Add changes to the history, and count them once they are there for good."""
    Change.objects.bulk_create(changes)
    transaction.on_commit(lambda: count_saves(len(changes)))


def count_change(
    subject: Subject, save: Save, before: State, after: State, *, seconds: int | None = None
) -> None:
    """Bring the counters up to date. A finished question that is changed, because its pool grew, is open again.

    `seconds` is the time of several changes that are counted at once, as `seconds_of` adds it up.
    """
    spent = counted_seconds(save.seconds) if seconds is None else seconds
    added: dict[str, int] = {}
    for recount in dict.fromkeys(PARTS[name].recount for name in after):
        added |= recount(subject, before, after)
    assignment = subject.assignment
    if assignment is None:
        return
    opens = subject.kind != ChangeKind.NOTES and save.batch is None
    (_add_and_open if opens else _add)(
        assignment=assignment.pk,
        judged=added.get("judged", 0),
        later=added.get("later", 0),
        seconds=spent,
    )
    judged = added.get("judged")
    if judged is None:
        judged = counted_anew(assignment, subject.question.kind, before, after)
    count_work(assignment, save.by, spent, judged)
    for name, number in added.items():
        setattr(assignment, name, getattr(assignment, name) + number)


@PreparedUpdate
def _add(assignment: int, judged: int, later: int, seconds: int) -> _Update:
    more = {"judged": F("judged") + judged, "later": F("later") + later, "seconds": F("seconds") + seconds}
    return Assignment.objects.filter(pk=assignment), more


@PreparedUpdate
def _add_and_open(assignment: int, judged: int, later: int, seconds: int) -> _Update:
    found, more = _add.built(assignment=assignment, judged=judged, later=later, seconds=seconds)
    return found, {**more, "finished_at": None, "no_answer_found": False}


# The history


def changes_of(subject: Subject) -> ChangeQuerySet:
    """The changes of this kind that this assessor, or an adjudicator, made in the question."""
    return Change.objects.of_one(subject.question, subject.assignment, subject.kind)


def newest_of(subject: Subject) -> Change:
    """The change that undo takes back."""
    newest = changes_of(subject).undoable().first()
    if newest is None:
        raise Refused(say("There is nothing to undo here."), "nothing_to_undo", "")
    return newest


def known_change(
    subject: Subject, client_id: UUID | None, asked: State, *, is_undo: bool = False
) -> tuple[UUID, Change | None]:
    """The change of this name, where it was made before; else None, and the name under which it can be stored.

    A plain page that was left and come back to may say something else under its old name.
    """
    made = _made_as(subject, client_id) if client_id else None
    if client_id and (made is None or is_repeat(made, subject, asked, is_undo)):
        return client_id, made
    return uuid4(), None


def _made_as(subject: Subject, client_id: UUID) -> Change | None:
    return Change.objects.filter(question=subject.question, client_id=client_id).first()


def is_repeat(made: Change, subject: Subject, asked: State, is_undo: bool) -> bool:
    mine = made.assignment_id == (subject.assignment.pk if subject.assignment else None)
    return mine and (made.kind, made.is_undo) == (subject.kind, is_undo) and not differing(asked, made.after)


def as_repeated(subject: Subject, made: Change) -> ChangeResult:
    """What stands now where a change was made before."""
    return _as_its_own(subject, ChangeResult(read_state(subject, made.after), repeated=True))


def used_twice() -> Refused:
    return Refused(
        say("Another save had the same id, so this one was not stored."),
        "client_id_used",
        say("Reload the page and judge again."),
    )


def _undone(label: str, back: State, stays: bool) -> str:
    if not stays:
        return say("Undone: {change}.", change=label)
    if not back:
        return say(
            "Not undone, because somebody changed it since: {change}. Undo again to go further back.",
            change=label,
        )
    return say("Undone: {change}. Later changes by others are kept.", change=label)

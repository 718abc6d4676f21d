"""The sheet that goes with a question: canonical answer, comment, own decisions; and finishing the question."""

from typing import Any, NamedTuple
from uuid import UUID

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from assessment.judging.models import Assignment, AssignmentRole, Change
from assessment.judging.selectors.nuggets import nugget_rows
from assessment.judging.services.desk import counted_seconds, open_desk, refuse_closed
from assessment.people.models import Account
from assessment.people.services import record_event
from assessment.shared.errors import Conflict, Refused
from scoring.forms.base import Form


class Sheet(NamedTuple):
    """What an assessor wrote about a question."""

    canonical_answer: str = ""
    comment: str = ""
    rules_of_thumb: str = ""

    @classmethod
    def of(cls, assignment: Assignment) -> "Sheet":
        """The sheet as it is stored."""
        return cls(assignment.canonical_answer, assignment.comment, assignment.rules_of_thumb)


class SheetConflict(Conflict):
    """The sheet was changed elsewhere since the page was loaded: what is stored, and what was to be stored."""

    def __init__(self, stored: Sheet, version: int, wanted: Sheet) -> None:
        super().__init__(
            "Your notes on this question were changed in another window meanwhile. Nothing was overwritten.",
            "sheet_changed",
            "Choose which of the two to keep.",
        )
        self.stored = stored
        self.version = version
        self.wanted = wanted


@transaction.atomic
def save_sheet(
    *,
    by: Account | None,
    assignment_id: int,
    sheet: Sheet,
    seen: int,
    client_id: UUID | None = None,
    seconds: int = 0,
) -> int:
    """Save the sheet of a question and return its version. The former text stays in the event log.

    `seen` is the version that the page showed, `client_id` the browser's name for this save. A repeat changes
    nothing, whatever was written since; neither does a sheet that is stored already.
    """
    assignment = open_desk(by, assignment_id).assignment
    stored = Sheet.of(assignment)
    if _is_known(assignment, client_id, sheet):
        return assignment.sheet_version
    if sheet == stored:
        _remember(assignment, client_id, sheet, by)
        return assignment.sheet_version
    refuse_closed(assignment)
    if assignment.sheet_version != seen:
        raise SheetConflict(stored, assignment.sheet_version, sheet)
    Assignment.objects.filter(pk=assignment.pk).update(
        **sheet._asdict(),
        sheet_version=F("sheet_version") + 1,
        seconds=F("seconds") + counted_seconds(seconds),
    )
    former = {name: text for name, text in stored._asdict().items() if text != getattr(sheet, name)}
    question = assignment.question
    record_event(by=by, campaign=question.campaign, verb="sheet:saved", subject=question.qid, former=former)
    _remember(assignment, client_id, sheet, by)
    return assignment.sheet_version + 1


def _is_known(assignment: Assignment, client_id: UUID | None, sheet: Sheet) -> bool:
    """Whether this very save was stored before. A plain page that was left and come back to may say something else."""
    return client_id is not None and _saved_as(assignment, client_id) == _as_saved(sheet)


def _remember(assignment: Assignment, client_id: UUID | None, sheet: Sheet, by: Account | None) -> None:
    """Keep the browser's name for a save of the sheet. Undo passes over it: the former text is in the event log."""
    if client_id is None or _saved_as(assignment, client_id) is not None:
        return
    Change.objects.create(
        question_id=assignment.question_id,
        assignment=assignment,
        client_id=client_id,
        label="notes on the question",
        before={},
        after=_as_saved(sheet),
        undone=True,
        made_by=by,
    )


def _saved_as(assignment: Assignment, client_id: UUID) -> dict[str, Any] | None:
    rows = Change.objects.filter(question=assignment.question_id, client_id=client_id)
    return rows.values_list("after", flat=True).first()


def _as_saved(sheet: Sheet) -> dict[str, Any]:
    return {"sheet": sheet._asdict()}


@transaction.atomic
def finish(*, by: Account | None, assignment_id: int, no_answer_found: bool = False) -> Assignment:
    """Declare a question judged. Refused while an answer is unjudged, to be decided later or without its class.

    Where nothing was found, neither a correct answer nor a nugget, the assessor has to say so; the organizer is alerted.
    """
    assignment = open_desk(by, assignment_id).assignment
    if assignment.is_done and assignment.handed_over_at is None:
        return assignment
    refuse_closed(assignment)
    _refuse_unready(assignment)
    found = _found(assignment)
    if assignment.role != AssignmentRole.VOTER:
        _refuse_contradiction(found, no_answer_found, assignment.question.kind.form)
    assignment.finished_at = timezone.now()
    assignment.no_answer_found = no_answer_found
    assignment.save(update_fields=["finished_at", "no_answer_found"])
    verb = "question:no_answer_found" if no_answer_found else "question:finished"
    question = assignment.question
    record_event(
        by=by, campaign=question.campaign, verb=verb, subject=question.qid, assessor=assignment.member.name
    )
    return assignment


def _found(assignment: Assignment) -> int:
    """Correct answers of the assessor's; in a question judged by nuggets, the nuggets on its list."""
    question = assignment.question
    scale = question.kind.scale
    if scale is None:
        return question.nuggets.standing().count()
    unless_reviewed = question.pool_items.filter(automatic=True).exclude(
        judgments__in=assignment.judgments.exclude(grade="")
    )
    return assignment.judgments.filter(grade__in=scale.correct).count() + unless_reviewed.count()


def _refuse_unready(assignment: Assignment) -> None:
    form = assignment.question.kind.form
    unjudged = assignment.pool_size - assignment.judged
    if unjudged > 0:
        what = (
            _count(unjudged, "nugget has", "nuggets have")
            if _votes_only(assignment)
            else _count(unjudged, "answer is", "answers are")
        )
        done = (
            "no vote yet"
            if _votes_only(assignment)
            else "not read yet"
            if form.has_nuggets
            else "not judged yet"
        )
        raise Refused(f"{what} {done}.", "answers_unjudged", "Judge them, then finish.")
    if assignment.later:
        what = _count(assignment.later, "answer is", "answers are")
        raise Refused(f"{what} marked to decide later.", "answers_later", "Decide on them, then finish.")
    if form.has_classes:
        _refuse_unclassed(assignment)
    if form.has_nuggets and not _votes_only(assignment):
        _refuse_unvoted(assignment)


def _votes_only(assignment: Assignment) -> bool:
    return assignment.role == AssignmentRole.VOTER


def _refuse_unclassed(assignment: Assignment) -> None:
    scale = assignment.question.kind.scale
    correct = assignment.judgments.filter(grade__in=scale.correct if scale else (), answer_class=None)
    if count := correct.count():
        what = _count(count, "correct answer has", "correct answers have")
        raise Refused(
            f"{what} no answer class yet.",
            "answers_unclassed",
            "Group them first; one click gives each of the rest a class of its own.",
        )


def _refuse_unvoted(assignment: Assignment) -> None:
    count = sum(
        row.waits for row in nugget_rows(assignment, list(assignment.question.nuggets.standing()), {}, ())
    )
    if count:
        what = _count(count, "nugget is", "nuggets are")
        raise Refused(f"{what} neither vital nor okay yet.", "nuggets_unvoted", "Vote on them, then finish.")


def _count(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"


def _refuse_contradiction(found: int, no_answer_found: bool, form: Form) -> None:
    what = form.noun
    if no_answer_found and found:
        said = (
            f"{_count(found, 'nugget stands', 'nuggets stand')} on the list."
            if form.has_nuggets
            else f"You judged {_count(found, 'answer', 'answers')} correct."
        )
        raise Refused(said, "answer_found", f"Finish without “no {what} found”.")
    if not found and not no_answer_found:
        nothing = (
            "There is no nugget on the list."
            if form.has_nuggets
            else "No answer of this question is judged correct."
        )
        raise Refused(
            nothing,
            "no_answer_unsaid",
            f"Tick “no {what} found” to finish it so, or look at the answers again.",
        )

"""The sheet that goes with a question: canonical answer, comment, own decisions; and finishing the question."""

from typing import NamedTuple

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from assessment.judging.models import Assignment
from assessment.judging.services.desk import counted_seconds, open_desk, refuse_closed
from assessment.people.models import Account
from assessment.people.services import record_event
from assessment.shared.errors import Conflict, Refused


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
def save_sheet(*, by: Account | None, assignment_id: int, sheet: Sheet, seen: int, seconds: int = 0) -> int:
    """Save the sheet of a question and return its new version. The former text stays in the event log.

    `seen` is the version that the page showed. A repeat of what is stored already changes nothing.
    """
    assignment = open_desk(by, assignment_id).assignment
    stored = Sheet.of(assignment)
    if sheet == stored:
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
    return assignment.sheet_version + 1


@transaction.atomic
def finish(*, by: Account | None, assignment_id: int, no_answer_found: bool = False) -> Assignment:
    """Declare a question judged. Refused while an answer is unjudged or to be decided later.

    Where no answer was judged correct, the assessor has to say that there is none; the organizer is alerted.
    """
    desk = open_desk(by, assignment_id)
    assignment = desk.assignment
    if assignment.is_done and assignment.handed_over_at is None:
        return assignment
    refuse_closed(assignment)
    _refuse_unready(assignment)
    found = assignment.judgments.filter(grade__in=desk.scale.correct).count()
    _refuse_contradiction(found, no_answer_found)
    assignment.finished_at = timezone.now()
    assignment.no_answer_found = no_answer_found
    assignment.save(update_fields=["finished_at", "no_answer_found"])
    verb = "question:no_answer_found" if no_answer_found else "question:finished"
    question = assignment.question
    record_event(
        by=by, campaign=question.campaign, verb=verb, subject=question.qid, assessor=assignment.member.name
    )
    return assignment


def _refuse_unready(assignment: Assignment) -> None:
    unjudged = assignment.pool_size - assignment.judged
    if unjudged:
        what = "1 answer is" if unjudged == 1 else f"{unjudged} answers are"
        raise Refused(f"{what} not judged yet.", "answers_unjudged", "Judge them, then finish.")
    if assignment.later:
        what = "1 answer is" if assignment.later == 1 else f"{assignment.later} answers are"
        raise Refused(f"{what} marked to decide later.", "answers_later", "Decide on them, then finish.")


def _refuse_contradiction(found: int, no_answer_found: bool) -> None:
    if no_answer_found and found:
        what = "1 answer" if found == 1 else f"{found} answers"
        raise Refused(f"You judged {what} correct.", "answer_found", "Finish without “no answer found”.")
    if not found and not no_answer_found:
        raise Refused(
            "No answer of this question is judged correct.",
            "no_answer_unsaid",
            "Tick “no answer found” to finish it so, or look at the answers again.",
        )

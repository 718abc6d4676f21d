"""What goes with a question as a whole: an assessor's notes on it, and finishing it."""

from typing import NamedTuple
from uuid import UUID, uuid4

from django.db import transaction
from django.utils import timezone

from assessment.judging.models import Assignment, ChangeKind, Nugget
from assessment.judging.selectors.assignments import access_assignment_to_write
from assessment.judging.selectors.readiness import lacks_of
from assessment.judging.services.changes import (
    ChangePlan,
    ChangeResult,
    Save,
    as_assessor,
    as_repeated,
    known_change,
    make_change,
)
from assessment.judging.services.closed import refuse_closed
from assessment.judging.services.parts.notes import NAME, notes_of
from assessment.judging.services.parts.part import State, Subject
from assessment.people.models import Account
from assessment.people.services.events import record_event
from assessment.shared.errors import Refused
from assessment.shared.say import say, say_n
from assessment.submissions.models import in_pool
from scoring.stages import LISTING, Stage


class Notes(NamedTuple):
    """What an assessor wrote about a question."""

    canonical_answer: str = ""
    comment: str = ""
    rules_of_thumb: str = ""


def save_notes(
    *,
    by: Account | None,
    assignment_id: int,
    notes: Notes,
    seen: int,
    client_id: UUID | None = None,
    seconds: int = 0,
) -> int:
    """Save the notes on a question and return their version.

    `seen` is the version that the page showed, `client_id` the browser's name for this save. A repeat changes
    nothing, whatever was written since; neither do notes that are stored already. Raises ChangeConflict where they
    were changed meanwhile.
    """
    wanted = notes._asdict()
    asked: State = {NAME: {"": wanted}}

    def work(subject: Subject) -> ChangeResult:
        assert subject.assignment is not None
        name, made = known_change(subject, client_id, asked)
        if made:
            return as_repeated(subject, made)
        stored = notes_of(subject.assignment)
        former = {name: stored[name] for name, text in wanted.items() if text != stored[name]}
        shown: State = {NAME: {"": {"version": seen}}} if former else {}
        plan = ChangePlan("notes on the question", asked, shown)
        outcome = make_change(subject, plan, Save(by, name, seconds))
        if former:
            _record(subject.assignment, "notes:saved", by, former=former)
        return outcome

    save = Save(by, client_id or uuid4())
    _, outcome = as_assessor(save, assignment_id, ChangeKind.NOTES, work, asked=asked)
    return int(outcome.state[NAME][""]["version"])


@transaction.atomic
def finish(*, by: Account | None, assignment_id: int, no_answer_found: bool = False) -> Assignment:
    """Declare a question judged. Refused while an answer is unjudged, to be decided later or without its class.

    An annotation has to be complete; that there is no answer is an answer there. Elsewhere, where nothing was found, neither a correct answer nor a nugget, the assessor has to say so; the organizer is alerted.
    """
    assignment, _ = access_assignment_to_write(by, assignment_id)
    return _finish(assignment, by, no_answer_found)


@transaction.atomic
def finish_for(*, assignment_id: int, by: Account | None, nothing_found: bool = False) -> Assignment:
    """Finish a question in its assessor's place, by the same rules.

    With `nothing_found` one in which the assessor found nothing is finished so, as if they had said it.
    """
    assignment, _ = access_assignment_to_write(None, assignment_id)
    nothing = nothing_found and not _says_otherwise(assignment)
    return _finish(assignment, by, no_answer_found=nothing)


def _says_otherwise(assignment: Assignment) -> bool:
    """Whether there is something that "nothing found" would contradict, or nobody is asked for that word."""
    return not assignment.work.may_find_none or bool(_found(assignment))


def _finish(assignment: Assignment, by: Account | None, no_answer_found: bool) -> Assignment:
    if assignment.is_done and assignment.handed_over_at is None:
        return assignment
    refuse_closed(assignment)
    _refuse_unready(assignment)
    if assignment.work.may_find_none:
        _refuse_contradiction(_found(assignment), no_answer_found, assignment.work)
    elif no_answer_found:
        raise _not_sought(assignment.question.qid)
    assignment.finished_at = timezone.now()
    assignment.no_answer_found = no_answer_found
    assignment.save(update_fields=["finished_at", "no_answer_found"])
    verb = "question:no_answer_found" if no_answer_found else "question:finished"
    _record(assignment, verb, by, assessor=assignment.member.name)
    return assignment


def _record(assignment: Assignment, verb: str, by: Account | None, **data: object) -> None:
    question = assignment.question
    record_event(by=by, campaign=question.campaign, verb=verb, subject=question.qid, **data)


def _found(assignment: Assignment) -> int:
    """Correct answers of the assessor's; in a question judged by nuggets, the nuggets on its list."""
    question = assignment.question
    scale = question.kind.scale
    if assignment.work.does(LISTING) or scale is None:
        return Nugget.objects.filter(question=question).current().count()
    unless_reviewed = question.pool_items.filter(automatic=True).exclude(
        judgments__in=assignment.judgments.exclude(grade="")
    )
    correct = assignment.judgments.filter(in_pool("item"), grade__in=scale.correct)
    return correct.count() + unless_reviewed.count()


def _refuse_unready(assignment: Assignment) -> None:
    for lack in lacks_of(assignment):
        raise lack.refusal


def _refuse_contradiction(found: int, no_answer_found: bool, stage: Stage) -> None:
    if no_answer_found and found:
        raise _found_refused(found, stage)
    if not found and not no_answer_found:
        raise _unsaid(stage)


def _found_refused(found: int, stage: Stage) -> Refused:
    if stage.does(LISTING):
        message = say_n("{n} nugget stands on the list.", "{n} nuggets stand on the list.", found)
        return Refused(message, "answer_found", say("Finish without “no nugget found”."))
    message = say_n("You judged {n} answer correct.", "You judged {n} answers correct.", found)
    return Refused(message, "answer_found", say("Finish without “no answer found”."))


def _not_sought(qid: str) -> Refused:
    message = say("No answer is sought in question {qid}, so none can be missing.", qid=qid)
    return Refused(message, "nothing_sought", say("Finish without “no answer found”."))


def _unsaid(stage: Stage) -> Refused:
    if stage.does(LISTING):
        hint = say("Tick “no nugget found” to finish, or check the answers again.")
        return Refused(say("There are no nuggets on the list."), "no_answer_unsaid", hint)
    hint = say("Tick “no answer found” to finish, or check the answers again.")
    return Refused(say("No answer of this question is judged correct."), "no_answer_unsaid", hint)

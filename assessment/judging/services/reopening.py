"""Taking back that a question is finished: its assessor's own doing, for a day and while nobody built on it."""

from django.db import transaction

from assessment.judging.models import Assignment
from assessment.judging.selectors.assignments import access_assignment_to_write
from assessment.judging.selectors.built_on import ADJUDICATED, FOLLOWED, IN_SCORES, built_on
from assessment.judging.services.closed import why_closed
from assessment.people.models import Account
from assessment.people.services.events import record_event
from assessment.shared.errors import Refused
from assessment.shared.gate import open_again_in
from assessment.shared.say import say


@transaction.atomic
def undo_finish(*, by: Account | None, assignment_id: int) -> Assignment:
    """Open a finished question again. Nothing of its judgments changes; one that is open stays so.

    Refused a day after it was finished, and where it was adjudicated, scored or released in between: then the
    organizer decides.
    """
    assignment, _ = access_assignment_to_write(by, assignment_id)
    if assignment.finished_at is None:
        return assignment
    refusal = why_closed(assignment)
    if refusal and refusal.code != "question_finished":
        raise refusal
    _refuse_late(assignment)
    _refuse_built_on(assignment)
    assignment.finished_at, assignment.no_answer_found = None, False
    assignment.save(update_fields=["finished_at", "no_answer_found"])
    question = assignment.question
    record_event(
        by=by,
        campaign=question.campaign,
        verb="question:finish_undone",
        subject=question.qid,
        assessor=assignment.member.name,
    )
    return assignment


def _refuse_late(assignment: Assignment) -> None:
    if not assignment.may_undo_finish:
        message = say("Question {qid} was finished more than a day ago.", qid=assignment.question.qid)
        raise _refused(message, "finish_too_old")


def _refuse_built_on(assignment: Assignment) -> None:
    if assignment.question.series_id:
        open_again_in(assignment.question.series_id)
    if not (found := built_on([assignment]).get(assignment.pk)):
        return
    messages = {
        ADJUDICATED: say("Question {qid} has been adjudicated since you finished it.", qid=found.qid),
        FOLLOWED: say(
            "Question {qid} was begun since you finished this one, and builds on it.", qid=found.qid
        ),
        IN_SCORES: say("Question {qid} has been scored since you finished it.", qid=found.qid),
    }
    raise _refused(messages[found.code], found.code)


def _refused(message: str, code: str) -> Refused:
    hint = say(
        "It stays finished, with all its judgments. Ask the organizer to reopen it if you want to change something."
    )
    return Refused(message, code, hint)

"""Taking back somebody's newest change, of whatever kind: one verb for programs, where pages have one for each."""

from collections.abc import Sequence
from typing import NamedTuple
from uuid import UUID

from assessment.judging.models import Assignment
from assessment.judging.services.annotations import undo_annotation
from assessment.judging.services.changes import undo_as_assessor
from assessment.judging.services.judgments import undo
from assessment.people.models import Account
from assessment.shared.errors import Refused
from assessment.shared.say import say
from scoring.stages import CLASSES, VOTES

UNDONE = ("judgments", "classes", "nuggets", "annotation")


class Undone(NamedTuple):
    """What was taken back: the judgment of which item, where it was one, and what is to be said of it."""

    item: int | None
    notices: Sequence[str] = ()


def undo_newest(
    *, by: Account, assignment: Assignment, of: str, client_id: UUID, change: UUID | None = None
) -> Undone:
    """Take back the newest change of one of `UNDONE` that was not undone; a repeat (same `client_id`) takes back no more.

    `change` is the client id of the judgment that has to be the newest; Conflict where another one came since.
    """
    if of == "judgments":
        saved = undo(by=by, assignment_id=assignment.pk, client_id=client_id, of=change)
        return Undone(saved.item)
    if of == "annotation":
        return Undone(None, undo_annotation(by=by, assignment_id=assignment.pk, client_id=client_id).notices)
    if not _has(assignment, of):
        raise Refused(say("There is nothing to undo here."), "nothing_to_undo", "")
    outcome = undo_as_assessor(by=by, assignment_id=assignment.pk, client_id=client_id)
    return Undone(None, outcome.notices)


def _has(assignment: Assignment, of: str) -> bool:
    return assignment.work.does(CLASSES if of == "classes" else VOTES)

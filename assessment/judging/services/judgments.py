"""Saving and undoing what an assessor says of a pool item: a grade, a note, "decide later"."""

from typing import Any, NamedTuple
from uuid import UUID

from assessment.judging.models import Assignment, Change, ChangeKind
from assessment.judging.services.changes import (
    ChangePlan,
    ChangeResult,
    Save,
    as_assessor,
    changes_of,
    make_change,
    newest_of,
    undo_change,
)
from assessment.judging.services.parts.judgments import NAME
from assessment.judging.services.parts.part import Subject
from assessment.people.models import Account
from assessment.shared.errors import Conflict
from assessment.shared.say import say


class Saved(NamedTuple):
    """How an item stands after a save, and the assignment's counters as the save saw them."""

    item: int
    grade: str
    note: str
    later: bool
    changes: int
    judged: int
    later_items: int
    repeated: bool  # this change had been stored before; nothing was written now
    assignment: Assignment  # as it was locked, with all that stands around its question

    def as_json(self) -> dict[str, Any]:
        """The same for the scripts of the page."""
        said = self._asdict()
        del said["assignment"]
        return said


def record_judgment(
    *,
    by: Account | None,
    assignment_id: int,
    item_id: int,
    seen: int,
    client_id: UUID,
    grade: str | None = None,
    note: str | None = None,
    later: bool | None = None,
    seconds: int = 0,
    place: int | None = None,
    document: int | None = None,
    remote: str = "",
) -> Saved:
    """Save what an assessor says of one pool item; None leaves a part as it is.

    `seen` is the number of changes that the page showed; the rest is in `Save`. Raises Http404 for somebody
    else's assignment, ChangeConflict where the item was changed meanwhile, Refused where it cannot be judged.
    """
    said = {"grade": grade, "note": note, "later": later}
    wanted = {name: value for name, value in said.items() if value is not None}
    key = str(item_id)
    asked = {NAME: {key: wanted}}
    plan = ChangePlan(label_of(wanted), asked, {NAME: {key: {"changes": seen}}}, item=item_id)
    save = Save(by, client_id, seconds, place, document, remote)

    def work(subject: Subject) -> ChangeResult:
        return make_change(subject, plan, save)

    return _saved(*as_assessor(save, assignment_id, ChangeKind.GRADE, work, asked=asked))


def undo(
    *, by: Account | None, assignment_id: int, client_id: UUID, of: UUID | None = None, seconds: int = 0
) -> Saved:
    """Take back the assignment's newest change that was not undone, however long ago, and show its item again.

    `of` is the client id of the change that the page offered to undo; Conflict where another one came since.
    """
    save = Save(by, client_id, seconds)

    def work(subject: Subject) -> ChangeResult:
        return undo_change(subject, _offered(subject, of), save)

    return _saved(*as_assessor(save, assignment_id, ChangeKind.GRADE, work, is_undo=True))


def label_of(wanted: dict[str, Any]) -> str:
    """What was said, as the history names it; the undo button says it in the reader's language (`selectors/page`)."""
    if "grade" in wanted:
        return f"“{wanted['grade']}”"
    return "“later”" if "later" in wanted else "note"


def _offered(subject: Subject, of: UUID | None) -> Change:
    """The change to take back, which has to be the one that the page offered."""
    if of is not None and not changes_of(subject).filter(client_id=of).exists():
        raise Conflict(say("That change was never stored, so there is nothing to undo."), "undo_unstored", "")
    newest = newest_of(subject)
    if of is not None and newest.client_id != of:
        raise Conflict(
            say("Something else was changed in another window meanwhile. Nothing was undone."),
            "undo_moved",
            say("Check the newest state, and undo again if you want to."),
        )
    return newest


def _saved(subject: Subject, outcome: ChangeResult) -> Saved:
    ((key, now),) = outcome.state[NAME].items()
    assert subject.assignment is not None
    return Saved(
        int(key),
        now["grade"],
        now["note"],
        now["later"],
        now["changes"],
        subject.assignment.judged,
        subject.assignment.later,
        outcome.repeated,
        subject.assignment,
    )

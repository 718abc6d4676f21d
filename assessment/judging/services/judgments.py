"""Saving and undoing judgments. Every change is kept as a revision, which is its event too."""

from collections.abc import Callable
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import F, FilteredRelation, Q
from django.utils import timezone

from assessment.judging.models import Assignment, Judgment, Revision
from assessment.judging.services.desk import Desk, counted_seconds, open_desk, refuse_closed
from assessment.judging.services.disputes import refresh_disputed
from assessment.people.models import Account
from assessment.shared.errors import Conflict, Refused
from assessment.submissions.models import PoolItem


class Standing(NamedTuple):
    """What an assessor says of an item at one moment. `changes` counts how often it was changed."""

    grade: str = ""
    note: str = ""
    later: bool = False
    judged_at: datetime | None = None
    changes: int = 0


class Change(NamedTuple):
    """What a save wants to change; None leaves a part as it is."""

    grade: str | None = None
    note: str | None = None
    later: bool | None = None

    def applied_to(self, before: Standing) -> Standing:
        """The new standing. A grade settles "decide later" unless told otherwise."""
        graded = self.grade is not None
        return Standing(
            grade=before.grade if self.grade is None else self.grade,
            note=before.note if self.note is None else self.note,
            later=(before.later and not graded) if self.later is None else self.later,
            judged_at=timezone.now() if graded else before.judged_at,
            changes=before.changes + 1,
        )


class Beside(NamedTuple):
    """Which copy of the document stood beside an answer, and whether what lies outside it was loaded."""

    revision: int | None
    remote: str


NOTHING_BESIDE = Beside(None, "")


class Slip(NamedTuple):
    """A locked pool item with the assessor's own judgment of it, where there is one."""

    item_id: int
    judgment_id: int | None
    standing: Standing
    answer: str
    automatic: bool  # the gold standard settles it; a judgment reviews that


class Outcome(NamedTuple):
    """How an item stands after a save, and the assignment's counters as the save saw them."""

    item_id: int
    standing: Standing
    judged: int
    later: int
    repeated: bool = False  # this change had been saved before; nothing was written now


class JudgmentConflict(Conflict):
    """The item was judged elsewhere since the page was loaded: what is stored, and what was to be stored."""

    def __init__(self, item_id: int, stored: Standing, wanted: Change) -> None:
        super().__init__(
            "This answer was changed in another window meanwhile. Nothing was overwritten.",
            "judgment_changed",
            "Choose which of the two to keep.",
        )
        self.item_id = item_id
        self.stored = stored
        self.wanted = wanted


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
    document: int | None = None,
    remote: str = "",
) -> Outcome:
    """Save what an assessor says of one pool item, and keep the former state.

    `seen` is the number of changes that the page showed, `client_id` the browser's name for this save (a repeat
    of it is harmless), `seconds` the active time since the last save, `document` the revision of the document's copy
    that stood beside the answer, `remote` the setting under which it was shown. Raises Http404 for somebody else's
    assignment, JudgmentConflict where the item was changed meanwhile, Refused where it cannot be judged.
    """

    def save(desk: Desk) -> Outcome:
        slip = _locked_slip(desk, item_id)
        change = Change(grade, note, later)
        # Each save raises the number of changes, so a repeated one never finds the number it had seen.
        if slip.standing.changes != seen and _is_known(desk, client_id):
            return _unchanged(desk, slip)
        refuse_closed(desk.assignment)
        _refuse_unknown_grade(desk, slip, change)
        if slip.standing.changes != seen:
            raise JudgmentConflict(item_id, slip.standing, change)
        return _write(
            desk, slip, change.applied_to(slip.standing), by, client_id, seconds, Beside(document, remote)
        )

    return _as_one(by, assignment_id, client_id, save)


def undo(
    *, by: Account | None, assignment_id: int, client_id: UUID, of: UUID | None = None, seconds: int = 0
) -> Outcome:
    """Take back the assignment's newest change that was not undone, however long ago, and show its item again.

    `of` is the client id of the change that the page offered to undo; Conflict where another one came since.
    A note that was typed with a grade stays: only the undo of a change of the note alone takes it back.
    """

    def take_back(desk: Desk) -> Outcome:
        known = desk.assignment.revisions.filter(client_id=client_id, is_undo=True).first()
        if known:
            return _unchanged(desk, _locked_slip(desk, known.item_id))
        refuse_closed(desk.assignment)
        newest = _newest_change(desk, of)
        slip = _locked_slip(desk, newest.item_id)
        Revision.objects.filter(pk=newest.pk).update(undone=True)
        note = newest.former_note if newest.is_of_note else slip.standing.note
        former = (newest.former_grade, note, newest.former_later, newest.former_judged_at)
        after = Standing(*former, changes=slip.standing.changes + 1)
        return _write(desk, slip, after, by, client_id, seconds, is_undo=True)

    return _as_one(by, assignment_id, client_id, take_back)


def _as_one(
    by: Account | None, assignment_id: int, client_id: UUID, change: Callable[[Desk], Outcome]
) -> Outcome:
    """Make a change in one transaction."""
    try:
        with transaction.atomic():
            return change(open_desk(by, assignment_id))
    except IntegrityError as fault:
        if not Revision.objects.filter(assignment=assignment_id, client_id=client_id).exists():
            raise
        raise Refused(
            "Another save carried the same mark, so this one was not stored.",
            "client_id_used",
            "Load the page again and judge once more.",
        ) from fault


def _locked_slip(desk: Desk, item_id: int) -> Slip:
    """Lock a pool item and read the assessor's own judgment of it.

    That judgment cannot change while the assignment is locked, so the statement that waits for the item may read it.
    """
    own = FilteredRelation("judgments", condition=Q(judgments__member=desk.assignment.member_id))
    columns = {f"own_{name}": F(f"own__{name}") for name in ("pk", *Standing._fields)}
    item = (
        PoolItem.objects.filter(pk=item_id, question=desk.assignment.question_id)
        .annotate(own=own)
        .annotate(**columns)
        .only("pk", "answer", "automatic")
        .select_for_update(of=("self",), no_key=True)
        .first()
    )
    if item is None:
        raise Refused(
            "This answer is not in the pool of the question.", "item_not_in_pool", "Load the page again."
        )
    judgment_id, *standing = (getattr(item, name) for name in columns)
    now = Standing() if judgment_id is None else Standing(*standing)
    return Slip(item_id, judgment_id, now, item.answer, item.automatic)


def _unchanged(desk: Desk, slip: Slip) -> Outcome:
    return Outcome(slip.item_id, slip.standing, desk.assignment.judged, desk.assignment.later, repeated=True)


def _is_known(desk: Desk, client_id: UUID) -> bool:
    return desk.assignment.revisions.filter(client_id=client_id).exists()


def _refuse_unknown_grade(desk: Desk, slip: Slip, change: Change) -> None:
    grades = desk.scale_for(slip.answer).grades
    if change.grade is not None and change.grade not in grades:
        raise Refused(
            f"“{change.grade}” is not a grade of this answer. Nothing was stored.",
            "grade_not_on_scale",
            f"Choose one of {', '.join(grades)}.",
        )


def _newest_change(desk: Desk, of: UUID | None) -> Revision:
    if of is not None and not desk.assignment.revisions.filter(client_id=of).exists():
        raise Conflict("That change was never stored. Nothing had to be undone.", "undo_unstored", "")
    newest = desk.assignment.revisions.filter(is_undo=False, undone=False).order_by("-pk").first()
    if newest is None:
        raise Refused("There is nothing to undo in this question.", "nothing_to_undo", "")
    if of is not None and newest.client_id != of:
        raise Conflict(
            "Something else was changed in another window meanwhile. Nothing was undone.",
            "undo_moved",
            "Look at the newest state and undo again if you want to.",
        )
    return newest


def _write(
    desk: Desk,
    slip: Slip,
    after: Standing,
    by: Account | None,
    client_id: UUID,
    seconds: int,
    beside: Beside = NOTHING_BESIDE,
    is_undo: bool = False,
) -> Outcome:
    """Store a new standing with its revision, and keep the counters right."""
    assignment, before = desk.assignment, slip.standing
    values = {**after._asdict(), "guidelines_id": desk.guidelines}
    if slip.judgment_id is None:
        Judgment.objects.create(
            item_id=slip.item_id, member_id=assignment.member_id, assignment=assignment, **values
        )
    else:
        Judgment.objects.filter(pk=slip.judgment_id).update(**values)
    Revision.objects.create(
        assignment=assignment,
        item_id=slip.item_id,
        client_id=client_id,
        former_grade=before.grade,
        former_note=before.note,
        former_later=before.later,
        former_judged_at=before.judged_at,
        grade=after.grade,
        note=after.note,
        later=after.later,
        document_revision=beside.revision,
        remote_resources=beside.remote if beside.revision else "",
        is_undo=is_undo,
        made_by=by,
    )
    judged = 0 if slip.automatic else bool(after.grade) - bool(before.grade)
    later = after.later - before.later
    # A finished question that is open again, because its pool grew, wants to be finished again.
    Assignment.objects.filter(pk=assignment.pk).update(
        judged=F("judged") + judged,
        later=F("later") + later,
        seconds=F("seconds") + counted_seconds(seconds),
        finished_at=None,
        no_answer_found=False,
    )
    if after.grade != before.grade:
        refresh_disputed([slip.item_id], [assignment.question_id])
    return Outcome(slip.item_id, after, assignment.judged + judged, assignment.later + later)

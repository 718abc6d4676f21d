"""Decisions on disputed items (TREC-8 QA evaluation, section 2.4), with their history.

The adjudicator gives no further judgment. Where the difference is a matter of opinion the majority stands; where a
guideline was misapplied, or the judgments are inconsistent across the pool, she may overrule it. Where no grade has
more than half there is no majority, and nothing to overrule.
"""

from collections.abc import Collection
from datetime import datetime
from typing import NamedTuple

from django.db import transaction
from django.utils import timezone

from assessment.campaigns.models import Question
from assessment.judging.models import Adjudication, AdjudicationRevision, Ground
from assessment.judging.selectors.grades import grades_given
from assessment.judging.services.disputes import refuse_released
from assessment.people.models import Account, Member
from assessment.people.services import record_event
from assessment.shared.errors import Conflict, Refused
from assessment.submissions.models import PoolItem
from scoring.rules import majority_of
from scoring.scales import Scale


class Decision(NamedTuple):
    """What is decided of an item. An empty grade is no decision."""

    grade: str = ""
    ground: str = ""
    overruled: bool = False
    note: str = ""


# The columns of a decision. The settled class of the same row is written by those who settle, at any moment.
WRITTEN = (*Decision._fields, "member", "decided_at", "changes")


@transaction.atomic
def decide(
    *, item: PoolItem, grade: str, ground: str, by: Account | None, note: str = "", seen: int | None = None
) -> Adjudication:
    """Decide a disputed item; a former decision is kept as history.

    `seen` is the number of changes that the page showed. Raises Conflict where the decision changed since then,
    Refused where the rules do not allow it. The same decision once more changes nothing.
    """
    item, row = _locked(item)
    given = [one.grade for one in grades_given([item.pk])[item.pk]] if item.disputed else []
    fault = fault_of(scale_of_item(item.question, item.answer), given, grade, ground)
    if fault:
        raise fault
    decision = Decision(grade, ground, overrules(given, grade), note.strip())
    if standing(row) == decision:
        return row
    member = _member(item, by)
    _refuse_stale(row, seen, was_stored=_stored_then(row, seen, decision, member))
    _write(row, decision, member)
    _record(item, "decided", by, **decision._asdict())
    return row


@transaction.atomic
def withdraw_decision(*, item: PoolItem, by: Account | None, seen: int | None = None) -> Adjudication:
    """Take a decision back, so that the item is open again. The decision is kept as history. A repeat does nothing."""
    item, row = _locked(item)
    member = _member(item, by)
    was_withdrawn = _stored_then(row, seen, Decision(), member)
    if was_withdrawn and not row.grade:
        return row
    if not row.grade:
        raise Refused("There is no decision to withdraw.", "not_decided", "")
    _refuse_stale(row, seen, was_stored=was_withdrawn)
    _write(row, Decision(), member)
    _record(item, "withdrawn", by)
    return row


@transaction.atomic
def undo_decision(*, item: PoolItem, by: Account | None, seen: int | None = None) -> Adjudication:
    """Restore what stood before the newest change that was not undone. What is undone is kept as history."""
    item, row = _locked(item)
    former = row.revisions.filter(undone=False).order_by("-pk").first()
    if former is None:
        raise Refused("There is nothing to undo on this item.", "nothing_to_undo", "")
    _refuse_stale(row, seen)
    _keep(row, undone=True)
    AdjudicationRevision.objects.filter(pk=former.pk).update(undone=True)
    _set(row, standing(former), former.member, former.decided_at)
    _record(item, "undone", by, **standing(row)._asdict())
    return row


def fault_of(scale: Scale, given: Collection[str], grade: str, ground: str) -> Refused | None:
    """Why an item with these grades cannot be decided like this; None where it can."""
    if len(set(given)) < 2:
        return Refused("The assessors agree on this item: there is nothing to decide.", "not_disputed", "")
    if grade not in scale.grades:
        return Refused(
            f"“{grade}” is not a grade of this question." if grade else "No grade was chosen.",
            "grade_not_on_scale",
            f"Choose one of {', '.join(scale.grades)}.",
        )
    if ground not in Ground.values:
        what = f"“{ground}” is not a ground." if ground else "No ground was chosen."
        return Refused(what, "ground_unknown", f"Choose one of {', '.join(Ground.values)}.")
    if ground == Ground.OPINION and overrules(given, grade):
        return Refused(
            f"In a matter of opinion the majority stands, and it said “{majority_of(given)}”.",
            "opinion_keeps_majority",
            "Keep the majority's grade, or name the misapplied guideline or the inconsistency.",
        )
    return None


def overrules(given: Collection[str], grade: str) -> bool:
    """Whether a grade differs from that of the majority. Without a majority nothing is overruled."""
    majority = majority_of(given)
    return majority is not None and grade != majority


def scale_of_item(question: Question, answer: str) -> Scale:
    """The grades that an item of a question can get."""
    scale = question.kind.scale_for(answer)
    if scale is None:
        raise Refused(f"Question {question.qid} is not judged.", "question_not_judged", "")
    return scale


def _locked(item: PoolItem) -> tuple[PoolItem, Adjudication]:
    """The item with its decision, locked against judgments, settled classes and other decisions.

    Refused once the results are out.
    """
    rows = PoolItem.objects.select_for_update(of=("self",), no_key=True).select_related("question__campaign")
    locked = rows.get(pk=item.pk)
    refuse_released(locked.question.campaign, "decisions")
    rows_of_item = Adjudication.objects.select_for_update(of=("self",), no_key=True).select_related("member")
    row, _ = rows_of_item.get_or_create(item=locked)
    return locked, row


def _stored_then(row: Adjudication, seen: int | None, decision: Decision, member: Member | None) -> bool:
    """Whether this person's same decision was stored already, of the state that the page showed: it is sent again.

    Each change puts the state before it into the history, so what the first one made of that state is second there.
    """
    if seen is None or row.changes <= seen:
        return False
    made = row.revisions.order_by("pk")[seen + 1 : seen + 2].first() or row
    return made.member == member and standing(made) == decision


def _refuse_stale(row: Adjudication, seen: int | None, *, was_stored: bool = False) -> None:
    if seen is None or seen == row.changes:
        return
    yours = "Yours was stored before that." if was_stored else "Yours was not stored."
    what = f"“{row.grade}” ({row.get_ground_display().lower()})" if row.grade else "no decision"
    raise Conflict(
        f"{row.member or 'Somebody'} changed this decision meanwhile: it is now {what}. {yours}",
        "decision_changed",
        "Look at it, and decide again if you see it otherwise.",
    )


def _member(item: PoolItem, by: Account | None) -> Member | None:
    """The deciding account's person in the campaign; a site admin may have none."""
    return Member.objects.filter(campaign=item.question.campaign_id, account=by).first() if by else None


def standing(row: Adjudication | AdjudicationRevision) -> Decision:
    """What a row says of its item."""
    return Decision(row.grade, row.ground, row.overruled, row.note)


def _write(row: Adjudication, decision: Decision, member: Member | None) -> None:
    _keep(row)
    _set(row, decision, member, timezone.now() if decision.grade else None)


def _keep(row: Adjudication, *, undone: bool = False) -> None:
    """Put the present state into the history."""
    AdjudicationRevision.objects.create(
        adjudication=row,
        member=row.member,
        decided_at=row.decided_at,
        undone=undone,
        **standing(row)._asdict(),
    )


def _set(row: Adjudication, decision: Decision, member: Member | None, decided_at: datetime | None) -> None:
    for name, value in decision._asdict().items():
        setattr(row, name, value)
    row.member, row.decided_at, row.changes = member, decided_at, row.changes + 1
    row.save(update_fields=WRITTEN)


def _record(item: PoolItem, what: str, by: Account | None, **data: object) -> None:
    record_event(
        by=by,
        campaign=item.question.campaign,
        verb=f"adjudication:{what}",
        subject=f"{item.question.qid} {item.docid}",
        item=item.pk,
        **data,
    )

"""Decisions on disputed items (TREC-8 QA evaluation, section 2.4).

The adjudicator gives no further judgment. Where the difference is a matter of opinion the majority stands; where a
guideline was misapplied, or the judgments are inconsistent across the pool, she may overrule it. Where no grade has
more than half there is no majority, and nothing to overrule.
"""

from collections.abc import Collection, Mapping
from typing import Any, NamedTuple
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from assessment.adjudication.selectors.sentences import why
from assessment.campaigns.models import Question
from assessment.judging.models import Adjudication, ChangeKind, Ground
from assessment.judging.selectors.grades import grades_given
from assessment.judging.services.changes import (
    ChangePlan,
    Save,
    changes_of,
    known_change,
    make_change,
    undo_change,
)
from assessment.judging.services.disputes import refuse_released
from assessment.judging.services.parts.decisions import NAME, read_decisions
from assessment.judging.services.parts.part import ChangeConflict, Subject
from assessment.people.models import Account, Member
from assessment.people.services.events import record_event
from assessment.shared.errors import Refused
from assessment.shared.gate import enter_gate
from assessment.shared.grades import grade_name
from assessment.shared.say import say, sentence
from assessment.submissions.models import PoolItem
from scoring.rules import majority_of
from scoring.scales import Scale
from scoring.tracks.base import Track

NOT_DISPUTED = sentence("This item is not disputed: no two assessors gave it different grades.")

Record = Mapping[str, Any]  # a decision as its part holds it


class Decision(NamedTuple):
    """What is decided of an item. An empty grade is no decision."""

    grade: str = ""
    ground: str = ""
    overruled: bool = False
    note: str = ""

    @classmethod
    def of(cls, record: Record) -> "Decision":
        """What a record says."""
        return cls(*(record[name] for name in cls._fields))

    def by(self, member: Member | None) -> dict[str, Any]:
        """The record of it, decided now."""
        decided_at = timezone.now().isoformat() if self.grade else None
        return {**self._asdict(), "member_id": member.pk if member else None, "decided_at": decided_at}


@transaction.atomic
def decide(
    *,
    item: PoolItem,
    grade: str,
    ground: str,
    by: Account | None,
    note: str = "",
    seen: int | None = None,
    client_id: UUID | None = None,
) -> Adjudication:
    """Decide a disputed item; a former decision is kept as history.

    `seen` is the number of changes that the page showed, `client_id` the page's name for the decision. Raises
    ChangeConflict where the decision changed since then, Refused where the rules do not allow it. The same decision
    once more changes nothing.
    """
    subject, item = _locked(item)
    asked = {NAME: {str(item.pk): {"grade": grade, "ground": ground, "note": note.strip()}}}
    name, made = known_change(subject, client_id, asked)
    if made:
        return _row(item)
    given = [one.grade for one in grades_given([item.pk])[item.pk]] if item.disputed else []
    scale = scale_of_item(item.question, item.answer)
    if refused := refusal_of(scale, given, grade, ground, item.question.campaign.track):
        raise refused
    decision = Decision(grade, ground, overrules(given, grade), note.strip())
    stored = read_decisions([item.pk])[item.pk]
    if Decision.of(stored) == decision:
        return _row(item)
    member = _member(item, by)
    if seen not in (None, stored["changes"]):
        raise _stale(item, stored, decision, was_stored=_was_stored(subject, item, seen, decision, member))
    _change(subject, item, decision, member, Save(by, name))
    _record(item, "decided", by, **decision._asdict())
    return _row(item)


@transaction.atomic
def withdraw_decision(
    *, item: PoolItem, by: Account | None, seen: int | None = None, client_id: UUID | None = None
) -> Adjudication:
    """Take a decision back, so that the item is open again. The decision is kept as history. A repeat does nothing."""
    subject, item = _locked(item)
    name, made = known_change(subject, client_id, {NAME: {str(item.pk): Decision()._asdict()}})
    stored, member = read_decisions([item.pk])[item.pk], _member(item, by)
    was_withdrawn = _was_stored(subject, item, seen, Decision(), member)
    if made or (was_withdrawn and not stored["grade"]):
        return _row(item)
    if not stored["grade"]:
        raise Refused(say("There is no decision to withdraw."), "not_decided", "")
    if seen not in (None, stored["changes"]):
        raise _stale(item, stored, Decision(), was_stored=was_withdrawn)
    _change(subject, item, Decision(), member, Save(by, name))
    _record(item, "withdrawn", by)
    return _row(item)


@transaction.atomic
def undo_decision(
    *, item: PoolItem, by: Account | None, seen: int | None = None, client_id: UUID | None = None
) -> Adjudication:
    """Restore what stood before the newest change that was not undone. What is undone is kept as history."""
    subject, item = _locked(item)
    name, made = known_change(subject, client_id, {}, is_undo=True)
    if made:
        return _row(item)
    newest = changes_of(subject).filter(item=item).undoable().first()
    if newest is None:
        raise Refused(say("There is nothing to undo on this item."), "nothing_to_undo", "")
    stored = read_decisions([item.pk])[item.pk]
    if seen not in (None, stored["changes"]):
        raise _stale(item, stored, Decision())
    outcome = undo_change(subject, newest, Save(by, name))
    _record(item, "undone", by, **Decision.of(outcome.state[NAME][str(item.pk)])._asdict())
    return _row(item)


def refusal_of(
    scale: Scale, given: Collection[str], grade: str, ground: str, track: Track | None = None
) -> Refused | None:
    """Why an item with these grades cannot be decided like this; None where it can."""
    if len(set(given)) < 2:
        return Refused(say(NOT_DISPUTED), "not_disputed", "")
    if grade not in scale.grades:
        return Refused(
            say("“{grade}” is not a grade of this question.", grade=grade)
            if grade
            else say("No grade was chosen."),
            "grade_not_on_scale",
            say("Choose one of {listed}.", listed=", ".join(scale.grades)),
        )
    if ground not in Ground.values:
        what = say("“{ground}” is not a ground.", ground=ground) if ground else say("No ground was chosen.")
        return Refused(
            what, "ground_unknown", say("Choose one of {listed}.", listed=", ".join(Ground.values))
        )
    if ground == Ground.OPINION and overrules(given, grade):
        return Refused(
            say(
                "For a matter of opinion the majority grade is kept, here “{grade}”.",
                grade=grade_name(majority_of(given) or "", track),
            ),
            "opinion_keeps_majority",
            say("Keep the majority's grade, or choose misapplied or inconsistent."),
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
        raise Refused(say("Question {qid} is not judged.", qid=question.qid), "question_not_judged", "")
    return scale


def _locked(item: PoolItem) -> tuple[Subject, PoolItem]:
    """The adjudicator's word on an item, which is locked against judgments and other decisions.

    Refused once the results are out.
    """
    enter_gate(item.question.campaign_id)
    rows = PoolItem.objects.select_for_update(of=("self",), no_key=True).select_related("question__campaign")
    locked = rows.get(pk=item.pk)
    refuse_released(locked.question.campaign, "decisions")
    return Subject(locked.question, kind=ChangeKind.DECISION), locked


def _row(item: PoolItem) -> Adjudication:
    return Adjudication.objects.select_related("member").get(item=item)


def _change(subject: Subject, item: PoolItem, decision: Decision, member: Member | None, save: Save) -> None:
    label = (
        f"“{grade_name(decision.grade, subject.question.campaign.track)}”"
        if decision.grade
        else say("the withdrawal")
    )
    make_change(subject, ChangePlan(label, {NAME: {str(item.pk): decision.by(member)}}, item=item.pk), save)


def _was_stored(
    subject: Subject, item: PoolItem, seen: int | None, decision: Decision, member: Member | None
) -> bool:
    """Whether this person's same decision was stored already, of the state that the page showed: it is sent again."""
    if seen is None:
        return False
    made = (change.after[NAME][str(item.pk)] for change in changes_of(subject).filter(item=item))
    wanted = (seen + 1, member.pk if member else None, decision)
    return any((one["changes"], one["member_id"], Decision.of(one)) == wanted for one in made)


def _stale(item: PoolItem, stored: Record, wanted: Decision, *, was_stored: bool = False) -> ChangeConflict:
    """Why a page that saw another decision is not followed."""
    yours = say("Yours was stored before.") if was_stored else say("Yours was not stored.")
    ground = why(stored["ground"])
    grade = grade_name(stored["grade"], item.question.campaign.track)
    what = f"“{grade}” ({ground})" if stored["grade"] else say("no decision")
    who = Member.objects.filter(pk=stored["member_id"]).first() or say("Somebody")
    changed = say(
        "{person} changed this decision meanwhile: it is now {decision}.", person=who, decision=what
    )
    return ChangeConflict(
        f"{changed} {yours}",
        dict(stored),
        wanted._asdict(),
        code="decision_changed",
        hint=say("Check it, and decide again if you disagree."),
        of_record=True,
    )


def _member(item: PoolItem, by: Account | None) -> Member | None:
    """The deciding account's person in the campaign; a site admin may have none."""
    return Member.objects.filter(campaign=item.question.campaign_id, account=by).first() if by else None


def _record(item: PoolItem, what: str, by: Account | None, **data: object) -> None:
    record_event(
        by=by,
        campaign=item.question.campaign,
        verb=f"adjudication:{what}",
        subject=f"{item.question.qid} {item.docid}",
        item=item.pk,
        **data,
    )

"""The part of grades, notes and "decide later": a record by pool item, and the number of its changes."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db.models import F, FilteredRelation, Q, QuerySet
from django.utils import timezone

from assessment.judging.models import Assignment, Judgment
from assessment.judging.models.judgments import KINDS, is_of_note
from assessment.judging.services.disputes import refresh_disputed
from assessment.judging.services.parts.part import ChangeConflict, Part, State, Subject, Values
from assessment.shared.errors import Refused
from assessment.shared.say import say
from assessment.submissions.models import PoolItem
from documents.prepared import Prepared
from scoring.scales import Scale, without_reason

NAME = "judgments"
# What a judgment is: what a save changes and its undo puts back, and what files change besides.
FIELDS = ("grade", "note", "later", "judged_at", "guidelines_id", "changes")
SHOWN = ("grade", "note", "later", "changes")
OF_FILES = ("kind", "version", "source_id")
NOTHING_SAID = {
    "grade": "",
    "note": "",
    "later": False,
    "judged_at": None,
    "guidelines_id": None,
    "changes": 0,
}
NOTHING_OF_FILES = {"kind": "human", "version": "", "source_id": None}


def record_of(row: Any, prefix: str = "", fields: Sequence[str] = FIELDS) -> dict[str, Any]:
    """What a row says, as the history keeps it."""
    found = {name: getattr(row, f"{prefix}{name}") for name in fields}
    return found | {"judged_at": found["judged_at"] and found["judged_at"].isoformat()}


def columns_of(record: Mapping[str, Any], now: Mapping[str, Any]) -> dict[str, Any]:
    """The columns that a record of the history means; what it does not tell stays as it is now."""
    found = {name: record.get(name, value) for name, value in now.items()}
    columns = KINDS[found.pop("kind")] if "kind" in found else {}
    return found | columns | {"judged_at": found["judged_at"] and datetime.fromisoformat(found["judged_at"])}


def _read(subject: Subject, keys: Iterable[str]) -> Values:
    """Lock the pool items and read the assessor's own judgments, with what else a save needs of the items.

    Those judgments cannot change while the assignment is locked, so the statement that waits for the items may
    read them.
    """
    pks = {int(key) for key in keys}
    rows = _locked_rows(pks, subject)
    found = {str(row.pk): {**_said(row), "answer": row.answer, "automatic": row.automatic} for row in rows}
    if len(found) < len(pks):
        raise Refused(
            say("This answer is not in the pool of the question."),
            "item_not_in_pool",
            say("Reload the page."),
        )
    return found


def _locked_rows(pks: set[int], subject: Subject) -> "Iterable[PoolItem]":
    question, member = subject.question.pk, subject.member.pk if subject.member else None
    if len(pks) == 1 and member:
        return _locked_row(item=next(iter(pks)), question=question, member=member)
    return _with_own(PoolItem.objects.filter(pk__in=pks, question=question), member)


@Prepared
def _locked_row(item: int, question: int, member: int) -> "QuerySet[PoolItem]":
    return _with_own(PoolItem.objects.filter(pk=item, question=question), member)


def _with_own(items: "QuerySet[PoolItem]", member: int | None) -> "QuerySet[PoolItem]":
    own = FilteredRelation("judgments", condition=Q(judgments__member=member))
    columns = {f"own_{name}": F(f"own__{name}") for name in ("pk", *FIELDS)}
    found = items.annotate(own=own).annotate(**columns).only("pk", "answer", "automatic").order_by("pk")
    return found.select_for_update(of=("self",), no_key=True)


def _said(item: Any) -> dict[str, Any]:
    return NOTHING_SAID if item.own_pk is None else record_of(item, "own_")


def _resolve(subject: Subject, stored: Any, wanted: Any) -> dict[str, Any]:
    """What is said of an item now. A grade settles "decide later" unless that is wanted too."""
    graded = "grade" in wanted
    if graded:
        _refuse_unknown_grade(subject, stored["answer"], wanted["grade"])
    grade, note = wanted.get("grade", stored["grade"]), wanted.get("note", stored["note"])
    _refuse_without_reason(grade, note)
    return {
        "grade": grade,
        "note": note,
        "later": wanted.get("later", stored["later"] and not graded),
        "judged_at": timezone.now().isoformat() if graded else stored["judged_at"],
        "guidelines_id": subject.guidelines,
        "changes": stored["changes"] + 1,
    }


def _refuse_unknown_grade(subject: Subject, answer: str, grade: str) -> None:
    grades = _scale_for(subject, answer).answers
    if grade not in grades:
        raise Refused(
            say("“{grade}” is not a grade of this answer. Nothing was stored.", grade=grade),
            "grade_not_on_scale",
            say("Choose one of {grades}.", grades=", ".join(grades)),
        )


def _refuse_without_reason(grade: str, note: str) -> None:
    if message := without_reason(grade, note):
        raise Refused(message, "reason_missing", say("Say in a few words why, and save again."))


def _scale_for(subject: Subject, answer: str) -> Scale:
    scale = subject.question.kind.scale_for(answer)
    if scale is None:
        raise Refused(
            say("Question {qid} has a type that is not judged.", qid=subject.question.qid),
            "question_not_judged",
            say("Choose another question."),
        )
    return scale


def _restore(before: Any, after: Any, stored: Any) -> dict[str, Any]:
    """A note that was typed with a grade stays: only the undo of a change of the note alone takes it back."""
    note = before["note"] if is_of_note(before, after) else stored["note"]
    said = {name: before.get(name, stored[name]) for name in FIELDS}
    return {**said, "note": note, "changes": stored["changes"] + 1}


def _write(subject: Subject, values: Values) -> None:
    """Store what was said; in one statement, whether or not something was said before."""
    assert subject.assignment is not None
    Judgment.objects.bulk_create(
        [_row(subject.assignment, int(key), value) for key, value in values.items()],
        update_conflicts=True,
        unique_fields=["item", "member"],
        update_fields=[name.removesuffix("_id") for name in FIELDS],
    )


def _row(assignment: Assignment, item: int, value: dict[str, Any]) -> Judgment:
    of_row: dict[str, Any] = {"item_id": item, "member_id": assignment.member_id, "assignment": assignment}
    return Judgment(**of_row, **columns_of(value, NOTHING_SAID))


def _recount(subject: Subject, before: State, after: State) -> Mapping[str, int]:
    """Keep the disputes right, and give what comes to the assignment's counters. The gold standard counts alone."""
    pairs = [(before[NAME][key], value) for key, value in after[NAME].items()]
    regraded = [
        int(key) for key, value in after[NAME].items() if value["grade"] != before[NAME][key]["grade"]
    ]
    if regraded:
        refresh_disputed(regraded, [subject.question.pk])
    return {
        "judged": sum(bool(new["grade"]) - bool(old["grade"]) for old, new in pairs if not old["automatic"]),
        "later": sum(new["later"] - old["later"] for old, new in pairs),
    }


def _conflict(label: str, stored: State, wanted: State) -> ChangeConflict:
    ((key, asked),) = wanted[NAME].items()
    now = stored[NAME][key]
    return ChangeConflict(
        say("This answer was changed in another window meanwhile. Nothing was overwritten."),
        {name: now[name] for name in SHOWN},
        asked,
        code="judgment_changed",
        hint=say("Choose which of the two to keep."),
        of_record=True,
        item=int(key),
    )


PART = Part(_read, _write, _resolve, _restore, _recount, _conflict)

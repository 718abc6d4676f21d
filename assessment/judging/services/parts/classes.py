"""The parts of answer classes: labels, known answers that were merged, and which answer is in which class.

Classes are called by their uid, pool items by their primary key.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

from django.db.models import QuerySet

from assessment.judging.models import Adjudication, AnswerClass, Judgment
from assessment.judging.services.parts.part import KEEP, Part, Subject, Values, unless_changed
from assessment.judging.services.wording import next_names


def _own_classes(subject: Subject) -> QuerySet[AnswerClass]:
    return AnswerClass.objects.filter(question=subject.question)


def _read_labels(subject: Subject, keys: Iterable[str]) -> Values:
    found = {str(row.uid): row.text for row in _own_classes(subject).filter(uid__in=keys)}
    return {key: found.get(key) for key in keys}


def _write_labels(subject: Subject, values: Values) -> None:
    there = {str(uid) for uid in _own_classes(subject).filter(uid__in=values).values_list("uid", flat=True)}
    for key in there & values.keys():
        if values[key] is not None:
            _own_classes(subject).filter(uid=key).update(text=values[key])
    new = {key: label for key, label in values.items() if key not in there and label is not None}
    names = next_names(_own_classes(subject).values_list("name", flat=True))
    AnswerClass.objects.bulk_create(
        AnswerClass(uid=key, question=subject.question, name=name, text=label, member=subject.member)
        for (key, label), name in zip(new.items(), names, strict=False)
    )


def _read_removed(subject: Subject, keys: Iterable[str]) -> Values:
    gone = _own_classes(subject).filter(uid__in=keys, removed=True).values_list("uid", flat=True)
    return {key: key in set(map(str, gone)) for key in keys}


def _write_removed(subject: Subject, values: Values) -> None:
    for key, removed in values.items():
        _own_classes(subject).filter(uid=key).update(removed=removed)


def _read_classes(subject: Subject, keys: Iterable[str]) -> Values:
    rows = (
        _holders(subject)
        .filter(item__in=[int(key) for key in keys])
        .values_list("item_id", "answer_class__uid")
    )
    found = {str(item): str(uid) if uid else None for item, uid in rows}
    return {key: found.get(key) for key in keys}


def _write_classes(subject: Subject, values: Values) -> None:
    rows = _own_classes(subject).filter(uid__in=set(values.values()) - {None})
    pks: dict[str | None, int] = {str(uid): pk for uid, pk in rows.values_list("uid", "pk")}
    by_class: defaultdict[int | None, list[int]] = defaultdict(list)
    for key, uid in values.items():
        by_class[pks.get(uid)].append(int(key))
    if subject.member is None:
        _settle({item: pk for pk, items in by_class.items() for item in items})
        return
    for pk, items in by_class.items():
        Judgment.objects.filter(assignment=subject.assignment, item__in=items).update(answer_class=pk)


def _settle(classes: Mapping[int, int | None]) -> None:
    """Store settled classes, whether or not the items had a row; always in one order, so that nobody waits for ever."""
    Adjudication.objects.bulk_create(
        (Adjudication(item_id=item, answer_class_id=classes[item]) for item in sorted(classes)),
        update_conflicts=True,
        unique_fields=["item"],
        update_fields=["answer_class"],
    )


def _holders(subject: Subject) -> "QuerySet[Judgment] | QuerySet[Adjudication]":
    """The rows that hold the class of an item: the assessor's judgments, or the adjudicator's decisions."""
    if subject.member is None:
        return Adjudication.objects.filter(item__question=subject.question)
    return Judgment.objects.filter(assignment=subject.assignment)


def unless_made(before: Any, after: Any, stored: Any) -> Any:
    """What was made stays where its making is undone; without answers, or removed, it counts nowhere."""
    return KEEP if before is None else unless_changed(before, after, stored)


LABELS = Part(_read_labels, _write_labels, restore=unless_made)
REMOVED_CLASSES = Part(_read_removed, _write_removed)
CLASSES = Part(_read_classes, _write_classes)

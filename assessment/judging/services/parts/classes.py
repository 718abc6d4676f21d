"""The parts of answer classes: labels, known answers that were merged, and which answer is in which class.

Classes are called by their uid, pool items by their primary key.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping

from django.db.models import QuerySet

from assessment.judging.models import Adjudication, AnswerClass, Judgment
from assessment.judging.services.parts.entries import column_of, texts_of
from assessment.judging.services.parts.part import Part, Subject, Values


def _read_classes(subject: Subject, keys: Iterable[str]) -> Values:
    rows = (
        _holders(subject)
        .filter(item__in=[int(key) for key in keys])
        .values_list("item_id", "answer_class__uid")
    )
    found = {str(item): str(uid) if uid else None for item, uid in rows}
    return {key: found.get(key) for key in keys}


def _write_classes(subject: Subject, values: Values) -> None:
    rows = AnswerClass.objects.filter(question=subject.question, uid__in=set(values.values()) - {None})
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


LABELS = texts_of(AnswerClass, lambda subject, number: {"member": subject.member})
REMOVED_CLASSES = column_of(AnswerClass, "removed", absent=False)
CLASSES = Part(_read_classes, _write_classes)

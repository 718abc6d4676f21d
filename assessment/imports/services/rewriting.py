"""Judgments that a file, or taking it back, writes anew: many at once, with their history, in two statements."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import Q

from assessment.judging.models import AnswerClass, Change, Judgment
from assessment.judging.services.parts.judgments import (
    FIELDS,
    NOTHING_OF_FILES,
    NOTHING_SAID,
    OF_FILES,
    columns_of,
    record_of,
)
from documents.bulk import update_rows

COLUMNS = tuple(
    name.removesuffix("_id") for name in (*columns_of({}, NOTHING_SAID | NOTHING_OF_FILES), "answer_class")
)


class Rewritten(NamedTuple):
    """A judgment as it is to be from now on, not stored yet, and the change that tells of it."""

    row: Judgment
    change: Change


class ClassNames(NamedTuple):
    """What the history calls classes: a name of its own, which a class keeps where it is moved to another campaign."""

    uids: Mapping[int, UUID]
    pks: Mapping[str, int]

    def uid(self, answer_class: int | None) -> str | None:
        """What the history calls a class."""
        return str(self.uids[answer_class]) if answer_class else None

    def pk(self, uid: str | None) -> int | None:
        """The class that the history calls so; None where it is gone."""
        return self.pks.get(uid or "")


def class_names(pks: Iterable[int | None], uids: Iterable[str | None] = ()) -> ClassNames:
    """The names of some classes, which are known by primary key or by name. Asks nothing where there are none."""
    numbers, names = set(pks) - {None}, set(uids) - {None}
    if not numbers and not names:
        return ClassNames({}, {})
    found = dict(AnswerClass.objects.filter(Q(pk__in=numbers) | Q(uid__in=names)).values_list("pk", "uid"))
    return ClassNames(found, {str(uid): pk for pk, uid in found.items()})


def whole_record_of(row: Judgment) -> dict[str, Any]:
    """What a judgment says, as the history keeps it, whose word it is and which import said so."""
    return record_of(row, fields=(*FIELDS, *OF_FILES))


def become(row: Judgment, said: Mapping[str, Any], answer_class: int | None) -> None:
    """Give a judgment, not stored yet, what a record of the history says, and a class."""
    for name, value in columns_of(said, said).items():
        setattr(row, name, value)
    row.answer_class_id = answer_class


def store_rewritten(rewritten: Sequence[Rewritten]) -> None:
    """Write judgments and what tells of them."""
    Change.objects.bulk_create(one.change for one in rewritten)
    update_rows([one.row for one in rewritten], COLUMNS)

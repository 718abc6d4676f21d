"""The parts of entries, answer classes as nuggets: what is written, and what else stands in their columns, by uid."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from assessment.judging.models import Entry
from assessment.judging.services.parts.part import KEEP, Part, Subject, Values, unless_changed
from assessment.judging.services.wording import next_names


def unless_made(before: Any, after: Any, stored: Any) -> Any:
    """What was made stays where its making is undone; without answers, or removed, it counts nowhere."""
    return KEEP if before is None else unless_changed(before, after, stored)


def column_of(
    kind: type[Entry],
    column: str,
    *,
    absent: Any = None,
    beside: Mapping[str, Any] | None = None,
    **ways: Any,
) -> Part:
    """The part of a column of a question's entries of a kind.

    `absent` is what an entry has that is not there; None is never written. `beside` are columns that a write sets, too.
    """

    def read(subject: Subject, keys: Iterable[str]) -> Values:
        rows = kind.objects.filter(question=subject.question, uid__in=keys)
        found = {str(uid): value for uid, value in rows.values_list("uid", column)}
        return {key: found.get(key, absent) for key in keys}

    def write(subject: Subject, values: Values) -> None:
        for key, value in values.items():
            if value is not None:
                rows = kind.objects.filter(question=subject.question, uid=key)
                rows.update(**{column: value, **(beside or {})})

    return Part(read, write, **ways)


def texts_of(kind: type[Entry], own: Callable[[Subject, int], Mapping[str, Any]], **ways: Any) -> Part:
    """The part of the texts of a kind. One for a uid that is not there yet makes an entry, with the next free name.

    `own` gives what else the kind says of a new entry, by its number after the last of the question's list.
    """
    texts = column_of(kind, "text", restore=unless_made, **ways)

    def write(subject: Subject, values: Values) -> None:
        rows = kind.objects.filter(question=subject.question)
        there = {str(uid) for uid in rows.filter(uid__in=values).values_list("uid", flat=True)}
        texts.write(subject, {key: text for key, text in values.items() if key in there})
        if new := {key: text for key, text in values.items() if key not in there and text is not None}:
            listed = list(rows.values_list("name", "position"))
            names = next_names(name for name, _ in listed)
            last = max((position for _, position in listed), default=0)
            kind.objects.bulk_create(
                kind(uid=key, question=subject.question, name=name, text=text, **own(subject, number))
                for number, ((key, text), name) in enumerate(zip(new.items(), names, strict=False), last + 1)
            )

    return texts._replace(write=write)

"""The part of an assessor's notes on a question: one record, on the assignment itself, with the number of its changes."""

from collections.abc import Iterable
from typing import Any

from assessment.judging.models import Assignment
from assessment.judging.services.parts.part import ChangeConflict, Part, State, Subject, Values
from assessment.shared.say import say

NAME = "notes"
FIELDS = ("canonical_answer", "comment", "rules_of_thumb")


def notes_of(assignment: Assignment) -> dict[str, Any]:
    """The notes as they are stored, with their version."""
    return {name: getattr(assignment, name) for name in FIELDS} | {"version": assignment.notes_version}


def _read(subject: Subject, keys: Iterable[str]) -> Values:
    assert subject.assignment is not None
    return {key: notes_of(subject.assignment) for key in keys}


def _resolve(subject: Subject, stored: Any, wanted: Any) -> dict[str, Any]:
    now: dict[str, Any] = stored | wanted
    return now if now == stored else now | {"version": stored["version"] + 1}


def _write(subject: Subject, values: Values) -> None:
    assert subject.assignment is not None
    for value in values.values():
        texts = {name: value[name] for name in FIELDS}
        Assignment.objects.filter(pk=subject.assignment.pk).update(**texts, notes_version=value["version"])


def _conflict(label: str, stored: State, wanted: State) -> ChangeConflict:
    return ChangeConflict(
        say("Your notes on this question were changed in another window meanwhile. Nothing was overwritten."),
        stored[NAME][""],
        wanted[NAME][""],
        code="sheet_changed",
        hint=say("Choose which of the two to keep."),
        of_record=True,
    )


PART = Part(_read, _write, _resolve, conflict=_conflict)

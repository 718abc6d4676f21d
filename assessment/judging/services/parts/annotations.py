"""The part of what an annotator says of a page: one record on the assignment, with the number of its changes.

Places stand as `PageAnnotation` keeps them. Whoever changes an earlier step takes away what was said in later ones where
it no longer fits; undo brings it back.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from assessment.judging.models import PageAnnotation
from assessment.judging.services.parts.part import ChangeConflict, Part, State, Subject, Values
from assessment.shared.say import say
from scoring.annotations import STEPS, YES_NO

NAME = "annotations"
ANSWER = ("question", "reason", "candidate", "long", "kind", "short", "yes_no")
SECONDS = tuple(f"seconds_{step}" for step in STEPS)
FIELDS = (*ANSWER, *SECONDS, "version")
OF_FILE = ("annotation_id", "source")
NO_SHORT: Mapping[str, Any] = {"short": None, "yes_no": YES_NO[0]}
NO_LONG: Mapping[str, Any] = {"candidate": None, "long": None, "kind": "", **NO_SHORT}


def record_of(row: PageAnnotation | None) -> dict[str, Any]:
    """What a row says, as the history keeps it; without one, that nothing was said yet."""
    said = row or PageAnnotation()
    return {name: getattr(said, name) for name in FIELDS}


def step_of(record: Mapping[str, Any]) -> str:
    """The first step of a record that is not decided; empty where it is complete."""
    return PageAnnotation(**record).step


def _read(subject: Subject, keys: Iterable[str]) -> Values:
    row = PageAnnotation.objects.filter(assignment=subject.assignment).first()
    return {key: record_of(row) for key in keys}


def _resolve(subject: Subject, stored: Any, wanted: Any) -> dict[str, Any]:
    return said_anew(stored, wanted)


def said_anew(stored: Mapping[str, Any], wanted: Mapping[str, Any]) -> dict[str, Any]:
    """The record with one step said anew; `seconds_…` in what is wanted are those that come to it."""
    said = {name: value for name, value in wanted.items() if name in ANSWER}
    now: dict[str, Any] = {**stored, **_fallen(stored, said), **said}
    if now == stored:
        return now
    spent = {name: stored[name] + wanted.get(name, 0) for name in SECONDS}
    return now | spent | {"version": stored["version"] + 1}


def _fallen(stored: Mapping[str, Any], said: Mapping[str, Any]) -> Mapping[str, Any]:
    """What a new answer takes away of the later steps."""
    if said.get("question") == "bad":
        return NO_LONG
    return NO_SHORT if said.get("long", stored["long"]) != stored["long"] else {}


def _restore(before: Any, after: Any, stored: Any) -> dict[str, Any]:
    return taken_back(before, stored)


def taken_back(before: Mapping[str, Any], stored: Mapping[str, Any]) -> dict[str, Any]:
    """What stood before, in the place of what is stored; the time spent stays."""
    answer = {name: before[name] for name in ANSWER}
    return {**stored, **answer, "version": stored["version"] + 1}


def _write(subject: Subject, values: Values) -> None:
    """Store what was said; in one statement, whether or not something was said before. A file said something else."""
    PageAnnotation.objects.bulk_create(
        (PageAnnotation(assignment=subject.assignment, **value) for value in values.values()),
        update_conflicts=True,
        unique_fields=["assignment"],
        update_fields=[*FIELDS, *OF_FILE, "changed_at"],
    )


def _recount(subject: Subject, before: State, after: State) -> Mapping[str, int]:
    """One page is judged when all its steps are decided."""
    ((key, now),) = after[NAME].items()
    return {"judged": (not step_of(now)) - (not step_of(before[NAME][key]))}


def _conflict(label: str, stored: State, wanted: State) -> ChangeConflict:
    return changed_elsewhere(stored[NAME][""], wanted[NAME][""])


def changed_elsewhere(stored: Values, wanted: Values) -> ChangeConflict:
    """Another window said something else since the page was shown."""
    return ChangeConflict(
        say("You changed your answer to this question in another window meanwhile. Nothing was overwritten."),
        stored,
        wanted,
        code="annotation_changed",
        hint=say("Look at what is stored, and answer again if you want to change it."),
        of_record=True,
    )


PART = Part(_read, _write, _resolve, _restore, _recount, _conflict)

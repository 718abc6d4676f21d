"""Reading many judgments as a program sends them."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID, uuid4

from assessment.judging.forms.listed import (
    SENT,
    Fields,
    Listed,
    is_count,
    is_key,
    is_text,
    refuse_wrong,
    rows_of,
    wrong_fields,
)
from assessment.judging.services.listed import Wrong
from assessment.judging.services.many import MOST, PLACE, Judged

LONGEST_NOTE = 10_000  # characters
LONGEST_GRADE = 20
LISTED = Listed(PLACE, "judgment", '{"assignment": 1, "item": 2, "grade": "yes"}', MOST)


def _is_grade(value: Any) -> bool:
    return is_text(LONGEST_GRADE)(value) and bool(value)


_FIELDS: Fields = {
    "assignment": (is_key, "the number of one of your assignments"),
    "item": (is_key, "the number of an item"),
    "grade": (_is_grade, "a grade of the question's scale"),
    "note": (is_text(LONGEST_NOTE), f"a text of at most {LONGEST_NOTE} characters"),
    "later": (lambda value: isinstance(value, bool), "true or false"),
    "seen": (is_count, "the number of changes that you saw: 0 where nothing was said"),
    **SENT,
}
_NEEDED = ("assignment", "item")
_SAID = ("grade", "note", "later")


def judged_of(body: Any) -> list[Judged]:
    """The judgments of a body `{"judgments": […]}`. FileRefused, with a line for each, where anything is not as it should be."""
    rows = rows_of(body, LISTED)
    refuse_wrong(rows, _wrong)
    return [_judged(line, row) for line, row in enumerate(rows, 1)]


def _wrong(line: int, row: Any) -> list[Wrong]:
    found = wrong_fields(line, row, LISTED, _FIELDS, _NEEDED)
    if not found and not any(name in row for name in _SAID):
        return [Wrong(line, "judgment_empty", "It says nothing.", "Give a grade, a note or later.", PLACE)]
    return found


def _judged(line: int, row: Mapping[str, Any]) -> Judged:
    return Judged(
        line,
        row["assignment"],
        row["item"],
        {name: row[name] for name in _SAID if name in row},
        row.get("seen", 0),
        UUID(row["id"]) if "id" in row else uuid4(),
        row.get("seconds", 0),
    )

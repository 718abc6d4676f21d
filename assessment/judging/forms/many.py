"""Reading many judgments as a program sends them: everything that is wrong is found at once."""

from collections.abc import Callable, Mapping
from typing import Any
from uuid import UUID, uuid4

from assessment.judging.services.many import MOST, Judged, Wrong
from assessment.shared.errors import FileRefused

LARGEST = 2**63 - 1  # a key of the database
LONGEST_NOTE = 10_000  # characters
LONGEST_GRADE = 20


def _is_key(value: Any) -> bool:
    return type(value) is int and 0 <= value <= LARGEST


def _is_text(longest: int) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, str) and len(value) <= longest and "\0" not in value


def _is_count(value: Any) -> bool:
    return type(value) is int and 0 <= value < 2**31


def _is_uuid(value: Any) -> bool:
    try:
        return isinstance(value, str) and bool(UUID(value))
    except ValueError:
        return False


def _is_grade(value: Any) -> bool:
    return _is_text(LONGEST_GRADE)(value) and bool(value)


_FIELDS: Mapping[str, tuple[Callable[[Any], bool], str]] = {
    "assignment": (_is_key, "the number of one of your assignments"),
    "item": (_is_key, "the number of an item"),
    "grade": (_is_grade, "a grade of the question's scale"),
    "note": (_is_text(LONGEST_NOTE), f"a text of at most {LONGEST_NOTE} characters"),
    "later": (lambda value: isinstance(value, bool), "true or false"),
    "seen": (_is_count, "the number of changes that you saw: 0 where nothing was said"),
    "seconds": (_is_count, "a number of seconds"),
    "id": (_is_uuid, "a UUID"),
}
_NEEDED = ("assignment", "item")
_SAID = ("grade", "note", "later")


def judged_of(body: Any) -> list[Judged]:
    """The judgments of a body `{"judgments": […]}`. FileRefused, with a line for each, where anything is not as it should be."""
    rows = body.get("judgments") if isinstance(body, dict) else None
    if not isinstance(rows, list) or not 1 <= len(rows) <= MOST:
        message = f'Send {{"judgments": […]}} with 1 to {MOST:,} judgments.'
        raise _refused([Wrong(0, "judgments_missing", message, "See the documentation of the API.")])
    problems: list[Wrong] = []
    for line, row in enumerate(rows, 1):
        problems += _wrong(line, row)
    if problems:
        raise _refused(problems)
    return [_judged(line, row) for line, row in enumerate(rows, 1)]


def _wrong(line: int, row: Any) -> list[Wrong]:
    if not isinstance(row, dict):
        return [
            Wrong(
                line,
                "judgment_form",
                "A judgment is an object.",
                'Such as {"assignment": 1, "item": 2, "grade": "yes"}.',
            )
        ]
    found = [_field(line, name, "is missing") for name in _NEEDED if name not in row]
    found += [_field(line, name, "is not right") for name, value in row.items() if not _fits(name, value)]
    if not found and not any(name in row for name in _SAID):
        found = [Wrong(line, "judgment_empty", "It says nothing.", "Give a grade, a note or later.")]
    return found


def _fits(name: str, value: Any) -> bool:
    return name in _FIELDS and _FIELDS[name][0](value)


def _field(line: int, name: str, what: str) -> Wrong:
    if name not in _FIELDS:
        known = ", ".join(_FIELDS)
        return Wrong(
            line, "field_unknown", f"{name[:50]!r} is no field of a judgment.", f"There are {known}."
        )
    return Wrong(line, f"{name}_invalid", f"{name} {what}.", f"Give {_FIELDS[name][1]}.")


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


def _refused(problems: list[Wrong]) -> FileRefused:
    return FileRefused("Nothing was stored.", problems, "Correct what is listed, and send all again.")

"""What a program sends as lists: everything that is wrong with their form is found at once."""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Generic, NamedTuple, TypeVar

from assessment.imports.services.drafts import COLUMNS as DRAFT_COLUMNS
from assessment.imports.services.drafts import draft_row
from assessment.imports.services.machine_matches import MatchRow
from assessment.imports.services.machines import COLUMNS, item_of, noted
from assessment.shared.errors import FileRefused
from scoring.formats.problems import Problems

MOST_ROWS = 10_000  # of a list, in one call
Row = TypeVar("Row")


class Listed(NamedTuple, Generic[Row]):
    """A list that a body holds, `{"matches": […], …}`: of what, and how it is read."""

    name: str
    one: str
    fields: Sequence[str]
    needed: Sequence[str]
    made: Callable[
        [int, Mapping[str, Any], Problems], Row
    ]  # of its place (from 1) and its fields, which are texts
    lists: Mapping[str, str] = MappingProxyType({})  # fields that are lists of texts, and what of
    further: str = "Send more in a further call."


def rows_of(body: Mapping[str, Any], listed: Listed[Row]) -> list[Row]:
    """The rows of a list. FileRefused, with the place of each, where anything is not right."""
    rows, problems = body.get(listed.name), Problems(listed.name)
    if not isinstance(rows, list) or not 1 <= len(rows) <= MOST_ROWS:
        message = f'Send {{"{listed.name}": […]}} with 1 to {MOST_ROWS:,} {listed.name}.'
        problems.add(0, f"{listed.name}_missing", message, listed.further)
        rows = []
    found = []
    for place, row in enumerate(rows, 1):
        if message := _wrong(row, listed):
            hint = f"A {listed.one} is an object of {', '.join(listed.fields)}."
            problems.add(place, f"{listed.one}_form", message, hint)
        else:
            cells = row | {"confidence": _as_text(row.get("confidence", ""))}
            found.append(listed.made(place, cells, problems))
    if problems:
        hint = "Correct what is listed, and send all again."
        raise FileRefused("Nothing was stored.", problems.listed(), hint)
    return found


def _wrong(row: Any, listed: Listed[Row]) -> str:
    """What cannot be so; "" where all can."""
    if not isinstance(row, dict):
        return "It is no object."
    if unknown := [name for name in row if name not in listed.fields]:
        return f"{unknown[0][:50]!r} is no field of a {listed.one}."
    if missing := [name for name in listed.needed if name not in row]:
        return f"{missing[0]} is missing."
    for name, what in listed.lists.items():
        values = row.get(name, [])
        if not isinstance(values, list) or not all(isinstance(value, str) for value in values):
            return f"{name} is no list of {what}."
    return _no_text({name: value for name, value in row.items() if name not in listed.lists})


def _no_text(row: Mapping[str, Any]) -> str:
    """Which field is no text, or number where that will do; "" where all are."""
    kinds = {"confidence": (str, int, float)}
    odd = [
        name
        for name, value in row.items()
        if not isinstance(value, kinds.get(name, str)) or isinstance(value, bool)
    ]
    return f"{odd[0]} is no text." if odd else ""


def _as_text(value: str | float) -> str:
    """A confidence may be a number: as many digits of it are kept as the table takes.

    A whole number is written as it is: one may be larger than any fraction can be.
    """
    return f"{value:.9f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)


def _match(place: int, row: Mapping[str, Any], problems: Problems) -> MatchRow:
    note = noted(row, place, problems) or ""
    return MatchRow(place, item_of(row), tuple(row["nuggets"]), note, tuple(row.get("labels", ())))


JUDGMENTS = Listed(
    "judgments",
    "judgment",
    COLUMNS.names,
    [name for name in COLUMNS.names if name not in COLUMNS.optional],
    lambda place, row, problems: row,
)
MATCHES = Listed(
    "matches",
    "match",
    ("qid", "docid", "passage", "answer", "nuggets", "labels", "confidence", "explanation"),
    ("qid", "docid", "answer", "nuggets"),
    _match,
    lists={"nuggets": "names", "labels": "labels"},
)
DRAFTS = Listed(
    "nuggets",
    "nugget",
    DRAFT_COLUMNS.names,
    ("qid", "nugget"),
    draft_row,
    further="Send those of other questions in a further call.",
)

"""Judgments as a program sends them: everything that is wrong with their form is found at once."""

from collections.abc import Mapping
from typing import Any

from assessment.imports.services.drafts import COLUMNS as DRAFTS
from assessment.imports.services.drafts import DraftRow, draft_row
from assessment.imports.services.machine_matches import MatchRow, noted
from assessment.imports.services.machines import COLUMNS, MachineRow
from assessment.shared.errors import FileRefused
from scoring.formats.problems import Problems
from scoring.records import Item

MOST_ROWS = 10_000  # judgments, or answers with their matches, in one call
MATCH = ("qid", "docid", "passage", "answer", "nuggets", "labels", "confidence", "explanation")
LISTS = {"nuggets": "names", "labels": "labels"}
NEEDED = ("qid", "docid", "answer", "nuggets")


def machine_rows_of(body: Mapping[str, Any]) -> list[MachineRow]:
    """The judgments of a body `{"judgments": […], …}`. FileRefused, with the place of each, where anything is not right."""
    rows, problems = body.get("judgments"), Problems("judgments")
    if not isinstance(rows, list) or not 1 <= len(rows) <= MOST_ROWS:
        message = f'Send {{"judgments": […]}} with 1 to {MOST_ROWS:,} judgments.'
        problems.add(0, "judgments_missing", message, "Send more in a further call.")
        rows = []
    for place, row in enumerate(rows, 1):
        if message := _wrong_row(row):
            problems.add(
                place, "judgment_form", message, f"A judgment is an object of {', '.join(COLUMNS.names)}."
            )
    if problems:
        raise FileRefused(
            "Nothing was stored.", problems.listed(), "Correct what is listed, and send all again."
        )
    return [MachineRow(**{name: _as_text(value) for name, value in row.items()}) for row in rows]


def _as_text(value: str | float) -> str:
    """A confidence may be a number: as many digits of it are kept as the table takes.

    A whole number is written as it is: one may be larger than any fraction can be.
    """
    return f"{value:.9f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)


def _wrong_row(row: Any) -> str:
    """What cannot be so; "" where all can."""
    if not isinstance(row, dict):
        return "It is no object."
    if unknown := [name for name in row if name not in COLUMNS.names]:
        return f"{unknown[0][:50]!r} is no field of a judgment."
    if missing := [name for name in COLUMNS.names if name not in {*row, *COLUMNS.optional}]:
        return f"{missing[0]} is missing."
    return _no_text(row)


def match_rows_of(body: Mapping[str, Any]) -> list[MatchRow]:
    """The matches of a body `{"matches": […], …}`. FileRefused, with the place of each, where anything is not right."""
    rows, problems = body.get("matches"), Problems("matches")
    if not isinstance(rows, list) or not 1 <= len(rows) <= MOST_ROWS:
        message = f'Send {{"matches": […]}} with what 1 to {MOST_ROWS:,} answers hold.'
        problems.add(0, "matches_missing", message, "Send more in a further call.")
        rows = []
    found = []
    for place, row in enumerate(rows, 1):
        if message := _wrong_match(row):
            problems.add(place, "match_form", message, f"A match is an object of {', '.join(MATCH)}.")
            continue
        item = Item(row["qid"], row["docid"], row.get("passage", ""), row["answer"])
        note = noted(_as_text(row.get("confidence", "")), row.get("explanation", ""), place, problems)
        labels = tuple(row.get("labels", ()))
        found.append(MatchRow(place, item, tuple(row["nuggets"]), note or "", labels))
    if problems:
        raise FileRefused(
            "Nothing was stored.", problems.listed(), "Correct what is listed, and send all again."
        )
    return found


def _wrong_match(row: Any) -> str:
    """What cannot be so; "" where all can."""
    if not isinstance(row, dict):
        return "It is no object."
    if unknown := [name for name in row if name not in MATCH]:
        return f"{unknown[0][:50]!r} is no field of a match."
    if missing := [name for name in NEEDED if name not in row]:
        return f"{missing[0]} is missing."
    for name, what in LISTS.items():
        values = row.get(name, [])
        if not isinstance(values, list) or not all(isinstance(value, str) for value in values):
            return f"{name} is no list of {what}."
    return _no_text({name: value for name, value in row.items() if name not in LISTS})


def draft_rows_of(body: Mapping[str, Any]) -> list[DraftRow]:
    """The drafts of a body `{"nuggets": […], …}`. FileRefused, with the place of each, where anything is not right."""
    rows, problems = body.get("nuggets"), Problems("nuggets")
    if not isinstance(rows, list) or not 1 <= len(rows) <= MOST_ROWS:
        message = f'Send {{"nuggets": […]}} with 1 to {MOST_ROWS:,} nuggets.'
        problems.add(0, "nuggets_missing", message, "Send those of other questions in a further call.")
        rows = []
    found = []
    for place, row in enumerate(rows, 1):
        if message := _wrong_draft(row):
            problems.add(
                place, "nugget_form", message, f"A nugget is an object of {', '.join(DRAFTS.names)}."
            )
            continue
        cells = row | {"confidence": _as_text(row.get("confidence", ""))}
        found.append(draft_row(place, cells, problems))
    if problems:
        raise FileRefused(
            "Nothing was stored.", problems.listed(), "Correct what is listed, and send all again."
        )
    return found


def _wrong_draft(row: Any) -> str:
    """What cannot be so; "" where all can."""
    if not isinstance(row, dict):
        return "It is no object."
    if unknown := [name for name in row if name not in DRAFTS.names]:
        return f"{unknown[0][:50]!r} is no field of a nugget."
    if missing := [name for name in ("qid", "nugget") if name not in row]:
        return f"{missing[0]} is missing."
    return _no_text(row)


def _no_text(row: Mapping[str, Any]) -> str:
    """Which field is no text, or number where that will do; "" where all are."""
    kinds = {"confidence": (str, int, float)}
    odd = [
        name
        for name, value in row.items()
        if not isinstance(value, kinds.get(name, str)) or isinstance(value, bool)
    ]
    return f"{odd[0]} is no text." if odd else ""

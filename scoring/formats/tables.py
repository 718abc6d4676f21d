"""The tables of a bundle: RFC 4180 with its line ends (CR LF), UTF-8, a header line, quotes only where they are needed.

Cells come back exactly as they went in: blanks, quotes, line breaks and a leading "=" are data. Rows are written in the
order given; a bundle sorts them by code point. A table without rows is absent.
"""

import csv
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from io import StringIO
from types import MappingProxyType
from typing import NamedTuple

from scoring.budget import spend
from scoring.formats.encoded import decode
from scoring.formats.problems import Problems, shown
from scoring.records import Problem
from scoring.say import say, sentence

ITEM = ("qid", "docid", "passage", "answer")

TABLES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "questions": (
            "qid",
            "type",
            "source",
            "suggested_answer",
            "suggested_docid",
            "target_type",
            "status",
            "nil",
        ),
        "runs": (
            "run_id",
            "team",
            "priority",
            "automatic",
            "description",
            "scope",
            "sha256",
            "pooled",
            "depth",
            "length_limit",
            "encoding",
            "declared",
        ),
        "pool": ITEM,
        "assignments": (
            "qid",
            "assessor",
            "role",
            "state",
            "canonical_answer",
            "comment",
            "seconds",
            "no_answer_found",
            "shown",
        ),
        "assigned_items": (*ITEM, "assessor"),
        "judgments": (*ITEM, "assessor", "grade", "answer_class", "note", "judged_at", "kind", "version"),
        "adjudications": (*ITEM, "grade", "ground", "overruled", "adjudicator", "note", "answer_class"),
        "classes": ("qid", "class", "label", "origin", "assessor"),
        "nuggets": ("qid", "nugget", "text", "origin", "assessor", "weight", "group"),
        "votes": ("qid", "nugget", "assessor", "vote"),
        "matches": (*ITEM, "nugget", "assessor", "label"),
        "machine_matches": (*ITEM, "assessor", "nugget", "listed", "note", "label"),
        "machine_nuggets": (
            "qid",
            "assessor",
            "position",
            "text",
            "importance",
            "docid",
            "note",
            "taken",
            "group",
        ),
        "gold": ITEM,
        "dropped": ("id", "reason"),
        "machines": (
            "assessor",
            "name",
            "version",
            "model",
            "family",
            "team",
            "prompt_sha256",
            "parameters",
            "made_on",
        ),
        "design": ("design", "machine", "measure", "size", "seed", "machine_sha256"),
        "sample": ("qid", "stratum", "drawn", "chance"),
        "post_editing": ("machine", "share", "seed", "machine_sha256", "questions"),
        "rulings": (*ITEM, "assessor", "asked", "asked_at", "ruling", "ruled_at"),
    }
)
OPTIONAL: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        "questions": frozenset({"nil"}),
        "runs": frozenset({"pooled", "depth", "length_limit", "encoding", "declared"}),
        "assignments": frozenset({"no_answer_found", "shown"}),
        "judgments": frozenset({"kind", "version"}),
        "adjudications": frozenset({"answer_class"}),
        "classes": frozenset({"assessor"}),
        "nuggets": frozenset({"assessor", "weight", "group"}),
        "matches": frozenset({"label"}),
        "machine_matches": frozenset({"label"}),
        "machine_nuggets": frozenset({"taken", "group"}),
    }
)
# Columns that are written only where a row has something there.
_SPARSE: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        "runs": frozenset({"declared"}),
        "assignments": frozenset({"no_answer_found", "shown"}),
        "nuggets": frozenset({"weight", "group"}),
        "matches": frozenset({"label"}),
        "machine_matches": frozenset({"label"}),
        "machine_nuggets": frozenset({"taken", "group"}),
    }
)
_CHUNK = 1000


class TableRow(NamedTuple):
    """The cells of one row by column, and the line it starts in. Absent columns are absent."""

    line: int
    cells: Mapping[str, str]


def write_table(
    name: str, rows: Iterable[Sequence[object]], kept: Sequence[str] | None = None
) -> Iterator[bytes]:
    """The bytes of a table, in pieces. None is written as an empty cell; nothing is written for no rows.

    `kept` are the columns that are written, where it is not for the rows to say which of the sparse ones are.
    """
    buffer = StringIO(newline="")
    writer = csv.writer(buffer, lineterminator="\r\n")
    columns, rows = (
        _cut(TABLES[name], kept, rows)
        if kept is not None
        else _without_empty(TABLES[name], _SPARSE.get(name, frozenset()), rows)
    )
    for number, row in enumerate(rows):
        if number == 0:
            writer.writerow(columns)
        writer.writerow(row)
        if number % _CHUNK == _CHUNK - 1:
            yield _emptied(buffer)
    if rest := _emptied(buffer):
        yield rest


def _cut(
    columns: Sequence[str], kept: Sequence[str], rows: Iterable[Sequence[object]]
) -> tuple[Sequence[str], Iterable[Sequence[object]]]:
    if len(kept) == len(columns):
        return columns, rows
    places = [columns.index(name) for name in kept]
    return kept, ([row[place] for place in places] for row in rows)


def _without_empty(
    columns: Sequence[str], sparse: Collection[str], rows: Iterable[Sequence[object]]
) -> tuple[Sequence[str], Iterable[Sequence[object]]]:
    """The columns and cells of a table without sparse columns that are empty in every row."""
    if not sparse:
        return columns, rows
    known = list(rows)
    kept = [
        place for place, name in enumerate(columns) if name not in sparse or any(row[place] for row in known)
    ]
    return [columns[place] for place in kept], [[row[place] for place in kept] for row in known]


def _emptied(buffer: StringIO) -> bytes:
    text = buffer.getvalue()
    buffer.seek(0)
    buffer.truncate()
    return text.encode()


def read_table(data: bytes, name: str, file: str = "") -> tuple[list[TableRow], list[Problem]]:
    """The rows of a table, and everything that is wrong with it. Lines may end in LF alone."""
    problems = Problems(file or f"{name}.csv")
    rows = read_rows(data, TABLES[name], OPTIONAL.get(name, frozenset()), problems)
    return rows, problems.listed()


def read_rows(
    data: bytes, columns: Sequence[str], optional: Collection[str], problems: Problems
) -> list[TableRow]:
    """The rows of any table with a header line; what is wrong with it is noted."""
    text = decode(data, problems)
    return [] if text is None else rows_in(text, columns, optional, problems)


def rows_in(
    text: str, columns: Sequence[str], optional: Collection[str], problems: Problems
) -> list[TableRow]:
    """The rows of a table's text; what is wrong with it is noted."""
    rows: list[TableRow] = []
    try:
        _read_into(rows, text, columns, optional, problems)
    except csv.Error as error:
        note_unreadable(rows[-1].line if rows else 0, str(error), problems)
        return []
    return rows


def note_unreadable(last: int, error: str, problems: Problems) -> None:
    """Say where a table cannot be read on: in or after the row behind the last one that could, in line `last` (0: none)."""
    if "unexpected end" in error:
        message = say("A cell does not end.")
        hint = say("Look for a quotation mark that is not closed; one inside a quoted cell is written twice.")
    else:
        message, hint = (
            say("The table cannot be read on: {error}.", error=error),
            say("Quote cells as RFC 4180 says."),
        )
    if last:
        message = say("After line {line}: {message}", line=str(last), message=message)
    problems.add(last or 1, "csv", message, hint)


def _read_into(
    rows: list[TableRow], text: str, columns: Sequence[str], optional: Collection[str], problems: Problems
) -> None:
    make_room(len(text))
    reader = csv.reader(text_lines(text), strict=True)
    header = next(reader, [])
    if not _header_sound(header, columns, optional, problems):
        return
    line = reader.line_num + 1
    for cells in reader:
        spend()
        if len(cells) == len(header):
            rows.append(TableRow(line, dict(zip(header, cells, strict=True))))
        elif cells:
            message = say(
                "The row has {count} cells; the header has {needed}.", count=len(cells), needed=len(header)
            )
            problems.add(line, "columns", message, say("Give every row one cell for each column."))
        line = reader.line_num + 1


def make_room(most: int) -> None:
    """Let a cell have as many characters as its whole file: what a table was written with is read back.

    The limit is one for the process, so that it only ever rises: another thread may be reading.
    """
    if most > csv.field_size_limit():
        csv.field_size_limit(most)


def text_lines(text: str) -> Iterator[str]:
    """The lines of a text with their ends: CR alone is none, since a cell may hold it."""
    start = 0
    while (end := text.find("\n", start)) >= 0:
        yield text[start : end + 1]
        start = end + 1
    if start < len(text):
        yield text[start:]


def _header_sound(
    header: list[str], columns: Sequence[str], optional: Collection[str], problems: Problems
) -> bool:
    needed = [column for column in columns if column not in optional]
    if separator := _other_separator(header, columns):
        message = say("The columns of this table are separated by {separator}.", separator=separator)
        problems.add(1, "separator", message, say("Save the table with commas between its columns."))
        return False
    hint = say("The columns are {columns}.", columns=", ".join(columns))
    errors = {
        sentence("Columns missing: {columns}."): [column for column in needed if column not in header],
        sentence("Columns unknown: {columns}."): [column for column in header if column not in columns],
        sentence("Columns repeated: {columns}."): sorted(
            {column for column in header if header.count(column) > 1}
        ),
    }
    for error, named in errors.items():
        if named:
            message = say(error, columns=", ".join(shown(column) for column in named))
            problems.add(1, "header", message, hint)
    return not any(errors.values())


def _other_separator(header: list[str], columns: Sequence[str]) -> str:
    """What separates the columns of a table that was saved without commas; else nothing."""
    if len(header) > 1:
        return ""
    names = {"semicolons": ";", "tabs": "\t"}
    cells = {name: "".join(header).split(sign) for name, sign in names.items()}
    return next((name for name, found in cells.items() if len(found) > 1 and set(found) & set(columns)), "")

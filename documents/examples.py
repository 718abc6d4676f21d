"""A folder with pages of HTML and a table of questions, as lines in the layout of Natural Questions."""

import csv
import io
import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from documents.corpus import example_of, title_of
from documents.errors import NOWHERE, CollectionRefused, Problem

COLUMNS = ("example_id", "question", "page", "title", "address")
REQUIRED = COLUMNS[:3]
_ID = re.compile(r"0|-?[1-9][0-9]{0,18}")
_LARGEST = 1 << 63  # ids have 64 bits


class Asked(NamedTuple):
    """A row of the table of questions; an empty title means that of the page."""

    line: int
    example_id: int
    question: str
    page: str
    title: str
    address: str


def example_lines(folder: Path, questions: Path) -> Iterator[bytes]:
    """A line for each question, in the order of the table. CollectionRefused lists everything that is wrong, before any."""
    rows, problems = _read(questions)
    pages: dict[str, bytes | Problem] = {}
    for row in rows:
        if row.page not in pages:
            pages[row.page] = _page(folder, row, questions.name)
        if isinstance(problem := pages[row.page], Problem):
            problems.append(problem._replace(line=row.line))
    if problems:
        problems.sort(key=lambda one: one.line)
        raise CollectionRefused("The examples cannot be made. Nothing was written.", problems)
    if not rows:
        raise CollectionRefused(f"{questions.name} holds no question. Nothing was written.", code="empty")
    return (_line(row, page) for row in rows if isinstance(page := pages[row.page], bytes))


def _line(row: Asked, page: bytes) -> bytes:
    title = row.title or title_of(page) or PurePosixPath(row.page).stem
    example = example_of(page, row.example_id, row.question, title, row.address)
    return json.dumps(example, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def _read(file: Path) -> tuple[list[Asked], list[Problem]]:
    """The rows that are right, and what is wrong with the others."""
    try:
        table = csv.DictReader(io.StringIO(file.read_bytes().decode("utf-8-sig"), newline=""), strict=True)
        header = table.fieldnames or ()
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        return [], [_problem(file.name, 0, "unreadable", f"It cannot be read: {_said(error)}.", _AS_TABLE)]
    if missing := [name for name in REQUIRED if name not in header]:
        return [], [_problem(file.name, 1, "columns", f"It has no column {', '.join(missing)}.", _AS_TABLE)]
    rows, problems, first = list[Asked](), list[Problem](), dict[str, int]()
    try:
        for cells in table:
            line = table.line_num
            found = list(_wrong(cells, first, line))
            problems += [_problem(file.name, line, *one) for one in found]
            if not found:
                text = {name: (cells.get(name) or "").strip() for name in COLUMNS}
                rows.append(Asked(line, int(text.pop("example_id")), **text))
    except csv.Error as error:
        problems.append(
            _problem(file.name, table.line_num, "unreadable", f"It is no CSV: {error}.", _AS_TABLE)
        )
    return rows, problems


def _wrong(
    cells: Mapping[str, str | None], first: dict[str, int], line: int
) -> Iterator[tuple[str, str, str]]:
    """Code, sentence and hint of everything that is wrong with a row."""
    if None in cells or None in cells.values():
        yield "cells", "It has more or fewer cells than the first line.", "Put texts with commas in quotes."
        return
    example_id = (cells["example_id"] or "").strip()
    if not _ID.fullmatch(example_id) or not -_LARGEST <= int(example_id) < _LARGEST:
        yield "bad_id", f"The id {example_id[:40]!r} is not a whole number of 64 bits.", "Correct it."
    elif (before := first.setdefault(example_id, line)) != line:
        yield "twice", f"The id {example_id} is in line {before} already.", "Give each question its own."
    if not (cells["question"] or "").strip():
        yield "no_question", "It has no question.", "Write one."


def _page(folder: Path, row: Asked, table: str) -> bytes | Problem:
    """The page of a question; or what is wrong with it."""
    path = folder / row.page
    if not row.page or not path.resolve().is_relative_to(folder.resolve()) or not path.is_file():
        message = f"There is no page {row.page!r} in {folder}."
        return _problem(table, row.line, "no_page", message, "Name a file of the folder.")
    try:
        page = path.read_bytes()
        page.decode()
    except UnicodeDecodeError as error:
        line = page.count(b"\n", 0, error.start) + 1
        message = f"The page {row.page} is not UTF-8: see its line {line}."
        return _problem(table, row.line, "not_utf8", message, "Save it as UTF-8.")
    except OSError as error:
        return _problem(table, row.line, "unreadable", f"{row.page} cannot be read: {_said(error)}.")
    return page


def _problem(file: str, line: int, code: str, message: str, hint: str = "") -> Problem:
    return Problem(file, line, code, message, hint, NOWHERE)


def _said(error: Exception) -> str:
    return error.strerror if isinstance(error, OSError) and error.strerror else str(error)


_AS_TABLE = (
    f"Write a CSV file in UTF-8 with the columns {', '.join(COLUMNS)} (title and address may be missing)."
)

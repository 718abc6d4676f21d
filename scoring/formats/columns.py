"""Tables that people bring, as their programs wrote them: which of a file's columns is which of ours.

A table with our own names and commas is read as one of a bundle is. Any other may have semicolons or tabs between its
columns, or be JSON: an object on each line, or an array of objects, where a column is a path (`annotator.name`). Which
column is meant is said by whoever brings the file, or guessed by its name; what was taken is told (`ColumnMap`).
"""

import csv
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from scoring.budget import spend
from scoring.formats.encoded import decode
from scoring.formats.problems import Problems, shown
from scoring.formats.tables import TABLES, TableRow, make_room, note_unreadable, rows_in, text_lines
from scoring.say import say

MOST_COLUMNS = 2_000
MOST_ASKED = 300  # columns among which somebody can still choose
LONGEST_ASKED = 200  # characters of their names
_SEPARATORS = ",;\t"

_NO_TEXT = re.compile("[\0\ud800-\udfff]")

# What others call our columns. Blanks, hyphens, underscores and case are passed over.
SYNONYMS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "qid": ("question_id", "query_id", "topic_id", "q_id", "qno", "topic"),
        "docid": ("document_id", "doc_id", "docno", "document", "doc"),
        "passage": ("passage_id", "paragraph", "p_id"),
        "answer": ("answer_string", "answer_text", "response", "prediction", "system_answer"),
        "assessor": (
            "annotator",
            "judge",
            "annotator_id",
            "assessor_id",
            "worker",
            "worker_id",
            "rater",
            "user",
        ),
        "grade": ("judgment", "judgement", "label", "rating", "verdict", "relevance"),
        "label": ("assignment", "support", "grade", "judgment", "match_label"),
        "answer_class": ("class", "equivalence_class", "cluster"),
        "note": ("comment", "comments", "notes", "remark", "remarks"),
        "judged_at": ("time", "timestamp", "date", "created_at", "submitted_at"),
        "nugget": ("nugget_id", "nugget_name", "nugget_text"),
        "vote": ("importance",),
        "importance": ("vote",),
        "confidence": ("probability", "score"),
        "explanation": ("reason", "rationale", "reasoning"),
        "adjudicator": ("decided_by",),
        "name": ("full_name", "person"),
        "email": ("e_mail", "mail", "email_address"),
        "roles": ("role",),
        "languages": ("language",),
        "team": ("team_name", "group"),
        "account": ("username", "login"),
    }
)


class Columns(NamedTuple):
    """The columns of a kind of table, and what else they are called there before `SYNONYMS`."""

    names: tuple[str, ...]
    optional: frozenset[str] = frozenset()
    also: Mapping[str, tuple[str, ...]] = MappingProxyType({})
    may_be_empty: bool = False  # whether a table without rows says that there is nothing, and is no slip


# The tables of a bundle as people bring them: without what can be left empty.
BROUGHT: Mapping[str, Columns] = MappingProxyType(
    {
        name: Columns(TABLES[name], frozenset(optional), may_be_empty=name not in ("judgments", "gold"))
        for name, optional in {
            "judgments": ("passage", "answer_class", "note", "judged_at", "kind", "version"),
            "adjudications": ("passage", "overruled", "adjudicator", "note", "answer_class"),
            "matches": ("passage", "label"),
            "votes": (),
            "gold": (),
        }.items()
    }
)


def read_brought(data: bytes, name: str, problems: Problems) -> list[TableRow]:
    """The rows of a table of `BROUGHT`; a column that the file does not have is empty."""
    columns = BROUGHT[name]
    rows, empty = read_columns(data, columns, problems), dict.fromkeys(columns.names, "")
    if all(len(row.cells) == len(empty) for row in rows):
        return rows
    return [TableRow(row.line, {**empty, **row.cells}) for row in rows]


class ColumnMap(NamedTuple):
    """Which of a file's columns is which of ours."""

    found: tuple[str, ...]  # the file's columns, or paths
    ours: tuple[str, ...]
    needed: tuple[str, ...]
    used: Mapping[str, str]  # ours -> the file's

    @property
    def missing(self) -> list[str]:
        """Ours that are needed and that none of the file's seems to be."""
        return [name for name in self.needed if name not in self.used]

    @property
    def is_askable(self) -> bool:
        """Whether it may be a table of ours, of which somebody can say which column is which."""
        names_fit = all(len(name) <= LONGEST_ASKED for name in self.found)
        return names_fit and max(len(self.needed), 2) <= len(self.found) <= MOST_ASKED

    @property
    def all(self) -> dict[str, str]:
        """Each column of ours with the file's; nothing for those that it does not have."""
        return {name: self.used.get(name, "") for name in self.ours}

    @property
    def ignored(self) -> list[str]:
        """Columns of the file that are none of ours."""
        return [name for name in self.found if name not in self.used.values()]

    @property
    def is_own(self) -> bool:
        """Whether the file calls all its columns as we do."""
        return all(name == other for name, other in self.used.items())

    def as_data(self) -> dict[str, Any]:
        """The map in values that JSON has."""
        choices = [(name, name in self.needed, self.used.get(name, "")) for name in self.ours]
        return {
            "found": self.found,
            "choices": choices,
            "used": dict(self.used),
            "missing": self.missing,
            "ignored": self.ignored,
        }


def map_of(data: bytes, columns: Columns, given: Mapping[str, str]) -> ColumnMap | None:
    """Which of a file's columns is which of ours; None where it is no table that can be read."""
    problems = Problems("")
    text = decode(data, problems)
    table = _opened(text, problems) if text is not None and not text.lstrip().startswith("<") else None
    return _mapped(table.header, columns, given) if table else None


def read_columns(data: bytes, columns: Columns, problems: Problems) -> list[TableRow]:
    """The rows of a table that somebody brings, by our names; what is wrong with it is noted, and that it has none.

    Columns are those that `problems.columns` says, else those of our names, else those that are called alike. Others are
    passed over, which whoever takes the table in shows (`map_of`).
    """
    rows = _rows(data, columns, problems)
    if not rows and not problems and not columns.may_be_empty:
        problems.add(0, "no_rows", say("The table has no rows."), say("Choose the file again."))
    return rows


def _rows(data: bytes, columns: Columns, problems: Problems) -> list[TableRow]:
    text = decode(data, problems)
    table = _opened(text, problems) if text is not None else None
    if text is None or table is None:
        return []
    found = _mapped(table.header, columns, problems.columns)
    if found.is_own and not found.missing and table.is_ours and not problems.columns:
        return rows_in(text, columns.names, columns.optional, problems)  # an unknown column is a slip there
    if not _is_sound(found, table.header, columns.names, problems):
        return []
    return [row for row in table.rows(found, problems) if row is not None]


class _Separated:
    """A table with a header line."""

    def __init__(self, text: str) -> None:
        self._text = text
        first = text.partition("\n")[0]
        self._separator = max(_SEPARATORS, key=first.count)
        self.is_ours = self._separator == ","
        make_room(len(text))
        self._reader = csv.reader(text_lines(text), delimiter=self._separator, strict=True)
        self.header = tuple(name.strip() for name in next(self._reader, []))

    def rows(self, found: ColumnMap, problems: Problems) -> Iterator[TableRow | None]:
        """The rows by our names."""
        places = {name: self.header.index(other) for name, other in found.used.items()}
        width, line, before = len(self.header), self._reader.line_num + 1, 0
        try:
            for cells in self._reader:
                spend()
                if len(cells) == width:
                    yield TableRow(line, {name: cells[place] for name, place in places.items()})
                elif cells:
                    message = say(
                        "The row has {count} cells; the header has {needed}.", count=len(cells), needed=width
                    )
                    problems.add(line, "columns", message, say("Give every row one cell for each column."))
                before, line = line, self._reader.line_num + 1
        except csv.Error as error:
            note_unreadable(before, str(error), problems)


class _Objects:
    """Objects of JSON, one on each line or all in an array."""

    is_ours = False

    def __init__(self, found: Sequence[tuple[int, Any]]) -> None:
        self._found = found
        paths: dict[str, None] = {}
        for _, value in found:
            if isinstance(value, dict) and len(paths) <= MOST_COLUMNS:
                paths |= dict.fromkeys(path for path, _ in _leaves(value))
        self.header = tuple(paths)

    def rows(self, found: ColumnMap, problems: Problems) -> Iterator[TableRow | None]:
        """The rows by our names; what is no object, lacks something, or has a list where a text should be, is noted."""
        for line, value in self._found:
            spend()
            if not isinstance(value, dict):
                message = say("This is no JSON object.")
                problems.add(line, "json_object", message, say("Write an object for each row."))
                continue
            cells = {name: _cell(value, path) for name, path in found.used.items()}
            for name, cell in cells.items():
                path = shown(found.used[name])
                if cell is None and name in found.needed:
                    message = say("This row has no {path}.", path=path)
                    problems.add(line, "json_missing", message, say("Write it, or null where it is empty."))
                elif cell is not None and not isinstance(cell, str):
                    message = say("{path} is a list or an object.", path=path)
                    hint = say("Name a path to one text or number for the column {column}.", column=name)
                    problems.add(line, "json_value", message, hint)
            wrong = [name for name, cell in cells.items() if not _fits(cell, name in found.needed)]
            yield None if wrong else TableRow(line, {name: cell or "" for name, cell in cells.items()})


def _opened(text: str, problems: Problems) -> _Separated | _Objects | None:
    """The file as a table; None where it cannot be read as one, which is noted."""
    try:
        if re.match(r"\s*(\{|\[\s*\{)", text):
            return _Objects(list(_values(text)))
        return _Separated(text)
    except csv.Error as error:
        note_unreadable(0, str(error), problems)
    except _BrokenJSON as error:
        message = say("The JSON cannot be read here: {error}.", error=str(error))
        problems.add(
            error.line, "json", message, say("Write an object on each line, or an array of objects.")
        )
    return None


class _BrokenJSON(Exception):
    """Where JSON cannot be read on."""

    def __init__(self, message: str, line: int) -> None:
        super().__init__(message)
        self.line = line


def _values(text: str) -> Iterator[tuple[int, Any]]:
    """The values of JSON lines, or of an array, each with the line in which it begins. Numbers stay as they are written."""
    decoder = json.JSONDecoder(parse_int=str, parse_float=str, parse_constant=str, object_pairs_hook=_object)
    place = _after_blanks(text, 0)
    is_array = text[place] == "["
    place, line, counted, is_first = place + is_array, 1, 0, True
    while True:
        spend()
        place = _after_gap(text, place, is_array=is_array, is_first=is_first)
        line += text.count("\n", counted, min(place, len(text)))
        counted, is_first = place, False
        if place >= len(text):
            return
        try:
            value, place = decoder.raw_decode(text, place)
        except json.JSONDecodeError as error:
            raise _BrokenJSON(error.msg, error.lineno) from None
        except _OddObject as error:
            raise _BrokenJSON(str(error), line) from None
        except RecursionError:
            raise _BrokenJSON(say("too many levels"), line) from None
        yield line, value


def _after_gap(text: str, place: int, *, is_array: bool, is_first: bool) -> int:
    """Where the next value begins; the end of the text where there is none. Raises _BrokenJSON for what is not finished."""
    place = _after_blanks(text, place)
    if not is_array:
        return place
    here = text[place : place + 1]
    if here == "]":
        end = _after_blanks(text, place + 1)
        if end == len(text):
            return end
        raise _BrokenJSON(say("something stands behind the array"), text.count("\n", 0, end) + 1)
    if not here or (here == ",") == is_first:
        raise _BrokenJSON(say("the array is not finished"), text.count("\n", 0, place) + 1)
    place = place if is_first else _after_blanks(text, place + 1)
    if place == len(text):
        raise _BrokenJSON(say("the array is not finished"), text.count("\n") + 1)
    return place


def _after_blanks(text: str, place: int) -> int:
    while text[place : place + 1].isspace():
        place += 1
    return place


class _OddObject(ValueError):
    """An object that says two things under one name, or holds what is no text."""


def _object(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        repeated = next(name for place, (name, _) in enumerate(pairs) if name in dict(pairs[:place]))
        raise _OddObject(say("{name} stands there twice", name=shown(repeated)))
    if any(_NO_TEXT.search(part) for pair in pairs for part in pair if isinstance(part, str)):
        raise _OddObject(say("a NUL, or half of a character"))
    return found


def _leaves(value: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, Any]]:
    """The paths of an object, objects within it included."""
    for name, inner in value.items():
        path = f"{before}{name}"
        if isinstance(inner, dict) and inner:
            yield from _leaves(inner, f"{path}.")
        else:
            yield path, inner


def _fits(cell: Any, is_needed: bool) -> bool:
    return isinstance(cell, str) or (cell is None and not is_needed)


def _cell(value: Any, path: str) -> Any:
    """What stands at a path: a text, "" for null, or a list or an object; None where nothing stands there."""
    if not isinstance(value, dict):
        return value if isinstance(value, list) else None
    if path in value:
        inner = value[path]
        return "" if inner is None else str(inner).lower() if isinstance(inner, bool) else inner
    name, _, rest = path.partition(".")
    return _cell(value[name], rest) if rest and name in value else None


def _mapped(header: Sequence[str], columns: Columns, given: Mapping[str, str]) -> ColumnMap:
    """Columns as they were said; the others by their own names, then by what else they are called."""
    used = {name: other for name, other in given.items() if name in columns.names and other}
    used |= {name: name for name in columns.names if name in header and name not in given}
    by_name = {_plain(name): name for name in reversed(header) if name not in used.values()}
    for names_of in (_own_name, columns.also.get, SYNONYMS.get):
        for column in columns.names:
            if column in used or column in given:
                continue
            for name in names_of(column) or ():
                if (other := by_name.get(_plain(name))) and other not in used.values():
                    used[column] = other
                    break
    needed = tuple(column for column in columns.names if column not in columns.optional)
    in_order = {column: used[column] for column in columns.names if column in used}
    return ColumnMap(tuple(header), columns.names, needed, in_order)


def _own_name(column: str) -> tuple[str, ...]:
    return (column,)


def _plain(name: str) -> str:
    return re.sub(r"[\s_\-.]+", "", name.casefold())


def _is_sound(found: ColumnMap, header: Sequence[str], columns: Sequence[str], problems: Problems) -> bool:
    """Whether the columns can be read; else what is wrong with them is noted."""
    before = problems.count
    ours = say("The columns are {columns}.", columns=", ".join(columns))
    if len(header) > MOST_COLUMNS:
        message = say("The table has {n} columns; at most {most} are read.", n=len(header), most=MOST_COLUMNS)
        problems.add(1, "too_many_columns", message, ours)
    if unknown := [other for other in found.used.values() if other not in header]:
        message = say("The file has no column {columns}.", columns=", ".join(map(shown, unknown)))
        has = say("It has {columns}.", columns=", ".join(map(shown, header[:40])))
        problems.add(1, "column_unknown", message, has)
    if found.missing:
        message = say("Columns missing: {columns}.", columns=", ".join(map(shown, found.missing)))
        has = say("The file has {columns}.", columns=", ".join(map(shown, header[:40])))
        problems.add(1, "header", message, f"{ours} {has}" if header else ours)
    repeated = sorted({name for name in found.used.values() if list(header).count(name) > 1})
    if repeated:
        message = say("Columns repeated: {columns}.", columns=", ".join(map(shown, repeated)))
        problems.add(1, "header", message, ours)
    return problems.count == before

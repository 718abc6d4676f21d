"""Tables that people bring, as their programs wrote them: which of a file's columns is which of ours.

A table with our own names and commas is read as one of a bundle is. Any other may have semicolons or tabs between its
columns, or be JSON: an object on each line, or an array of objects, where a column is a path (`annotator.name`). Which
column is meant is said by whoever brings the file, or guessed by its name; what was taken is told (`ColumnMap`).
"""

import csv
import json
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from scoring.budget import spend
from scoring.formats.encoded import decode
from scoring.formats.problems import Problems, shown
from scoring.formats.tables import TABLES, TableRow, make_room, note_unreadable, rows_in, text_lines
from scoring.say import say

MOST_COLUMNS = 2_000
_LOOKED_AT = 100  # objects of which the paths are listed
_SEPARATORS = ",;\t"

# What others call our columns. Blanks, hyphens, underscores and case are passed over.
SYNONYMS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "qid": (
            "question_id",
            "questionid",
            "question",
            "topic_id",
            "topic",
            "topicid",
            "query_id",
            "q_id",
            "qno",
        ),
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
    """The columns of a kind of table."""

    names: tuple[str, ...]
    optional: frozenset[str] = frozenset()


# The tables of a bundle as people bring them: without what can be left empty.
BROUGHT: Mapping[str, Columns] = MappingProxyType(
    {
        name: Columns(TABLES[name], frozenset(optional))
        for name, optional in {
            "judgments": ("passage", "answer_class", "note", "judged_at", "kind", "version"),
            "adjudications": ("passage", "overruled", "adjudicator", "note", "answer_class"),
            "matches": ("passage",),
            "votes": (),
            "gold": (),
        }.items()
    }
)


def read_brought(data: bytes, name: str, problems: Problems) -> list[TableRow]:
    """The rows of a table of `BROUGHT`; a column that the file does not have is empty."""
    names, optional = BROUGHT[name]
    empty = dict.fromkeys(names, "")
    return [
        TableRow(row.line, {**empty, **row.cells}) for row in read_columns(data, names, optional, problems)
    ]


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
        """Whether it may be a table of ours, of which somebody has to say which column is which."""
        return bool(self.missing) and len(self.needed) <= len(self.found) <= MOST_COLUMNS

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
        return {"found": self.found, "choices": choices, "used": dict(self.used), "ignored": self.ignored}


def map_of(
    data: bytes, columns: Sequence[str], optional: Collection[str], given: Mapping[str, str]
) -> ColumnMap | None:
    """Which of a file's columns is which of ours; None where it is no table that can be read."""
    problems = Problems("")
    text = decode(data, problems)
    table = _opened(text, problems) if text is not None and not text.lstrip().startswith("<") else None
    return _mapped(table.header, columns, optional, given) if table else None


def read_columns(
    data: bytes, columns: Sequence[str], optional: Collection[str], problems: Problems
) -> list[TableRow]:
    """The rows of a table that somebody brings, by our names; what is wrong with it is noted.

    Columns are those that `problems.columns` says, else those of our names, else those that are called alike.
    """
    text = decode(data, problems)
    table = _opened(text, problems) if text is not None else None
    if text is None or table is None:
        return []
    found = _mapped(table.header, columns, optional, problems.columns)
    if found.is_own and not found.missing and table.is_ours and not problems.columns:
        return rows_in(text, columns, optional, problems)  # an unknown column is a slip there
    if not _is_sound(found, table.header, columns, problems):
        return []
    return [row for row in table.rows(found.used, problems) if row is not None]


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

    def rows(self, used: Mapping[str, str], problems: Problems) -> Iterator[TableRow | None]:
        """The rows by our names."""
        places = {name: self.header.index(other) for name, other in used.items()}
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
        for _, value in found[:_LOOKED_AT]:
            if isinstance(value, dict):
                paths |= dict.fromkeys(path for path, _ in _leaves(value))
        self.header = tuple(paths)

    def rows(self, used: Mapping[str, str], problems: Problems) -> Iterator[TableRow | None]:
        """The rows by our names; what is no object, or has a list where a text should be, is noted."""
        for line, value in self._found:
            spend()
            if not isinstance(value, dict):
                message = say("This is no JSON object.")
                problems.add(line, "json_object", message, say("Write an object for each row."))
                continue
            cells = {}
            for name, path in used.items():
                text = _cell(value, path)
                if text is None:
                    message = say("{path} is a list or an object.", path=shown(path))
                    hint = say("Name a path to one text or number for the column {column}.", column=name)
                    problems.add(line, "json_value", message, hint)
                else:
                    cells[name] = text
            yield TableRow(line, cells) if len(cells) == len(used) else None


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
    decoder = json.JSONDecoder(parse_int=str, parse_float=str, parse_constant=str)
    start = re.match(r"\s*", text)
    place = start.end() if start else 0
    is_array = text[place] == "["
    place += is_array
    line, counted = 1, 0
    gap = re.compile(r"[\s,]*" if is_array else r"\s*")
    while True:
        spend()
        between = gap.match(text, place)
        place = between.end() if between else place
        if place >= len(text) or (is_array and text[place] == "]"):
            return
        line += text.count("\n", counted, place)
        counted = place
        try:
            value, place = decoder.raw_decode(text, place)
        except json.JSONDecodeError as error:
            raise _BrokenJSON(error.msg, error.lineno) from None
        except RecursionError:
            raise _BrokenJSON(say("too many levels"), line) from None
        yield line, value


def _leaves(value: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, Any]]:
    """The paths of an object, objects within it included."""
    for name, inner in value.items():
        path = f"{before}{name}"
        if isinstance(inner, dict) and inner:
            yield from _leaves(inner, f"{path}.")
        else:
            yield path, inner


def _cell(value: Any, path: str) -> str | None:
    """What stands at a path, as text: nothing where there is nothing; None where it is a list or an object."""
    if isinstance(value, dict) and path in value:
        inner = value[path]
        if inner is None:
            return ""
        if isinstance(inner, bool):
            return str(inner).lower()
        return inner if isinstance(inner, str) else None
    name, _, rest = path.partition(".")
    if rest and isinstance(value, dict) and name in value:
        return _cell(value[name], rest)
    return None if isinstance(value, list) else ""


def _mapped(
    header: Sequence[str], columns: Sequence[str], optional: Collection[str], given: Mapping[str, str]
) -> ColumnMap:
    """Columns as they were said; the others by their own names, then by what else they are called."""
    used = {name: other for name, other in given.items() if name in columns and other}
    free = [name for name in header if name not in used.values()]
    by_name = {_plain(name): name for name in reversed(free)}
    for names_of in (_own_name, _synonyms):
        for column in columns:
            if column in used or column in given:
                continue
            for name in names_of(column):
                if (other := by_name.get(_plain(name))) and other not in used.values():
                    used[column] = other
                    break
    needed = tuple(column for column in columns if column not in optional)
    in_order = {column: used[column] for column in columns if column in used}
    return ColumnMap(tuple(header), tuple(columns), needed, in_order)


def _own_name(column: str) -> tuple[str, ...]:
    return (column,)


def _synonyms(column: str) -> tuple[str, ...]:
    return SYNONYMS.get(column, ())


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

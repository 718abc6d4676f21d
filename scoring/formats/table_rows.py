"""Rows of files that people bring, whatever they are: separated by commas, semicolons, tabs or blanks, JSON, or XML.

Each has a header, the names of its columns, and rows by our names for them. A file without a header line, as evaluations of
TREC give them out, has columns that are called 1, 2, 3.
"""

import csv
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from scoring.budget import spend
from scoring.formats.json_rows import cell_at, is_json, leaves, spread, values
from scoring.formats.problems import Problems, RowInLine, shown
from scoring.formats.tables import TableRow, make_room, note_unreadable, text_lines
from scoring.formats.xml_rows import elements
from scoring.say import say

MOST_COLUMNS = 2_000
SEPARATORS = ",;\t"
_LINES, _SAMPLE = 5, 16_384  # and characters, by which is told what separates the columns of a table
_OF_QRELS = re.compile(r"[^\s,;]*[0-9][^\s,;]*( +[^\s,;]+)+ +-?[0-9]+ *")
_QUOTED = re.compile(r'(?:^|(?<=[,;\t]))"(?:[^"]|"")*+"(?=[,;\t\r]|$)', re.MULTILINE)  # a cell


Lines = Mapping[str, Callable[[Any], Any]]
Unsaid = Mapping[str, Collection[str]]


class Taken(NamedTuple):
    """What is taken of each row."""

    used: Mapping[str, str]  # our columns -> the file's
    needed: Collection[str]  # ours that no row may lack
    lists: frozenset[str]  # whose cells may be lists: a row for each of their texts
    lines: Lines  # whose cells may be lists: how each is written as one text
    unsaid: Unsaid  # paths of JSON -> ours that are all empty where a row says nothing


class Separated:
    """A table, with or without a header line."""

    def __init__(self, text: str) -> None:
        self._text = text = _with_tabs(text)
        self._separator = _separator_of(text)
        self.is_ours = self._separator == ","
        make_room(len(text))
        is_plain = self._separator == "\t" and _is_unquoted(text)
        self._reader = csv.reader(
            text_lines(text),
            delimiter=self._separator,
            quoting=csv.QUOTE_NONE if is_plain else csv.QUOTE_MINIMAL,
            strict=True,
        )
        self._first: list[str] | None = None  # where it is a row
        self.header = tuple(name.strip() for name in next(self._reader, []))

    def without_header(self, said: Collection[str], known: bool) -> bool:
        """Take the first line for a row if it is one: columns are named by numbers, or nobody knows their names.

        `said`: what somebody calls its columns; `known`: whether any of them is called as one of ours.
        """
        numbered = bool(said) and all(map(str.isdecimal, said)) and not set(said) <= set(self.header)
        has_digit = any(char.isdecimal() for cell in self.header for char in cell)
        if not numbered and (said or known or self._separator != "\t" or not has_digit):
            return False
        self._first = list(self.header)
        self.header = tuple(str(number) for number in range(1, len(self.header) + 1))
        return True

    def rows(self, taken: Taken, problems: Problems) -> Iterator[TableRow]:
        """The rows by our names."""
        places = {name: self.header.index(other) for name, other in taken.used.items()}
        width, before, line = len(self.header), 0, self._reader.line_num + 1
        if self._first is not None:
            yield TableRow(1, {name: self._first[place] for name, place in places.items()})
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


def _sample_of(text: str) -> list[str]:
    """The first lines of a text, without empty ones."""
    return [line for line in text.splitlines()[:_LINES] if line.strip()]


def _separator_of(text: str) -> str:
    """What stands between the columns of a table: what gives its first lines the same number of cells, before all a tab,
    since sentences have none; else what its first line has most of. Quoted cells may hold anything.
    """
    lines = _sample_of(_QUOTED.sub("", text[:_SAMPLE])) or [""]
    even = [
        sign for sign in SEPARATORS if sign in lines[0] and len({line.count(sign) for line in lines}) == 1
    ]
    return "\t" if "\t" in even else max(even or SEPARATORS, key=lines[0].count)


def _with_tabs(text: str) -> str:
    """Qrels (an id, blanks between the columns, a whole number at the end) with tabs; any other table as it is."""
    lines = _sample_of(text[:_SAMPLE])
    if (
        not lines
        or len({len(line.split()) for line in lines}) > 1
        or not all(map(_OF_QRELS.fullmatch, lines))
    ):
        return text
    return "\n".join("\t".join(line.split()) for line in text.splitlines())


def _is_unquoted(text: str) -> bool:
    """Whether quotation marks are text in a table with tabs: it cannot be read with them, and each line has all cells."""
    try:
        for _ in csv.reader(text_lines(text), delimiter="\t", strict=True):
            spend()
    except csv.Error:
        lines = [line for line in text.splitlines() if line.strip()]
        return len({line.count("\t") for line in lines}) == 1
    return False


class Objects:
    """Objects of JSON, or elements of XML as such."""

    is_ours = False

    def __init__(self, found: Sequence[tuple[int, Any]]) -> None:
        self._found = _numbered(found)
        paths: dict[str, None] = {}
        for _, value in found:
            if isinstance(value, dict) and len(paths) <= MOST_COLUMNS:
                paths |= dict.fromkeys(path for path, _ in leaves(value))
        self.header = tuple(paths)

    def without_header(self, said: Collection[str], known: bool) -> bool:
        """Each names its values."""
        return False

    def rows(self, taken: Taken, problems: Problems) -> Iterator[TableRow]:
        """The rows by our names; what is no object, lacks something, or has a list where a text should be, is noted."""
        for line, value in self._spread(taken, problems):
            cells = {name: cell_at(value, path) for name, path in taken.used.items()}
            if _says_nothing(cells, taken):
                continue
            cells |= {name: line(cells[name]) for name, line in taken.lines.items() if name in cells}
            many = next((name for name in taken.lists if _is_list(cells.get(name))), "")
            for each in _firsts(cells[many]) or [""] if many else ("",):
                if many:
                    cells[many] = each
                if _are_sound(line, cells, taken, problems):
                    yield TableRow(line, {name: cell or "" for name, cell in cells.items()})

    def _spread(self, taken: Taken, problems: Problems) -> Iterator[tuple[int, Any]]:
        """The objects that rows are made of; what is no object is noted."""
        paths, needed = set(taken.used.values()), {taken.used.get(name, "") for name in taken.needed}
        for line, value in self._found:
            spend()
            if isinstance(value, dict):
                yield from ((line, one) for one in spread(value, paths, needed))
            else:
                message = say("This is no JSON object.")
                problems.add(line, "json_object", message, say("Write an object for each row."))


def _says_nothing(cells: Mapping[str, Any], taken: Taken) -> bool:
    """Whether a row holds what its layout writes where nothing is said."""
    return any(
        path in taken.used.values() and not any(_has_text(cells.get(name)) for name in names)
        for path, names in taken.unsaid.items()
    )


def _has_text(cell: Any) -> bool:
    return bool(cell.strip() if isinstance(cell, str) else cell)


def _are_sound(line: int, cells: Mapping[str, Any], taken: Taken, problems: Problems) -> bool:
    """Whether the cells of a row are texts; what is no text, or missing, is noted."""
    before = problems.count
    for name, cell in cells.items():
        path = shown(taken.used[name])
        if cell is None and name in taken.needed:
            message = say("This row has no {path}.", path=path)
            problems.add(line, "json_missing", message, say("Write it, or null where it is empty."))
        elif cell is not None and not isinstance(cell, str):
            message = say("{path} is a list or an object.", path=path)
            hint = say("Name a path to one text or number for the column {column}.", column=name)
            problems.add(line, "json_value", message, hint)
    return problems.count == before


def _is_list(cell: Any) -> bool:
    """Whether a cell is a list of texts, or of lists of texts that say the same."""
    return isinstance(cell, list) and all(
        _is_text(one) or (isinstance(one, list) and all(map(_is_text, one))) for one in cell
    )


def _is_text(cell: Any) -> bool:
    return cell is None or isinstance(cell, str)


def by(sign: str) -> Callable[[Any], Any]:
    """Writes a list of texts as one, this sign between them; any other cell stays as it is."""
    return lambda cell: sign.join(_texts(cell)) if _is_list(cell) else cell


def _texts(cell: Sequence[Any]) -> list[str]:
    """All texts of a list, without empty ones."""
    return [text for said in _said(cell) for text in said]


def _firsts(cell: Sequence[Any]) -> list[str]:
    """The texts of a list; of several that say the same, the first."""
    return [said[0] for said in _said(cell)]


def _said(cell: Sequence[Any]) -> Iterator[list[str]]:
    """For all of a list that say something: the texts of each, without empty ones."""
    for one in cell:
        texts = one if isinstance(one, list) else [one]
        if said := [text for text in texts if text and text.strip()]:
            yield said


def opened(text: str, problems: Problems, *, xml: bool = False) -> Separated | Objects | None:
    """The file as a table; None where it cannot be read as one, which is noted. `xml`: rather than that."""
    if xml:
        return _of_xml(text, problems)
    try:
        return Objects(list(values(text, problems))) if is_json(text) else Separated(text)
    except csv.Error as error:
        note_unreadable(0, str(error), problems)
    return None


def _of_xml(text: str, problems: Problems) -> Objects | None:
    found = elements(text.encode(), problems)
    if not found and not problems:
        message = say("The file is XML, and none of its elements could be a row.")
        hint = say(
            "A row has attributes or parts: {example}.", example="<topic><id>1</id><text>…</text></topic>"
        )
        problems.add(0, "no_rows", message, hint)
    return Objects(found) if found else None


def _numbered(found: Sequence[tuple[int, Any]]) -> Sequence[tuple[int, Any]]:
    """Rows with their numbers at their lines, where some stand in one line."""
    if len({line for line, _ in found}) == len(found):
        return found
    lines = [RowInLine(line) for line, _ in found]
    for number, line in enumerate(lines, 1):
        line.row = number
    return [(line, value) for line, (_, value) in zip(lines, found, strict=True)]

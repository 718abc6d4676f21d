"""Tables that people bring, as their programs wrote them: which of a file's columns is which of ours.

A table with our own names and commas is read as one of a bundle is. Any other may have semicolons or tabs between its
columns, or be JSON: an object on each line, or an array of objects, where a column is a path (`annotator.name`). Which
column is meant is said by whoever brings the file, or guessed by its name; what was taken is told (`ColumnMap`).

Several columns may hold the grades of one person each (`assessor:anna` is the column of Anna's), and a grade may be spelled
otherwise (`grade:Yes` is what the file's Yes is with us): both are said where columns are.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from scoring.formats.column_names import ALSO, OF_QUESTIONS, OF_SYSTEMS, SYNONYMS, UNSAID
from scoring.formats.encoded import SAVE_AS_UTF8, decode
from scoring.formats.kinds import XML, kind_of_file, refuse_kind
from scoring.formats.problems import Problems, shown
from scoring.formats.table_rows import MOST_COLUMNS, Lines, Objects, Separated, Taken, Unsaid, opened
from scoring.formats.tables import TABLES, TableRow, rows_in
from scoring.say import say

MOST_ASKED = 300  # columns among which somebody can still choose
LONGEST_ASKED = 200  # characters of their names
PERSON = "assessor:"  # begins the name of a column that holds the grades of the person named behind it
WORD = "grade:"  # begins what is said of a grade that the file spells as behind it
_NO_TABLES = frozenset({XML, "html", "pdf", "rtf"})  # kinds of files that are neither tables nor JSON
_OF_PEOPLE = re.compile("(annotator|assessor|judge|rater|coder|worker|grader)[0-9]{1,3}")


class Columns(NamedTuple):
    """The columns of a kind of table, and what else they are called there before `SYNONYMS`."""

    names: tuple[str, ...]
    optional: frozenset[str] = frozenset()
    also: Mapping[str, tuple[str, ...]] = MappingProxyType({})
    may_be_empty: bool = False  # whether a table without rows says that there is nothing, and is no slip
    first: Mapping[str, tuple[str, ...]] = MappingProxyType(
        {}
    )  # what is taken before a column of our own name
    instead: Mapping[str, str] = MappingProxyType({})  # ours -> another of ours, with which it is not needed
    lists: frozenset[str] = frozenset()  # whose cells may be lists in JSON: a row for each of their texts
    lacking: frozenset[str] = frozenset()  # which an object of JSON may lack, though the file has them: empty
    lines: Lines = MappingProxyType({})  # whose cells may be lists in JSON: how each is written as one text
    unsaid: Unsaid = MappingProxyType({})  # paths of JSON -> ours that are all empty where a row says nothing
    in_order: tuple[
        str, ...
    ] = ()  # of a file without a header line that has so many columns; "" is none of ours
    numbered: str = ""  # what rows get a number for, where no column of the file is left that could hold it
    xml: bool = False  # whether a file may also be XML whose elements repeat
    of_people: bool = False  # whether columns may hold the grades of a person each, for assessor and grade
    exact: bool = True  # whether a column more is a slip in a table that has our own names and commas

    def has(self, name: str) -> bool:
        """Whether something can be said under this name of a file's columns."""
        named = name.startswith((PERSON, WORD)) and bool(name.partition(":")[2].strip())
        return name in self.names or (self.of_people and named)

    def needed(self, used: Mapping[str, str], header: Sequence[str]) -> tuple[str, ...]:
        """Those that a file has to have, where these are known."""
        is_read_whole = len(set(used.values())) == len(header)
        optional = self.optional | ({self.numbered} if is_read_whole else set())
        needed = [name for name in self.names if name not in optional]
        if any(name.startswith(PERSON) for name in used):
            needed = [name for name in needed if name not in _SAID]
        return tuple(name for name in needed if self.instead.get(name, "") not in used)


_SAID = ("assessor", "grade")


# The tables of a bundle as people bring them: without what can be left empty.
BROUGHT: Mapping[str, Columns] = MappingProxyType(
    {
        name: Columns(
            TABLES[name],
            frozenset(optional),
            ALSO.get(name, {}),
            unsaid=UNSAID.get(name, {}),
            may_be_empty=name not in ("judgments", "gold"),
        )
        for name, optional in {
            "judgments": ("passage", "answer_class", "note", "judged_at", "kind", "version"),
            "adjudications": ("passage", "overruled", "adjudicator", "note", "answer_class"),
            "matches": ("docid", "passage", "assessor", "label"),
            "votes": (),
            "gold": (),
        }.items()
    }
)


def judged_columns(*, documents: bool, answers: bool) -> Columns:
    """The columns of judgments that people bring: of answers with documents or alone, or of documents without answers."""
    brought = BROUGHT["judgments"]
    return brought._replace(
        names=(*brought.names, "question"),
        optional=brought.optional
        | {"question"}
        | (set() if documents else {"docid"})
        | (set() if answers else {"answer"}),
        in_order=("qid", "", "docid", "") if documents and not answers else ("qid", "", "answer"),
        also=MappingProxyType({**OF_QUESTIONS, "answer": OF_SYSTEMS}),
        first=MappingProxyType({} if documents else {"answer": OF_SYSTEMS}),
        instead=MappingProxyType({"qid": "question"}),
        of_people=True,
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
    words: Mapping[str, str] = MappingProxyType(
        {}
    )  # grades as the file spells them -> ours, as far as somebody said
    of_people: bool = False  # whether columns may hold the grades of a person each
    numbered: str = ""  # ours for which rows get numbers where somebody says that the file has none
    refused: tuple[str, ...] = ()  # ours of which somebody said that the file has none

    @property
    def people(self) -> dict[str, str]:
        """Each column of the file that is none of ours, with the person whose grades it holds; "" where it holds none."""
        persons = {
            other: name.removeprefix(PERSON) for name, other in self.used.items() if name.startswith(PERSON)
        }
        return {name: persons.get(name, "") for name in self.found if name in persons or name in self.ignored}

    @property
    def missing(self) -> list[str]:
        """Ours that are needed and that none of the file's seems to be."""
        return [name for name in self.needed if name not in self.used]

    @property
    def is_askable(self) -> bool:
        """Whether it may be a table of ours, of which somebody can say which column is which."""
        names_fit = all(len(name) <= LONGEST_ASKED for name in self.found)
        return names_fit and max(len(self._asked), 2) <= len(self.found) <= MOST_ASKED

    @property
    def _asked(self) -> list[str]:
        """Ours for which a column must be chosen: a person's own column says who gave which grade."""
        passed = {self.numbered, *(_SAID if self.of_people else ())}
        return [name for name in self.needed if name not in passed]

    @property
    def all(self) -> dict[str, str]:
        """Our columns with the file's, nothing where somebody said so; and what else was said.

        One that the file happens not to have is not among them: a later file may have it.
        """
        words = {f"{WORD}{theirs}": ours for theirs, ours in self.words.items()}
        return {**dict.fromkeys(self.refused, ""), **self.used, **words}

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
        choices = [(name, name in self._asked, self.used.get(name, "")) for name in self.ours]
        return {
            "found": self.found,
            "choices": choices,
            "used": dict(self.used),
            "missing": self.missing,
            "ignored": self.ignored,
            "people": list(self.people.items()) if self.of_people else [],
            "all": self.all,
        }


def map_of(data: bytes, columns: Columns, given: Mapping[str, str]) -> ColumnMap | None:
    """Which of a file's columns is which of ours; None where it is no table that can be read."""
    found = _opened(data, columns, Problems("", columns=given), "utf-8", SAVE_AS_UTF8)
    return found and found.columns


def read_columns(
    data: bytes,
    columns: Columns,
    problems: Problems,
    encoding: str = "utf-8",
    hint: str = SAVE_AS_UTF8,  # where it is in another one
) -> list[TableRow]:
    """The rows of a table that somebody brings, by our names; what is wrong with it is noted, and that it has none.

    Columns are those that `problems.columns` says, else those of our names, else those that are called alike. Others are
    passed over, which whoever takes the table in shows (`map_of`).
    """
    rows = _rows(data, columns, problems, encoding, hint)
    if not rows and not problems and not columns.may_be_empty:
        message = (
            say("No row of the file says anything.") if columns.unsaid else say("The table has no rows.")
        )
        problems.add(0, "no_rows", message, say("Choose the file again."))
    return rows


class _Opened(NamedTuple):
    """A file as a table, and which of its columns is which of ours."""

    text: str
    table: Separated | Objects
    columns: ColumnMap


def _opened(data: bytes, columns: Columns, problems: Problems, encoding: str, hint: str) -> _Opened | None:
    """The file as a table; None where it cannot be read as one, which is noted."""
    kind, said = kind_of_file(data), problems.columns
    is_xml = columns.xml and kind == XML
    if kind in _NO_TABLES and not is_xml:
        read = say("a table (CSV, TSV) or JSON")
        refuse_kind(data, problems, read, say("Its columns are {columns}.", columns=", ".join(columns.names)))
        return None
    text = decode(data, problems, encoding, hint)
    table = opened(text, problems, xml=is_xml) if text is not None else None
    if text is None or table is None:
        return None
    found = _mapped(table.header, columns, said)
    others = {other for name, other in said.items() if other and not name.startswith(WORD)}
    if table.without_header(others, bool(found.used)):
        in_order = columns.in_order if len(columns.in_order) == len(table.header) else ()
        said = {
            **{ours: number for ours, number in zip(in_order, table.header, strict=False) if ours},
            **said,
        }
        found = _mapped(table.header, columns, said)
    return _Opened(text, table, found)


def _rows(data: bytes, columns: Columns, problems: Problems, encoding: str, hint: str) -> list[TableRow]:
    file = _opened(data, columns, problems, encoding, hint)
    if file is None:
        return []
    text, table, found = file
    if columns.exact and found.is_own and not found.missing and table.is_ours and not problems.columns:
        optional = frozenset(columns.names).difference(found.needed)
        return rows_in(text, columns.names, optional, problems)
    if not _is_sound(found, table.header, columns.names, problems):
        return []
    needed = [name for name in found.needed if name not in columns.lacking]
    taken = Taken(found.used, needed, columns.lists, columns.lines, columns.unsaid)
    return list(table.rows(taken, problems))


def _mapped(header: Sequence[str], columns: Columns, given: Mapping[str, str]) -> ColumnMap:
    """Columns as they were said; the others by their own names, then by what else they are called."""
    used = {name: other for name, other in given.items() if columns.has(name) and other}
    words = {name.removeprefix(WORD): used.pop(name) for name in list(used) if name.startswith(WORD)}
    wanted = [name for name in columns.names if name not in given]
    _guess(used, header, wanted, columns.first.get)
    used |= {name: name for name in wanted if name in header and name not in used}
    for names_of in (_own_name, columns.also.get, SYNONYMS.get):
        _guess(used, header, wanted, names_of)
    if columns.of_people:
        _note_people(used, header, given)
    ours = (*columns.names, *(name for name in used if name.startswith(PERSON)))
    in_order = {column: used[column] for column in ours if column in used}
    needed = columns.needed(used, header)
    if given.get(columns.numbered) == "":
        needed = tuple(name for name in needed if name != columns.numbered)
    refused = tuple(name for name, other in given.items() if not other and name in columns.names)
    return ColumnMap(
        tuple(header), columns.names, needed, in_order, words, columns.of_people, columns.numbered, refused
    )


def _guess(
    used: dict[str, str],
    header: Sequence[str],
    wanted: Sequence[str],
    names_of: Callable[[str], tuple[str, ...] | None],
) -> None:
    """Take for each of our columns that is still wanted the first of the file's that is called so."""
    by_name = {_plain(name): name for name in reversed(header) if name not in used.values()}
    for column in wanted:
        for name in () if column in used else names_of(column) or ():
            if (other := by_name.get(_plain(name))) and other not in used.values():
                used[column] = other
                break


def _note_people(used: dict[str, str], header: Sequence[str], given: Mapping[str, str]) -> None:
    """Take columns such as annotator1 and annotator2 for the grades of people of these names, unless others were said."""
    said = any(name.startswith(PERSON) for name in used)
    if not said and not any(name in given for name in _SAID) and not all(name in used for name in _SAID):
        found = [name for name in header if _OF_PEOPLE.fullmatch(_plain(name))]
        used |= {f"{PERSON}{name}": name for name in found if len(found) > 1}
        said = len(found) > 1
    if said:
        for name in _SAID:
            used.pop(name, None)


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
        named = ", ".join(map(shown, header[:40]))
        has = (
            say("The file has no header line, so that its columns are called {columns}.", columns=named)
            if all(map(str.isdecimal, header))
            else say("The file has {columns}.", columns=named)
        )
        problems.add(1, "header", message, f"{ours} {has}" if header else ours)
    repeated = sorted({name for name in found.used.values() if list(header).count(name) > 1})
    if repeated:
        message = say("Columns repeated: {columns}.", columns=", ".join(map(shown, repeated)))
        problems.add(1, "header", message, ours)
    return problems.count == before

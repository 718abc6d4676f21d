"""Files of sample questions: a table (CSV, UTF-8, header line) with one row for each answer of each pool.

Where a page is annotated a row is an annotation that is expected of it. What belongs to the question stands in its first
row and may be left empty in its others; so may a document's text where it was given before.
"""

from collections.abc import Iterator
from typing import NamedTuple

from assessment.campaigns.services import SourceFile
from assessment.shared.say import say
from assessment.training.models.samples import Sample, SampleItem, with_texts
from assessment.training.services.expected import problems_of
from scoring.formats.columns import Columns, read_columns
from scoring.formats.problems import Problems
from scoring.formats.tables import TableRow
from scoring.records import Problem
from scoring.tracks.base import Track

COLUMNS = Columns(
    (
        "question",
        "type",
        "target",
        "text",
        "docid",
        "supporting_text",
        "answer",
        "nugget",
        "grade",
        "long",
        "short",
        "reason",
    ),
    frozenset({"target", "supporting_text", "answer", "nugget", "long", "short"}),
)
_COLUMN_OF = {"right_grade": "grade"}  # of fields that are called otherwise
_OF_QUESTION = ("type", "target", "text")


class ReadSample(NamedTuple):
    """A sample question with the lines of its items."""

    sample: Sample
    lines: tuple[int, ...]


def read_samples(
    file: SourceFile, track: Track, collection: str = ""
) -> tuple[list[ReadSample], list[Problem]]:
    """The sample questions of a file in their order, and everything that is wrong with it, also by its pages."""
    problems = file.problems()
    rows = read_columns(file.data, COLUMNS, problems)
    samples = [_sample(of_one, problems) for of_one in _by_question(rows)]
    for read in samples:
        _note_problems(read, track, collection, problems)
    return samples, problems.listed()


def _by_question(rows: list[TableRow]) -> Iterator[list[TableRow]]:
    """The rows of each question, which need not stand together."""
    by_name: dict[str, list[TableRow]] = {}
    for row in rows:
        by_name.setdefault(row.cells["question"].strip(), []).append(row)
    yield from by_name.values()


def _sample(rows: list[TableRow], problems: Problems) -> ReadSample:
    first = {column: rows[0].cells.get(column, "").strip() for column in _OF_QUESTION}
    for row in rows[1:]:
        _note_changes(row, first, problems)
    items = with_texts(map(_item, rows))
    name = rows[0].cells["question"].strip()
    return ReadSample(Sample(name, items=items, **first), tuple(row.line for row in rows))


def _note_changes(row: TableRow, first: dict[str, str], problems: Problems) -> None:
    for column in _OF_QUESTION:
        if row.cells.get(column, "").strip() not in ("", first[column]):
            message = say("{column} is another than in the question’s first row.", column=column)
            problems.add(
                row.line, "question_differs", message, say("Leave it empty, or give it another question.")
            )


def _item(row: TableRow) -> SampleItem:
    named = (_COLUMN_OF.get(field, field) for field in SampleItem._fields)
    return SampleItem(*(row.cells.get(column, "").strip() for column in named))


def _note_problems(read: ReadSample, track: Track, collection: str, problems: Problems) -> None:
    for problem in problems_of(read.sample, track, collection):
        line = read.lines[0 if problem.item is None else problem.item]
        problems.add(line, problem.code, problem.message, problem.hint)

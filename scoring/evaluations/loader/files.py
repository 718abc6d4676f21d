"""Which files evaluations read: [questions] and [runs] of a declaration."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from scoring.evaluations.loader.table import Table
from scoring.formats import topics_table, topics_text
from scoring.formats.folding import qid_error
from scoring.formats.problems import Problems
from scoring.records import Problem, Topics
from scoring.say import say
from scoring.tracks.columns import columns_error
from scoring.tracks.common import MOST_RANKS

RANKED, BARE = "qid Q0 docid rank score tag answer", "qid tag docid answer"


class QuestionFile(NamedTuple):
    """How questions are read and written."""

    name: str  # in a bundle
    read: Callable[[bytes, str], tuple[Topics, list[Problem]]]
    write: Callable[[Topics], bytes]


def read_questions(table: Table, types: Sequence[str]) -> QuestionFile:
    """The reader and the writer that [questions] names."""
    reader = table.choice("reader", ("table", "text"), "table")
    table.done()
    if reader == "text":
        return QuestionFile(
            "questions.txt", partial(topics_text.read, types=types), partial(topics_text.write, types=types)
        )
    return QuestionFile("topics.csv", partial(_read_table, types), topics_table.write)


def _read_table(types: Sequence[str], data: bytes, name: str) -> tuple[Topics, list[Problem]]:
    problems = Problems(name)
    topics = topics_table.read(data, problems, types, in_series=False, id_error=qid_error)
    return topics, problems.listed()


class RunFile(NamedTuple):
    """How runs are read."""

    reader: str
    columns: str  # of lines
    documents: bool  # whether answers stand in documents
    ranks: int  # responses to a question; 1: a single one

    @property
    def suffix(self) -> str:
        """How the files of runs end."""
        return ".txt" if self.reader == "lines" else ".csv"


def read_runs(table: Table, readers: Sequence[str]) -> RunFile:
    """What [runs] says of run files; `readers`: those that may be named."""
    reader = table.choice("reader", readers, readers[0])
    ranks = table.whole("ranks", 1, 1, MOST_RANKS)
    documents = table.flag("documents", True)
    columns = _columns(table, ranks) if reader == "lines" else ""
    if reader == "lines" and not documents:
        message = say("Lines of responses name documents.")
        table.refuse("documents", message, say('Read runs with reader="table".'), "combination")
    table.done()
    return RunFile(reader, columns, documents, ranks)


def _columns(table: Table, ranks: int) -> str:
    default = RANKED if ranks > 1 else BARE
    columns = table.text("columns", default)
    if expected := columns_error(columns):
        message = say(
            '{setting} is "{value}"; it takes {expected}.',
            setting="runs.columns",
            value=columns,
            expected=expected,
        )
        table.refuse("columns", message, say("Correct the value."))
        return default
    return columns

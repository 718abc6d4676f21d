"""Which files evaluations read: [questions] and [runs] of a declaration."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import NamedTuple, Self

from scoring.evaluations.loader.table import Table
from scoring.formats import topics_plain, topics_table, topics_text, topics_xml
from scoring.formats.folding import qid_error
from scoring.formats.problems import Problems
from scoring.records import Problem, Topics
from scoring.say import say
from scoring.tracks.columns import bare_columns_error
from scoring.tracks.common import MOST_RANKS
from scoring.tracks.lines import LineTrack
from scoring.tracks.table_runs import TableTrack

RANKED, BARE = "qid Q0 docid rank score tag answer", "qid tag docid answer"


Reader = Callable[
    ..., tuple[Topics, list[Problem]]
]  # of bytes, a name, and the types of question there may be


class QuestionFile(NamedTuple):
    """How questions are read and written."""

    name: str  # in a bundle
    read: Reader
    write: Callable[..., bytes]  # the types beside topics, where it takes them

    def of(self, types: Sequence[str]) -> Self:
        """The same for some types of question."""
        takes_types = self.write is topics_text.write
        write = partial(self.write, types=types) if takes_types else self.write
        return self._replace(read=partial(self.read, types=types), write=write)


def _read_table(data: bytes, name: str, types: Sequence[str]) -> tuple[Topics, list[Problem]]:
    problems = Problems(name)
    topics = topics_table.read(data, problems, types, in_series=False, id_error=qid_error)
    return topics, problems.listed()


QUESTIONS: Mapping[str, QuestionFile] = MappingProxyType(
    {
        "table": QuestionFile("topics.csv", _read_table, topics_table.write),
        "text": QuestionFile("questions.txt", topics_text.read, topics_text.write),
        "series-xml": QuestionFile("questions.xml", topics_xml.read, topics_xml.write),
        "series": QuestionFile("questions.xml", topics_plain.read_either, topics_xml.write),
    }
)
# How runs are read: lines with columns of their own, or tables with columns of any name.
RUNS: Mapping[str, type[LineTrack]] = MappingProxyType({"lines": LineTrack, "table": TableTrack})


class RunFile(NamedTuple):
    """How runs are read."""

    reader: str
    columns: str  # of lines
    documents: bool  # whether answers stand in documents
    ranks: int  # responses to a question; 1: a single one

    @property
    def answers(self) -> bool:
        """Whether a response holds an answer string, and not a document alone."""
        return self.reader != "lines" or "answer" in self.columns.split()

    @property
    def suffix(self) -> str:
        """How the files of runs end."""
        return ".txt" if self.reader == "lines" else ".csv"


def read_runs(table: Table) -> RunFile:
    """What [runs] says of run files."""
    reader = table.choice("reader", RUNS, "lines")
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
    if expected := bare_columns_error(columns):
        message = say(
            '{setting} is "{value}"; it takes {expected}.',
            setting="runs.columns",
            value=columns,
            expected=expected,
        )
        table.refuse("columns", message, say("Correct the value."))
        return default
    return columns

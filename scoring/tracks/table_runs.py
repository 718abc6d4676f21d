"""Tracks whose runs are tables as any program writes them: CSV, TSV, JSON, or JSON with an object on each line.

Which column is which is said with the run (`COLUMNS`), or guessed by its name (`scoring/formats/columns`); what was taken is
told as a warning and kept with the run. A question is named by its id or by its text. Several answers to a question are rows
of their own, in the order of their ranks where the table has those, or a list in JSON. Line breaks in an answer become
blanks: the files of an evaluation have one response a line.
"""

import csv
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from io import StringIO
from pathlib import PurePosixPath
from types import MappingProxyType
from typing import Any

from scoring.formats.asked_questions import AskedQuestions, Unnamed
from scoring.formats.column_names import OF_QUESTIONS, OF_SYSTEMS
from scoring.formats.columns import Columns, map_of, read_columns
from scoring.formats.encoded import BOM, DECLARE_ENCODING
from scoring.formats.folding import fold
from scoring.formats.kinds import TEXT, kind_of_file
from scoring.formats.problems import Problems, shown
from scoring.formats.run_names import RUN_ID
from scoring.formats.table_rows import SEPARATORS
from scoring.formats.tables import TableRow
from scoring.records import NIL, Question, Topics
from scoring.say import say, say_n, sentence
from scoring.tracks.asked import Asked
from scoring.tracks.base import (
    CheckedRun,
    Declaration,
    GivenAnswer,
    RunChecks,
)
from scoring.tracks.foreign import note_foreign
from scoring.tracks.line_file import has_q0
from scoring.tracks.linecheck import LineRules, ResponseCheck
from scoring.tracks.lines import LineTrack, check_whole
from scoring.tracks.whole_run import check_declaration

LONGEST_ANSWER = 100_000  # characters
_RULES = LineRules()
MAP = "columns"  # under which a run's declaration keeps which column is which

_ALSO: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        **OF_QUESTIONS,
        "rank": ("position", "pos"),
        "score": ("confidence", "probability"),
        "answer": ("answers", "text"),
        "tag": ("run_tag", "run_id", "run"),
    }
)
# What a run file is, for teams.
DESCRIBED = sentence(
    "a table (CSV, TSV) or JSON, best with an object on each line. Columns: qid or question (its text), answer (in JSON also a "
    "list of answers, the best first) and, where there are any, rank, score, tag."
)
DESCRIBED_WITH_DOCUMENTS = sentence(
    "a table (CSV, TSV) or JSON, best with an object on each line. Columns: qid or question (its text), docid, answer (in JSON "
    "also a list of answers, the best first) and, where there are any, rank, score, tag."
)
COLUMNS = Asked(
    name=MAP,
    kind="text",
    title=sentence("Which column of the file is which?"),
    short=sentence("columns"),
    help=sentence("Only where the check took one for another: answer=prediction, qid=id."),
    required=False,
)


def run_columns(*, documents: bool) -> Columns:
    """The columns of a run, with or without the documents of its answers."""
    names = ("qid", "question", *(["docid"] if documents else []), "rank", "score", "answer", "tag")
    return Columns(
        names,
        frozenset({"question", "rank", "score", "tag"}),
        also=_ALSO,
        first=MappingProxyType({"answer": OF_SYSTEMS}),  # beside one of these `answer` is the right one
        instead=MappingProxyType({"qid": "question"}),
        lists=frozenset({"answer"}),
        lacking=frozenset({"docid", "answer"}),  # where a system says nothing to a question
        in_order=("qid", "docid", "answer") if documents else ("qid", "answer"),
        exact=False,
    )


@dataclass(frozen=True, kw_only=True)
class TableTrack(LineTrack):
    """A track whose runs are tables."""

    rules: LineRules = _RULES
    asked: tuple[Asked, ...] = (COLUMNS,)
    run_suffix: str = ".csv"
    run_id_from: str = sentence("the run tag in the file, else the name of the file,")

    def written_run(
        self,
        topics: Topics,
        declaration: Declaration,
        settings: Mapping[str, Any],
        answers: Mapping[str, GivenAnswer],
        run_id: str = "",
    ) -> bytes:
        """CSV with a row for each question that has an answer."""
        track, buffer = self.under(settings), StringIO(newline="")
        names = ("qid", "docid", "answer") if self.documents else ("qid", "answer")
        writer = csv.DictWriter(buffer, names, extrasaction="ignore", lineterminator="\r\n")
        writer.writeheader()
        for question in topics.questions:
            kind = track.type_of(question)
            given = answers.get(question.qid) or (GivenAnswer(NIL) if kind.nil_allowed else None)
            if kind.judged and given:
                writer.writerow({"qid": question.qid, "docid": given.docid, "answer": given.text})
        return buffer.getvalue().encode(declaration.encoding)

    def check_run(self, data: bytes, name: str, against: RunChecks) -> CheckedRun:
        topics, declaration, settings, *_ = against
        track, values = self.under(settings), self.settings_with_defaults(settings)
        check = TableCheck(track, track.rules, name, topics, declaration, values)
        check_declaration(check)
        check.read(data)
        check_whole(check, against)
        foreign = note_foreign(check.problems, check.warnings, check.unknown, check.given, topics)
        tag = declaration.run_id or next(iter(check.tags), "") or _tag_of(name)
        if not tag:
            message = say("The name of the file, {name}, cannot be the run's id.", name=shown(name))
            check.problems.add(0, "run_tag", message, say("Give the run an id."))
        problems, warnings = check.problems.listed(), check.warnings.listed()
        responses = () if problems else tuple(check.responses)
        return CheckedRun(tag, responses, problems, warnings, foreign, check.declared)


class TableCheck(ResponseCheck):
    """Goes through the rows of one table."""

    declared: Mapping[str, str] = MappingProxyType(
        {}
    )  # which column is which, where it is not told by our names
    _broken = 0  # answers with line breaks
    _first_broken = 0  # the line of the first

    def read(self, data: bytes) -> None:
        """Read all rows of a file."""
        columns = run_columns(documents=self.track.documents)
        if not self.knows_encoding() or self._refuse_text(data.removeprefix(BOM), columns):
            return
        try:
            given = columns_of(self.declaration.declared.get(MAP, ""), columns)
        except ValueError as error:
            names = ", ".join(columns.names)
            self.problems.add(0, "columns", str(error), say("The columns are {columns}.", columns=names))
            return
        found = Problems(self.problems.file, columns=given)
        rows = read_columns(data, columns, found, self.encoding, DECLARE_ENCODING)
        self.problems.extend(found.listed())
        self._tell(data, columns, given)
        asked = AskedQuestions(self.topics.questions)
        for row in rows:
            self._row(row, asked)
            if self.gives_up(row.line):
                break
        self._tell_broken()

    def _refuse_text(self, data: bytes, columns: Columns) -> bool:
        """Note that a file is text without columns, such as a run of TREC, and no table. Tell whether it is refused."""
        first = data.lstrip().split(b"\n", 1)[0]
        if kind_of_file(data) != TEXT or not first or any(sign.encode() in first for sign in SEPARATORS):
            return False
        kind = say("a run with ranks (qid Q0 docid rank …)") if has_q0(data) else say("plain text")
        message = say(
            "The file seems to be {kind}; what is read here is {read}.",
            kind=kind,
            read=say("a table (CSV, TSV) or JSON"),
        )
        hint = say("Its columns are {columns}.", columns=", ".join(columns.names))
        self.problems.add_first("file_kind", message, hint)
        return True

    def _tell(self, data: bytes, columns: Columns, given: Mapping[str, str]) -> None:
        """Warn of what was guessed, and keep which column is which."""
        found = map_of(data, columns, given)
        if found is None or found.missing or (found.is_own and not given and not found.ignored):
            return
        self.declared = {MAP: written_columns(found.used)}
        taken = ", ".join(f"{ours} ← {theirs}" for ours, theirs in found.used.items())
        message = say("The columns were read so: {columns}.", columns=taken)
        if found.ignored:
            left = ", ".join(map(shown, found.ignored[:20]))
            message = say("{message} Not read: {columns}.", message=message, columns=left)
        self.warnings.add(1, "columns_read", message, say("Say otherwise by the columns of the run."))

    def _row(self, row: TableRow, asked: AskedQuestions) -> None:
        cells = {name: fold(cell) for name, cell in row.cells.items()}
        if (named := self._named(row.line, cells, asked)) is None:
            return
        answer = cells["answer"]
        if fold(answer) != row.cells["answer"].strip():
            self._broken += 1
            self._first_broken = self._first_broken or row.line
        given = {name: cell for name, cell in cells.items() if cell or name not in ("rank", "score", "tag")}
        given |= {"qid": named, "docid": cells.get("docid", "")}
        if answer == NIL and self._may_be_nil(named) and given["docid"] in ("", NIL):
            given |= {"docid": NIL, "answer": ""}
        elif not self._is_sound(row.line, given):
            return
        encoded = given["answer"].encode(self.encoding, "replace")
        self.take(row.line, given, len(encoded if self.track.length_unit == "bytes" else given["answer"]))

    def _named(self, line: int, cells: Mapping[str, str], asked: AskedQuestions) -> str | None:
        """The id that a row names; None after noting that its text is none of the questions'."""
        named = asked.named(cells)
        if not isinstance(named, Unnamed):
            return named
        self.rows += 1
        self.unknown[cells.get("question", "")] = None
        self.problems.add(line, *named)
        return None

    def _may_be_nil(self, qid: str) -> bool:
        question: Question | None = self.questions.get(qid)
        return question is not None and self.track.type_of(question).nil_allowed

    def _is_sound(self, line: int, cells: Mapping[str, str]) -> bool:
        """Whether a row has a document, where answers name one, and an answer that can be read."""
        if not cells["answer"] and cells["docid"] != NIL and cells["qid"] in self.questions:
            self._note_silence(line, cells["qid"])
            return False
        if self.track.documents and not cells["docid"]:
            message = say("The row names no document.")
            self.problems.add(line, "docid_empty", message, say("Write the id of the document in docid."))
            return False
        if len(cells["answer"]) > LONGEST_ANSWER:
            message = say("The answer has {n} characters.", n=len(cells["answer"]))
            hint = say("Answers have at most {most} characters: cut it.", most=LONGEST_ANSWER)
            self.problems.add(line, "answer_too_long", message, hint)
            return False
        return True

    def _note_silence(self, line: int, qid: str) -> None:
        """Note that a row says nothing to a question, which runs may do where they may leave questions out."""
        self.rows += 1
        self.given.setdefault(qid, {})
        message = say("Question {qid} has an empty answer.", qid=qid)
        hint = say("Write an answer. Whether runs may leave questions out is a setting (missing_questions).")
        self.relaxed("missing_questions").add(line, "answer_empty", message, hint)

    def _tell_broken(self) -> None:
        if self._broken:
            message = say_n(
                "Line breaks in {n} answer became blanks.",
                "Line breaks in {n} answers became blanks.",
                self._broken,
            )
            self.warnings.add(self._first_broken, "line_breaks", message)

    def keep(self, number: int, question: Question, docid: str, answer: str, rank: int) -> None:
        """Keep a response. Lines tell responses of a run apart, so those of one list get numbers that follow."""
        super().keep(number, question, docid, answer, rank)
        if len(self.responses) > 1 and self.responses[-1].line <= self.responses[-2].line:
            self.responses[-1] = self.responses[-1]._replace(line=self.responses[-2].line + 1)


def columns_of(text: str, columns: Columns) -> dict[str, str]:
    """Which column is which, out of `answer=prediction, qid=id` or an object of JSON. Raises ValueError with a sentence."""
    if text.lstrip().startswith("{"):
        given = _object_of(text)
    else:
        pairs = [one.partition("=") for one in re.split(r"[,\n]", text) if one.strip()]
        if wrong := [name for name, sign, _ in pairs if not sign]:
            raise ValueError(say("{text} is not OURS=THEIRS.", text=shown(wrong[0])))
        given = {name.strip(): other.strip() for name, _, other in pairs}
    if unknown := [name for name in given if not columns.has(name)]:
        raise ValueError(say("{name} is no column of this table. Nothing was read.", name=shown(unknown[0])))
    return given


def _object_of(text: str) -> dict[str, str]:
    try:
        given = json.loads(text)
    except (ValueError, RecursionError):
        given = None
    if not isinstance(given, dict) or not all(isinstance(one, str) for one in given.values()):
        raise ValueError(say("{text} is no object of texts.", text=shown(text)))
    return given


def written_columns(used: Mapping[str, str]) -> str:
    """The same as text, which `columns_of` reads."""
    if any(set(other) & set(",=\n") or other != other.strip() for other in used.values()):
        return json.dumps(dict(used), ensure_ascii=False)
    return ", ".join(f"{ours}={theirs}" for ours, theirs in used.items())


def _tag_of(name: str) -> str:
    """The name of the file without its ending, where a run may be called so."""
    stem = PurePosixPath(name).stem
    return stem if RUN_ID.fullmatch(stem) else ""

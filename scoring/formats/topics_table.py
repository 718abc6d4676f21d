"""Topics as a table: a row for each question, with its series, its source and what was known of it.

    qid,type,text,series,target,target_type,source,suggested_answer,suggested_docid,checklist
    3.1,FACTOID,When was the comet discovered?,3,Hale Bopp comet,THING,log,July 1995,NYT19950724.0001,July 1995

A checklist has a line for each answer or nugget that is known (`assessment.campaigns.models.known` says how); in JSON it may be
a list. A narrative stands below the text of its question. Only the id and the text are needed; a question of a series has its
target in one row at least. Any file is such a table that has these two columns, whatever they are called (`columns`), JSON and
XML too; topics in a format of their own are read as those. Where no column is left that could be the id, questions are
numbered. Rows that say the same of a question stand for one, with the checklists of all.
"""

import csv
import io
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from scoring.formats.columns import Columns, map_of, read_columns
from scoring.formats.folding import fold
from scoring.formats.narratives import narrative_of, with_narrative, wording_of
from scoring.formats.problems import Problems, earlier, shown
from scoring.formats.question_tables import note_too_long
from scoring.formats.table_rows import by
from scoring.formats.tables import TableRow
from scoring.records import Checklist, Question, Series, Topics
from scoring.say import say

# What programs call the parts of a criterion.
_TEXT, _WEIGHT, _GROUP = (
    ("criterion", "text", "description", "requirement", "title"),
    ("weight", "points", "score"),
    ("axis", "group", "category", "dimension"),
)


def checklist_of(cell: Any) -> Any:
    """A list of texts, or of criteria with weights and groups, as lines of a checklist; any other cell as it is."""
    lines = [_line_of(one) for one in _flat(cell)] if isinstance(cell, list) else [None]
    return "\n".join(filter(None, lines)) if all(line is not None for line in lines) else cell


def _flat(cell: list[Any]) -> list[Any]:
    """A list whose lists are part of itself: what says the same has a line for each of its texts."""
    return [part for one in cell for part in (one if isinstance(one, list) else [one])]


def _line_of(one: Any) -> str | None:
    """None where it says nothing that a checklist can hold."""
    if not isinstance(one, dict):
        return " ".join(one.split()) if isinstance(one, str) else None
    text, weight, group = (
        next((one[name] for name in names if isinstance(one.get(name), str)), "")
        for names in (_TEXT, _WEIGHT, _GROUP)
    )
    parts = (weight or "1", group, " ".join(text.split())) if weight or group else (text,)
    return " | ".join(parts) if text.strip() else None


COLUMNS = Columns(
    (
        "qid",
        "type",
        "text",
        "series",
        "target",
        "target_type",
        "source",
        "suggested_answer",
        "suggested_docid",
        "checklist",
        "narrative",
    ),
    frozenset(
        {
            *("type", "narrative", "series", "target", "target_type", "source"),
            *("suggested_answer", "suggested_docid", "checklist"),
        }
    ),
    MappingProxyType(
        {
            "qid": ("id", "number", "num", "no", "nr", "question_no", "question_number"),
            "text": ("question", "question_text", "query", "wording", "body", "utterance", "template"),
            "narrative": ("narr", "background", "details"),
            "type": ("question_type", "kind"),
            "series": ("series_id", "target_id", "topic", "topic_id"),
            "target": ("target_text", "entity"),
            "source": ("origin",),
            "suggested_answer": ("answer", "known_answer"),
            "checklist": (
                *("nuggets", "rubric", "rubrics", "criteria", "must_have"),
                *("known_answers", "answers", "exact_answer", "gold_answers"),
            ),
            "suggested_docid": ("docid", "document", "doc_id", "supporting_document"),
        }
    ),
    lines=MappingProxyType({"checklist": checklist_of, "suggested_answer": by(" / ")}),
    in_order=("qid", "text"),
    numbered="qid",
    xml=True,
)


def is_topics_table(data: bytes, columns: Mapping[str, str]) -> bool:
    """Whether a file is such a table: it has texts, and ids, which are asked for where half of its columns are ours."""
    found = map_of(data, COLUMNS, columns)
    if found is None or len(found.found) < 2 or "text" in found.missing:
        return False
    return not found.missing or 2 * len(found.used) >= len(found.found)


def read(
    data: bytes,
    problems: Problems,
    types: Sequence[str],
    *,
    in_series: bool,
    id_error: Callable[[str], str],
) -> Topics:
    """The questions of a table; what is wrong with it is noted. Without a type they are of the first of `types`, where
    there are no series.
    """
    reader = _Reader(problems, types, in_series, id_error)
    for row in read_columns(data, COLUMNS, problems):
        reader.row(row)
    for series_id, line in reader.lines_of_series.items():
        if series_id not in reader.series:
            message = say("Series {identifier} has no target.", identifier=series_id)
            problems.add(line, "target_text", message, say("Fill target in one row of the series."))
    found = [reader.series[one] for one in reader.lines_of_series if one in reader.series]
    return Topics(tuple(reader.questions.values()), tuple(found), reader.checklists)


class _Reader:
    """Goes through the rows of a table in order."""

    def __init__(
        self,
        problems: Problems,
        types: Sequence[str],
        in_series: bool,
        id_error: Callable[[str], str],
    ) -> None:
        self.questions: dict[str, Question] = {}
        self.series: dict[str, Series] = {}
        self.lines_of_series: dict[str, int] = {}
        self._checklists: dict[str, tuple[int, list[str]]] = {}  # first line and texts, by question
        self._problems, self._in_series, self._id_error = problems, in_series, id_error
        self._types = {_plain(kind): kind for kind in types}
        self._first = types[0]
        self._lines: dict[str, int] = {}
        self._numbers: dict[tuple[str, str], str] = {}  # of questions that have no ids
        self._rows: dict[str, Mapping[str, str]] = {}

    def row(self, row: TableRow) -> None:
        """Read a question, and what its row says of its series."""
        before = self._problems.count
        cells = {name: fold(" ".join(row.cells.get(name, "").split("\n"))) for name in COLUMNS.names}
        if "qid" not in row.cells:
            cells["qid"] = self._numbers.setdefault(
                (cells["text"], cells["narrative"]), str(len(self._numbers) + 1)
            )
        if self._is_known(cells):  # a table of answers names its question once an answer
            self._known(row, cells["qid"])
            return
        note_too_long(row, self._problems)
        self._check_id(row.line, cells["qid"])
        kind = self._type_of(row.line, cells)
        series = self._series_of(row.line, cells) if self._in_series else ""
        if not self._in_series and (cells["series"] or cells["target"]):
            message = say("The questions of this campaign stand in no series.")
            self._problems.add(row.line, "series", message, say("Leave series and target empty."))
        if self._in_series and cells["narrative"]:
            message = say("Questions of series have a target, and no narrative.")
            self._problems.add(row.line, "narrative", message, say("Leave the narrative empty."))
        if not cells["text"]:
            message = say("Question {qid} has no text.", qid=shown(cells["qid"]))
            self._problems.add(row.line, "question_text", message, say("Write it in the column text."))
        if self._problems.count == before:
            self.questions[cells["qid"]] = Question(
                qid=cells["qid"],
                type=kind,
                text=with_narrative(cells["text"], cells["narrative"]),
                series=series,
                source=cells["source"],
                suggested_answer=cells["suggested_answer"],
                suggested_docid=cells["suggested_docid"],
            )
            self._known(row, cells["qid"])

    def _is_known(self, cells: Mapping[str, str]) -> bool:
        """Whether a row before says the same of its question."""
        said = {name: cell for name, cell in cells.items() if name != "checklist"}
        return self._rows.setdefault(cells["qid"], said) == said and cells["qid"] in self.questions

    def _known(self, row: TableRow, qid: str) -> None:
        """Keep the checklist of a row."""
        if (text := row.cells.get("checklist", "")).strip():
            self._checklists.setdefault(qid, (row.line, []))[1].append(text)

    @property
    def checklists(self) -> tuple[Checklist, ...]:
        """One for each question, of all its rows."""
        return tuple(
            Checklist(qid, "\n".join(texts), line) for qid, (line, texts) in self._checklists.items()
        )

    def _check_id(self, line: int, qid: str) -> None:
        """Note an id that none can have, or another question has, in the same line or not."""
        error = self._id_error(qid)
        if (first := earlier(self._lines, qid, line)) is not None:
            error = say("The id {identifier} is already in line {before}.", identifier=qid, before=first)
        if error:
            hint = say("Give each series and question an id of its own.")
            self._problems.add(line, "id", error, hint)

    def _type_of(self, line: int, cells: Mapping[str, str]) -> str:
        if not cells["type"] and not self._in_series:
            return self._first
        kind = self._types.get(_plain(cells["type"]), "")
        if not kind:
            message = say(
                "The type of question {qid} is not known: {rest_of_line}.",
                qid=cells["qid"],
                rest_of_line=shown(cells["type"]),
            )
            listed = ", ".join(self._types.values())
            hint = say("The types are {types}. A column of other types can be left out: type=.", types=listed)
            self._problems.add(line, "question_type", message, hint)
        return kind

    def _series_of(self, line: int, cells: Mapping[str, str]) -> str:
        """The series of a question: the one that is named, else what its id begins with."""
        named = cells["series"] or cells["qid"].rpartition(".")[0]
        if error := self._id_error(named):
            self._problems.add(line, "series", error, say("Name the series of the question."))
            return ""
        self.lines_of_series.setdefault(named, line)
        there = self.series.get(named, Series(named, ""))
        for field, value in (("target", cells["target"]), ("target_type", cells["target_type"])):
            before = getattr(there, field)
            if value and before and value != before:
                message = say(
                    "Series {identifier} has another {column} above: {before}.",
                    identifier=named,
                    column=field,
                    before=shown(before),
                )
                self._problems.add(line, "target_differs", message, say("Write the same in all its rows."))
            elif value:
                there = there._replace(**{field: value})
        if there.target:
            self.series[named] = there
        return named


def _plain(kind: str) -> str:
    """A type as it is compared: without case, blanks, hyphens and underscores."""
    return "".join(kind.casefold().replace("-", " ").replace("_", " ").split())


def write(topics: Topics) -> bytes:
    """The questions as such a table in UTF-8, their series with them."""
    series = {one.series_id: one for one in topics.series}
    has_narratives = any(narrative_of(question.text) for question in topics.questions)
    head = ["qid", "type", "text", *(["narrative"] if has_narratives else [])]
    rows = [[*head, *(["series", "target", "target_type"] if series else [])]]
    for question in topics.questions:
        of = series.get(question.series)
        more = [of.series_id, of.target, of.target_type] if of else ["", "", ""] if series else []
        asked = [wording_of(question.text), *([narrative_of(question.text)] if has_narratives else [])]
        rows.append([question.qid, question.type, *asked, *more])
    written = io.StringIO()
    csv.writer(written, lineterminator="\n").writerows(rows)
    return written.getvalue().encode()

"""Holds the rows of a bundle's tables against its questions and against each other."""

from collections.abc import Callable, Collection, Hashable, Mapping
from datetime import datetime
from functools import partial
from typing import TypeVar

from scoring.formats import rows
from scoring.formats.nugget_tables import HINT, records_of, unique_rows
from scoring.formats.problems import Problems, shown
from scoring.formats.run_names import RUN_ID, RUN_ID_FORM
from scoring.formats.tables import ITEM, TableRow
from scoring.records import (
    NIL,
    Adjudication,
    Assignment,
    Item,
    Judgment,
    KnownAnswer,
    Problem,
    Question,
    Ruling,
    Run,
    Topics,
)
from scoring.say import say
from scoring.scales import CANNOT_JUDGE, without_reason
from scoring.tracks.base import QuestionType, Track

Record = TypeVar("Record")


def untimely(text: str) -> str:
    """What is wrong with a moment of a table; an empty one is unknown, not wrong."""
    try:
        datetime.fromisoformat(text or "2000-01-01")
    except ValueError:
        return say("{moment} is not a time as ISO 8601 writes it.", moment=shown(text))
    return ""


class Checks:
    """The records of a bundle's tables. A row that is wrong is noted and left out."""

    def __init__(self, track: Track, topics: Topics, tables: Mapping[str, list[TableRow]]) -> None:
        self.track, self.tables = track, tables
        self._topics = topics
        self._questions = {question.qid: question for question in topics.questions}
        self._graded: dict[str, QuestionType] = {
            question.qid: kind
            for question in topics.questions
            if (kind := track.type_of(question)).judged and kind.scale
        }
        self._pooled = {question.qid for question in topics.questions if track.type_of(question).judged}
        self._notes = {name: Problems(f"{name}.csv") for name in tables}
        self._pool: dict[Item, Item] = {}

    @property
    def problems(self) -> list[Problem]:
        """Everything that was noted, table by table."""
        return [problem for notes in self._notes.values() for problem in notes.listed()]

    def dropped(self) -> dict[str, str]:
        """The dropped questions and series with their reasons."""
        known = {*self._questions, *(series.series_id for series in self._topics.series)}
        reasons = {}
        for row in self._unique("dropped", lambda cells: cells["id"]):
            identifier = row.cells["id"]
            if identifier in known:
                reasons[identifier] = row.cells["reason"]
            else:
                self._note(
                    "dropped",
                    row,
                    "unknown_question",
                    say("There is no question or series {identifier}.", identifier=shown(identifier)),
                )
        return reasons

    def topics(self, dropped: Collection[str]) -> Topics:
        """The topics with what questions.csv adds to them."""
        questions, types = dict(self._questions), dict[str, tuple[str, int]]()
        for row in self._unique("questions", lambda cells: cells["qid"]):
            question = self._question("questions", row)
            if question and self._agrees(row, question, dropped):
                questions[question.qid] = question._replace(
                    type=row.cells["type"] or question.type,
                    source=row.cells["source"],
                    suggested_answer=row.cells["suggested_answer"],
                    suggested_docid=row.cells["suggested_docid"],
                    nil=row.cells.get("nil", ""),
                )
                self._target_type(row, question, types)
        series = tuple(
            one._replace(target_type=types[one.series_id][0]) if one.series_id in types else one
            for one in self._topics.series
        )
        return Topics(tuple(questions.values()), series)

    def _agrees(self, row: TableRow, question: Question, dropped: Collection[str]) -> bool:
        cells = row.cells
        errors = []
        if question.type == self.track.untold and cells["type"]:
            if cells["type"] not in self.track.question_types:
                types = ", ".join(self.track.question_types)
                errors.append(
                    say(
                        "The type of {qid} is {type}; the types are {types}.",
                        qid=question.qid,
                        type=shown(cells["type"]),
                        types=types,
                    )
                )
        elif cells["type"] not in ("", question.type):
            errors.append(
                say(
                    "The type of {qid} is {type} in {questions_file}.",
                    qid=question.qid,
                    type=question.type,
                    questions_file=self.track.questions_file,
                )
            )
        if (cells["status"] == "dropped") != self._is_dropped(question, dropped) and cells["status"]:
            errors.append(
                say(
                    "The status of {qid} is {status}; dropped.csv says otherwise.",
                    qid=question.qid,
                    status=cells["status"],
                )
            )
        if cells.get("nil", "") not in ("", "right", "wrong"):
            errors.append(say("nil is {value}; it takes right or wrong.", value=shown(cells["nil"])))
        for error in errors:
            self._note("questions", row, "contradiction", error)
        return not errors

    @staticmethod
    def _is_dropped(question: Question, dropped: Collection[str]) -> bool:
        return question.qid in dropped or question.series in dropped

    def _target_type(self, row: TableRow, question: Question, types: dict[str, tuple[str, int]]) -> None:
        given = row.cells["target_type"]
        if not given:
            return
        before, line = types.setdefault(question.series, (given, row.line))
        if before != given:
            message = say(
                "Series {series} is of type {given} here and {before} in line {line}.",
                series=question.series,
                given=given,
                before=before,
                line=str(line),
            )
            self._note("questions", row, "contradiction", message)

    def runs(self) -> tuple[Run, ...]:
        """The runs, each with an id that a file can be named after on any system."""
        runs = self._records("runs", lambda cells: cells["run_id"].casefold(), rows.run_of)
        sound = []
        for row, run in runs:
            if RUN_ID.fullmatch(run.run_id):
                sound.append(run)
            else:
                message = say("{run_id} cannot be a run's id.", run_id=shown(run.run_id))
                self._note("runs", row, "run_id", message, say("Use {run_id_form}.", run_id_form=RUN_ID_FORM))
        return tuple(sound)

    def pool(self) -> tuple[Item, ...]:
        """The pool items."""
        for row, item in self._records("pool", rows.item_of, rows.item_of):
            question = self._question("pool", row)
            if question and self._poolable(row, item, question):
                self._pool[item] = item
        return tuple(self._pool)

    def _poolable(self, row: TableRow, item: Item, question: Question) -> bool:
        if item.qid not in self._pooled:
            message = say(
                "Questions of type {type} are not judged, so nothing of theirs is pooled.", type=question.type
            )
        elif item.docid == NIL:
            message = say("NIL is never pooled.")
        elif not (named := self.track.names_documents(question)) and not item.answer:
            message = say("A pool item without a document has an answer.")
        elif (named and not item.docid) or (self.track.type_of(question).scale and "\n" in "".join(item)):
            message = say("A pool item names a document and stands on one line.")
        else:
            return True
        self._note("pool", row, "pool_item", message)
        return False

    def assignments(self) -> tuple[Assignment, ...]:
        """Who judges which question."""
        found = self._records(
            "assignments", lambda cells: (cells["qid"], cells["assessor"]), rows.assignment_of
        )
        return tuple(assignment for row, assignment in found if self._question("assignments", row))

    def judgments(self) -> tuple[Judgment, ...]:
        """The judgments, each of an item of the pool with a grade of its scale."""
        found = self._records(
            "judgments", lambda cells: (rows.item_of(cells), cells["assessor"]), rows.judgment_of
        )
        return tuple(
            judgment._replace(item=self._pool[judgment.item])
            for row, judgment in found
            if self._says(row, judgment) and self._is_sound(row, judgment)
        )

    def _in_pool(self, table: str, row: TableRow, item: Item) -> bool:
        if item not in self._pool:
            message = say(
                "The pool has no item {qid} {docid} {answer}.",
                qid=item.qid,
                docid=item.docid,
                answer=shown(item.answer),
            )
            self._note(
                table,
                row,
                "not_in_pool",
                message,
                say("Judge items of pool.csv; strings are compared exactly."),
            )
        return item in self._pool

    def _judges(self, table: str, row: TableRow, item: Item, grade: str) -> bool:
        if not self._in_pool(table, row, item):
            return False
        scale = self._graded[item.qid].scale_for(item.answer) if item.qid in self._graded else None
        if scale is None:
            message = say(
                "The items of question {qid} are matched with nuggets and have no grade.", qid=item.qid
            )
            self._note(table, row, "ungraded", message)
        elif grade not in scale.grades:
            hint = say("The grades are {grades}.", grades=", ".join(scale.grades))
            self._note(
                table,
                row,
                "unknown_grade",
                say("{grade} is not a grade of this question.", grade=shown(grade)),
                hint,
            )
        else:
            return True
        return False

    def _says(self, row: TableRow, judgment: Judgment) -> bool:
        """Whether a judgment gives an item of the pool a grade of its scale, or says why none can be given."""
        scale = self._graded[judgment.item.qid].scale if judgment.item.qid in self._graded else None
        if judgment.grade == CANNOT_JUDGE and judgment.kind == "human" and scale and scale.cannot_judge:
            return self._in_pool("judgments", row, judgment.item)
        return self._judges("judgments", row, judgment.item, judgment.grade)

    def _is_sound(self, row: TableRow, judgment: Judgment) -> bool:
        error = "" if judgment.assessor.strip() else say("The judgment has no assessor.")
        error = untimely(judgment.judged_at) or without_reason(judgment.grade, judgment.note) or error
        if error:
            self._note("judgments", row, "judgment", error)
        return not error

    def rulings(self) -> tuple[Ruling, ...]:
        """What assessors asked and how it was ruled, with the questions, and the items of the pool, that they name."""
        return tuple(Ruling(**row.cells) for row in self.tables["rulings"] if self._is_ruling(row))

    def _is_ruling(self, row: TableRow) -> bool:
        cells = row.cells
        error = untimely(cells["asked_at"]) or untimely(cells["ruled_at"])
        if not cells["ruling"].strip() and not (cells["asked"].strip() and cells["assessor"].strip()):
            error = say("The row holds neither a ruling nor what somebody asked.")
        if error:
            self._note("rulings", row, "ruling", error)
        known = not cells["qid"] or self._question("rulings", row) is not None
        pooled = not any(cells[name] for name in ITEM[1:])
        return not error and known and (pooled or self._in_pool("rulings", row, rows.item_of(cells)))

    def adjudications(self) -> tuple[Adjudication, ...]:
        """The adjudicator's decisions."""
        found = self._records("adjudications", rows.item_of, rows.adjudication_of)
        return tuple(
            decision._replace(item=self._pool[decision.item])
            for row, decision in found
            if self._decides(row, decision)
        )

    def _decides(self, row: TableRow, decision: Adjudication) -> bool:
        """Whether a decision gives an item of the pool a grade of its scale, or settles its class alone."""
        if decision.grade or not decision.answer_class:
            return self._judges("adjudications", row, decision.item, decision.grade)
        return self._in_pool("adjudications", row, decision.item)

    def known_answers(self) -> tuple[KnownAnswer, ...]:
        """The answer classes and known answers."""
        found = self._records(
            "classes",
            lambda cells: (cells["qid"], cells["class"], cells.get("assessor", "")),
            rows.known_answer_of,
        )
        return tuple(known for row, known in found if self._question("classes", row))

    def _records(
        self,
        table: str,
        key: Callable[[Mapping[str, str]], Hashable],
        make: Callable[[Mapping[str, str]], Record],
    ) -> list[tuple[TableRow, Record]]:
        return records_of(self.tables[table], key, make, partial(self._note, table))

    def _unique(self, table: str, key: Callable[[Mapping[str, str]], Hashable]) -> list[TableRow]:
        """The rows of a table, without those that speak of the same thing as an earlier one."""
        return unique_rows(self.tables[table], key, partial(self._note, table))

    def _question(self, table: str, row: TableRow) -> Question | None:
        question = self._questions.get(row.cells["qid"])
        if question is None:
            self._note(
                table,
                row,
                "unknown_question",
                say("There is no question {question}.", question=shown(row.cells["qid"])),
            )
        return question

    def _note(self, table: str, row: TableRow, code: str, message: str, hint: str | None = None) -> None:
        self._notes[table].add(row.line, code, message, say(HINT) if hint is None else hint)

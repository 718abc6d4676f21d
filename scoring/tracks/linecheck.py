"""Checks the responses of a run, one after the other, whichever file they come in: `line_file` and `table_runs` read it.

Every error of a file is listed, in one pass.
"""

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from scoring.formats.encoded import encoding_name
from scoring.formats.folding import is_visible, non_white
from scoring.formats.problems import Problems, shown
from scoring.records import MAX_DOCID, NIL, Question, Response, Topics
from scoring.say import say
from scoring.tracks.base import Declaration, QuestionType, Track

_RANK = re.compile(r"[0-9]{1,9}")
_NUMBER = re.compile(r"[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?")
GIVE_UP = 50_000  # problems after which a file is read no further


class LineRules(NamedTuple):
    """How the responses of a track's runs look."""

    columns: str = ""  # of lines, where no setting names them
    max_rank: int | None = None  # the highest rank a run may give; None where responses have no ranks
    team_tag: bool = False  # whether a run tag starts with the team's id
    priority_tag: bool = False  # whether it is the team's id and the run's priority, and nothing else
    first_automatic: bool = False  # whether a team's first-priority run is automatic
    max_text: int | None = (
        None  # how many characters without white space a question's strings may have in all
    )
    one_break: bool = False  # whether each line is followed by exactly one line break
    docid_form: str = ""  # a pattern that document ids of the family follow
    docid_family: str = ""  # how ids of the family begin, ignoring case


class ResponseCheck:
    """Goes through the responses of one run file, and notes what the rules for the whole file need."""

    def __init__(
        self,
        track: Track,
        rules: LineRules,
        name: str,
        topics: Topics,
        declaration: Declaration,
        settings: Mapping[str, Any],
    ) -> None:
        self.track, self.rules, self.topics = track, rules, topics
        self.declaration, self.settings = declaration, settings
        self.problems, self.warnings = Problems(name), Problems(name)
        self.responses: list[
            Response
        ] = []  # emptied for good by the first problem: a refused file keeps none
        self.complete = True  # whether all lines were read
        self.rows = 0  # how many say something of a question, known or not
        self.tags: dict[str, list[int]] = {}  # tag -> first line, number of lines
        self.docids: dict[str, list[int]] = {}  # document id -> first line, number of lines
        self.cited: dict[tuple[str, str], list[int]] = {}  # question and document -> the same, of scope top50
        self.unknown: dict[str, None] = {}  # ids of questions that are not asked here
        self.given: dict[str, dict[int, int]] = {}  # question -> rank -> line
        self.scores: dict[str, list[tuple[int, float, int]]] = {}  # question -> rank, score and line of each
        self.text: dict[str, int] = {}  # question -> characters without white space, where they are limited
        self._texts: dict[tuple[str, str, str], int] = {}
        self.questions = {question.qid: question for question in topics.questions}
        self.encoding = encoding_name(declaration.encoding) or ""
        self._limit = self._length_limit()

    def relaxed(self, setting: str) -> Problems:
        """Where a broken rule is noted: with the warnings where a setting relaxes the rule."""
        return self.warnings if self.settings.get(setting) else self.problems

    def _length_limit(self) -> int | None:
        declared, limits = self.declaration.length_limit, self.track.length_limits
        declared_limits, unit = " or ".join(map(str, limits)), say(self.track.length_unit)
        if not limits:
            return None
        if declared is None and len(limits) == 1:
            return limits[0]
        if declared is None:
            message = say(
                "No length was declared; the strings were checked against {limits} {unit}.",
                limits=max(limits),
                unit=unit,
            )
            self.warnings.add(
                0,
                "length_undeclared",
                message,
                say("Declare {declared_limits}.", declared_limits=declared_limits),
            )
            return max(limits)
        if declared not in limits:
            message = say(
                "The declared length is {declared} {unit}; runs have {declared_limits}.",
                declared=declared,
                unit=unit,
                declared_limits=declared_limits,
            )
            self.problems.add(
                0, "length_limit", message, say("Declare {declared_limits}.", declared_limits=declared_limits)
            )
        return declared

    def take(self, number: int, cells: dict[str, str], length: int) -> None:
        """Note what is wrong with one response, and keep it. `length` is that of its answer, in the unit of the track."""
        question = self._question(number, cells)
        if question is None:
            return
        if self.declaration.scope == "top50" and cells["docid"] != NIL:
            self.cited.setdefault((question.qid, cells["docid"]), [number, 0])[1] += 1
        rank = self._rank(number, question, cells)
        answer = cells.get("answer", "")
        self._answer(number, self.track.type_of(question), cells, answer, length)
        if rank is not None:
            if _NUMBER.fullmatch(score := cells.get("score", "")):
                self.scores.setdefault(question.qid, []).append((rank, float(score), number))
            self.keep(number, question, cells["docid"], answer, rank)

    def gives_up(self, number: int) -> bool:
        """Whether the file is read no further: it breaks too many rules. A refused file keeps no responses."""
        if self.problems:
            self.responses.clear()
        if self.problems.count <= GIVE_UP:
            return False
        message = say(
            "More than {give_up} problems were found; the file was read no further.", give_up=GIVE_UP
        )
        self.problems.add(number, "given_up", message, say("See whether it is a run file at all."))
        self.complete = False
        return True

    def knows_encoding(self) -> bool:
        """Whether the file is declared to be in an encoding that there is; else that is noted."""
        if not self.encoding:
            message = say(
                "{encoding} is not an encoding that run files can be in.",
                encoding=shown(self.declaration.encoding),
            )
            self.problems.add(0, "encoding_unknown", message, say("Declare for example UTF-8 or ISO-8859-1."))
        return bool(self.encoding)

    def _question(self, number: int, cells: dict[str, str]) -> Question | None:
        """The question that a response answers; None after noting that there is none."""
        self.rows += 1
        for seen, value in ((self.tags, cells.get("tag", "")), (self.docids, cells["docid"])):
            if value:
                seen.setdefault(value, [number, 0])[1] += 1
        question = self.questions.get(cells["qid"])
        if question is None:
            self.unknown[cells["qid"]] = None
            message = say("There is no question {question}.", question=shown(cells["qid"]))
            self.problems.add(
                number, "unknown_question", message, say("Take the question ids from the topics file.")
            )
        return question

    def _rank(self, number: int, question: Question, cells: dict[str, str]) -> int | None:
        """The rank of a line, given or by position; None after noting what is wrong with it."""
        ranks = self.given.setdefault(question.qid, {})
        if "score" in cells and not _NUMBER.fullmatch(cells["score"]):
            message = say("The score is {score}, which is not a number.", score=shown(cells["score"]))
            self.problems.add(number, "score_number", message, say("Write a decimal number."))
        if "rank" not in cells:
            rank = len(ranks) + 1
        elif not _RANK.fullmatch(cells["rank"]):
            message = say("The rank is {rank}, which is not a whole number.", rank=shown(cells["rank"]))
            self.problems.add(number, "rank_number", message, say("Write a whole number."))
            return None
        else:
            rank = int(cells["rank"])
        return rank if self._rank_sound(number, question.qid, rank, ranks) else None

    def _rank_sound(self, number: int, qid: str, rank: int, ranks: dict[int, int]) -> bool:
        highest = self.rules.max_rank
        if highest and not 1 <= rank <= highest:
            message = say("Rank {rank} is outside 1 to {highest}.", rank=str(rank), highest=highest)
            self.problems.add(
                number,
                "rank_range",
                message,
                say("Give at most {highest} responses a question.", highest=highest),
            )
            return False
        if rank in ranks:
            message = say(
                "Question {qid} has rank {rank} already in line {ranks}.",
                qid=qid,
                rank=str(rank),
                ranks=ranks[rank],
            )
            self.problems.add(
                number, "rank_duplicate", message, say("Give each response of a question a rank of its own.")
            )
            return False
        ranks[rank] = number
        return True

    def _answer(
        self, number: int, kind: QuestionType, cells: dict[str, str], answer: str, length: int
    ) -> None:
        nil = cells["docid"] == NIL
        if len(cells["docid"]) > MAX_DOCID:
            message = say("The document id has {length} characters.", length=len(cells["docid"]))
            self.problems.add(
                number,
                "docid_too_long",
                message,
                say("Document ids have at most {max_docid}.", max_docid=MAX_DOCID),
            )
        if nil and not kind.nil_allowed:
            message = say("NIL is not a response to a question of type {name}.", name=kind.name)
            self.problems.add(number, "nil_not_allowed", message, say("Name a document of the collection."))
        elif nil and answer:
            message = say("NIL stands alone; this line has an answer string after it.")
            self.problems.add(
                number, "nil_with_answer", message, say("Remove the string, or name the document it is from.")
            )
        elif not self.track.answers:
            return
        elif not nil and not answer.strip():
            message = say("The line has no answer string.")
            self.problems.add(
                number, "answer_empty", message, say("Write the string after the other columns.")
            )
        elif not nil and not self.declaration.accepted and not is_visible(answer):
            message = say("Nothing of the answer string can be seen: {answer}.", answer=ascii(answer)[:60])
            self.problems.add(
                number, "answer_empty", message, say("Write the string after the other columns.")
            )
        if self.rules.max_text:
            self._count_text(number, cells["qid"], answer)
        if self._limit is not None and length > self._limit:
            message = say(
                "The answer string has {length} {length_unit}; this run may have {limit}.",
                length=length,
                length_unit=say(self.track.length_unit),
                limit=self._limit,
            )
            self.problems.add(number, "answer_too_long", message, say("Cut the string."))

    def _count_text(self, number: int, qid: str, answer: str) -> None:
        """Note the line with which a question's strings grow too long."""
        most, before = self.rules.max_text or 0, self.text.get(qid, 0)
        self.text[qid] = now = before + non_white(answer)
        if before <= most < now:
            message = say(
                "With this line the answer strings of question {qid} pass {most} "
                "characters, white space not counted.",
                qid=qid,
                most=most,
            )
            self.problems.add(number, "question_too_long", message, say("Cut strings, or leave some out."))

    def keep(self, number: int, question: Question, docid: str, answer: str, rank: int) -> None:
        """Keep a response, unless something is wrong with the file."""
        kind = self.track.type_of(question)
        if kind.ranked or kind.single:
            before = self._texts.setdefault((question.qid, docid, answer), number)
            if before != number:
                message = (
                    say(
                        "Question {qid} has this document and string already in line {before}.",
                        qid=question.qid,
                        before=before,
                    )
                    if docid
                    else say(
                        "Question {qid} has this answer already in line {before}.",
                        qid=question.qid,
                        before=before,
                    )
                )
                self.warnings.add(number, "duplicate_response", message)
        if not self.problems:
            self.responses.append(Response(question.qid, docid, answer, rank, line=number))

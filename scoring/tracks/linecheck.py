"""Checks run files that hold one response a line.

Lines end at LF, a CR before it belongs to the end. Columns are split on blanks and tabs only; blanks around the answer
string are stripped, those inside are kept. Empty lines are passed over. Every error of a file is listed, in one pass.
"""

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from scoring.formats.encoded import BOM, DECLARE_ENCODING, decode_line, encoding_name, lines, refuse_whole
from scoring.formats.folding import is_visible, non_white
from scoring.formats.kinds import TEXT, kind_of_file, refuse_kind
from scoring.formats.problems import Problems, shown
from scoring.records import MAX_DOCID, NIL, Question, Response, Topics
from scoring.say import say
from scoring.tracks.base import Declaration, QuestionType, Track

_SPLIT = re.compile(rb"[ \t]+")
_RANK = re.compile(r"[0-9]{1,9}")
_NUMBER = re.compile(r"[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?")
_CONTROL = re.compile(r"[\x01-\x08\x0a-\x1f\x7f]")
_WITH_Q0 = re.compile(rb"[ \t]*[^ \t]+[ \t]+Q0[ \t]")
_SAMPLE = 16_384  # bytes in which these are looked for
_FIRST = 5  # lines by which a layout is told
GIVE_UP = 50_000  # problems after which a file is read no further


def _has_q0(data: bytes) -> bool:
    """Whether the first lines have Q0 where the evaluations of TREC with ranked answers have it."""
    first = [line for line in data[:_SAMPLE].splitlines() if line.strip()][:_FIRST]
    return bool(first) and all(map(_WITH_Q0.match, first))


class LineRules(NamedTuple):
    """How the lines of a track's runs look."""

    columns: str  # where no setting names them
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


class LineCheck:
    """Goes through the lines of one run file, and notes what the rules for the whole file need."""

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
        self.tags: dict[str, list[int]] = {}  # tag -> first line, number of lines
        self.docids: dict[str, list[int]] = {}  # document id -> first line, number of lines
        self.cited: dict[tuple[str, str], list[int]] = {}  # question and document -> the same, of scope top50
        self.unknown: dict[str, None] = {}  # ids of questions that are not asked here
        self.given: dict[str, dict[int, int]] = {}  # question -> rank -> line
        self.scores: dict[str, list[tuple[int, float, int]]] = {}  # question -> rank, score and line of each
        self.text: dict[str, int] = {}  # question -> characters without white space, where they are limited
        self._texts: dict[tuple[str, str, str], int] = {}
        self._questions = {question.qid: question for question in topics.questions}
        self._names = (settings.get("columns") or rules.columns).split()
        self._split = len(self._names) - 1
        self._encoding = encoding_name(declaration.encoding) or ""
        self._limit = self._length_limit()

    def relaxed(self, setting: str) -> Problems:
        """Where a broken rule is noted: with the warnings where a setting relaxes the rule."""
        return self.warnings if self.settings.get(setting) else self.problems

    def read(self, data: bytes) -> None:
        """Read all lines of a file."""
        if not self._encoding:
            message = say(
                "{encoding} is not an encoding that run files can be in.",
                encoding=shown(self.declaration.encoding),
            )
            self.problems.add(0, "encoding_unknown", message, say("Declare for example UTF-8 or ISO-8859-1."))
            return
        if refuse_whole(data, self.problems) or self._refuse_form(data.removeprefix(BOM)):
            return
        start = len(BOM) if data.startswith(BOM) else 0
        if start and not self._passes_mark():
            return
        if self.rules.one_break and not data.endswith(b"\n"):
            number = data.count(b"\n") + 1
            self.warnings.add(number, "no_last_break", say("The last line has no line break at its end."))
        for number, offset, raw in lines(data[start:]):
            self._line(number, start + offset, raw)
            if self.problems:
                self.responses.clear()
            if self.problems.count > GIVE_UP:
                message = say(
                    "More than {give_up} problems were found; the file was read no further.", give_up=GIVE_UP
                )
                self.problems.add(number, "given_up", message, say("See whether it is a run file at all."))
                self.complete = False
                break

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

    def _refuse_form(self, data: bytes) -> bool:
        """Note why a file cannot consist of lines of responses. Tell whether it is refused."""
        hint = say("Write lines of: {names}.", names=" ".join(self._names))
        if kind_of_file(data) != TEXT:
            refuse_kind(data, self.problems, say("plain text with one response a line"), hint)
            return True
        if "Q0" not in self._names and _has_q0(data):
            message = say(
                "The file seems to be a run with ranks (qid Q0 docid rank …); what is read here is lines of: {names}.",
                names=" ".join(self._names),
            )
            self.problems.add_first(
                "file_kind", message, say("Submit the run that was made for this evaluation.")
            )
            return True
        if b"\r" in data.strip() and b"\n" not in data:
            message = say(
                "The lines of the file end in carriage returns alone, so that it reads as a single line."
            )
            self.problems.add(1, "carriage_returns", message, say("Save it with the line ends LF or CR LF."))
            return True
        return False

    def _passes_mark(self) -> bool:
        """Warn of a byte order mark; a problem where the file is declared to be in another encoding than the mark's."""
        if self._encoding == "utf-8":
            message = say("The file starts with a byte order mark; it was passed over.")
            self.warnings.add(1, "byte_order_mark", message)
            return True
        message = say(
            "The file starts with the byte order mark of UTF-8, and is declared to be {encoding}.",
            encoding=self._encoding,
        )
        self.problems.add(1, "byte_order_mark", message, say("Declare UTF-8."))
        return False

    def _line(self, number: int, offset: int, raw: bytes) -> None:
        text = decode_line(raw, number, offset, self._encoding, self.problems, DECLARE_ENCODING)
        raw = raw.strip(b" \t")
        if text is None or not raw:
            if text is not None and self.rules.one_break:
                message = say("The line is empty; each response is followed by exactly one line break.")
                self.problems.add(number, "empty_line", message, say("Remove the line."))
            return
        if self.rules.one_break and "\r" in text:
            message = say("There is a carriage return inside the line; a response holds no line breaks.")
            self.problems.add(number, "line_break", message, say("Remove it, or write a blank instead."))
        elif _CONTROL.search(text):
            message = say("The line holds control characters; they are kept as they are.")
            self.warnings.add(number, "control_character", message)
        parts = _SPLIT.split(raw, self._split)
        cells = dict(zip(self._names, (part.decode(self._encoding) for part in parts), strict=False))
        question = self._question(number, cells, len(parts))
        if question is None:
            return
        if self.declaration.scope == "top50" and cells["docid"] != NIL:
            self.cited.setdefault((question.qid, cells["docid"]), [number, 0])[1] += 1
        rank = self._rank(number, question, cells)
        answer = cells.get("answer", "")
        in_bytes = self.track.length_unit == "bytes"
        length = len(parts[-1] if in_bytes else answer) if answer else 0
        self._answer(number, self.track.type_of(question), cells, answer, length)
        if rank is not None:
            if _NUMBER.fullmatch(score := cells.get("score", "")):
                self.scores.setdefault(question.qid, []).append((rank, float(score), number))
            self._keep(number, question, cells["docid"], answer, rank)

    def _question(self, number: int, cells: dict[str, str], found: int) -> Question | None:
        """The question that a line answers; None after noting that there is none, or too few columns."""
        if found < self._split:
            message = say("The line has {found} of {needed} columns.", found=found, needed=self._split + 1)
            hint = say("Write: {names}, with blanks or tabs between them.", names=" ".join(self._names))
            self.problems.add(number, "columns", message, hint)
            return None
        for seen, value in ((self.tags, cells.get("tag", "")), (self.docids, cells["docid"])):
            if value:
                seen.setdefault(value, [number, 0])[1] += 1
        question = self._questions.get(cells["qid"])
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

    def _keep(self, number: int, question: Question, docid: str, answer: str, rank: int) -> None:
        kind = self.track.type_of(question)
        if kind.ranked or kind.single:
            before = self._texts.setdefault((question.qid, docid, answer), number)
            if before != number:
                message = say(
                    "Question {qid} has this document and string already in line {before}.",
                    qid=question.qid,
                    before=before,
                )
                self.warnings.add(number, "duplicate_response", message)
        if not self.problems:
            self.responses.append(Response(question.qid, docid, answer, rank, line=number))

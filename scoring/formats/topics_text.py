"""Topics in NIST's `<top>` blocks (TREC-8 to TREC 2003).

    <top>
    <num> Number: 1
    <type> Type: factoid          (2003 only)
    <desc> Description:
    Who …?
    <narr> Narrative:             (where a question has one, as in other evaluations of TREC)
    </top>

White space around a text is dropped, a line break inside it becomes a blank. `&lt;` and `&amp;` stand for < and &.
"""

import re
from collections.abc import Sequence

from scoring.formats.encoded import decode
from scoring.formats.folding import fold, qid_error
from scoring.formats.narratives import narrative_of, with_narrative, wording_of
from scoring.formats.problems import Problems, shown
from scoring.records import Problem, Question, Topics
from scoring.say import say

TYPES = ("factoid", "list", "definition")  # of TREC 2003; a block that names none is of the first

_TAG = re.compile(r"<(/?)(top|num|type|desc|narr)>", re.IGNORECASE)
_LABEL = re.compile(r"\s*(?:number|type|description|narrative)\s*:", re.IGNORECASE)
_ENTITY = re.compile(r"&(lt|amp);")


def read(data: bytes, name: str, types: Sequence[str] = TYPES) -> tuple[Topics, list[Problem]]:
    """The questions of a file of `<top>` blocks. Without a type they are of the first of `types`."""
    problems = Problems(name)
    text = decode(data, problems)
    if text is None:
        return Topics(()), problems.listed()
    reader = _Reader(problems, types)
    reader.read(text)
    if not reader.questions and not problems:
        problems.add(
            0,
            "no_questions",
            say("The file holds no <top> block."),
            say("Write each question between <top> and </top>."),
        )
    return Topics(tuple(reader.questions.values())), problems.listed()


def write(topics: Topics, types: Sequence[str] = TYPES) -> bytes:
    """The questions as `<top>` blocks in UTF-8; the type stands there where it is not the first of `types`."""
    blocks = []
    for question in topics.questions:
        kind = f"<type> Type: {question.type}\n\n" if question.type != types[0] else ""
        text, narrative = _escaped(wording_of(question.text)), _escaped(narrative_of(question.text))
        narrative = f"<narr> Narrative:\n{narrative}\n\n" if narrative else ""
        head = f"<top>\n\n<num> Number: {question.qid}\n\n{kind}"
        blocks.append(f"{head}<desc> Description:\n{text}\n\n{narrative}</top>\n")
    return "\n\n".join(blocks).encode()


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;")


class _Reader:
    """Goes through the tags of a file in order."""

    def __init__(self, problems: Problems, types: Sequence[str]) -> None:
        self.problems = problems
        self.types = types
        self.questions: dict[str, Question] = {}
        self._lines: dict[str, int] = {}
        self._fields: dict[str, str] = {}
        self._opened = 0  # the line of the open <top>; 0 outside

    def read(self, text: str) -> None:
        line, done = 1, 0
        tags = list(_TAG.finditer(text))
        for index, tag in enumerate(tags):
            line += text.count("\n", done, tag.start())
            done = tag.start()
            end = tags[index + 1].start() if index + 1 < len(tags) else len(text)
            self._tag(tag[1] + tag[2].lower(), text[tag.end() : end], line)
        if self._opened:
            self._unclosed(say("The <top> of this line is not closed before the end of the file."))

    def _tag(self, tag: str, content: str, line: int) -> None:
        if tag == "top":
            if self._opened:
                message = say("The <top> of this line is not closed before line {line}.", line=str(line))
                self._unclosed(message)
            self._opened, self._fields = line, {}
        elif tag == "/top":
            self._close(line)
        elif not tag.startswith("/"):
            self._field(tag, content, line)

    def _unclosed(self, message: str) -> None:
        self.problems.add(self._opened, "unclosed_tag", message, say("Add </top> after the question."))
        self._opened = 0

    def _field(self, tag: str, content: str, line: int) -> None:
        if not self._opened:
            self.problems.add(
                line,
                "outside_block",
                say("<{tag}> stands outside a <top> block.", tag=tag),
                say("Add <top> before it."),
            )
        elif tag in self._fields:
            self.problems.add(
                line,
                "repeated_tag",
                say("The block has a second <{tag}>.", tag=tag),
                say("Keep one of them."),
            )
        else:
            label = _LABEL.match(content)
            content = fold(content[label.end() :] if label else content)
            self._fields[tag] = _ENTITY.sub(lambda entity: {"lt": "<", "amp": "&"}[entity[1]], content)

    def _close(self, line: int) -> None:
        opened, self._opened = self._opened, 0
        if not opened:
            self.problems.add(
                line,
                "outside_block",
                say("</top> closes no block."),
                say("Remove it, or add <top> before it."),
            )
            return
        qid, text, kind, narrative = (self._fields.get(tag, "") for tag in ("num", "desc", "type", "narr"))
        kind = kind.lower() or self.types[0]
        if self._sound(opened, qid, text, kind):
            self._lines[qid] = opened
            self.questions[qid] = Question(qid=qid, type=kind, text=with_narrative(text, narrative))

    def _sound(self, line: int, qid: str, text: str, kind: str) -> bool:
        before = self._lines.get(qid)
        errors = [
            ("question_id", qid_error(qid), say("Write <num> Number: followed by a number.")),
            (
                "question_text",
                "" if text else say("The question has no text."),
                say("Write it after <desc> Description:."),
            ),
            (
                "question_type",
                "" if kind in self.types else say("The type {kind} is not known.", kind=shown(kind)),
                say("The types are {types}.", types=", ".join(self.types)),
            ),
            (
                "question_duplicate",
                say("Question {qid} stands already in line {before}.", qid=qid, before=before)
                if before
                else "",
                say("Give each question an id of its own."),
            ),
        ]
        for code, message, hint in errors:
            if message:
                self.problems.add(line, code, message, hint)
        return not any(message for _, message, _ in errors)

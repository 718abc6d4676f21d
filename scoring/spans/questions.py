"""Questions as JSON lines: those of a bundle, and of the corpus's own files, whose pages and annotations are passed over."""

import json
from io import BytesIO
from typing import Any, BinaryIO

from scoring.formats.problems import Problems
from scoring.records import Problem, Question, Topics
from scoring.say import say
from scoring.spans.examples import parse_object, read_id
from scoring.spans.files import Line, lines_of
from scoring.spans.labels import LabelError

TYPE = "question"
LONGEST = 2_000  # characters of a question


def read(data: bytes, name: str) -> tuple[Topics, list[Problem]]:
    """The questions of a file, plain or gzip, and everything that is wrong with it."""
    return read_from(BytesIO(data), name)


def read_from(stream: BinaryIO, name: str) -> tuple[Topics, list[Problem]]:
    """The same of a file of any size: besides the questions it takes the memory of one line."""
    problems = Problems(name)
    questions: dict[str, Question] = {}
    lines: dict[str, int] = {}
    for line in lines_of(stream, name):
        if isinstance(line, Problem):
            problems.add(*line[1:])
            continue
        try:
            question = _question(line)
        except LabelError as error:
            problems.add(line.number, *error.error)
            continue
        first = lines.setdefault(question.qid, line.number)
        if first != line.number:
            message = say("Example {qid} stands in line {first} already.", qid=question.qid, first=first)
            problems.add(line.number, "twice", message, say("Keep one of the two."))
        questions.setdefault(question.qid, question)
    if not questions and not problems:
        hint = say("Write one a line: {example}.", example='{"example_id": 1, "question_text": "…"}')
        problems.add(0, "no_questions", say("The file holds no question."), hint)
    return Topics(tuple(questions.values())), problems.listed()


def write(topics: Topics) -> bytes:
    """One object a line; `read` gives the same questions back."""
    return b"".join(
        json.dumps(
            {"example_id": int(one.qid), "question_text": one.text},
            ensure_ascii=False,
            separators=(",", ":"),
        ).encode()
        + b"\n"
        for one in topics.questions
    )


def _without_page(content: dict[str, Any]) -> dict[str, Any]:
    """The words of the page, thousands of objects, are not kept."""
    return content if "question_text" in content or "example_id" in content else {}


def _question(line: Line) -> Question:
    content = parse_object(line.data, _without_page)
    example_id, text = read_id(content.get("example_id")), content.get("question_text")
    if not isinstance(text, str) or not text.strip():
        message = say("Example {example_id} has no question_text.", example_id=example_id)
        raise LabelError("no_text", message, say("Write the question."))
    if len(text) > LONGEST or "\0" in text or any("\ud800" <= char <= "\udfff" for char in text):
        message = say(
            "The question_text of example {example_id} is longer than {longest} characters or no text.",
            example_id=example_id,
            longest=LONGEST,
        )
        raise LabelError("bad_text", message, say("Correct it."))
    return Question(example_id, TYPE, " ".join(text.split()))

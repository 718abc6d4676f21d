"""Known answers as past evaluations gave them out, in three layouts that differ in their first line.

    1 Hugo Young              "qid answer" (TREC-8 answers)

    Number: 10022             a block a question: its text, then documents, each with the answers below it
    What is the capital …     (TREC-8 development questions)
    FT933-7689
    Kampala

    # 141.6                   a block a question: its text after "Q:", then one answer a line
    Q: Who have coached …     (list answers of 2003 and later)
    Chris Palmer

Answers are numbered within their question; one that is given twice is kept once. Blanks around an answer are dropped.

Lines of "qid and something" are also what runs, judged strings and answer patterns are made of; such a file is refused, since
every line of it would become an answer that assessors see.
"""

import re
from collections.abc import Callable, Iterable, Iterator

from scoring.formats.encoded import decode
from scoring.formats.folding import fold
from scoring.formats.problems import Problems, shown
from scoring.records import KnownAnswer, Problem, Topics
from scoring.say import say

_NUMBER = re.compile(r"Number:\s*(\S+)")
_HASH = re.compile(r"#\s*(\S+)")
_DOCIDS = re.compile(r"[A-Z]{2,}[A-Z0-9]*-?[0-9]{2,}[-.0-9]*(?:\s+or\s+\S+)*")
# a document of the evaluations' collections, such as FT922-11731 or NYT_ENG_20050825.0063
_DOCID = re.compile(r"[A-Z]{2}[A-Z0-9_]*[0-9][-.][-.0-9]*[0-9]")
_EXPRESSION = re.compile(r"\\[A-Za-z.$()?*+\[\]]|\(\?[:=!<]|\([^()]*\|[^()]*\)|[\])]\?|\.[*+]")
_FEW = 3  # lines with signs of regular expressions that may be there by chance

_BLANKS = re.compile(r"[ \t]+")

Found = Iterator[tuple[int, str, str]]  # line, question, answer ("" for a line that only names the question)


def read(data: bytes, name: str, topics: Topics) -> tuple[list[KnownAnswer], list[Problem]]:
    """The known answers of a file, each of a question of the topics."""
    problems = Problems(name)
    text = decode(data, problems)
    if text is None:
        return [], problems.listed()
    rows = [(number, fold(line)) for number, line in enumerate(text.split("\n"), 1)]
    qids = {question.qid for question in topics.questions}
    answers: dict[str, dict[str, int]] = {}
    refused: set[str] = set()
    layout = _layout(rows)
    if layout is _plain and (other := _other_kind(rows)):
        problems.add(*other)
        return [], problems.listed()
    for line, qid, answer in layout(rows, problems):
        if qid in qids and answer:
            answers.setdefault(qid, {}).setdefault(answer, len(answers[qid]) + 1)
        elif qid not in qids and qid not in refused:
            refused.add(qid)
            message = say("There is no question {qid}.", qid=shown(qid))
            problems.add(
                line, "unknown_question", message, say("Import answers for the questions of this campaign.")
            )
    known = [
        KnownAnswer(qid, str(number), label)
        for qid, labels in answers.items()
        for label, number in labels.items()
    ]
    return known, problems.listed()


def documents_named(data: bytes, name: str) -> list[str]:
    """The documents that a file gives as the sources of its answers, each once; only the layout of blocks has any."""
    text = decode(data, Problems(name)) or ""
    lines = [fold(line) for line in text.split("\n")]
    if _layout(list(enumerate(lines, 1))) is not _documented:
        return []
    named = (line for line in lines if _DOCIDS.fullmatch(line))
    return list(dict.fromkeys(docid for line in named for docid in re.split(r"\s+or\s+", line)))


def write(answers: Iterable[tuple[str, str, Iterable[str]]]) -> Iterator[bytes]:
    """Question, text and labels as NIST gave out the answers of list questions: a block a question."""
    for qid, text, labels in answers:
        lines = [f"# {qid}", f"Q: {fold(text)}", *(fold(label) for label in labels), "", ""]
        yield "\n".join(lines).encode()


def _layout(rows: list[tuple[int, str]]) -> Callable[[list[tuple[int, str]], Problems], Found]:
    first = next((text for _, text in rows if text), "")
    if _NUMBER.match(first):
        return _documented
    return _listed if _HASH.match(first) else _plain


def _other_kind(rows: list[tuple[int, str]]) -> tuple[int, str, str, str] | None:
    """The problem of a file of "qid and something" that holds no known answers: a run, judged strings, answer patterns."""
    lines = [(number, _BLANKS.split(text)[1:]) for number, text in rows if text]
    cited = [
        number for number, words in lines if any(_DOCID.fullmatch(word) for word in words[:2]) and words[2:]
    ]
    if len(cited) > max(_FEW, len(lines) // 2):
        message = say(
            "{cited} of {lines} lines name a document before a string, as runs and judged answers do.",
            cited=len(cited),
            lines=len(lines),
        )
        return (
            cited[0],
            "not_answers",
            message,
            say("Choose the file of known answers; a run is submitted, not imported here."),
        )
    patterns = [number for number, words in lines if _is_pattern(words)]
    if len(patterns) > max(_FEW, len(lines) // 50):
        message = say(
            "{patterns} of {lines} lines look like answer patterns: expressions, "
            "or strings before documents.",
            patterns=len(patterns),
            lines=len(lines),
        )
        return (
            patterns[0],
            "not_answers",
            message,
            say("Import it as answer patterns, or choose the file of known answers."),
        )
    return None


def _is_pattern(words: list[str]) -> bool:
    """Whether what follows a question id has signs of a regular expression, or ends in a document."""
    return bool(_EXPRESSION.search(" ".join(words)) or (words[1:] and _DOCID.fullmatch(words[-1])))


def _plain(rows: list[tuple[int, str]], problems: Problems) -> Found:
    for line, text in rows:
        qid, *answer = _BLANKS.split(text, maxsplit=1)
        if answer:
            yield line, qid, answer[0]
        elif text:
            problems.add(
                line,
                "columns",
                say("The line {text} has no answer.", text=shown(text)),
                say("Write: qid answer."),
            )


def _documented(rows: list[tuple[int, str]], problems: Problems) -> Found:
    qid, place = "", 0
    for line, text in rows:
        if number := _NUMBER.fullmatch(text):
            qid, place = number[1], 0
            yield line, qid, ""
        elif text:
            place += 1
            if place > 1 and not _DOCIDS.fullmatch(text):
                yield line, qid, text


def _listed(rows: list[tuple[int, str]], problems: Problems) -> Found:
    qid = ""
    for line, text in rows:
        if number := _HASH.fullmatch(text):
            qid = number[1]
            yield line, qid, ""
        elif text and not text.startswith("Q:"):
            yield line, qid, text

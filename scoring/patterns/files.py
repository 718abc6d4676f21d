"""Files of answer patterns, in NIST's layouts (TREC-8 to TREC 2006) and Litkowski's, who added documents.

    qid pattern                        several lines for a question: any of them makes an answer right
    qid pattern docid docid …          the documents in which an answer of this kind was judged right
    qid pattern<TAB>docid docid …      the same, as the files of list questions have it

A pattern may hold blanks, so that documents are told by their form: two capital letters or more, then digits and signs, as
NYT19980619.0373, LA010189-0001 or FT911-3. A file has documents where at least half of its lines end in one.
Lines end in LF or CR LF. Empty lines are passed over.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from scoring.formats.encoded import decode_line, lines, refuse_whole
from scoring.formats.problems import Problems, shown
from scoring.patterns.apart import Report, looked_for
from scoring.patterns.dialect import PatternError, explained, translated
from scoring.records import Problem
from scoring.say import say

MOST = 1_000  # characters of a pattern
SECONDS = 10.0  # for all patterns of a file; real files of a year need a tenth of a second
_DOCID = re.compile(
    r"[A-Z]{2,10}[0-9][A-Za-z0-9]*[-._][A-Za-z0-9._-]*[0-9]|[A-Z]{2,10}[-_][A-Za-z0-9._-]*[0-9]"
)


class Pattern(NamedTuple):
    """One line of a file: an expression of Perl, and the documents where it was judged right."""

    qid: str
    expression: str
    docids: frozenset[str] = frozenset()
    line: int = 0


class TooSlow(ValueError):
    """A pattern that did not come to an end in time."""

    def __init__(self, pattern: Pattern, seconds: float) -> None:
        self.pattern, self.seconds = pattern, seconds
        self.message = say(
            "The pattern {expression} was still searching after {seconds} seconds and was stopped.",
            expression=shown(pattern.expression),
            seconds=f"{seconds:g}",
        )
        self.hint = say("Write it without a repetition inside a repetition, such as (a+)+ or (.*)*.")
        super().__init__(f"{self.message} {self.hint}")


class PatternFile(NamedTuple):
    """What a file holds."""

    patterns: tuple[Pattern, ...]
    has_documents: bool
    warnings: tuple[Problem, ...] = ()

    @property
    def by_question(self) -> dict[str, list[Pattern]]:
        """The patterns of each question, in the order of the file."""
        found: dict[str, list[Pattern]] = {}
        for pattern in self.patterns:
            found.setdefault(pattern.qid, []).append(pattern)
        return found


def read(
    data: bytes,
    name: str,
    *,
    documents: bool | None = None,
    ignore_case: bool = False,
    seconds: float = SECONDS,
) -> tuple[PatternFile, list[Problem]]:
    """The patterns of a file, and everything that is wrong with it. `documents`: whether lines have some; None: see."""
    problems, warnings = Problems(name), Problems(name)
    if refuse_whole(data, problems):
        return PatternFile((), False), problems.listed()
    rows = list(_rows(data, problems))
    has_documents = _has_documents(rows) if documents is None else documents
    written = [pattern for pattern in _written(rows, has_documents) if _is_readable(pattern, problems)]
    patterns = _tried(written, problems, warnings, ignore_case=ignore_case, seconds=seconds)
    if not patterns and not problems:
        problems.add(0, "no_patterns", say("The file holds no pattern."), say("Write lines of: qid pattern."))
    return PatternFile(tuple(patterns), has_documents, tuple(warnings.listed())), problems.listed()


def of_lines(qid: str, text: str) -> list[Pattern]:
    """The patterns of a question, one a line, as they were kept after `read` had found nothing wrong with them."""
    rows = ((number, qid, _stripped(line)) for number, line in enumerate(text.splitlines(), 1))
    return list(_written((row for row in rows if row[2]), has_documents=False))


def write(patterns: Iterable[Pattern], *, documents: bool = False) -> Iterator[bytes]:
    """The lines of a file, with the documents of each pattern where they are wanted."""
    for pattern in patterns:
        more = "".join(f" {docid}" for docid in sorted(pattern.docids)) if documents else ""
        yield f"{pattern.qid} {pattern.expression}{more}\n".encode()


def _rows(data: bytes, problems: Problems) -> Iterator[tuple[int, str, str]]:
    """Line, question and what is behind it."""
    encoding = _encoding(data)
    for number, offset, raw in lines(data):
        text = decode_line(raw, number, offset, encoding, problems)
        if text is None or not text.strip():
            continue
        qid, _, rest = (
            text.lstrip("\ufeff \t").partition(" ") if " " in text.strip() else (text.strip(), "", "")
        )
        if "\t" in qid:
            qid, _, rest = text.lstrip("\ufeff \t").partition("\t")
        yield number, qid, _stripped(rest)


def _encoding(data: bytes) -> str:
    """Old files are in Latin-1 where they are not in UTF-8."""
    try:
        data.decode()
    except UnicodeDecodeError:
        return "iso8859-1"
    return "utf-8"


def _stripped(text: str) -> str:
    """Without blanks around it; one behind a backslash belongs to the pattern."""
    bare = text.strip()
    behind = len(bare) - len(bare.rstrip("\\"))
    return f"{bare} " if behind % 2 and text.rstrip() != text else bare


def _has_documents(rows: Sequence[tuple[int, str, str]]) -> bool:
    ending = sum(bool(_split(text)[1]) for _, _, text in rows)
    return bool(rows) and ending * 2 >= len(rows)


def _split(text: str) -> tuple[str, frozenset[str]]:
    """A pattern and the documents behind it."""
    expression, tab, behind = text.partition("\t")
    if tab:
        return expression.rstrip(), frozenset(behind.split())
    parts = text.split(" ")
    while parts and (not parts[-1] or _DOCID.fullmatch(parts[-1])):
        parts.pop()
    expression = " ".join(parts)
    return expression, frozenset(text[len(expression) :].split())


def _written(rows: Iterable[tuple[int, str, str]], has_documents: bool) -> Iterator[Pattern]:
    for number, qid, text in rows:
        expression, docids = _split(text) if has_documents else (text, frozenset[str]())
        yield Pattern(qid, expression, docids, number)


def _is_readable(pattern: Pattern, problems: Problems) -> bool:
    """Whether a line has a pattern of a fair length that Python has words for."""
    if not pattern.expression:
        message = say("The line of question {qid} has no pattern.", qid=shown(pattern.qid))
        hint = say("Write it behind the question, or remove the line.")
        problems.add(pattern.line, "pattern_missing", message, hint)
        return False
    if len(pattern.expression) > MOST:
        message = say("The pattern has {length} characters.", length=len(pattern.expression))
        hint = say("Patterns have at most {most}; divide it.", most=MOST)
        problems.add(pattern.line, "pattern_too_long", message, hint)
        return False
    try:
        translated(pattern.expression)
    except PatternError as error:
        _note_unreadable(pattern, error, problems)
        return False
    return True


def _note_unreadable(pattern: Pattern, error: PatternError, problems: Problems) -> None:
    expression = shown(pattern.expression)
    message = say("{message} It is {expression}.", message=error.message, expression=expression)
    problems.add(pattern.line, "pattern_unreadable", message, error.hint)


def _tried(
    patterns: Sequence[Pattern], problems: Problems, warnings: Problems, *, ignore_case: bool, seconds: float
) -> list[Pattern]:
    """Those that are expressions, and end on an empty string; what is wrong with the others is noted."""
    if not patterns:
        return []
    asked = [([translated(one.expression) for one in patterns], ())]
    outcome = looked_for(asked, ignore_case=ignore_case, seconds=seconds)
    sound = [one for one in outcome.reports if _is_sound(patterns[one.pattern], one, problems, warnings)]
    if outcome.stopped:
        slow = TooSlow(patterns[outcome.stopped[1]], seconds)
        problems.add(slow.pattern.line, "pattern_slow", slow.message, slow.hint)
    return [patterns[one.pattern] for one in sound]


def _is_sound(pattern: Pattern, report: Report, problems: Problems, warnings: Problems) -> bool:
    if report.error:
        _note_unreadable(pattern, explained(report.error), problems)
        return False
    if report.empty:
        message = say(
            "The pattern {expression} is found even in an empty answer; it counts "
            "where it finds more than nothing.",
            expression=shown(pattern.expression),
        )
        warnings.add(pattern.line, "pattern_empty", message, "Leave no part of it that may be empty.")
    return True

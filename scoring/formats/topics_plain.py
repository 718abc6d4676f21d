"""Topics of question series as plain text, as papers and guidelines show them without their XML tags.

    3 Hale Bopp comet                                    a series: its id and target
    3.1 FACTOID When was the comet discovered?           its questions, whose ids begin with that of the series
    3.4 OTHER                                            a question may have no text but its type

Question types are read ignoring case, blanks and hyphens.
"""

import re
from collections.abc import Collection

from scoring.formats import topics_xml
from scoring.formats.encoded import decode
from scoring.formats.folding import fold, qid_error
from scoring.formats.problems import Problems, shown
from scoring.records import Problem, Question, Series, Topics
from scoring.say import say

_BLANKS = re.compile(r"[ \t]+")


def read_either(data: bytes, name: str, types: Collection[str]) -> tuple[Topics, list[Problem]]:
    """The series and questions of a topics file in XML or in plain text, by its first character."""
    is_xml = data.removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b"<")
    return (topics_xml.read if is_xml or not data.strip() else read)(data, name, types)


def read(data: bytes, name: str, types: Collection[str]) -> tuple[Topics, list[Problem]]:
    """The series and questions of a topics file in plain text."""
    problems = Problems(name)
    text = decode(data, problems)
    reader = _Reader(problems, types)
    for number, line in enumerate((text or "").split("\n"), 1):
        if fold(line):
            reader.line(number, fold(line))
    if not reader.questions and not problems:
        hint = say("Write each as: id, type and text, below the id and target of its series.")
        problems.add(0, "no_questions", say("The file holds no question."), hint)
    return Topics(tuple(reader.questions.values()), tuple(reader.series.values())), problems.listed()


class _Reader:
    def __init__(self, problems: Problems, types: Collection[str]) -> None:
        self.questions: dict[str, Question] = {}
        self.series: dict[str, Series] = {}
        self._problems, self._types = problems, types
        self._patterns = [
            (kind, re.compile(r"[\s-]*".join(map(re.escape, kind)) + r"(?:[ \t]+|$)", re.IGNORECASE))
            for kind in types
        ]
        self._lines: dict[str, int] = {}
        self._target = ""

    def line(self, number: int, text: str) -> None:
        """Read a series or a question."""
        identifier, *rest = _BLANKS.split(text, maxsplit=1)
        if not self._new_id(number, identifier):
            return
        rest_of_line = rest[0] if rest else ""
        if self._target and identifier.startswith(f"{self._target}."):
            self._question(number, identifier, rest_of_line)
        elif rest_of_line:
            self._target = identifier
            self.series[identifier] = Series(identifier, rest_of_line)
        else:
            self._note(
                number,
                "target_text",
                say("Series {identifier} has no target.", identifier=identifier),
                say("Write it after the id."),
            )

    def _question(self, number: int, qid: str, rest_of_line: str) -> None:
        for kind, pattern in self._patterns:
            if match := pattern.match(rest_of_line):
                text = rest_of_line[match.end() :] or kind.capitalize()
                self.questions[qid] = Question(qid=qid, type=kind, text=text, series=self._target)
                return
        message = say(
            "The type of question {qid} is not known: {rest_of_line}.",
            qid=qid,
            rest_of_line=shown(rest_of_line),
        )
        self._note(
            number, "question_type", message, say("The types are {types}.", types=", ".join(self._types))
        )

    def _new_id(self, number: int, identifier: str) -> bool:
        error = qid_error(identifier)
        before = self._lines.setdefault(identifier, number)
        if before != number:
            error = say(
                "The id {identifier} is already in line {before}.", identifier=identifier, before=before
            )
        if error:
            self._note(number, "id", error, say("Give each series and question an id of its own."))
        return not error

    def _note(self, number: int, code: str, message: str, hint: str) -> None:
        self._problems.add(number, code, message, hint)

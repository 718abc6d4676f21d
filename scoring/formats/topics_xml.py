"""Topics of question series in NIST's XML (TREC 2004 and later).

    <trecqa year="2004" task="main">
    <target id="1" text="Crips">
        <qa><q id="1.1" type="FACTOID"> … </q></qa>
    </target>
    </trecqa>

A document type declaration may stand there: its bytes are blanked before the parser sees them, so that nothing of it
is fetched, applied or expanded, and a reference to an entity it declares is an error like any undefined one.
"""

import re
from collections.abc import Collection, Iterable
from xml.parsers import expat
from xml.sax.saxutils import escape, quoteattr

from scoring.formats.encoded import refuse_whole
from scoring.formats.folding import fold, qid_error
from scoring.formats.problems import Problems, shown
from scoring.records import Problem, Question, Series, Topics
from scoring.say import say

TYPES = ("FACTOID", "LIST", "OTHER")

_PARENTS = {"trecqa": "", "target": "trecqa", "qa": "target", "q": "qa", "as": "qa"}
_PROLOG = re.compile(rb"(?:\xef\xbb\xbf)?(?:\s+|<\?.*?\?>|<!--.*?-->)*", re.DOTALL)
_DOCTYPE_PART = re.compile(rb"<!--|<\?|[\"'\[\]>]")
_ENDS = {b"<!--": b"-->", b"<?": b"?>", b'"': b'"', b"'": b"'"}


class _Doctype(Exception):
    """A document type declaration stands where it could not be blanked."""


def read(data: bytes, name: str, types: Collection[str] = TYPES) -> tuple[Topics, list[Problem]]:
    """The series and questions of a topics file. Question types are read ignoring case, blanks and hyphens."""
    problems = Problems(name)
    if refuse_whole(data, problems):
        return Topics(()), problems.listed()
    reader = _Reader(problems, types)
    try:
        reader.parse(without_doctype(data))
    except expat.ExpatError as error:
        reader.say_malformed(error)
    except _Doctype:
        message = say("The document type declaration does not end, or stands where none can.")
        problems.add(reader.line, "doctype", message, say("Remove it; nothing of it is used."))
    except (LookupError, ValueError) as error:
        problems.add(
            1,
            "encoding",
            say("The file cannot be read: {error}.", error=error),
            say("Save it as UTF-8 or ISO-8859-1."),
        )
    if not reader.questions and not problems:
        problems.add(
            0,
            "no_questions",
            say("The file holds no question."),
            say("Write each as a <q> within <qa> and <target>."),
        )
    return Topics(tuple(reader.questions.values()), tuple(reader.series.values())), problems.listed()


def dtd(types: Iterable[str]) -> str:
    """The form of such a file with questions of these types, as `write` writes it and NIST did."""
    return f"""<!ELEMENT trecqa (target+)>
<!ATTLIST trecqa year CDATA #IMPLIED task CDATA #IMPLIED>
<!ELEMENT target (qa+)>
<!ATTLIST target id CDATA #REQUIRED text CDATA #REQUIRED>
<!ELEMENT qa (q | as)*>
<!ELEMENT q (#PCDATA)>
<!ATTLIST q id CDATA #REQUIRED type ({" | ".join(types)}) #REQUIRED>
<!ELEMENT as (#PCDATA)>
"""


def without_doctype(data: bytes) -> bytes:
    """The file with blanks in the place of its document type declaration; line ends stay, so lines keep their numbers."""
    start = length_of_prolog(data)
    if not data.startswith(b"<!DOCTYPE", start):
        return data
    end = _doctype_end(data, start)
    return data[:start] + re.sub(rb"[^\r\n]", b" ", data[start:end]) + data[end:]


def length_of_prolog(data: bytes) -> int:
    """How many bytes stand before the document type declaration or the outermost element."""
    prolog = _PROLOG.match(data)
    return prolog.end() if prolog else 0


def _doctype_end(data: bytes, start: int) -> int:
    inside, place = False, start
    while part := _DOCTYPE_PART.search(data, place):
        place = part.end()
        if part[0] in _ENDS:
            place = data.find(_ENDS[part[0]], place) + len(_ENDS[part[0]])
            if place < part.end():
                break
        elif part[0] != b">":
            inside = part[0] == b"["
        elif not inside:
            return place
    return start


def write(topics: Topics) -> bytes:
    """The series and questions in ISO-8859-1, other characters as references."""
    by_series: dict[str, list[Question]] = {series.series_id: [] for series in topics.series}
    for question in topics.questions:
        by_series[question.series].append(question)
    parts = ['<?xml version="1.0" encoding="ISO-8859-1"?>\n<trecqa>\n']
    for series in topics.series:
        parts.append(f"<target id={quoteattr(series.series_id)} text={quoteattr(series.target)}>\n")
        parts.extend(_element_of(question) for question in by_series[series.series_id])
        parts.append("</target>\n\n")
    parts.append("</trecqa>\n")
    return "".join(parts).encode("iso-8859-1", "xmlcharrefreplace")


def _element_of(question: Question) -> str:
    tag = f'<q id={quoteattr(question.qid)} type="{question.type}">'
    return f"    <qa>\n        {tag}\n            {escape(question.text)}\n        </q>\n    </qa>\n\n"


def _bare(kind: str) -> str:
    return re.sub(r"[\s-]", "", kind).upper()


class _Reader:
    """Follows the elements of a topics file, and remembers where each was opened."""

    def __init__(self, problems: Problems, types: Collection[str]) -> None:
        self.problems = problems
        self._types = {_bare(kind): kind for kind in types}
        self.questions: dict[str, Question] = {}
        self.series: dict[str, Series] = {}
        self._lines: dict[str, int] = {}  # where each id stands
        self._open: list[tuple[str, int, int]] = []  # element, line, column
        self._ignored = 0  # how many elements are open from <as> on, whose content is not read
        self._target = ""
        self._q: tuple[str, str] = ("", "")
        self._text: list[str] = []

    def parse(self, data: bytes) -> None:
        """Read a whole file. Raises ExpatError at the first place where it is not well-formed."""
        self._parser = parser = expat.ParserCreate()
        parser.buffer_text = True
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._text.append
        parser.StartDoctypeDeclHandler = self._refuse_doctype
        parser.Parse(data, True)

    def say_malformed(self, error: expat.ExpatError) -> None:
        """Note where a file stops being well-formed, and which element was open there."""
        reason = expat.errors.messages[error.code]
        message = say(
            "The file is not well-formed at line {line}, column {column}: {reason}.",
            line=str(error.lineno),
            column=str(error.offset + 1),
            reason=reason,
        )
        if self._open:
            element, line, column = self._open[-1]
            opened = say(
                "<{element}> was opened in line {line}, column {column}.",
                element=element,
                line=str(line),
                column=str(column),
            )
            message = f"{message} {opened}"
        hint = say(
            "Fix the file there: every element is closed, and entities other than "
            "&amp; and its kin are not used."
        )
        self.problems.add(error.lineno, "xml", message, hint)

    @property
    def line(self) -> int:
        """The line that is being read."""
        return self._parser.CurrentLineNumber

    def _refuse_doctype(self, *_: object) -> None:
        raise _Doctype

    def _start(self, element: str, attributes: dict[str, str]) -> None:
        parent = self._open[-1][0] if self._open else ""
        self._open.append((element, self.line, self._parser.CurrentColumnNumber + 1))
        if self._ignored or element == "as":
            self._ignored += 1
            return
        if _PARENTS.get(element) != parent:
            message = (
                say("<{element}> cannot stand within <{parent}>.", element=element, parent=parent)
                if parent
                else say("<{element}> cannot stand as the outermost element.", element=element)
            )
            self.problems.add(self.line, "xml_element", message, say("Keep to trecqa, target, qa, q."))
        elif element == "target":
            self._start_target(fold(attributes.get("id", "")), fold(attributes.get("text", "")))
        elif element == "q":
            self._q = fold(attributes.get("id", "")), fold(attributes.get("type", ""))
            self._text.clear()

    def _start_target(self, series_id: str, target: str) -> None:
        self._target = series_id
        if self._new_id(series_id, "series"):
            self.series[series_id] = Series(series_id, target)
        if not target:
            self.problems.add(
                self.line,
                "target_text",
                say("Target {series_id} has no text.", series_id=series_id),
                say('Write text="…".'),
            )

    def _end(self, element: str) -> None:
        _, line, _ = self._open.pop()
        if self._ignored:
            self._ignored -= 1
        elif element == "q" and len(self._open) == 3 and self._open[-1][0] == "qa":
            self._end_question(line)

    def _end_question(self, line: int) -> None:
        (qid, type_text), text = self._q, fold("".join(self._text))
        kind = self._types.get(_bare(type_text))
        if kind is None:
            message = say("The type {type} of question {qid} is not known.", type=shown(type_text), qid=qid)
            hint = say("The types are {types}.", types=", ".join(self._types.values()))
            self.problems.add(line, "question_type", message, hint)
        if not text:
            self.problems.add(
                line,
                "question_text",
                say("Question {qid} has no text.", qid=qid),
                say("Write it within <q>."),
            )
        if self._new_id(qid, "question", line) and kind and text:
            self.questions[qid] = Question(qid=qid, type=kind, text=text, series=self._target)

    def _new_id(self, identifier: str, what: str, line: int = 0) -> bool:
        line = line or self.line
        error = qid_error(identifier)
        if error:
            self.problems.add(line, f"{what}_id", error, say('Write id="…".'))
        elif identifier in self._lines:
            message = say(
                "The id {identifier} stands already in line {line}.",
                identifier=identifier,
                line=self._lines[identifier],
            )
            self.problems.add(
                line, f"{what}_duplicate", message, say("Give each series and question an id of its own.")
            )
        else:
            self._lines[identifier] = line
            return True
        return False

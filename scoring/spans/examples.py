"""Reads the corpus's JSON lines: what people said of each example, held against its page where the line has one."""

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, BinaryIO, NamedTuple

from scoring.annotations import KINDS, AnnotatedExample, Annotation, Cells, Label, PageSpan
from scoring.formats.json_rows import why_no_json
from scoring.formats.problems import Problems, shown
from scoring.records import Problem
from scoring.say import say
from scoring.spans.files import Line, lines_of
from scoring.spans.labels import (
    Error,
    LabelError,
    both_ways,
    contradictions,
    outside_of_long,
    place_of,
    read_label,
    read_said,
)

_ID = re.compile(r"0|-?[1-9][0-9]{0,18}")
_LARGEST = 1 << 63  # ids have 64 bits


class ReadExample(NamedTuple):
    """A line of the corpus, and everything that is wrong with it."""

    example: AnnotatedExample
    problems: list[Problem]


@dataclass
class Corpus:
    """The examples of some files; those that are wrong are among the ids, and not among the examples."""

    examples: dict[str, AnnotatedExample] = field(default_factory=dict)
    places: dict[str, str] = field(default_factory=dict)  # of every id
    problems: list[Problem] = field(default_factory=list)

    def add(self, stream: BinaryIO, file: str) -> None:
        """Read a file."""
        noted = Problems(file)
        for one in stream_examples(stream, file):
            problems = [one] if isinstance(one, Problem) else one.problems
            for problem in problems:
                noted.add(*problem[1:])
            if isinstance(one, ReadExample):
                self._keep(one, noted)
        self.problems += noted.listed()

    def _keep(self, one: ReadExample, noted: Problems) -> None:
        example, place = one.example, f"{noted.file}:{one.example.line}"
        first = self.places.setdefault(example.example_id, place)
        if first != place:
            message = say(
                "Example {example_id} was read from {first} already.",
                example_id=example.example_id,
                first=first,
            )
            noted.add(example.line, "twice", message, say("Keep one of the two."))
        elif not one.problems:
            self.examples[example.example_id] = example


def stream_examples(stream: BinaryIO, file: str) -> Iterator[ReadExample | Problem]:
    """The examples one by one, in the memory of one; a line that is no example comes as its problem."""
    for line in lines_of(stream, file):
        if isinstance(line, Problem):
            yield line
            continue
        try:
            yield _example(line, file)
        except LabelError as error:
            yield Problem(file, line.number, *error.error)


def _example(line: Line, file: str) -> ReadExample:
    content = parse_object(line.data)
    example_id = read_id(content.get("example_id"))
    annotations, errors = _annotations(content)
    problems = [
        Problem(file, line.number, code, f"Example {example_id}: {message}", hint)
        for code, message, hint in errors
    ]
    return ReadExample(AnnotatedExample(example_id, annotations, line.number), problems)


def parse_object(data: bytes, keep: Callable[[dict[str, Any]], Any] | None = None) -> Cells:
    """The JSON object of a line; `keep` says what is kept of it and of each object in it. Raises LabelError."""
    try:
        content = json.loads(data, object_hook=keep)
    except (ValueError, RecursionError) as error:
        raise LabelError(
            "bad_json",
            say("It is not JSON: {error}.", error=why_no_json(error)),
            say("Put one object on a line."),
        ) from None
    if not isinstance(content, dict):
        raise LabelError("bad_json", say("It is JSON, but not an object."), say("Put one object on a line."))
    return content


def read_id(given: Any) -> str:
    """An example's id as text: 64 bits, maybe negative, a number or, as JavaScript must have it, a string."""
    if given is None:
        raise LabelError("bad_id", say("It has no example_id."), say("Give it the id of its example."))
    text = str(given) if type(given) is int else given
    if isinstance(text, str) and _ID.fullmatch(text) and -_LARGEST <= int(text) < _LARGEST:
        return text
    message = say(
        "The example_id {example_id} is not a whole number of 64 bits.", example_id=shown(str(given))
    )
    raise LabelError("bad_id", message, say("Write the number, or the same in quotation marks."))


def _annotations(content: Cells) -> tuple[tuple[Annotation, ...], list[Error]]:
    given = content.get("annotations")
    if not isinstance(given, list):
        hint = say("Write [] where nobody annotated it.")
        return (), [("no_annotations", say("It has no list of annotations."), hint)]
    page = _Page(content)
    annotations, errors = [], list[Error]()
    for number, one in enumerate(given, 1):
        found: list[Error] = []
        annotations.append(page.annotation(one, found))
        errors += [(code, f"annotation {number}: {message}", hint) for code, message, hint in found]
    return tuple(annotations), errors


class _Page:
    """The page of a line, as far as the line has it: its HTML, its tokens, its candidates."""

    def __init__(self, content: Cells) -> None:
        html, text = content.get("document_html"), content.get("document_text")
        self.html = html.encode("utf-8", "surrogatepass") if isinstance(html, str) else None
        simplified = text.split(" ") if isinstance(text, str) else None
        self.tokens = _list(content, "document_tokens") or simplified
        self.candidates = _list(content, "long_answer_candidates")

    def annotation(self, content: Any, errors: list[Error]) -> Annotation:
        """One annotation; what is wrong with it is noted."""
        if not isinstance(content, dict):
            errors.append(("not_an_object", say("It is not an object."), ""))
            return Annotation("", Label())
        label = read_label(content, errors)
        if not errors:
            errors += both_ways(label)
            errors += outside_of_long(label)
            for span in (label.long, *label.short):
                errors += self._span_errors(span)
            errors += self._candidate_errors(content, label.long)
        said = read_said(content, errors)
        if not errors:
            errors += contradictions(said, label)
        return said._replace(label=label, kind=self._kind(label.long) or said.kind)

    def _kind(self, span: PageSpan) -> str:
        if self.tokens is None or not 0 <= span.start_token < len(self.tokens):
            return ""
        token = self.tokens[span.start_token]
        return KINDS.get(str(token.get("token") if isinstance(token, dict) else token), "")

    def _span_errors(self, span: PageSpan) -> Iterator[Error]:
        if self.tokens is not None and span.end_token > len(self.tokens):
            message = say(
                "The answer at tokens {start_token} to {end_token} is outside of the page.",
                start_token=str(span.start_token),
                end_token=str(span.end_token),
            )
            yield "outside", message, say("The page has {tokens} tokens.", tokens=len(self.tokens))
        if self.html is None or span.start < 0:
            return
        if span.end > len(self.html):
            message = say("The answer at {span} is outside of the page.", span=place_of(span))
            yield "outside", message, say("The page has {html} bytes.", html=len(self.html))
        elif any(offset < len(self.html) and self.html[offset] & 0xC0 == 0x80 for offset in span[:2]):
            message = say("The answer at {span} is cut within a character.", span=place_of(span))
            yield "inside_character", message, say("Offsets count bytes of UTF-8.")

    def _candidate_errors(self, content: Cells, long: PageSpan) -> Iterator[Error]:
        given = content.get("long_answer")
        if not isinstance(given, dict) or "candidate_index" not in given:
            return
        index = given["candidate_index"]
        if type(index) is not int:
            yield (
                "candidate",
                say("The candidate_index is {index}.", index=shown(str(index))),
                say("It is a whole number."),
            )
        elif (index < 0) != long.is_null:
            hint = say("It is -1 where there is no long answer, and only there.")
            yield (
                "candidate",
                say("The candidate_index is {index}, and the long answer is none.", index=str(index))
                if long.is_null
                else say(
                    "The candidate_index is {index}, and the long answer is at {place}.",
                    index=str(index),
                    place=place_of(long),
                ),
                hint,
            )
        elif index < 0 or self.candidates is None:
            return
        elif index >= len(self.candidates):
            message = say(
                "The candidate_index is {index}; the page has {candidates} candidates.",
                index=index,
                candidates=len(self.candidates),
            )
            yield "candidate", message, say("It counts from 0.")
        elif not _agrees(self.candidates[index], long):
            yield (
                "candidate",
                say("Candidate {index} is not at {long}.", index=index, long=place_of(long)),
                say("Correct the one or the other."),
            )


def _list(content: Cells, name: str) -> list[Any] | None:
    found = content.get(name)
    return found if isinstance(found, list) else None


def _agrees(candidate: Any, span: PageSpan) -> bool:
    """Whether a candidate is where the answer is, in all offsets that both have, and these are some."""
    if not isinstance(candidate, dict):
        return False
    names = ("start_byte", "end_byte", "start_token", "end_token")
    pairs = [
        (candidate[name], offset)
        for name, offset in zip(names, span, strict=True)
        if offset >= 0 and candidate.get(name, -1) != -1
    ]
    return bool(pairs) and all(one == other for one, other in pairs)

"""Reads the corpus's JSON lines: what people said of each example, held against its page where the line has one."""

import json
import re
from collections.abc import Iterator
from typing import Any, BinaryIO, NamedTuple

from scoring.formats.problems import shown
from scoring.records import Problem
from scoring.spans.files import lines_of
from scoring.spans.labels import Error, LabelError, label_errors, place_of, read_label
from scoring.spans.records import KINDS, AnnotatedExample, Annotation, Cells, Label, PageSpan

_ID = re.compile(r"0|-?[1-9][0-9]{0,18}")
_LARGEST = 1 << 63  # ids have 64 bits


class ExamplesRead(NamedTuple):
    """The examples of some files, and everything that is wrong with these."""

    examples: dict[str, AnnotatedExample]
    problems: list[Problem]


def read_examples(
    stream: BinaryIO, file: str, before: dict[str, AnnotatedExample] | None = None
) -> ExamplesRead:
    """All examples of a file, by id; added to those of files `before` it."""
    found = ExamplesRead({} if before is None else before, [])
    for one in stream_examples(stream, file):
        if isinstance(one, Problem):
            found.problems.append(one)
        elif (first := found.examples.setdefault(one.example_id, one)) is not one:
            message = f"Example {one.example_id} was read before, from line {first.line}."
            found.problems.append(Problem(file, one.line, "twice", message, "Keep one of the two."))
    return found


def stream_examples(stream: BinaryIO, file: str) -> Iterator[AnnotatedExample | Problem]:
    """The examples one by one, in the memory of one; an example with anything wrong comes as its problems."""
    for line in lines_of(stream, file):
        if isinstance(line, Problem):
            yield line
            continue
        try:
            content = parse_object(line.data)
            example_id = read_id(content.get("example_id"))
        except LabelError as error:
            yield Problem(file, line.number, *error.error)
            continue
        annotations, errors = _annotations(content)
        for code, message, hint in errors:
            yield Problem(file, line.number, code, f"Example {example_id}: {message}", hint)
        if not errors:
            yield AnnotatedExample(example_id, annotations, line.number)


def parse_object(data: bytes) -> Cells:
    """The JSON object of a line. Raises LabelError."""
    try:
        content = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise LabelError("bad_json", f"It is no JSON: {error}.", "Put one object on a line.") from None
    if not isinstance(content, dict):
        raise LabelError("bad_json", "It is JSON, but no object.", "Put one object on a line.")
    return content


def read_id(given: Any) -> str:
    """An example's id as text: 64 bits, maybe negative, a number or, as JavaScript must have it, a string."""
    text = str(given) if type(given) is int else given
    if isinstance(text, str) and _ID.fullmatch(text) and -_LARGEST <= int(text) < _LARGEST:
        return text
    hint = "It is a whole number of 64 bits, or the same in quotation marks."
    raise LabelError("bad_id", f"The example_id {shown(str(given))} does not serve.", hint)


def _annotations(content: Cells) -> tuple[tuple[Annotation, ...], list[Error]]:
    given = content.get("annotations", [])
    if not isinstance(given, list):
        return (), [("not_a_list", "The annotations are no list.", "Write [] where there are none.")]
    page = _Page(content)
    annotations, errors = [], list[Error]()
    for number, one in enumerate(given, 1):
        try:
            annotation = page.annotation(one)
        except LabelError as error:
            found = [error.error]
        else:
            annotations.append(annotation)
            found = [*label_errors(annotation.label), *page.errors(one, annotation.label)]
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

    def annotation(self, content: Any) -> Annotation:
        """One annotation. Raises LabelError."""
        if not isinstance(content, dict):
            raise LabelError("not_an_object", "It is no object.", "")
        label = read_label(content)
        return Annotation(str(content.get("annotation_id", "")), label, self._kind(label.long))

    def _kind(self, span: PageSpan) -> str:
        if self.tokens is None or not 0 <= span.start_token < len(self.tokens):
            return ""
        token = self.tokens[span.start_token]
        return KINDS.get(str(token.get("token") if isinstance(token, dict) else token), "")

    def errors(self, content: Cells, label: Label) -> Iterator[Error]:
        """What of an annotation does not fit the page."""
        for span in (label.long, *label.short):
            yield from self._span_errors(span)
        yield from self._candidate_errors(content, label.long)

    def _span_errors(self, span: PageSpan) -> Iterator[Error]:
        if self.tokens is not None and span.end_token > len(self.tokens):
            message = f"The answer at tokens {span.start_token} to {span.end_token} is outside of the page."
            yield "outside", message, f"The page has {len(self.tokens):,} tokens."
        if self.html is None or span.start < 0:
            return
        if span.end > len(self.html):
            message = f"The answer at {place_of(span)} is outside of the page."
            yield "outside", message, f"The page has {len(self.html):,} bytes."
        elif any(offset < len(self.html) and self.html[offset] & 0xC0 == 0x80 for offset in span[:2]):
            message = f"The answer at {place_of(span)} is cut within a character."
            yield "inside_character", message, "Offsets count bytes of UTF-8."

    def _candidate_errors(self, content: Cells, long: PageSpan) -> Iterator[Error]:
        given = content.get("long_answer")
        index = given.get("candidate_index", -1) if isinstance(given, dict) else -1
        if type(index) is not int or self.candidates is None:
            return
        if (index < 0) != long.is_null:
            yield "candidate", f"candidate_index is {index}, and the long answer is {_where(long)}.", ""
        elif index >= len(self.candidates):
            message = f"candidate_index is {index}; the page has {len(self.candidates):,} candidates."
            yield "candidate", message, "It counts from 0."
        elif index >= 0 and not _agrees(self.candidates[index], long):
            yield (
                "candidate",
                f"Candidate {index} is not at {place_of(long)}.",
                "Correct the one or the other.",
            )


def _where(span: PageSpan) -> str:
    return "none" if span.is_null else f"at {place_of(span)}"


def _list(content: Cells, name: str) -> list[Any] | None:
    found = content.get(name)
    return found if isinstance(found, list) else None


def _agrees(candidate: Any, span: PageSpan) -> bool:
    if not isinstance(candidate, dict):
        return False
    names = ("start_byte", "end_byte", "start_token", "end_token")
    pairs = zip((candidate.get(name, -1) for name in names), span, strict=True)
    return all(one == other for one, other in pairs if other >= 0 and one != -1)

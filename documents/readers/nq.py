"""Natural Questions: one JSON object a line, each with a question and a whole page of Wikipedia.

The id of a document is the example's, as text: it has 64 bits and may be negative. The page is kept byte for byte as it
stands in `document_html`; the offsets of tokens, candidates and answers count its UTF-8 bytes.
"""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, BinaryIO, NamedTuple
from urllib.parse import urlsplit

from documents.errors import Problem
from documents.readers import html
from documents.readers.base import (
    MAX_WEB_RECORD,
    Reader,
    Record,
    WebRecord,
    bounded_lines,
    json_value,
    whole_number,
)
from documents.say import say

_WORDS = ("example_id", "question_text", "document_title", "document_url")
_ID = re.compile(r"0|-?[1-9][0-9]{0,18}")
_LARGEST = 1 << 63  # ids have 64 bits
_PARTS = ("document_tokens", "long_answer_candidates")


class Token(NamedTuple):
    """A word of the page, or one of its tags; offsets in bytes, the end exclusive."""

    token: str
    start: int
    end: int
    html: bool


class Candidate(NamedTuple):
    """An element that may be a long answer; offsets in bytes and in tokens, the ends exclusive."""

    start: int
    end: int
    start_token: int
    end_token: int
    top_level: bool


class Example(NamedTuple):
    """A question with its page."""

    example_id: str
    question: str
    title: str
    address: str
    html: bytes
    tokens: tuple[Token, ...]
    candidates: tuple[Candidate, ...]


def records(stream: BinaryIO, file: str) -> Iterator[Record | Problem]:
    """The lines of a file; a broken one is a problem with its place."""
    offset = 0
    for number, (line, size) in enumerate(bounded_lines(stream, MAX_WEB_RECORD), start=1):
        if size > MAX_WEB_RECORD:
            message = say("The line has {n} bytes, more than {most}.", n=size, most=MAX_WEB_RECORD)
            yield Problem(file, number, "record_too_long", message, say("It was left out."), offset)
        elif line and not line.isspace():
            yield from _record(file, line, number, offset)
            _described.cache_clear()  # it would keep the line until after the next one
        offset += size


def read_example(data: bytes) -> Example:
    """All of a record but its annotations; KeyError, TypeError or ValueError where it is none."""
    content = _object(json_value(data))
    return Example(
        example_id=str(content["example_id"]),
        question=str(content.get("question_text", "")),
        title=str(content.get("document_title", "")),
        address=str(content.get("document_url", "")),
        html=_html(content),
        tokens=tuple(
            Token(
                str(token["token"]),
                whole_number(token["start_byte"]),
                whole_number(token["end_byte"]),
                bool(token["html_token"]),
            )
            for token in content.get("document_tokens", ())
        ),
        candidates=tuple(
            Candidate(
                whole_number(candidate["start_byte"]),
                whole_number(candidate["end_byte"]),
                whole_number(candidate["start_token"]),
                whole_number(candidate["end_token"]),
                bool(candidate["top_level"]),
            )
            for candidate in content.get("long_answer_candidates", ())
        ),
    )


def web(data: bytes) -> WebRecord:
    """The page of a record."""
    content = _described(data)
    address = str(content.get("document_url", ""))
    head = "".join(f"{name}: {content[name]}\n" for name in _WORDS if name in content)
    return WebRecord(
        body=_html(content),
        address=address,
        charset="utf-8",
        source=_host(address),
        head=f"{head}\n".encode(errors="replace"),
    )


def _host(address: str) -> str:
    try:
        return urlsplit(address).hostname or ""
    except ValueError:
        return ""


def _html(content: Mapping[str, Any]) -> bytes:
    return str(content["document_html"]).encode("utf-8", "surrogatepass")


@lru_cache(maxsize=2)
def _described(data: bytes) -> Mapping[str, Any]:
    """The object of a line, for the few questions that are asked of it in a row; nothing stands in the place of tokens."""
    return _object(json_value(data, _outermost))


def _outermost(content: dict[str, Any]) -> dict[str, Any] | None:
    """An example, or None for each of its thousands of parts, which would take six times the line's memory."""
    return content if "example_id" in content or "document_html" in content else None


def _object(content: Any) -> Mapping[str, Any]:
    if not isinstance(content, dict):
        raise ValueError(say("it is no JSON object with an example_id"))
    return content


def _record(file: str, line: bytes, number: int, offset: int) -> Iterator[Record | Problem]:
    try:
        content = _described(line)
    except ValueError as error:
        message = say("The line is no example: {reason}.", reason=str(error))
        yield Problem(
            file, number, "bad_json", message, say("It was left out; put one object on a line."), offset
        )
        return
    docid = content.get("example_id")
    if wrong := _id_error(docid):
        yield Problem(
            file, number, "bad_docid", wrong, say("It was left out; give it an example_id."), offset
        )
    elif not isinstance(content.get("document_html"), str):
        message = say("The example {id} has no {part}.", id=str(docid), part="document_html")
        hint = say("The simplified form of the corpus leaves it out; import the original form.")
        yield Problem(file, number, "no_html", message, hint, offset)
    else:
        yield Record(str(docid), offset, number, line)
        if missing := [name for name in _PARTS if not isinstance(content.get(name), list)]:
            message = (
                say(
                    "The example {id} has no {part} and no {other_part}.",
                    id=str(docid),
                    part=missing[0],
                    other_part=missing[1],
                )
                if len(missing) > 1
                else say("The example {id} has no {part}.", id=str(docid), part=missing[0])
            )
            hint = say("It can be read, and not annotated; make_examples makes them of pages.")
            yield Problem(file, number, "no_tokens", message, hint, offset)


def _id_error(docid: Any) -> str:
    """Why this is no example's id: a whole number of 64 bits, or the same as a string; empty where it is one."""
    if docid is None:
        return say("The example has no id.")
    if type(docid) is int or isinstance(docid, str):
        text = str(docid)
        if _ID.fullmatch(text) and -_LARGEST <= int(text) < _LARGEST:
            return ""
    return say("The id {id} is no whole number of 64 bits.", id=repr(str(docid)[:80]))


READER = Reader(records, html.page, web)

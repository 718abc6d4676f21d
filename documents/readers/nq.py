"""Natural Questions: one JSON object a line, each with a question and a whole page of Wikipedia.

The id of a document is the example's, as text: it has 64 bits and may be negative. The page is kept byte for byte as it
stands in `document_html`; the offsets of tokens, candidates and answers count its UTF-8 bytes.
"""

import json
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, BinaryIO, NamedTuple
from urllib.parse import urlsplit

from documents.errors import Problem
from documents.readers import html
from documents.readers.base import MAX_WEB_RECORD, Reader, Record, WebRecord, docid_error

_WORDS = ("example_id", "question_text", "document_title", "document_url")


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
    for number, (line, size) in enumerate(_lines(stream), start=1):
        if line.strip() or size > MAX_WEB_RECORD:
            yield _record(file, line, size, number, offset)
        offset += size


def read_example(data: bytes) -> Example:
    """All of a record but its annotations; KeyError, TypeError or ValueError where it is none."""
    content = _content(data)
    return Example(
        example_id=str(content["example_id"]),
        question=str(content.get("question_text", "")),
        title=str(content.get("document_title", "")),
        address=str(content.get("document_url", "")),
        html=_html(content),
        tokens=tuple(
            Token(
                str(token["token"]),
                int(token["start_byte"]),
                int(token["end_byte"]),
                bool(token["html_token"]),
            )
            for token in content.get("document_tokens", ())
        ),
        candidates=tuple(
            Candidate(
                int(candidate["start_byte"]),
                int(candidate["end_byte"]),
                int(candidate["start_token"]),
                int(candidate["end_token"]),
                bool(candidate["top_level"]),
            )
            for candidate in content.get("long_answer_candidates", ())
        ),
    )


def web(data: bytes) -> WebRecord:
    """The page of a record."""
    content = _content(data)
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
def _content(data: bytes) -> Mapping[str, Any]:
    """The object of a line, for the few questions that are asked of it in a row."""
    content = json.loads(data)
    if not isinstance(content, dict):
        raise ValueError("the line is no JSON object")
    return content


def _lines(stream: BinaryIO) -> Iterator[tuple[bytes, int]]:
    """Each line without its end, empty where it is too long, and its size in the file."""
    while line := stream.readline(MAX_WEB_RECORD + 1):
        size, rest = len(line), line
        while (
            size > MAX_WEB_RECORD and not rest.endswith(b"\n") and (rest := stream.readline(MAX_WEB_RECORD))
        ):
            size += len(rest)
        yield (line.rstrip(b"\r\n") if size <= MAX_WEB_RECORD else b""), size


def _record(file: str, line: bytes, size: int, number: int, offset: int) -> Record | Problem:
    if size > MAX_WEB_RECORD:
        message = f"The line has {size:,} bytes, more than {MAX_WEB_RECORD:,}."
        return Problem(file, number, "record_too_long", message, "It was left out.", offset)
    try:
        content = _content(line)
    except (ValueError, RecursionError) as error:
        message = f"The line is no JSON object: {error}."
        return Problem(
            file, number, "bad_json", message, "It was left out; put one object on a line.", offset
        )
    docid = content.get("example_id")
    if isinstance(docid, bool) or not isinstance(docid, int | str) or docid_error(str(docid)):
        message = "The example has no id." if docid is None else f"The id {str(docid)[:80]!r} does not serve."
        return Problem(file, number, "bad_docid", message, "It was left out; give it an example_id.", offset)
    if not isinstance(content.get("document_html"), str):
        message = f"The example {docid} has no document_html."
        hint = "The simplified form of the corpus leaves it out; import the original form."
        return Problem(file, number, "no_html", message, hint, offset)
    return Record(str(docid), offset, number, line)


READER = Reader(records, html.page, web)

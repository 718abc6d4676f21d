"""Segments of documents, and documents that have them: one JSON object a line, as MS MARCO v2.1 and corpora of its kind have it.

A segment has docid, url, title, headings, segment, start_char and end_char; its id is that of its document, `#` and more. A
document has docid, url, title, headings and body, in whose characters the offsets of its segments count, the end exclusive.
Other corpora call the text `text` or `contents`, and the id `id`.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, BinaryIO, NamedTuple

from documents.encoding import Decoded, decode
from documents.errors import Problem
from documents.readers.base import MAX_RECORD, Reader, Record, bounded_lines, docid_error, json_value
from documents.say import say
from documents.text import Field, Page, one_line

FORMAT = "segments"
BORDER = "#"  # between the id of a document and what tells its segments apart
_IDS = ("docid", "id")
_TEXTS = ("segment", "body", "text", "contents")
_TAR = slice(257, 262)  # where an archive of tar says that it is one
_UTF_8 = ("utf-8", "JSON is in UTF-8")


class Part(NamedTuple):
    """What a record is: a segment or a document, with its text as it stands there."""

    title: str
    headings: str
    url: str
    text: str
    start: int = -1  # of a segment, in the characters of its document; -1: nobody says
    end: int = -1


def records(stream: BinaryIO, file: str) -> Iterator[Record | Problem]:
    """The lines of a file; a broken one is a problem with its place."""
    offset = 0
    for number, (line, size) in enumerate(bounded_lines(stream, MAX_RECORD), start=1):
        if number == 1 and line[_TAR] == b"ustar":
            yield _archive(file)
            return
        if size > MAX_RECORD:
            message = say("The line has {n} bytes, more than {most}.", n=size, most=MAX_RECORD)
            yield Problem(file, number, "record_too_long", message, say("It was left out."), offset)
        elif line and not line.isspace():
            yield _record(file, line, number, offset)
        offset += size


def _archive(file: str) -> Problem:
    message = say("The file is an archive of tar, from the middle of which nothing can be read.")
    hint = say("Unpack it with `tar xf`; the files in it may stay packed (.gz).")
    return Problem(file, 0, "archive", message, hint)


def _record(file: str, line: bytes, number: int, offset: int) -> Record | Problem:
    try:
        content = _described(line)
    except ValueError as error:
        message = say("The line is no JSON object: {reason}.", reason=str(error))
        hint = say("It was left out; put one object on a line, in UTF-8.")
        return Problem(file, number, "bad_json", message, hint, offset)
    docid = _first(content, _IDS)
    if wrong := docid_error(docid):
        message = say("The id of the segment does not serve: {reason}.", reason=wrong)
        return Problem(file, number, "bad_docid", message, say("It was left out; give it a docid."), offset)
    if not _first(content, _TEXTS).strip():
        message = say("{docid} has no text: none of {names}.", docid=docid, names=", ".join(_TEXTS))
        return Problem(file, number, "no_text", message, say("It was left out."), offset)
    return Record(docid, offset, number, line)


def read_part(data: bytes) -> Part:
    """What a record holds; ValueError where it is none."""
    content = _described(data)
    start, end = content.get("start_char"), content.get("end_char")
    is_placed = type(start) is int and type(end) is int and 0 <= start < end
    title, headings, url = (_first(content, (name,)) for name in ("title", "headings", "url"))
    place = (start, end) if is_placed else (-1, -1)
    return Part(title, headings, url, _first(content, _TEXTS), *place)


def opened(docid: str, data: bytes) -> tuple[Decoded, Page]:
    """A segment by itself, or a whole document: its title, its text in paragraphs, then its headings and address."""
    part = read_part(data)
    return Decoded(data.decode("utf-8-sig"), *_UTF_8), _page(part, _paragraphs(part.text))


def page(docid: str, text: str) -> Page:
    """The same of a record's text; of any text at all, as one paragraph."""
    try:
        return opened(docid, text.encode("utf-8", "replace"))[1]
    except ValueError:
        return Page(paragraphs=_paragraphs(text))


def within(segment: Part, whole: Part) -> Page | None:
    """A document with one of its segments in it as what is cited; None where the segment does not stand there.

    It stands where its offsets say; where another text is there, and it occurs once, at that place.
    """
    start, end = segment.start, segment.end
    if start < 0 or one_line(whole.text[start:end]) != one_line(segment.text):
        start = whole.text.find(segment.text)
        end = start + len(segment.text)
        if start < 0 or whole.text.find(segment.text, start + 1) >= 0:
            return None
    before, after = _paragraphs(whole.text[:start]), _paragraphs(whole.text[end:])
    cited = _line(whole.text[start:end])
    return _page(whole, (*before, cited, *after))._replace(cited=len(before))


def whole_of(docid: str) -> str:
    """The id of the document that a segment is of; "" where an id names no segment."""
    whole, border, _ = docid.partition(BORDER)
    return whole if border else ""


def _page(part: Part, paragraphs: tuple[str, ...]) -> Page:
    named = (("headings", " · ".join(_paragraphs(part.headings))), ("url", _line(part.url)))
    fields = tuple(Field(name, text) for name, text in named if text)
    return Page(title=_line(part.title), paragraphs=paragraphs, fields=fields)


def _paragraphs(text: str) -> tuple[str, ...]:
    return tuple(filter(None, map(_line, text.split("\n"))))


def _line(text: str) -> str:
    """A text as pages show it. Offsets count in what it was before."""
    return one_line(decode(text.encode("utf-8", "replace")).text)


def _first(content: Mapping[str, Any], names: tuple[str, ...]) -> str:
    """The first of some values that is a text."""
    return next((content[name] for name in names if isinstance(content.get(name), str)), "")


@lru_cache(maxsize=4)
def _described(data: bytes) -> Mapping[str, Any]:
    content = json_value(data.decode("utf-8-sig"))
    if not isinstance(content, dict):
        raise ValueError(say("it is no object with a docid"))
    return content


READER = Reader(records, page, opened=opened, date=lambda docid: "")

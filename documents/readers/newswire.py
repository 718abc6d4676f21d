"""TREC newswire (disks 1-5, AQUAINT, AQUAINT-2): finds the records of a file with a scanner over bytes.

The files look like SGML but are not well-formed, so that no parser of SGML or XML can be trusted with them. A
record runs from `<DOC>` (or `<DOC id=…>`) at the start of a line to `</DOC>` alone on a line; blanks and a CR beside
them do no harm. A record without its end is a problem with its place, and never takes its neighbours along.
"""

import re
from collections.abc import Iterator
from typing import BinaryIO, NamedTuple

from documents.errors import Problem
from documents.readers.base import MAX_RECORD, Reader, Record, docid_error
from documents.readers.newswire_page import date_and_source, page
from documents.say import say

_TAG = re.compile(rb"<(/?)[Dd][Oo][Cc](?=[\s>])")
_REST_OF_END = re.compile(rb"\s*>[ \t\r]*(?:\n|\Z)")
_INDENT = re.compile(rb"(?:\A|.*\n)(?:\xef\xbb\xbf)?[ \t]*\Z", re.DOTALL)
_MAX_INDENT = 64  # bytes
_DOCNO = re.compile(rb"<DOCNO\s*>([^<]{0,1000})</DOCNO\s*>", re.IGNORECASE)
_ID_ATTRIBUTE = re.compile(rb"\A\s*<DOC\s[^>]*?\bid\s*=\s*[\"']?([^\"'\s>]*)", re.IGNORECASE)
_HARMLESS_OUTSIDE = re.compile(rb"(?:\xef\xbb\xbf)?\s*(?:<[!?/]?\w[^>]*>|<!--.*)?\s*\Z", re.DOTALL)
_CHUNK = 1024 * 1024  # bytes read at once; longer lines come in pieces


class _Piece(NamedTuple):
    """A start tag, the line of an end tag, or what stands between two of them."""

    kind: str  # start, end, other
    line: int
    offset: int
    data: bytes


class _Open:
    """A record of which the end has not been seen yet."""

    def __init__(self, start: _Piece) -> None:
        self.line = start.line
        self.offset = start.offset
        self.parts = [start.data]
        self.size = len(start.data)

    def add(self, data: bytes) -> None:
        """Takes more of it; of a record that is too long only the size is kept."""
        self.size += len(data)
        if self.size <= MAX_RECORD:
            self.parts.append(data)

    def closed(self, file: str) -> Record | Problem:
        """The record, or what is wrong with it."""
        if self.size > MAX_RECORD:
            message = say("The record has {n} bytes, more than {most}.", n=self.size, most=MAX_RECORD)
            return self._problem(file, "record_too_long", message, say("It was left out."))
        data = b"".join(self.parts).rstrip()
        docid = _docid(data)
        if docid is None:
            return self._problem(
                file, "no_docid", say("The record has no DOCNO and no id."), say("Give it one.")
            )
        if error := docid_error(docid):
            return self._problem(
                file,
                "bad_docid",
                say("The id {id} is not valid: {reason}.", id=repr(docid[:80]), reason=error),
                say("Correct it."),
            )
        return Record(docid, self.offset, self.line, data)

    def unclosed(self, file: str, next_line: int = 0) -> Problem:
        """The problem of a record that never ends; the line of the next one, where there is one."""
        values = {"record": _docid(b"".join(self.parts)) or say("without id"), "tag": "</DOC>"}
        if next_line:
            message = say(
                "The record {record} has no {tag} before the next record, at line {line}, and was left out.",
                **values,
                line=str(next_line),
            )
        else:
            message = say(
                "The record {record} has no {tag} before the end of the file, and was left out.", **values
            )
        hint = say("Put {tag} on a line of its own at its end.", tag="</DOC>")
        return self._problem(file, "unclosed_record", message, hint)

    def _problem(self, file: str, code: str, message: str, hint: str) -> Problem:
        return Problem(file, self.line, code, message, hint, self.offset)


def records(stream: BinaryIO, file: str) -> Iterator[Record | Problem]:
    """The records of a file in their order, and a problem for each that is broken."""
    current: _Open | None = None
    outside: _Piece | None = None
    found = False
    for piece in _pieces(stream):
        if piece.kind == "start":
            if current:
                yield current.unclosed(file, piece.line)
            current, found = _Open(piece), True
        elif current:
            current.add(piece.data)
            if piece.kind == "end":
                yield current.closed(file)
                current = None
        elif outside is None:
            outside = _stray(piece)
    if current:
        yield current.unclosed(file)
    yield from _remarks(file, found, outside)


def _pieces(stream: BinaryIO) -> Iterator[_Piece]:
    """The file cut at the tags of its records."""
    line, offset, rest, at_line_start = 1, 0, b"", True
    while chunk := stream.read(_CHUNK):
        data = rest + chunk
        whole = data.rfind(b"\n") + 1 or (len(data) if len(data) > _CHUNK else 0)
        data, rest = data[:whole], data[whole:]
        if data:
            yield from _cut(data, line, offset, at_line_start)
            line, offset, at_line_start = line + data.count(b"\n"), offset + len(data), data.endswith(b"\n")
    yield from _cut(rest, line, offset, at_line_start)


def _cut(data: bytes, line: int, offset: int, at_line_start: bool) -> Iterator[_Piece]:
    """Whole lines cut at the tags; `at_line_start` is False where the first of them began earlier."""
    done = 0

    def piece(kind: str, end: int) -> _Piece:
        nonlocal done, line
        made = _Piece(kind, line, offset + done, data[done:end])
        line, done = line + made.data.count(b"\n"), end
        return made

    for match in _TAG.finditer(data):
        before = data[max(0, match.start() - _MAX_INDENT) : match.start()]
        if not _INDENT.match(before) or (
            b"\n" not in before and not (at_line_start and len(before) == match.start())
        ):
            continue
        rest = _REST_OF_END.match(data, match.end()) if match[1] else None
        if match[1] and not rest:
            continue
        if match.start() > done:
            yield piece("other", match.start())
        yield piece("end", rest.end()) if rest else piece("start", match.end())
    if done < len(data):
        yield piece("other", len(data))


def _stray(piece: _Piece) -> _Piece | None:
    """The first line outside of the records that is more than a tag, a comment or blank."""
    if piece.kind == "end":
        return piece
    line, offset = piece.line, piece.offset
    for data in piece.data.splitlines(keepends=True):
        if not _HARMLESS_OUTSIDE.match(data):
            return _Piece("other", line, offset, data)
        line, offset = line + 1, offset + len(data)
    return None


def _remarks(file: str, found: bool, outside: _Piece | None) -> Iterator[Problem]:
    if not found:
        yield Problem(
            file,
            0,
            "no_records",
            say("The file holds no {tag} at the start of a line.", tag="<DOC>"),
            say("Is it of this format?"),
        )
    elif outside:
        message = say("There is text outside of the records: {text}.", text=repr(outside.data[:60]))
        hint = say("It is not part of any document; check whether a {tag} is missing before it.", tag="<DOC>")
        yield Problem(file, outside.line, "text_outside", message, hint, outside.offset)


def _docid(data: bytes) -> str | None:
    """The id in DOCNO, else in the tag DOC; None without either."""
    match = _DOCNO.search(data) or _ID_ATTRIBUTE.match(data)
    return match[1].decode("utf-8", "replace").strip() if match else None


READER = Reader(records, page, facts=date_and_source)

"""TREC newswire (disks 1-5, AQUAINT, AQUAINT-2): finds the records of a file with a scanner over bytes.

The files look like SGML but are not well-formed, so that no parser of SGML or XML can be trusted with them. A
record runs from `<DOC>` (or `<DOC id=…>`) at the start of a line to `</DOC>` alone on a line; blanks and a CR beside
them do no harm. A record without its end is a problem with its place, and never takes its neighbours along.
"""

import re
from collections.abc import Iterator
from typing import BinaryIO, NamedTuple

from documents.errors import Problem
from documents.readers.base import MAX_RECORD, Reader, Record, docid_fault
from documents.readers.newswire_page import page

_START = re.compile(rb"(?:\xef\xbb\xbf)?[ \t]*<DOC(?=[\s>])", re.IGNORECASE)
_END = re.compile(rb"[ \t]*</DOC\s*>\s*\Z", re.IGNORECASE)
_DOCNO = re.compile(rb"<DOCNO\s*>([^<]{0,1000})</DOCNO\s*>", re.IGNORECASE)
_ID_ATTRIBUTE = re.compile(rb"\A\s*<DOC\s[^>]*?\bid\s*=\s*[\"']?([^\"'\s>]*)", re.IGNORECASE)
_HARMLESS_OUTSIDE = re.compile(rb"(?:\xef\xbb\xbf)?\s*(?:<[!?/]?\w[^>]*>|<!--.*)?\s*\Z", re.DOTALL)
_CHUNK = 64 * 1024  # bytes; longer lines come in pieces


class _Line(NamedTuple):
    number: int
    offset: int
    data: bytes
    whole: bool  # False for the further pieces of a long line


class _Open:
    """A record of which the end has not been seen yet."""

    def __init__(self, line: _Line) -> None:
        self.line = line.number
        self.offset = line.offset
        self.parts = [line.data]
        self.size = len(line.data)

    def add(self, data: bytes) -> None:
        """Takes one more line; of a record that is too long only the size is kept."""
        self.size += len(data)
        if self.size <= MAX_RECORD:
            self.parts.append(data)

    def closed(self, file: str) -> Record | Problem:
        """The record, or what is wrong with it."""
        if self.size > MAX_RECORD:
            message = f"The record has {self.size:,} bytes, more than {MAX_RECORD:,}."
            return self._problem(file, "record_too_long", message, "It was left out.")
        data = b"".join(self.parts).rstrip()
        docid = _docid(data)
        if docid is None:
            return self._problem(file, "no_docid", "The record has no DOCNO and no id.", "Give it one.")
        if fault := docid_fault(docid):
            return self._problem(
                file, "bad_docid", f"The id {docid[:80]!r} does not serve: {fault}.", "Mend it."
            )
        return Record(docid, self.offset, self.line, data)

    def unclosed(self, file: str, where: str) -> Problem:
        """The problem of a record that never ends."""
        docid = _docid(b"".join(self.parts)) or "without id"
        message = f"The record {docid} has no </DOC> before {where}, and was left out."
        return self._problem(file, "unclosed_record", message, "Put </DOC> on a line of its own at its end.")

    def _problem(self, file: str, code: str, message: str, remedy: str) -> Problem:
        return Problem(file, self.line, code, message, remedy, self.offset)


def records(stream: BinaryIO, file: str) -> Iterator[Record | Problem]:
    """The records of a file in their order, and a problem for each that is broken."""
    current: _Open | None = None
    outside: _Line | None = None
    found = False
    for line in _lines(stream):
        if line.whole and _START.match(line.data):
            if current:
                yield current.unclosed(file, f"the next record, at line {line.number}")
            current, found = _Open(line), True
        elif current:
            current.add(line.data)
            if line.whole and _END.match(line.data):
                yield current.closed(file)
                current = None
        elif outside is None and (_END.match(line.data) or not _HARMLESS_OUTSIDE.match(line.data)):
            outside = line
    if current:
        yield current.unclosed(file, "the end of the file")
    yield from _remarks(file, found, outside)


def _lines(stream: BinaryIO) -> Iterator[_Line]:
    number, offset, whole = 1, 0, True
    while data := stream.readline(_CHUNK):
        yield _Line(number, offset, data, whole)
        offset += len(data)
        whole = data.endswith(b"\n")
        number += whole


def _remarks(file: str, found: bool, outside: _Line | None) -> Iterator[Problem]:
    if not found:
        yield Problem(
            file, 0, "no_records", "The file holds no <DOC> at the start of a line.", "Is it of this format?"
        )
    elif outside:
        message = f"Text stands outside of the records: {outside.data[:60]!r}."
        remedy = "It is not part of any document; look whether a <DOC> is missing before it."
        yield Problem(file, outside.number, "text_outside", message, remedy, outside.offset)


def _docid(data: bytes) -> str | None:
    """The id in DOCNO, else in the tag DOC; None without either."""
    match = _DOCNO.search(data) or _ID_ATTRIBUTE.match(data)
    return match[1].decode("utf-8", "replace").strip() if match else None


READER = Reader(records, page)

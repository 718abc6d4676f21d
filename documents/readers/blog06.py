"""Blog06 permalinks: bundles of web pages as they were fetched, each with the head of the server's answer.

A bundle mixes encodings and is read as bytes. A record begins with `<DOC>` at the start of a line and `<DOCNO>` after
it. Its end is the `</DOC>` after which the next one begins or the file ends: any other `</DOC>` or `<DOC>` stands in
the page itself. A record without its end is a problem with its place, and takes no neighbour along.
"""

import re
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterator
from typing import BinaryIO
from urllib.parse import urlsplit

from documents.errors import Problem
from documents.readers.base import MAX_WEB_RECORD, Reader, Record, WebRecord, docid_error
from documents.readers.html import page
from documents.readers.newswire_dates import shown_date
from documents.say import say

_START = re.compile(rb"\n[ \t]*<DOC>\s{0,8}<DOCNO>", re.IGNORECASE)  # lines are found fast
_OVERLAP = 256  # bytes kept back, so that a start that is cut by a chunk's end is seen
_CHUNK = 1024 * 1024
_END = re.compile(rb"</DOC>\s*\Z", re.IGNORECASE)
_TAIL = 4096  # bytes at the end of a record in which its end must stand
_DOCNO = re.compile(rb"<DOCNO>([^<]{0,1000})</DOCNO>", re.IGNORECASE)
_FIELD = re.compile(rb"<(DATE_XML|PERMALINK|BLOGHPURL|FEEDURL)>\s*([^<]{0,2000}?)\s*</\1>", re.IGNORECASE)
_HEAD_END = re.compile(rb"</DOCHDR>[ \t\r]*\n?", re.IGNORECASE)
_TAGS = rb"DOCNO|DATE_XML|FEEDNO|FEEDURL|BLOGHPNO|BLOGHPURL|PERMALINK"
_TAGS_ALONE = re.compile(rb"\s*<DOC>\s*(?:<(" + _TAGS + rb")>[^<\n]{0,2000}</\1>\s*)+", re.IGNORECASE)
_CHARSET = re.compile(
    rb"^content-type:[^\r\n]*?charset\s*=\s*[\"']?([\w.:-]{1,40})", re.IGNORECASE | re.MULTILINE
)
_MAX_HEAD = 65_536  # bytes in which the head must end


class _Open:
    """A record that has begun."""

    def __init__(self, offset: int, line: int) -> None:
        self.offset, self.line, self.size = offset, line, 0
        self.parts: list[bytes] = []
        self.tail = b""

    def add(self, data: bytes) -> None:
        """Takes more of it; of one that is too long only the size and the end are kept."""
        self.size += len(data)
        self.tail = (self.tail + data)[-_TAIL:]
        if self.size <= MAX_WEB_RECORD:
            self.parts.append(data)

    def closed(self, file: str) -> Record | Problem:
        """The record, or what is wrong with it."""
        if not _END.search(self.tail):
            message = say(
                "No {tag} before the next record or the end of the file; record {record} was left out.",
                tag="</DOC>",
                record=self._name(),
            )
            return self._problem(file, "unclosed_record", message, say("Correct it."))
        if self.size > MAX_WEB_RECORD:
            message = say("The record has {n} bytes, more than {most}.", n=self.size, most=MAX_WEB_RECORD)
            return self._problem(file, "record_too_long", message, say("It was left out."))
        docid = self._name()
        if error := docid_error(docid):
            return self._problem(
                file,
                "bad_docid",
                say("The id {id} is not valid: {reason}.", id=repr(docid[:80]), reason=error),
                say("Correct it."),
            )
        return Record(docid, self.offset, self.line, b"".join(self.parts).rstrip())

    def _name(self) -> str:
        match = _DOCNO.search(b"".join(self.parts[:2])[:_MAX_HEAD])
        return match[1].decode("utf-8", "replace").strip() if match else ""

    def _problem(self, file: str, code: str, message: str, hint: str) -> Problem:
        return Problem(file, self.line, code, message, hint, self.offset)


def records(stream: BinaryIO, file: str) -> Iterator[Record | Problem]:
    """The pages of a bundle in their order, and a problem for each that is broken."""
    current: _Open | None = None
    line, found = 1, False
    for offset, data, starts in _pieces(stream):
        if starts:
            if current:
                yield current.closed(file)
            current, found = _Open(offset, line), True
        if current:
            current.add(data)
        elif data.strip():
            yield Problem(
                file,
                line,
                "text_outside",
                say("There is text before the first record."),
                say("It was left out."),
                offset,
            )
        line += data.count(b"\n")
    if current:
        yield current.closed(file)
    if not found:
        yield Problem(
            file,
            0,
            "no_records",
            say("The file holds no {tag} with a {id}.", tag="<DOC>", id="<DOCNO>"),
            say("Is it of this format?"),
        )


def _pieces(stream: BinaryIO) -> Iterator[tuple[int, bytes, bool]]:
    """The file cut where records start: offset, bytes, and whether a record starts with them."""
    buffer, offset, starts = b"\n", -1, False  # its first byte is the one before what is still to be given
    while True:
        chunk = stream.read(_CHUNK)
        buffer += chunk
        limit = max(1, len(buffer) - _OVERLAP) if chunk else len(buffer)
        position = 1
        for match in _START.finditer(buffer):
            start = match.start() + 1
            if start >= limit:
                break
            if start > position:
                yield offset + position, buffer[position:start], starts
            position, starts = start, True
        if limit > position:
            yield offset + position, buffer[position:limit], starts
            starts = False
        if not chunk:
            return
        buffer, offset = buffer[limit - 1 :], offset + limit - 1


def _whole_units(page: bytes) -> bytes:
    """A page in UTF-16 without the line end that its record puts behind it, which is half a character there."""
    is_wide = page.startswith((BOM_UTF16_LE, BOM_UTF16_BE))
    return page[:-1] if is_wide and len(page) % 2 and page.endswith(b"\n") else page


def web(data: bytes) -> WebRecord:
    """The page of a record, with the charset that the server named, its permalink, date and host."""
    end = _HEAD_END.search(data, 0, _MAX_HEAD) or _TAGS_ALONE.match(data, 0, _MAX_HEAD)
    head = data[: end.end()] if end else b""
    fields = {name.upper(): value.decode("utf-8", "replace") for name, value in _FIELD.findall(head)}
    charset = _CHARSET.search(head)
    address = fields.get(b"PERMALINK") or fields.get(b"BLOGHPURL", "")
    last = _END.search(data, max(len(head), len(data) - _TAIL))
    return WebRecord(
        body=_whole_units(data[len(head) : last.start() if last else len(data)]),
        address=address,
        charset=charset[1].decode("ascii") if charset else "",
        date=shown_date("", fields.get(b"DATE_XML", "").partition("T")[0]),
        source=_host(address),
        head=head,
        served=True,
    )


def _host(address: str) -> str:
    try:
        return urlsplit(address).hostname or ""
    except ValueError:
        return ""


READER = Reader(records, page, web)

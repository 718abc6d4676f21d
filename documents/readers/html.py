"""Web pages, one a file. The file's name without .html is the document's id."""

import re
from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import BinaryIO

from documents.errors import Problem
from documents.readers.base import MAX_WEB_RECORD, Reader, Record, WebRecord, docid_error, read_whole
from documents.sanitise.plain import plain_text
from documents.say import say
from documents.text import Page, one_line

_SUFFIXES = re.compile(r"(\.x?html?)?(\.gz)?$", re.IGNORECASE)
_TITLE = re.compile(r"<title[^<>]*>([^<]{0,1000})", re.IGNORECASE)
_SAVED_FROM = re.compile(rb"<!-- saved from url=\(\d+\)(\S{1,2000}) -->")


def records(stream: BinaryIO, file: str) -> Iterator[Record | Problem]:
    """The one page that a file is."""
    docid = _SUFFIXES.sub("", PurePosixPath(file).name)
    data = read_whole(stream, MAX_WEB_RECORD + 1)
    if error := docid_error(docid):
        message = say("The file's name cannot be a document's id: {reason}.", reason=error)
        yield Problem(file, 0, "bad_docid", message, say("Rename it."))
    elif len(data) > MAX_WEB_RECORD:
        message = say("The file has more than {most} bytes.", most=MAX_WEB_RECORD)
        yield Problem(file, 0, "record_too_long", message, say("It was left out."))
    else:
        yield Record(docid, 0, 1, data)


def page(docid: str, text: str) -> Page:
    """The title and the text of a page, a paragraph for each block, found without a parser."""
    title = _TITLE.search(text)
    plain, _ = plain_text(_TITLE.sub("", text, count=1))
    return Page(
        title=one_line(plain_text(title[1])[0]) if title else "",
        paragraphs=tuple(line for line in map(one_line, plain.split("\n")) if line),
    )


def web(data: bytes) -> WebRecord:
    """The file itself; its address where the browser that saved it noted it."""
    saved = _SAVED_FROM.search(data, 0, 4096)
    return WebRecord(data, saved[1].decode("ascii", "replace") if saved else "")


READER = Reader(records, page, web, whole=True)

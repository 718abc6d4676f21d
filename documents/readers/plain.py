"""Plain text: one file is one document. Its name without .txt is its id, its first line the title."""

import re
from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import BinaryIO

from documents.errors import Problem
from documents.readers.base import MAX_RECORD, Reader, Record, docid_error, read_whole
from documents.say import say
from documents.text import Page, one_line

_SUFFIXES = re.compile(r"(\.txt)?(\.gz)?$", re.IGNORECASE)
_BLANK_LINES = re.compile(r"\n\s*\n")


def records(stream: BinaryIO, file: str) -> Iterator[Record | Problem]:
    """The one document that a file is."""
    docid = _SUFFIXES.sub("", PurePosixPath(file).name)
    data = read_whole(stream, MAX_RECORD + 1)
    if error := docid_error(docid):
        yield Problem(
            file,
            0,
            "bad_docid",
            say("The file's name cannot be a document's id: {reason}.", reason=error),
            say("Rename it."),
        )
    elif len(data) > MAX_RECORD:
        yield Problem(
            file,
            0,
            "record_too_long",
            say("The file has more than {most} bytes.", most=MAX_RECORD),
            say("Split it."),
        )
    else:
        yield Record(docid, 0, 1, data)


def page(docid: str, text: str) -> Page:
    """The first line as the title, then paragraphs, parted by blank lines."""
    title, _, rest = text.strip().partition("\n")
    paragraphs = (one_line(part) for part in _BLANK_LINES.split(rest))
    return Page(title=one_line(title), paragraphs=tuple(part for part in paragraphs if part))


READER = Reader(records, page, whole=True)

"""What a reader of a format is."""

from collections.abc import Callable, Iterator
from typing import BinaryIO, NamedTuple

from documents.errors import Problem
from documents.models import MAX_DOCID
from documents.text import Page

MAX_RECORD = 16 * 1024 * 1024  # bytes of one document; a longer one is reported and left out


class Record(NamedTuple):
    """One document as it stands in a file."""

    docid: str
    offset: int  # bytes, in the uncompressed file
    line: int
    data: bytes


class Reader(NamedTuple):
    """A format: how its files fall into records, and how a record is shown.

    `records(stream, file)` reads on from the start in flat memory and never raises on bad content: it yields
    a Problem where a record is broken, and goes on with the next. `page(docid, text)` accepts any text.
    """

    records: Callable[[BinaryIO, str], Iterator[Record | Problem]]
    page: Callable[[str, str], Page]


def docid_fault(docid: str) -> str:
    """What makes a text unfit as the id of a document; empty when it is fit."""
    if not docid:
        return "it is empty"
    if len(docid) > MAX_DOCID:
        return f"it has {len(docid)} characters, and {MAX_DOCID} are allowed"
    if any(character.isspace() or not character.isprintable() for character in docid):
        return "it holds white space or control characters, so that no run could name it"
    return ""

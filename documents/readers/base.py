"""What a reader of a format is."""

import json
from collections.abc import Callable, Iterator
from typing import Any, BinaryIO, NamedTuple

from documents.encoding import Decoded, decode
from documents.errors import Problem
from documents.fields import MAX_DOCID
from documents.say import say
from documents.text import Page

MAX_RECORD = 16 * 1024 * 1024  # bytes of one document; a longer one is reported and left out
MAX_WEB_RECORD = 64 * 1024 * 1024  # the same for pages of the web, of which the longest are shown as text
_PIECE = 1024 * 1024  # bytes of a line that is too long, of which no more is held at a time
_MOST_DIGITS = 4300  # that Python reads
_USUAL = 128 * 1024  # bytes that most files have not


class Record(NamedTuple):
    """One document as it stands in a file."""

    docid: str
    offset: int  # bytes, in the uncompressed file
    line: int
    data: bytes


class WebRecord(NamedTuple):
    """A page of the web as a record holds it: its bytes, and what is known of it beside them."""

    body: bytes
    address: str = ""  # where relative links start from
    charset: str = ""  # as the server named it
    date: str = ""
    source: str = ""
    head: bytes = b""  # what stands before the page in its record
    file: str = ""  # its name, where it is a file of its own
    served: bool = False  # whether it is kept as the answer of a server, beside those of many others


class Reader(NamedTuple):
    """A format: how its files fall into records, and how a record is shown.

    `records(stream, file)` reads on from the start in flat memory and never raises on bad content: it yields
    a Problem where a record is broken, and goes on with the next. `page(docid, text)` accepts any text.
    `web(data)`, for formats of web pages, takes the page out of its record; its encoding is then the page's own
    affair, and `page` gets the page's HTML alone, to make the plain-text view of it. `opened(docid, data)`, for
    formats whose records name their own encoding, does what decoding and `page` do elsewhere; `date(docid)` is the
    date, where the ids of a format tell it; `facts(docid, text)`, date and source where they are had sooner than a
    whole page. `suffix` is an ending that an id may bear, or not, when it is looked up; `whole`, whether each
    file is one document, of whatever bytes.
    """

    records: Callable[[BinaryIO, str], Iterator[Record | Problem]]
    page: Callable[[str, str], Page]
    web: Callable[[bytes], WebRecord] | None = None
    opened: Callable[[str, bytes], tuple[Decoded, Page]] | None = None
    date: Callable[[str], str] | None = None
    facts: Callable[[str, str], tuple[str, str]] | None = None
    suffix: str = ""
    whole: bool = False

    def read(self, docid: str, data: bytes, rule: str) -> tuple[Decoded, Page]:
        """The text of a record that is no page of the web, and how it is shown."""
        if self.opened:
            return self.opened(docid, data)
        decoded = decode(data, rule)
        return decoded, self.page(docid, decoded.text)


def read_whole(stream: BinaryIO, most: int) -> bytes:
    """The stream, or its first `most` bytes. Asked for at once, room for all of those would be made for every file."""
    start = stream.read(_USUAL)
    return start + stream.read(most - _USUAL) if len(start) == _USUAL else start


def bounded_lines(stream: BinaryIO, most: int) -> Iterator[tuple[bytes, int]]:
    """Each line without its end, empty where it has more than `most` bytes, and its size in the file."""
    while line := stream.readline(most + 1):
        size = len(line)
        if size <= most:
            line = line.rstrip(b"\r\n")
            yield line, size
            continue
        while line and not line.endswith(b"\n"):
            line = stream.readline(_PIECE)
            size += len(line)
        yield b"", size


def docid_error(docid: str) -> str:
    """What makes a text unfit as the id of a document; empty when it is fit."""
    if not docid:
        return say("it is empty")
    if len(docid) > MAX_DOCID:
        return say("it has {n} characters, and {most} are allowed", n=len(docid), most=MAX_DOCID)
    if " " in docid or not docid.isprintable():  # no other white space is printable
        return say("it holds white space or control characters, so that no run could name it")
    return ""


def json_value(text: str | bytes, keep: Callable[[dict[str, Any]], Any] | None = None) -> Any:
    """What a text says as JSON; `keep` says what is kept of each object. ValueError says why it is none.

    In our words where Python's speak of its own settings.
    """
    try:
        return json.loads(text, object_hook=keep)
    except RecursionError:
        raise ValueError(say("too many levels")) from None
    except ValueError as error:
        if type(error) is ValueError:  # of `int`; whatever else may be wrong has a class of its own
            raise ValueError(say("a number with thousands of digits")) from None
        raise


def whole_number(value: Any) -> int:
    """A number of a record, which may stand there as text; ValueError or TypeError where it is none."""
    if isinstance(value, str) and len(value) > _MOST_DIGITS:
        raise ValueError(say("a number with thousands of digits"))
    return int(value)

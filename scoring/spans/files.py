"""Lines of a file that may be large and packed: one at a time, each with its number; what breaks is a problem, not the end."""

import gzip
import zlib
from collections.abc import Iterator
from io import BufferedReader, RawIOBase
from typing import BinaryIO, NamedTuple, cast

from scoring.records import Problem
from scoring.say import say

MOST = 128_000_000  # bytes of a line; the largest pages of the corpus take 30 MB
_GZIP = b"\x1f\x8b"


class Line(NamedTuple):
    """A line of a file."""

    number: int
    data: bytes


def lines_of(stream: BinaryIO, file: str, most: int = MOST) -> Iterator[Line | Problem]:
    """The lines of a file, plain or gzip, that hold anything; a line that is too long is named and left out."""
    number = 0
    try:
        for number, line in enumerate(_split(unpacked(stream), most), 1):
            if line is None:
                message = say("The line has more than {most} bytes.", most=most)
                yield Problem(file, number, "line_too_long", message, say("Put one example on a line."))
            elif line.strip():
                yield Line(number, line)
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        message = say(
            "The packed file breaks off or is damaged after line {number}: {error}.",
            number=str(number),
            error=error,
        )
        yield Problem(file, number, "cut_off", message, say("Copy or pack it again."))


def unpacked(stream: BinaryIO) -> BinaryIO:
    """The stream, or what is packed in it."""
    # A pipe cannot be wound back, so that its first bytes are only looked at.
    buffered = stream if isinstance(stream, BufferedReader) else BufferedReader(cast("RawIOBase", stream))
    if buffered.peek(2)[:2] == _GZIP:
        return cast("BinaryIO", gzip.GzipFile(fileobj=buffered))
    return buffered


def _split(stream: BinaryIO, most: int) -> Iterator[bytes | None]:
    """The lines; None for one that is too long, of which only a piece is held at a time."""
    while line := stream.readline(most + 1):
        if len(line) <= most:
            yield line
            continue
        while line and not line.endswith(b"\n"):
            line = stream.readline(1 << 20)
        yield None

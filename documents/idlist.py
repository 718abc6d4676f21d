"""Lists of document ids, one a line, for collections of which the texts are not held."""

from collections.abc import Iterator
from pathlib import Path

from documents import store
from documents.errors import CollectionRefused, Problem
from documents.progress import Progress, ProgressReport
from documents.readers.base import docid_error
from documents.say import say

MAX_LINE = 4096  # bytes
MAX_BYTES = 4 * 1024**3  # of the unpacked list
_MAX_PROBLEMS = 1000


def read_ids(file: Path, progress: Progress | None = None) -> Iterator[str]:
    """The ids of a list, plain or .gz, in flat memory; blank lines are skipped.

    Raises CollectionRefused: at once where the file cannot be read or is too big, at the end for faulty lines,
    with every one of them up to 1,000.
    """
    problems: list[Problem] = []
    count = 0
    try:
        for number, offset, line in _lines(file, progress):
            docid, message = _docid(line)
            if message and len(problems) < _MAX_PROBLEMS:
                problems.append(
                    Problem(file.name, number, "bad_docid", message, say("Put one id on each line."), offset)
                )
            elif docid and not message:
                count += 1
                yield docid
    except store.UNREADABLE as error:
        raise CollectionRefused(
            say(
                "The list {file} cannot be read: {reason}. Nothing was imported.",
                file=str(file),
                reason=str(error),
            )
        ) from error
    if problems:
        raise CollectionRefused(
            say("The list {file} has invalid lines. Nothing was imported.", file=file.name), problems
        )
    if not count:
        raise CollectionRefused(
            say("The list {file} holds no id. Nothing was imported.", file=file.name), code="no_documents"
        )


def _lines(file: Path, progress: Progress | None) -> Iterator[tuple[int, int, bytes]]:
    offset = 0
    teller = ProgressReport(file.stat().st_size, progress)
    with store.open_source(file) as stream:
        number = 0
        while line := stream.readline(MAX_LINE + 1):
            number += 1
            teller.tell(stream)
            if len(line) > MAX_LINE or offset > MAX_BYTES:
                message = say(
                    "Line {line} of {file} is longer than {most} bytes: it is no list of ids. Nothing was imported.",
                    line=str(number),
                    file=file.name,
                    most=MAX_LINE,
                )
                if offset > MAX_BYTES:
                    message = say(
                        "The list {file} is longer than {most} bytes: it is no list of ids. Nothing was imported.",
                        file=file.name,
                        most=MAX_BYTES,
                    )
                raise CollectionRefused(message, code="list_too_big")
            yield number, offset, line
            offset += len(line)


def _docid(line: bytes) -> tuple[str, str]:
    """The id on a line, and what is wrong with it; both empty for a blank line."""
    try:
        docid = line.decode("utf-8-sig").strip()
    except UnicodeDecodeError as error:
        return "", say(
            "The line is not UTF-8: {reason} at its byte {byte}.", reason=error.reason, byte=str(error.start)
        )
    message = docid_error(docid) if docid else ""
    return docid, say(
        "The id {id} is not valid: {reason}.", id=repr(docid[:80]), reason=message
    ) if message else ""

"""The bytes of a document, from the collection's own files, and only the very bytes that were imported."""

import hashlib
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO, cast

from isal import igzip, isal_zlib

from documents.errors import NotHeld, Unreadable
from documents.lzw import is_lzw, open_lzw, read_lzw
from documents.models import DocumentEntry
from documents.say import say, sentence
from documents.unpacking import PackedFile, prepare, read_packed

StrPath = str | Path
# What reading a damaged file raises; isal's own error is not typed as one.
UNREADABLE: tuple[type[Exception], ...] = (OSError, EOFError, cast(type[Exception], isal_zlib.error))


class Reading:
    """Reads of many documents, best in the order of `in_order`: a packed file stays open until another's turn."""

    def __init__(self) -> None:
        self._packed: PackedFile | None = None

    def packed(self, path: Path) -> PackedFile:
        """The packed file, opened unless it is open."""
        if self._packed is None or self._packed.path != path:
            self.close()
            self._packed = PackedFile(path)
        return self._packed

    def close(self) -> None:
        """Give the file back that is open."""
        open_one, self._packed = self._packed, None
        if open_one:
            open_one.close()

    def __enter__(self) -> "Reading":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def in_order(entry: DocumentEntry) -> tuple[str, int]:
    """Where a document lies: the key by which many of them are sorted to be read."""
    return entry.file, entry.offset


def read_bytes(entry: DocumentEntry, reading: Reading | None = None) -> bytes:
    """The bytes of a document as they stand in its file; NotHeld or Unreadable where they cannot be given."""
    collection = entry.collection
    if not collection.held:
        raise NotHeld(
            say(
                "The text of {document} is not held here: of the collection {collection} only the ids are known.",
                document=entry.docid,
                collection=collection.title,
            ),
            say("Look the document up by its id in your own copy of the collection."),
        )
    path = Path(collection.path) / entry.file
    try:
        data = _read(path, entry.offset, entry.length, reading)
    except UNREADABLE as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise Unreadable(
            say(
                "The file {file} of document {document} cannot be read: {reason}.",
                file=str(path),
                document=entry.docid,
                reason=reason,
            ),
            say(_RESTORE),
        ) from error
    if hashlib.sha256(data).hexdigest() != entry.sha256:
        raise Unreadable(
            say(
                "The file {file} has changed since it was imported: document {document} is no longer at its place.",
                file=str(path),
                document=entry.docid,
            ),
            say(_RESTORE),
            code="document_changed",
        )
    return data


@contextmanager
def open_source(path: StrPath) -> Iterator[BinaryIO]:
    """A file of a collection, unpacked if its name ends in .gz or as `compress` names files."""
    if is_lzw(path):
        with open_lzw(Path(path)) as unpacked:
            yield unpacked
    elif _is_packed(path):
        with igzip.open(path, "rb") as file:  # type: ignore[no-untyped-call]  # it has none
            yield cast(BinaryIO, file)
    else:
        with open(path, "rb") as plain:
            yield plain


def bytes_read(stream: BinaryIO) -> int:
    """How far a file of a collection is read: bytes on the disk, of a packed one too."""
    return int(getattr(stream, "fileobj", stream).tell())


def prepare_reads(path: StrPath) -> None:
    """Make the first read from a file as quick as the later ones; where nothing can be kept, it goes without."""
    if _is_packed(path):
        with suppress(OSError):
            prepare(Path(path))


def _is_packed(path: StrPath) -> bool:
    return os.fspath(path).lower().endswith(".gz")


def _read(path: Path, offset: int, length: int, reading: Reading | None) -> bytes:
    if is_lzw(path):
        return read_lzw(path, offset, length)
    if _is_packed(path):
        return reading.packed(path).read(offset, length) if reading else read_packed(path, offset, length)
    descriptor = os.open(path, os.O_RDONLY)
    try:
        return os.pread(descriptor, length, offset)
    finally:
        os.close(descriptor)


_RESTORE = sentence(
    "Restore the file, or import the collection again; the ids stay the same, and nothing judged is lost."
)

"""Files as they come in, from a form, a program or a command."""

from collections.abc import Mapping, Sequence
from io import BytesIO
from itertools import chain, count
from pathlib import Path, PurePosixPath
from types import MappingProxyType
from typing import TYPE_CHECKING, BinaryIO, NamedTuple
from zipfile import ZipFile, is_zipfile

from assessment.jobs.services.uploads import is_kept, keep_stream
from assessment.shared.zips import add_entry
from scoring.formats.problems import Problems

if TYPE_CHECKING:
    from django.core.files.uploadedfile import UploadedFile

MOST_OF_NAME, MOST_OF_SUFFIX = 180, 10  # bytes, characters


class SourceFile(NamedTuple):
    """A file as it came: its name for messages, and its bytes, or where they stay on the disk.

    `columns` says which column of ours is which of the file's, where somebody said so or they are called otherwise.
    """

    name: str
    data: bytes = b""
    path: Path | None = None
    columns: Mapping[str, str] = MappingProxyType({})

    def open(self) -> BinaryIO:
        """Its bytes one after another."""
        return self.path.open("rb") if self.path else BytesIO(self.data)

    def read(self) -> "SourceFile":
        """The same file with its bytes at hand."""
        return self._replace(data=self.path.read_bytes(), path=None) if self.path else self

    def problems(self) -> Problems:
        """What is wrong with it, to be filled."""
        return Problems(self.name, columns=self.columns)

    @property
    def size(self) -> int:
        """Bytes."""
        return self.path.stat().st_size if self.path else len(self.data)

    def kept(self) -> Path:
        """Where it waits for a job in the data folder; it is brought there unless it is there already."""
        if self.path and is_kept(self.path):
            return self.path
        with self.open() as stream:
            return keep_stream(self.name, iter(lambda: stream.read(1024 * 1024), b""))


def packed(files: Sequence[SourceFile]) -> SourceFile:
    """Several files as one ZIP file, which keeps their names; a ZIP file that comes alone is that one."""
    first, *others = (file.read() for file in files)
    if not others and is_zipfile(BytesIO(first.data)):
        return first
    target, names = BytesIO(), set[str]()
    with ZipFile(target, "w") as archive:
        for file in (first, *others):
            marks = chain([""], (f" ({number})" for number in count(2)))
            name = next(
                one for mark in marks if (one := _entry_name(file.name, mark)).casefold() not in names
            )
            names.add(name.casefold())
            add_entry(archive, name, BytesIO(file.data), len(file.data))
    return SourceFile("files.zip", target.getvalue())


def _entry_name(given: str, mark: str) -> str:
    """A name that an archive can hold: how it begins, and its suffix."""
    name = PurePosixPath(fit_name(given).lstrip(".").replace(":", "_") or "file")
    return name.stem.encode()[:MOST_OF_NAME].decode("utf-8", "ignore") + mark + name.suffix[:MOST_OF_SUFFIX]


def fit_name(given: str) -> str:
    """The last part of a name as its sender gave it, fit to be shown and stored; "" where nothing of it is."""
    last = PurePosixPath(given.replace("\\", "/")).name
    return "".join(char for char in last if char.isprintable())


def source_of(upload: "UploadedFile[bytes]") -> SourceFile:
    """An upload: a large one lies on the disk until its request is answered."""
    name = upload.name or "file"
    if on_disk := getattr(upload, "temporary_file_path", None):
        return SourceFile(name, path=Path(on_disk()))
    upload.seek(0)
    return SourceFile(name, upload.read())

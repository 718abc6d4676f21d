"""Files as they come in, from a form, a program or a command."""

from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, NamedTuple

from assessment.jobs.services.uploads import is_kept, keep_stream

if TYPE_CHECKING:
    from django.core.files.uploadedfile import UploadedFile


class SourceFile(NamedTuple):
    """A file as it came: its name for messages, and its bytes, or where they stay on the disk."""

    name: str
    data: bytes = b""
    path: Path | None = None

    def open(self) -> BinaryIO:
        """Its bytes one after another."""
        return self.path.open("rb") if self.path else BytesIO(self.data)

    def read(self) -> "SourceFile":
        """The same file with its bytes at hand."""
        return SourceFile(self.name, self.path.read_bytes()) if self.path else self

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


def source_of(upload: "UploadedFile[bytes]") -> SourceFile:
    """An upload: a large one lies on the disk until its request is answered."""
    name = upload.name or "file"
    if on_disk := getattr(upload, "temporary_file_path", None):
        return SourceFile(name, path=Path(on_disk()))
    upload.seek(0)
    return SourceFile(name, upload.read())

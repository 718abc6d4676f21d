"""Files as they come in, from a form or a command."""

from io import BytesIO
from pathlib import Path
from typing import BinaryIO, NamedTuple


class SourceFile(NamedTuple):
    """A file as it came: its name for messages, and its bytes, or where they stay on the disk."""

    name: str
    data: bytes = b""
    path: Path | None = None

    def open(self) -> BinaryIO:
        """Its bytes one after another."""
        return self.path.open("rb") if self.path else BytesIO(self.data)
